internal import EventPipeline
internal import InputDevices
internal import JoystickModel

/// The limit on the frames that are read from a device, so that a flood cannot keep a processor busy.
///
/// Touch devices send 60 to 250 frames a second, some gaming ones 1000. Faster frames wait in the kernel. If there are
/// too many, the kernel drops them and reports it; the state is then read from the device.
struct FrameBudget {
  /// The number of frames a second, in the long run.
  static let framesPerSecond: Int64 = 2000
  /// The number of additional frames that can be read at once: as many as the kernel keeps for most devices, so that a
  /// delayed reader can catch up. (drivers/input/evdev.c keeps eight times what a device sends at most in a frame)
  static let most: Int64 = 1024
  /// The number of frames that dropped events count for, because reading the device's state takes a while.
  static let framesOfDrop: Int64 = 128
  /// The shortest pause, in microseconds, when the budget is used up.
  static let pause: Int64 = 10_000

  private static let microsecondsPerFrame = 1_000_000 / framesPerSecond

  /// The time of the used frames at the highest rate, in microseconds.
  private var left = most * microsecondsPerFrame
  private var lastTime: Int64?
  /// When reading continues, in microseconds; nil while the budget is not used up.
  private(set) var pauseEnd: Int64?

  /// Updates the budget before frames are read.
  ///
  /// - Parameter now: In microseconds on a clock that does not go back.
  /// - Returns: Whether to read now; otherwise ``pauseEnd`` is the time to read.
  mutating func mayRead(now: Int64) -> Bool {
    let lastTime = lastTime ?? now
    if now > lastTime { left = min(left + (now - lastTime), Self.most * Self.microsecondsPerFrame) }
    self.lastTime = max(now, lastTime)
    if let pauseEnd, now >= pauseEnd { self.pauseEnd = nil }
    return pauseEnd == nil
  }

  /// Uses up some frames. Returns whether the budget has more; if not, a pause begins.
  mutating func spend(_ frames: Int64 = 1) -> Bool {
    left -= frames * Self.microsecondsPerFrame
    guard left < Self.microsecondsPerFrame else { return true }
    // The pause includes overdrawn frames. Otherwise they would add up, and the device would lag long after the flood.
    pauseEnd = (lastTime ?? 0) + max(Self.pause, Self.microsecondsPerFrame - left)
    return false
  }
}

/// The faults in a device's events. Each is logged once, because a faulty device repeats it all the time.
struct DeviceFaults {
  private let node: EventNode
  private var isFlooding = false

  init(of node: EventNode) {
    self.node = node
  }

  /// Looks for faults after a frame.
  mutating func look(at oddity: Oddity?) {
    if let oddity { say(oddity.sentence) }
  }

  /// Notes that the device sends more than the daemon reads.
  mutating func recordFlood() {
    guard !isFlooding else { return }
    isFlooding = true
    say(
      "the device sends more than \(FrameBudget.framesPerSecond) frames a second; the rest is ignored"
    )
  }

  private func say(_ what: String) {
    Journal.warning("\(node.path): \(node.description.name): \(what)")
  }
}

extension Oddity {
  /// No coordinates: see ``Journal``.
  fileprivate var sentence: String {
    switch self {
    case .outOfRange(let axis):
      "the device sends values of \(axis.name ?? "an axis") far outside the range that it reports; its "
        + "kernel driver, or a udev rule that sets the range, is wrong"
    case .secondTrackingID:
      "the device starts a touch in a slot that has one (ABS_MT_TRACKING_ID), which is ignored; its kernel driver is "
        + "wrong"
    case .endlessFrame:
      "the device sends frames that never end; when the kernel ends one, its touches are released"
    }
  }
}
