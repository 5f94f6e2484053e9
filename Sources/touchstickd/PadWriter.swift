internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import System

/// Writes the frames of a pad or a keyboard to its virtual device.
///
/// A button or key stays down there as long as in the model, up to ``GestureAction/pressDuration``, however late the press
/// was written. On a busy machine, the press and the release of a tap can be due together, and no game would see the
/// button. Only what follows such a press on the same button waits; everything else is written at once.
struct PadWriter {
  /// A button that was not on the pad long enough yet.
  private struct Press {
    let button: UInt16
    /// On the clock of the events: an earlier release is the finger's own, and does not wait.
    let end: Int64
    /// When a later release may be written, in microseconds on the monotonic clock.
    let release: Int64
  }

  /// More than the button presses that fingers can make within 40 ms.
  private static let capacity = 64

  /// Nil for a pad that does not exist yet.
  let device: VirtualDevice?
  /// In the order in which they were written.
  private var presses: [Press] = []
  /// The events of buttons that wait, in their order.
  private var held: [InputEvent] = []
  /// The part of a frame that does not wait.
  private var frame: [InputEvent] = []
  /// When an event that waits may be written, in microseconds on the monotonic clock; nil if none waits.
  private(set) var deadline: Int64?

  init(_ device: VirtualDevice?) {
    self.device = device
    presses.reserveCapacity(Self.capacity)
    held.reserveCapacity(Self.capacity)
    frame.reserveCapacity(Self.capacity)
  }

  /// Writes a frame, as far as it may be written now.
  ///
  /// - Parameters:
  ///   - events: Its events, with SYN_REPORT at the end.
  ///   - hasPress: Whether it presses a button.
  ///   - now: In microseconds on the monotonic clock.
  mutating func write(_ events: [InputEvent], hasPress: Bool, now: Int64) throws(DeviceError) {
    if presses.isEmpty, held.isEmpty {
      try device?.write(events)
      if hasPress { recordPresses(in: events) }
    } else {
      try writeAllowed(of: events, now: now)
    }
  }

  private mutating func writeAllowed(of events: [InputEvent], now: Int64) throws(DeviceError) {
    try writeDue(now: now)
    presses.removeAll { $0.release <= now }
    frame.removeAll(keepingCapacity: true)
    for event in events {
      if mustWait(event, behind: held[...]) { held.append(event) } else { frame.append(event) }
    }
    // SYN_REPORT alone is no frame.
    if frame.count > 1 {
      try device?.write(frame)
      recordPresses(in: frame)
    }
    // More waits only if a device does what no fingers can.
    if held.count > Self.capacity / 2 { try flush() }
    updateDeadline()
  }

  /// Writes the events that have waited long enough.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  mutating func writeDue(now: Int64) throws(DeviceError) {
    guard let deadline, deadline <= now else { return }
    presses.removeAll { $0.release <= now }
    var index = 0
    while index < held.count {
      if mustWait(held[index], behind: held[..<index]) {
        index += 1
      } else {
        try writeAlone(held.remove(at: index))
      }
    }
    updateDeadline()
  }

  /// Writes all that waits, because the pads are being switched off, or lose their device.
  mutating func flush() throws(DeviceError) {
    while !held.isEmpty { try writeAlone(held.removeFirst()) }
    presses.removeAll(keepingCapacity: true)
    deadline = nil
  }

  private mutating func writeAlone(_ event: InputEvent) throws(DeviceError) {
    frame.removeAll(keepingCapacity: true)
    frame.append(event)
    frame.append(InputEvent(time: event.time, .synReport, 0))
    try device?.write(frame)
    recordPresses(in: frame)
  }

  /// Whether an event waits: behind others of its button, or for the press to be on the pad long enough.
  private func mustWait(_ event: InputEvent, behind waiting: ArraySlice<InputEvent>) -> Bool {
    guard event.type == .key else { return false }
    if waiting.contains(where: { $0.code == event.code }) { return true }
    return event.value == 0 && presses.contains { $0.button == event.code && $0.end <= event.time }
  }

  private mutating func recordPresses(in events: [InputEvent]) {
    guard events.contains(where: { $0.type == .key && $0.value == 1 }) else { return }
    let written = nanoseconds(on: CLOCK_MONOTONIC) / 1000
    for event in events where event.type == .key && event.value == 1 && presses.count < Self.capacity {
      let (end, isBeyond) = event.time.addingReportingOverflow(GestureAction.pressDuration)
      guard !isBeyond else { continue }
      presses.append(
        Press(button: event.code, end: end, release: written + GestureAction.pressDuration))
    }
  }

  private mutating func updateDeadline() {
    deadline = held.isEmpty ? nil : presses.lazy.map(\.release).min() ?? 0
  }
}
