public import EventPipeline
internal import Glibc
internal import OperatingSystem

extension VirtualDevice {
  /// In seconds.
  private static let longestWait = 60.0

  /// Plays recorded events, at the pace at which they were recorded: writes a frame at a time, each when it is due. The
  /// device must be one ``DeviceDescription/withoutFuzz``.
  ///
  /// - Parameters:
  ///   - events: The recorded events.
  ///   - speed: How much faster than recorded, above 0.
  ///   - beforeFrame: Runs before each frame: for example to wait for a reader.
  /// - Throws: ``DeviceError/cannotWrite(name:errno:)``.
  public func play(
    _ events: [InputEvent], speed: Double = 1, beforeFrame: () -> Void = {}
  ) throws(DeviceError) {
    guard let first = events.first else { return }
    var surface = WrittenSurface()
    var start = Self.now()
    var frame: [InputEvent] = []
    for event in events {
      if event.is(.synDropped) {
        frame = surface.lifts(time: event.time)
      } else {
        surface.note(event)
        frame.append(event)
        guard event.is(.synReport) else { continue }
      }
      let sinceFirst = event.time.subtractingReportingOverflow(first.time).partialValue
      let wait = start + Double(sinceFirst) / 1e6 / speed - Self.now()
      // Do not wait for a time stamp that jumps by years: continue from there.
      start -= max(wait - Self.longestWait, 0)
      if wait > 0 { usleep(useconds_t(min(wait, Self.longestWait) * 1e6)) }
      beforeFrame()
      try write(frame)
      frame.removeAll(keepingCapacity: true)
    }
  }

  /// In seconds.
  private static func now() -> Double { Double(nanoseconds(on: CLOCK_MONOTONIC)) / 1e9 }
}

/// The state that was written for a surface, so that everything can be lifted.
///
/// uinput cannot lose events. So a recorded SYN_DROPPED is played as its meaning for a reader who cannot query the
/// device: nothing is on the surface any more.
struct WrittenSurface {
  private var currentSlot: Int32 = 0
  private var usedSlots: Set<Int32> = []
  private var isPressed = false

  mutating func note(_ event: InputEvent) {
    if event.is(.absMTSlot) {
      currentSlot = event.value
    } else if event.is(.absMTTrackingID) {
      if event.value >= 0 { usedSlots.insert(currentSlot) } else { usedSlots.remove(currentSlot) }
    } else if event.is(.btnTouch) {
      isPressed = event.value != 0
    }
  }

  /// The frame that lifts everything. The next recorded event of a slot selects it again.
  mutating func lifts(time: Int64) -> [InputEvent] {
    var events: [InputEvent] = []
    for slot in usedSlots.sorted() {
      events.append(InputEvent(time: time, .absMTSlot, slot))
      events.append(InputEvent(time: time, .absMTTrackingID, -1))
    }
    if isPressed { events.append(InputEvent(time: time, .btnTouch, 0)) }
    events.append(InputEvent(time: time, .synReport, 0))
    usedSlots = []
    isPressed = false
    return events
  }
}
