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
      try process.run()
      return (source, output)
    }
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: printed, as: UTF8.self))
  }

  /// Runs the command-line tool.
  package static func tool(
    _ arguments: [String], input: String = "", isSilent: Bool = false
  ) throws -> (status: Int32, output: String) {
    try run(folder.appending(path: "touchstick").path, arguments, input: input, isSilent: isSilent)
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
}

extension Process {
  /// A program to start, by its path or by its name in PATH. It is started through env(1) only if variables, NAME=VALUE,
  /// come first: on an emulated machine env(1) needs as long as some of the programs.
  package convenience init(running program: String, _ arguments: [String]) {
    self.init()
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
}

/// Recordings and descriptions of real devices.
package enum Fixtures {
  /// Their folder.
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/recordings")

  /// The description of a real device.
  package static func description(_ name: String) throws -> DeviceDescription {
    let path = folder.appending(path: "devices/\(name).desc").path
    guard let description = try Recording.read(path: path).description else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return description
  }
}
