import EventPipeline
import Foundation
import InputDevices
import Synchronization
import Testing

/// A gamepad as a game reads it: by its event node. Any other device can be read in the same way.
final class Pad: Sendable {
  /// What the reading thread has seen.
  private struct Seen {
    var events: [InputEvent] = []
    /// What the events amount to. After an hour of them nobody wants to look through all.
    var values: [EventCode: Int32] = [:]
    var frames = 0
    var isGone = false
    var failure: String?
  }

  let path: String
  private let seen = Mutex(Seen())

  /// Opens the pad and keeps reading it, by a thread of its own, until it is gone.
  init(_ path: String) throws {
    self.path = path
    var opened: EventNode?
    _ = Bed.wait {
      opened = try? EventNode(opening: path)
      return opened != nil
    }
    nonisolated(unsafe) let node = try #require(opened)
    Thread.detachNewThread { [self] in unsafe read(node) }
  }

  private func read(_ node: EventNode) {
    do {
      while true {
        switch try node.read() {
        case .event(let event): note(event)
        case .dropped: noteLoss(node)
        case .drained:
          var request = pollfd(fd: node.fileDescriptor, events: Int16(POLLIN), revents: 0)
          unsafe poll(&request, 1, -1)
        }
      }
    } catch {
      seen.withLock { $0.isGone = true }
    }
  }

  /// What was lost is not among the events; what they amount to, the kernel knows.
  private func noteLoss(_ node: EventNode) {
    seen.withLock { seen in
      seen.failure = "the pad dropped events"
      for code in node.description.codes { seen.values[code] = node.value(of: code) }
    }
  }

  private func note(_ event: InputEvent) {
    seen.withLock {
      $0.events.append(event)
      $0.values[EventCode(event.type, event.code)] = event.value
      if event.is(.synReport) { $0.frames += 1 }
    }
  }

  /// All events so far, as `ABS_X 100`, `|` for the end of a frame.
  var events: [String] {
    seen.withLock { seen in
      #expect(seen.failure == nil)
      return seen.events.map(Self.text)
    }
  }

  /// All events so far, with the kernel's time stamps.
  var recorded: [InputEvent] { seen.withLock(\.events) }

  /// What the events so far amount to.
  func value(of code: EventCode) -> Int32 { seen.withLock { $0.values[code] ?? 0 } }

  var frames: Int { seen.withLock(\.frames) }
  var isGone: Bool { seen.withLock(\.isGone) }

  /// Whether every axis and button is at 0, in the frames read and, while it exists, in the kernel.
  func isAtRest() throws -> Bool {
    let codes = GamepadAxis.allCases.map(\.code)
    let buttons = DeviceDescription.xbox360.codes.subtracting(codes)
    guard !isGone else { return (codes + buttons).allSatisfy { value(of: $0) == 0 } }
    let kernel = try EventNode(opening: path)
    return (codes + buttons).allSatisfy { value(of: $0) == 0 && kernel.value(of: $0) == 0 }
  }

  static func text(_ event: InputEvent) -> String {
    event.is(.synReport) ? "|" : "\(EventCode(event.type, event.code).name ?? "?") \(event.value)"
  }
}

/// A finger on a virtual touchscreen with slots.
struct Finger {
  /// Weak, so that a test can unplug the screen under the finger.
  private weak var device: VirtualDevice?
  private let slot: Int32

  init(on device: VirtualDevice, slot: Int32 = 0) {
    self.device = device
    self.slot = slot
  }

  func touchDown(id: Int32 = 1, x: Int32, y: Int32) throws {
    try write([
      (.absMTSlot, slot), (.absMTTrackingID, id), (.absMTPositionX, x), (.absMTPositionY, y), (.btnTouch, 1),
    ])
  }

  /// Touches down at one place and moves to another.
  func drag(id: Int32 = 1, from start: (x: Int32, y: Int32), to end: (x: Int32, y: Int32)) throws {
    try touchDown(id: id, x: start.x, y: start.y)
    try move(x: end.x, y: end.y)
  }

  func move(x: Int32, y: Int32) throws {
    try write([(.absMTSlot, slot), (.absMTPositionX, x), (.absMTPositionY, y)])
  }

  func lift() throws {
    try write([(.absMTSlot, slot), (.absMTTrackingID, -1), (.btnTouch, 0)])
  }

  private func write(_ values: [(EventCode, Int32)]) throws {
    try #require(device).write((values + [(.synReport, 0)]).map { InputEvent(time: 0, $0.0, $0.1) })
  }
}
