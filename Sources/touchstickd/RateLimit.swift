/// A limit on how often something happens, with a reserve for bursts: a token bucket. All times are in microseconds on one
/// clock; if it stands still or goes back, nothing changes.
struct RateLimit {
  /// The time for each.
  private let interval: Int64
  private let reserve: Int64
  /// The unused time; negative if more was used than there was.
  private var left: Int64
  private(set) var lastTime: Int64?

  /// - Parameters:
  ///   - interval: The shortest time between two in the long run.
  ///   - burst: How many can happen at once.
  init(interval: Int64, burst: Int64) {
    self.interval = interval
    reserve = burst * interval
    left = reserve
  }

  /// Whether one more can happen.
  var isOpen: Bool { left >= interval }

  /// When one more can happen.
  var nextTime: Int64 { (lastTime ?? .min) + max(interval - left, 0) }

  mutating func advance(to now: Int64) {
    let lastTime = lastTime ?? now
    if now > lastTime { left = min(left + (now - lastTime), reserve) }
    self.lastTime = max(now, lastTime)
  }

  /// Counts some, also more than can happen. The time for them has to pass before ``isOpen``.
  mutating func spend(_ count: Int64 = 1) { left -= count * interval }

  /// Counts some if they can happen now. Returns whether they can.
  mutating func allows(_ count: Int64 = 1, now: Int64) -> Bool {
    advance(to: now)
    guard left >= count * interval else { return false }
    spend(count)
    return true
  }
}

/// The limit on the frames that are read from a device, so that a flood cannot keep a processor busy.
///
/// Touch devices send 60 to 250 frames a second, some gaming ones 1000. Faster frames wait in the kernel. If there are
/// too many, the kernel drops them and reports it; the state is then read from the device.
struct FrameBudget {
  /// The number of frames a second, in the long run.
  static let framesPerSecond: Int64 = 2000
  /// The number of frames that can be read at once: as many as the kernel keeps for most devices, so that a delayed reader
  /// can catch up. (drivers/input/evdev.c keeps eight times what a device sends at most in a frame)
  static let burst: Int64 = 1024
  /// The number of frames that dropped events count for, because reading the device's state takes a while.
  static let framesOfDrop: Int64 = 128
  /// The shortest pause, in microseconds, when the budget is used up.
  static let pause: Int64 = 10_000

  private var limit = RateLimit(interval: 1_000_000 / framesPerSecond, burst: burst)
  /// When reading continues, in microseconds; nil while the budget is not used up.
  private(set) var pauseEnd: Int64?

  /// Updates the budget before frames are read.
  ///
  /// - Parameter now: In microseconds on a clock that does not go back.
  /// - Returns: Whether to read now; otherwise ``pauseEnd`` is the time to read.
  mutating func mayRead(now: Int64) -> Bool {
    limit.advance(to: now)
    if let pauseEnd, now >= pauseEnd { self.pauseEnd = nil }
    return pauseEnd == nil
  }

  /// Uses up some frames. Returns whether the budget has more; if not, a pause begins.
  mutating func spend(_ frames: Int64 = 1) -> Bool {
    limit.spend(frames)
    if limit.isOpen { return true }
    // The pause includes overdrawn frames. Otherwise they would add up, and the device would lag long after the flood.
    pauseEnd = max((limit.lastTime ?? 0) + Self.pause, limit.nextTime)
    return false
  }
}
