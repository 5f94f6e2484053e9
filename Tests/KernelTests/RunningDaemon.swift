import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

/// The real touchstickd, running.
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
    let command = wrapper + [Programs.folder.appending(path: "touchstickd").path] + arguments
    let process = Process(running: command[0], Array(command.dropFirst()))
    var environment = try Self.serviceEnvironment.get().merging(Heap.environment()) { $1 }
    // It must not use the machine's bus.
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nowhere/bus"
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      return pipe
    }
    self.process = process
    log = PrintedText(from: pipe)
  }

  /// The environment that its unit sets.
  private static let serviceEnvironment = Result {
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

  /// Its messages so far.
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

  /// Forgets its messages so far.
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
