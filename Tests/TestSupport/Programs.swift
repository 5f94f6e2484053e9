package import EventPipeline
package import Foundation
internal import Recordings
package import Synchronization

/// The programs under test, and files for them.
package enum Programs {
  /// Their folder: that of the test script's build, else that of the tests.
  package static let folder =
    ProcessInfo.processInfo.environment["TOUCHSTICK_PROGRAMS"].map { URL(filePath: $0) }
    ?? URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()

  /// Held while a process is started with its pipes. Another process that starts meanwhile would inherit them, and their
  /// reader would wait for both.
  package static let starting = Mutex(())

  /// Runs a program to its end. Returns its exit status and its output, with standard error unless `isSilent`.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String], input: String = "", isSilent: Bool = false
  ) throws -> (status: Int32, output: String) {
    let process = Process(running: program, arguments)
    let (source, output) = try starting.withLock { _ in
      let (source, output) = (Pipe(), Pipe())
      process.standardInput = source
      process.standardOutput = output
      if isSilent {
        process.standardError = FileHandle.nullDevice
      } else {
        process.standardError = output
      }
      try process.runUnblocked()
      return (source, output)
    }
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: printed, as: UTF8.self))
  }

  package static func path(_ name: String) -> String { folder.appending(path: name).path }

  package static func tool(
    _ arguments: [String], input: String = "", isSilent: Bool = false
  ) throws -> (status: Int32, output: String) {
    try run(path("touchstick"), arguments, input: input, isSilent: isSilent)
  }

  /// A library to preload into a tested program: scripts/preload. The virtual machine of the kernel tests, in which nothing
  /// is built, gets its path.
  package static func library(_ name: String) throws -> String {
    let variable = "TOUCHSTICK_" + name.uppercased().replacing("-", with: "_")
    if let known = ProcessInfo.processInfo.environment[variable] { return known }
    let script = Fixtures.project.appending(path: "scripts/preload")
    let (status, printed) = try run(script.path, [name])
    guard status == 0 else { throw Missing(what: printed) }
    return printed.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The folder for their files, which exists as long as the tests run.
  private static let scratch: URL = {
    atexit { try? FileManager.default.removeItem(at: Programs.scratch) }
    return FileManager.default.temporaryDirectory.appending(path: "touchstick-tests-\(number)")
  }()

  /// A unique name. Messages would cut a path with two whole UUIDs.
  private static var number: String { String(UUID().uuidString.prefix(8)) }

  /// A file with this content, in a folder of its own.
  package static func file(_ name: String, _ content: String) throws -> String {
    try files([name: content]).appending(path: name).path
  }

  /// Makes a folder with these files, by their paths in it. Returns the folder.
  package static func files(_ contents: [String: String]) throws -> URL {
    let folder = scratch.appending(path: number)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, content) in contents {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: file, atomically: true, encoding: .utf8)
    }
    return folder
  }

  /// What logind writes below /run/systemd while a session of this user is in front, by the names of the files.
  package static func logindFiles(front user: UInt32) -> [String: String] {
    [
      "seats/seat0": "ACTIVE=front\nACTIVE_UID=\(user)\n",
      "sessions/front": "UID=\(user)\nCLASS=user\n",
    ]
  }
}

extension Process {
  /// A program to start, by its path or by its name in PATH. It is started through env(1) only if variables, NAME=VALUE,
  /// come first: on an emulated machine env(1) needs as long as some of the programs.
  ///
  /// - Parameter variables: More of the environment.
  package convenience init(
    running program: String, _ arguments: [String], environment variables: [String: String] = [:]
  ) {
    self.init()
    environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    guard !program.contains("=") else {
      executableURL = URL(filePath: "/usr/bin/env")
      self.arguments = [program] + arguments
      return
    }
    let folders = program.contains("/") ? "" : ProcessInfo.processInfo.environment["PATH"] ?? ""
    let paths = folders.split(separator: ":").map { "\($0)/\(program)" }
    executableURL = URL(filePath: paths.first(where: FileManager.default.isExecutableFile) ?? program)
    self.arguments = arguments
  }

  /// Starts it. Its pipes must be new, so that no other process has inherited them.
  package func start() throws { try Programs.starting.withLock { _ in try runUnblocked() } }

  /// Starts it with no signal blocked, as a shell does. The threads of the tests block most, and so would timeout(1).
  package func runUnblocked() throws {
    var (none, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }

  /// Kills it, if it still runs.
  package func kill() {
    guard isRunning else { return }
    Glibc.kill(processIdentifier, SIGKILL)
    // waitUntilExit() waits until nobody has a certain socket of Foundation's open. A child that goes on has it.
    var end = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(processIdentifier), &end, WEXITED | WNOWAIT)
  }
}

/// Recordings and descriptions of real devices.
package enum Fixtures {
  /// The folder of the whole project.
  package static let project = URL(filePath: #filePath).appending(path: "../../..").standardized
  /// Their folder.
  package static let folder = project.appending(path: "Tests/Fixtures/recordings")

  package static func description(_ name: String) throws -> DeviceDescription {
    let path = folder.appending(path: "devices/\(name).desc").path
    guard let description = try Recording.read(path: path).description else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return description
  }
}

/// The output of a process so far.
package final class PrintedText: Sendable {
  private struct State {
    var bytes = Data()
    var isComplete = false
  }

  private let state = Mutex(State())

  /// Starts a process, and reads what it prints to its end.
  package init(of process: Process, _ streams: [ReferenceWritableKeyPath<Process, Any?>]) throws {
    let file = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      for stream in streams { process[keyPath: stream] = pipe }
      try process.runUnblocked()
      return pipe.fileHandleForReading
    }
    // Foundation's handlers share a few threads, and one that waits would block others.
    Thread.detachNewThread { [self] in
      while !isComplete {
        let data = file.availableData
        state.withLock {
          $0.bytes += data
          $0.isComplete = data.isEmpty
        }
      }
    }
  }

  package var isComplete: Bool { state.withLock(\.isComplete) }

  package var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  package var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

  /// Forgets the output so far, because searching a long output takes long.
  package func forget() { state.withLock { $0.bytes.removeAll() } }
}

/// The heap of a program, counted piece by piece: see Tests/HeapCounter.
package struct Heap: Equatable {
  /// The bytes that were requested and not freed.
  package let bytes: Int
  /// The number of pieces.
  package let pieces: Int
  /// The number of allocations since the start.
  package let allocations: Int

  /// Whether two counts are the same, although a device may have come back with a longer number: after input99 comes
  /// input100. A leak adds pieces, or whole elements to a list.
  package static func == (first: Heap, second: Heap) -> Bool {
    first.pieces == second.pieces && abs(first.bytes - second.bytes) < 8
  }

  /// The environment that makes a program count.
  package static func environment() throws -> [String: String] {
    ["LD_PRELOAD": try library.get(), "HEAP_COUNTER_FOLDER": try folder.get()]
  }

  private static let library = Result { try Programs.library("heap-counter") }

  private static let folder = Result { try Programs.files([:]).path }

  package init(of process: Int32) throws {
    let counted = try Data(contentsOf: URL(filePath: Self.folder.get()).appending(path: "\(process)"))
    let numbers = unsafe counted.withUnsafeBytes { bytes in
      unsafe bytes.bindMemory(to: Int64.self).map(Int.init)
    }
    guard numbers.count == 3, numbers[1] > 0 else {
      throw Missing(what: "the count of the heap of \(process)")
    }
    (bytes, pieces, allocations) = (numbers[0], numbers[1], numbers[2])
  }
}
