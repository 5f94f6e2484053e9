import EventPipeline
import Foundation
import InputDevices
import Synchronization
import TestSupport
import Testing

/// The real touchstickd, running.
final class RunningDaemon: Sendable {
  private let process: Process
  private let log = Log()

  /// What it has said so far. A class of its own, because it is written by another thread.
  private final class Log: Sendable {
    let bytes = Mutex(Data())
    let isComplete = Mutex(false)
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - configuration: The text of a configuration; nil is none.
  ///   - wrapper: A program, with its arguments, to start it by.
  convenience init(configuration: String? = nil, by wrapper: [String] = []) throws {
    let arguments = try configuration.map { ["--config", try Programs.file("touchstick.toml", $0)] } ?? []
    try self.init(arguments: arguments, by: wrapper)
  }

  init(arguments: [String], by wrapper: [String] = []) throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = wrapper + [Programs.folder.appending(path: "touchstickd").path] + arguments
    process.environment = try ProcessInfo.processInfo.environment.merging(Self.serviceEnvironment()) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      return pipe
    }
    pipe.fileHandleForReading.readabilityHandler = { [log] handle in
      let data = handle.availableData
      log.bytes.withLock { $0 += data }
      if data.isEmpty {
        handle.readabilityHandler = nil
        log.isComplete.withLock { $0 = true }
      }
    }
  }

  /// What its unit puts in its environment.
  private static func serviceEnvironment() throws -> [String: String] {
    let unit = URL(filePath: #filePath).appending(path: "../../../systemd/touchstickd.service").standardized
    let text = try String(contentsOf: unit, encoding: .utf8)
    return Dictionary(
      uniqueKeysWithValues: text.matches(of: /(?m)^Environment=(\w+)=(\S+)$/).map { match in
        (String(match.1), String(match.2))
      })
  }

  deinit {
    if process.isRunning { signal(SIGKILL) }
    process.waitUntilExit()
  }

  var processIdentifier: Int32 { process.processIdentifier }

  /// All that it has said so far.
  var output: String { log.bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Waits until it has said this, at least so many times.
  func waitUntilItSays(
    _ text: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = Bed.wait { output.components(separatedBy: text).count > times }
    #expect(said, "it said only: \(output)", sourceLocation: sourceLocation)
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Forgets what it has said so far, which takes the longer to look through the more there is of it.
  func forgetOutput() { log.bytes.withLock { $0.removeAll() } }

  /// What it has of the system's, when that does not change: it says what it does before it is done with that.
  func resources() throws -> Resources {
    var last = try Resources(of: process.processIdentifier)
    let isSteady = try Bed.wait {
      usleep(200_000)
      let before = last
      last = try Resources(of: process.processIdentifier)
      return last == before
    }
    #expect(isSteady, "it does not come to rest: \(last)")
    return last
  }

  /// How long it has kept a processor busy so far, in seconds.
  func processorTime() throws -> Double {
    let line = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // utime and stime, the 14th and 15th of proc(5); the name, in brackets, is the second.
    let fields = try #require(line.split(separator: ")").last).split(separator: " ")
    return Double(try #require(Int(fields[11])) + #require(Int(fields[12])))
      / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Keeps it from running, and waits until it does not.
  func freeze() throws {
    signal(SIGSTOP)
    let status = "/proc/\(process.processIdentifier)/stat"
    #expect(
      try Bed.wait { try String(contentsOfFile: status, encoding: .utf8).contains(") T ") })
  }

  /// Waits for its end. Returns its exit status, or the signal that killed it.
  func waitForEnd() -> Int32 {
    #expect(Bed.wait { !process.isRunning }, "it still runs, and said: \(output)")
    if process.isRunning { signal(SIGKILL) }
    process.waitUntilExit()
    #expect(Bed.wait { log.isComplete.withLock { $0 } })
    return process.terminationStatus
  }

  /// Tells it to stop, and waits.
  func stop() {
    signal(SIGTERM)
    #expect(waitForEnd() == 0)
  }

  /// Opens the pad that it made, or the one that it made after so many others.
  func openPad(after others: Int = 0) throws -> Pad {
    waitUntilItSays("made the gamepad", times: others + 1)
    let nodes = output.matches(of: /made the gamepad .* \((\/dev\/input\/event\d+)\)/).map { String($0.1) }
    return try Pad(try #require(nodes.dropFirst(others).first))
  }

  /// The node of the clone of the touch device that it took last.
  func cloneNode() throws -> String {
    waitUntilItSays("the desktop gets what no control takes")
    let nodes = output.matches(of: /the desktop gets .* \((\/dev\/input\/event\d+)\)/).map { String($0.1) }
    return try #require(nodes.last)
  }
}
