import Foundation
import Synchronization
import Testing
import TestSupport

/// A desktop's view of devices: `libinput debug-events`, running.
final class LibinputEvents: Sendable {
  private let process = Process()
  private let printed: PrintedText
  /// The events in the lines that were read so far, because reading all lines each time would take long.
  private let known = Mutex((lines: 0, events: [LibinputEvent]()))

  /// Starts libinput, and waits until it reads the devices.
  ///
  /// - Parameter nodes: Their paths. With none it uses all devices of the seat, also those that come later.
  init(_ nodes: String...) throws {
    try LibinputDevice.waitForUdev()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // It inherits the signals that the test's thread blocks, and would buffer its output to a pipe.
    process.arguments =
      ["--default-signal=INT", "stdbuf", "-oL", "libinput", "debug-events"]
      + (nodes.isEmpty ? ["--udev", "seat0"] : ["--device"] + nodes)
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    printed = PrintedText(from: pipe)
    try waitUntilReady(nodes)
  }

  private func waitUntilReady(_ nodes: [String]) throws {
    _ = Bed.wait { isReady(nodes) || printed.isComplete }
    // It exits if it refuses a device.
    try #require(isReady(nodes), "libinput does not read \(nodes), and printed: \(output)")
  }

  private func isReady(_ nodes: [String]) -> Bool {
    // For a seat it prints the devices, or that it has none.
    guard !nodes.isEmpty else { return !printed.lines.isEmpty }
    return Set(nodes).isSubset(of: events.filter { $0.kind == .deviceAdded }.map(\.node))
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Its whole output so far, with errors.
  var output: String { printed.text }

  /// All events so far.
  var events: [LibinputEvent] {
    known.withLock { known in
      let lines = printed.lines
      known.events += lines.dropFirst(known.lines).compactMap { LibinputEvent(line: String($0)) }
      known.lines = lines.count
      return known.events
    }
  }

  /// The events of touches so far, as `TOUCH_DOWN 0 (0) 30.18/26.70 (100.00/50.00mm)`, `|` for the end of
  /// a frame.
  var touches: [String] {
    events.filter { $0.kind.name.hasPrefix("TOUCH_") }.map {
      $0.kind == .touchFrame ? "|" : $0.testDescription
    }
  }

  /// Waits for `count` events of this kind. Returns all events of the kind.
  @discardableResult
  func waitFor(
    _ kind: LibinputEvent.Kind, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [LibinputEvent] {
    let came = Bed.wait { events.count { $0.kind == kind } >= times }
    #expect(came, "no \(kind.name); libinput printed only: \(output)", sourceLocation: sourceLocation)
    return events.filter { $0.kind == kind }
  }

  /// Waits for `count` devices with this name. Returns their nodes, in the order in which they came.
  func waitForDevices(
    _ name: String, count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    let came = Bed.wait { nodes(of: name).count == count }
    #expect(came, "not \(count) of \(name); libinput printed only: \(output)", sourceLocation: sourceLocation)
    return nodes(of: name)
  }

  private func nodes(of name: String) -> [String] {
    events.filter { $0.deviceName == name }.reduce(into: []) { nodes, event in
      nodes.removeAll { $0 == event.node }
      if event.kind == .deviceAdded { nodes.append(event.node) }
    }
  }

  /// Stops it, and waits. Events that it had not read by then are lost.
  func stop(sourceLocation: SourceLocation = #_sourceLocation) {
    kill(process.processIdentifier, SIGINT)
    #expect(Bed.wait { !process.isRunning }, "it still runs", sourceLocation: sourceLocation)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)", sourceLocation: sourceLocation)
    #expect(Bed.wait { printed.isComplete }, sourceLocation: sourceLocation)
  }
}
