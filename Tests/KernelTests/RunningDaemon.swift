import EventPipeline
import Foundation
import InputDevices
import System
import TestSupport
import Testing

final class RunningDaemon: Sendable {
  private let process: Process
  private let log: PrintedText

  /// Starts the daemon.
  ///
  /// - Parameters:
  ///   - configuration: The text of a configuration; nil is none.
  ///   - wrapper: A program, with its arguments, that starts the daemon.
  convenience init(configuration: String? = nil, by wrapper: [String] = []) throws {
    let arguments = try configuration.map { ["--config", try Programs.file("touchstick.toml", $0)] } ?? []
    try self.init(arguments: arguments, by: wrapper)
  }

  init(arguments: [String], by wrapper: [String] = []) throws {
    let command = wrapper + [Programs.path("touchstickd")] + arguments
    var environment = try Self.serviceEnvironment.get().merging(Heap.environment()) { $1 }
    // It must not use the machine's bus.
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nowhere/bus"
    process = Process(running: command[0], Array(command.dropFirst()), environment: environment)
    process.standardInput = FileHandle.nullDevice
    log = try PrintedText(of: process, [\.standardError])
  }

  private static let serviceEnvironment = Result {
    let unit = Fixtures.project.appending(path: "systemd/touchstickd.service")
    let text = try String(contentsOf: unit, encoding: .utf8)
    return Dictionary(
      uniqueKeysWithValues: text.matches(of: /(?m)^Environment=(\w+)=(\S+)$/).map { match in
        (String(match.1), String(match.2))
      })
  }

  deinit { process.kill() }

  var processIdentifier: Int32 { process.processIdentifier }

  var isRunning: Bool { process.isRunning }

  /// Whether it has ended by itself. Otherwise a signal has killed it.
  var hasExited: Bool { process.terminationReason == .exit }

  var output: String { log.text }

  /// Waits until it has said this at least `times` times, and has settled.
  func waitUntilItSays(
    _ text: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = Bed.wait { output.components(separatedBy: text).count > times }
    #expect(said, "it said only: \(output)", sourceLocation: sourceLocation)
    settle(sourceLocation: sourceLocation)
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Sends it a signal, and waits until it has said this.
  func signal(
    _ number: Int32, until text: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    signal(number)
    waitUntilItSays(text, times: times, sourceLocation: sourceLocation)
  }

  func forgetOutput() { log.forget() }

  /// Stops it with SIGSTOP, and waits until it stands still.
  func freeze() throws {
    signal(SIGSTOP)
    let status = "/proc/\(process.processIdentifier)/stat"
    #expect(
      try Bed.wait { try String(contentsOfFile: status, encoding: .utf8).contains(") T ") })
  }

  /// Waits until it ends. Returns its exit status, or the signal that killed it.
  func waitForEnd() -> Int32 {
    #expect(Bed.wait { !process.isRunning }, "it still runs, and said: \(output)")
    if process.isRunning { signal(SIGKILL) }
    process.waitUntilExit()
    #expect(Bed.wait { log.isComplete })
    return process.terminationStatus
  }

  /// Stops it with SIGTERM, and waits until it ends.
  func stop() {
    signal(SIGTERM)
    #expect(waitForEnd() == 0)
  }

  /// Opens the pad that it made, or the one that it made after `count` others.
  func openPad(after others: Int = 0) throws -> Pad {
    waitUntilItSays("made the gamepad", times: others + 1)
    let nodes = output.matches(of: /made the gamepad .* \((\/dev\/input\/event\d+)\)/).map { String($0.1) }
    return try Pad(try #require(nodes.dropFirst(others).first))
  }

  /// The node of the clone of the last touch device that it used.
  func cloneNode() throws -> String {
    waitUntilItSays("touches outside the controls reach the desktop")
    let matches = output.matches(of: /reach the desktop as .* \((\/dev\/input\/event\d+)\)/)
    let nodes = matches.map { String($0.1) }
    return try #require(nodes.last)
  }
}

/// Whether a thread runs, and how often it ran; that of a process is its first.
struct ProcessState: Equatable {
  /// Whether it waits for something, or has been stopped, or has ended.
  let isAsleep: Bool
  /// How often it went to sleep by itself, with nothing more to do.
  let sleeps: Int
  /// How often it had to wait for the processor.
  private let interruptions: Int

  init(of process: Int32) throws {
    isAsleep = try Self.isAsleep(process)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    var values: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      values[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    sleeps = try #require(values["voluntary_ctxt_switches:"].flatMap { Int($0) })
    interruptions = try #require(values["nonvoluntary_ctxt_switches:"].flatMap { Int($0) })
  }

  static func isAsleep(_ process: Int32) throws -> Bool {
    let stat = try procText("\(process)/stat")
    // The name in parentheses may contain any character.
    let name = unsafe try #require(strrchr(stat, Int32(UInt8(ascii: ")"))))
    return unsafe ![CChar(UInt8(ascii: "R")), CChar(UInt8(ascii: "D"))].contains(name[2])
  }
}

/// A file of proc(5), or its first 4,095 bytes, as a C string.
///
/// Tests that play recordings ask for several after every few frames. Without optimisation, an emulated machine needs 90 ms
/// for the answer if Foundation reads and splits them.
private func procText(_ path: String) throws -> [CChar] {
  let file = try OwnedFileDescriptor(opening: "/proc/\(path)", O_RDONLY)
  var text = [CChar](repeating: 0, count: 4096)
  guard unsafe read(file.number, &text, text.count - 1) >= 0 else { throw SystemError.last }
  return text
}

extension RunningDaemon {
  /// Waits until it has processed everything that has reached it. The kernel wakes it before a write to its files
  /// returns, and it does not sleep while it has something to read, except in a pause.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    let isAtRest = Bed.wait {
      // Without a state it has ended, and its exit status was read.
      (try? ProcessState.isAsleep(processIdentifier) && !isPaused()) ?? true
    }
    #expect(isAtRest, "it does not come to rest", sourceLocation: sourceLocation)
  }

  /// Whether it sleeps although something is not processed: a device sends too much (`FrameBudget`), and is not in its
  /// epoll set, or the release of a late press waits (`PadWriter`), and its timer ends soon.
  private func isPaused() throws -> Bool {
    var (nodes, polled): (Set<Int>, Set<Int>) = ([], [])
    for file in try entries(ofFolder: "/proc/\(processIdentifier)/fd").compactMap({ Int($0) }) {
      var target = [CChar](repeating: 0, count: 64)
      // A file that was closed meanwhile has no target.
      _ = unsafe readlink("/proc/\(processIdentifier)/fd/\(file)", &target, target.count - 1)
      func leads(to path: String) -> Bool { unsafe strncmp(target, path, strlen(path)) == 0 }
      if leads(to: "/dev/input/event") { nodes.insert(file) }
      if leads(to: "anon_inode:[timerfd]"), try endsSoon(timer: file) { return true }
      guard leads(to: "anon_inode:[eventpoll]") else { continue }
      try Self.numbers(after: "tfd:", in: procText("\(processIdentifier)/fdinfo/\(file)")) { file, _ in
        polled.insert(file)
      }
    }
    return !nodes.isSubset(of: polled)
  }

  /// Whether a timer ends within the time that a press stays on the pad, by its `it_value: (seconds, nanoseconds)`. proc(5)
  private func endsSoon(timer file: Int) throws -> Bool {
    var endsSoon = false
    try Self.numbers(after: "it_value: (", in: procText("\(processIdentifier)/fdinfo/\(file)")) {
      endsSoon = $0 == 0 && 1...40_000_000 ~= $1
    }
    return endsSoon
  }

  /// Calls `body` with the two numbers, with a character between them, after each place of a label.
  private static func numbers(after label: String, in text: [CChar], _ body: (Int, Int) -> Void) {
    unsafe text.withUnsafeBufferPointer { text in
      var place = unsafe text.baseAddress.flatMap { unsafe strstr($0, label) }
      while let found = unsafe place {
        var end: UnsafeMutablePointer<CChar>?
        let first = unsafe strtol(found + strlen(label), &end, 10)
        guard let end = unsafe end else { return }
        body(first, unsafe strtol(end + 1, nil, 10))
        unsafe place = strstr(end, label)
      }
    }
  }

  /// Waits until it knows of all devices that have come and gone.
  func settleWithUdev() throws {
    try Bed.settleUdev()
    settle()
  }

  /// Waits until it has woken up `count` more times.
  func waitForWakeUps(_ count: Int) throws {
    let before = try ProcessState(of: processIdentifier).sleeps
    #expect(try Bed.wait { try ProcessState(of: processIdentifier).sleeps >= before + count })
  }
}

/// The system resources of a waiting daemon, counted exactly: nothing else on the machine changes them.
struct Resources: Equatable, CustomStringConvertible {
  let files: Int
  let heap: Heap

  init(of process: Int32) throws {
    files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    heap = try Heap(of: process)
  }

  var description: String { "\(files) files, \(heap.bytes) bytes in \(heap.pieces) pieces" }
}

extension RunningDaemon {
  func resources() throws -> Resources {
    try settleWithUdev()
    var resources: Resources?
    let isAtRest = try Bed.wait {
      let before = try threads()
      resources = try Resources(of: processIdentifier)
      return try before.allSatisfy(\.isAsleep) && threads() == before
    }
    #expect(isAtRest, "it does not come to rest")
    return try #require(resources)
  }

  private func threads() throws -> [ProcessState] {
    let names = try entries(ofFolder: "/proc/\(processIdentifier)/task")
    return try names.compactMap { Int32($0) }.sorted().map(ProcessState.init)
  }

  /// Checks that it has returned what it used since then. Libraries may free more: what they kept for a while.
  func expect(_ before: Resources, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var now = try Resources(of: processIdentifier)
    var isLevel: Bool {
      now.files == before.files && now.heap.bytes <= before.heap.bytes
        && now.heap.pieces <= before.heap.pieces
    }
    _ = try Bed.wait {
      now = try Resources(of: processIdentifier)
      return isLevel
    }
    #expect(
      isLevel, "\(now), and \(before) before: \(now.heap.changes(since: before.heap))",
      sourceLocation: sourceLocation)
  }
}
