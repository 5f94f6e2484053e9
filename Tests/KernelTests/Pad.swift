import EventPipeline
import Foundation
import InputDevices
import Synchronization
import Testing

/// A gamepad, read like a game through its event node. It can read any other device, too.
final class Pad: Sendable {
  /// The events read so far.
  private struct Reader {
    let node: EventNode
    var events: [InputEvent] = []
    /// The values after these events, because an hour's events are too many to search.
    var values: [EventCode: Int32] = [:]
    var frames = 0
    var isGone = false
    var hasLost = false

    /// Reads all pending events.
    mutating func drain() {
      do {
        while !isGone {
          switch try node.read() {
          case .event(let event): note(event)
          case .dropped: noteLoss()
          case .drained: return
          }
        }
      } catch {
        isGone = true
      }
    }

    private mutating func note(_ event: InputEvent) {
      events.append(event)
      values[EventCode(event.type, event.code)] = event.value
      if event.is(.synReport) { frames += 1 }
    }

    /// Lost events are missing in `events`; the kernel knows the current values.
    private mutating func noteLoss() {
      hasLost = true
      for code in node.description.codes { values[code] = node.value(of: code) }
    }
  }

  let path: String
  private let reader: Mutex<Reader>

  /// Opens the pad and reads it until it is gone. A thread reads all the time, so that the kernel drops nothing. Each
  /// question reads, too, so that its answer includes everything that was written before.
  ///
  /// The thread has a real-time priority, so it runs before the writer goes on, which may remove the pad: the kernel drops
  /// what nobody has read from a device that goes. Swift's Mutex lends this priority to a thread that holds it.
  init(_ path: String) throws {
    self.path = path
    var opened: EventNode?
    _ = Bed.wait {
      opened = try? EventNode(opening: path)
      return opened != nil
    }
    nonisolated(unsafe) let node = try #require(opened)
    let file = unsafe node.fileDescriptor
    reader = unsafe Mutex(Reader(node: node))
    Thread.detachNewThread { [self] in
      var priority = sched_param(sched_priority: 1)
      let status = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority)
      precondition(status == 0, "no real-time priority: \(status)")
      while !isGone {
        var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        unsafe poll(&request, 1, -1)
      }
    }
  }

  private func read<Result: Sendable>(_ body: (Reader) -> Result) -> Result {
    reader.withLock { reader in
      reader.drain()
      return body(reader)
    }
  }

  /// All events so far, as `ABS_X 100`, `|` for the end of a frame.
  var events: [String] { recorded.map(Self.text) }

  /// All events so far, with the kernel's time stamps.
  var recorded: [InputEvent] {
    let (events, hasLost) = read { ($0.events, $0.hasLost) }
    #expect(!hasLost, "\(path) dropped events")
    return events
  }

  /// The value after all events so far.
  func value(of code: EventCode) -> Int32 { read { $0.values[code] ?? 0 } }

  var frames: Int { read(\.frames) }
  var isGone: Bool { read(\.isGone) }

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

  /// Touches down at one place, and moves to another.
  func drag(id: Int32 = 1, from start: (x: Int32, y: Int32), to end: (x: Int32, y: Int32)) throws {
    try touchDown(id: id, x: start.x, y: start.y)
    try move(x: end.x, y: end.y)
  }

  /// Holds the stick that is on the left of the ELAN screen fully to the right.
  func push(
    id: Int32 = 1, _ axis: EventCode = .absX, of pad: Pad, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try drag(id: id, from: (500, 500), to: (700, 500))
    #expect(Bed.wait { pad.value(of: axis) == 32767 }, sourceLocation: sourceLocation)
  }

  func move(x: Int32, y: Int32) throws {
    try write([(.absMTSlot, slot), (.absMTPositionX, x), (.absMTPositionY, y)])
  }

  func lift() throws {
    try write([(.absMTSlot, slot), (.absMTTrackingID, -1), (.btnTouch, 0)])
  }

  /// Touches down and lifts once for each ID, all in one write, so that no time passes between the events.
  func tap(ids: [Int32], x: Int32, y: Int32) throws {
    try write(
      ids.flatMap { id -> [(EventCode, Int32)] in
        [
          (.absMTSlot, slot), (.absMTTrackingID, id), (.absMTPositionX, x), (.absMTPositionY, y),
          (.btnTouch, 1),
          (.synReport, 0), (.absMTTrackingID, -1), (.btnTouch, 0), (.synReport, 0),
        ]
      }.dropLast())
  }

  private func write(_ values: [(EventCode, Int32)]) throws { try #require(device).send(values) }
}

extension VirtualDevice {
  /// Sends a frame.
  func send(_ values: [(EventCode, Int32)]) throws { try sendUnfinished(values + [(.synReport, 0)]) }

  /// Sends events without the end of a frame.
  func sendUnfinished(_ values: [(EventCode, Int32)]) throws {
    try write(values.map { InputEvent(time: 0, $0.0, $0.1) })
  }
}
