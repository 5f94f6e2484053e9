public import EventPipeline
internal import Glibc

/// Plays recorded events on a virtual device, at the pace at which they were recorded.
public struct Playback {
  /// In seconds.
  private static let longestWait = 60.0

  private let events: [InputEvent]
  private let device: VirtualDevice
  private var surface = WrittenSurface()

  /// Makes a playback.
  ///
  /// - Parameters:
  ///   - events: The recorded events.
  ///   - device: Where to write them.
  public init(_ events: [InputEvent], on device: VirtualDevice) {
    self.events = events
    self.device = device
  }

  /// What to make a virtual device of, so that whoever reads it gets the very values that were recorded.
  ///
  /// The kernel filters an axis with fuzz. What was recorded has been through that filter, and must not
  /// go through it again.
  public static func device(for recorded: DeviceDescription) -> DeviceDescription {
    var device = recorded
    for code in device.axes.keys { device.axes[code]?.fuzz = 0 }
    return device
  }

  /// Writes all events, a frame at a time, each when it is due.
  ///
  /// - Parameters:
  ///   - speed: How much faster than recorded, above 0.
  ///   - beforeFrame: What to do before a frame is written that was recorded at this time, such as to wait for who
  ///     reads the device.
  /// - Throws: ``DeviceError/cannotWrite(name:errno:)``.
  public mutating func run(
    speed: Double = 1, beforeFrame: (Int64) -> Void = { _ in }
  ) throws(DeviceError) {
    guard let first = events.first else { return }
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
      // A stamp that jumps by years is no reason to wait for them; what follows goes on from there.
      start -= max(wait - Self.longestWait, 0)
      if wait > 0 { usleep(useconds_t(min(wait, Self.longestWait) * 1e6)) }
      beforeFrame(event.time)
      try device.write(frame)
      frame.removeAll(keepingCapacity: true)
    }
  }

  private static func now() -> Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

/// What has been written of a surface, in order to be able to lift everything from it.
///
/// uinput cannot be made to lose events, so that a recorded SYN_DROPPED has to be played as what a reader
/// makes of it who cannot ask the device: nothing is on the surface any more.
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

  /// The frame that lifts everything. The next recorded event that is about a slot names it anew.
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
