/// How many frames of a device are taken in a time, so that one that floods cannot keep a processor busy.
///
/// Touch devices send 60 to 250 frames a second, some gaming ones 1000. What comes faster waits in the kernel, which
/// drops it when there is too much, and says so: then the device is asked for its state.
struct FrameBudget {
  /// How many frames a second are taken, in the long run.
  static let framesPerSecond: Int64 = 2000
  /// How many more of them can be taken at once: as many as the kernel keeps of most devices, so that a reader that
  /// was held up can catch up. (drivers/input/evdev.c keeps eight times what a device sends at most in a frame)
  static let most: Int64 = 1024
  /// How many frames it counts for that the kernel has dropped some: to ask the device for its state takes a while.
  static let framesOfDrop: Int64 = 128
  /// How long to wait at least, in microseconds, when nothing is left.
  static let pause: Int64 = 10_000

  private static let microsecondsPerFrame = 1_000_000 / framesPerSecond

  /// In microseconds, the time that the frames take at the highest rate.
  private var left = most * microsecondsPerFrame
  private var lastTime: Int64?
  /// When reading goes on, in microseconds; nil while there is something left.
  private(set) var pauseEnd: Int64?

  /// Says what time it is, before frames are read.
  ///
  /// - Parameter now: In microseconds on a clock that does not go back.
  /// - Returns: Whether to read; else ``pauseEnd`` says when.
  mutating func mayRead(now: Int64) -> Bool {
    let lastTime = lastTime ?? now
    if now > lastTime { left = min(left + (now - lastTime), Self.most * Self.microsecondsPerFrame) }
    self.lastTime = max(now, lastTime)
    if let pauseEnd, now >= pauseEnd { self.pauseEnd = nil }
    return pauseEnd == nil
  }

  /// Takes frames from what is left. Returns whether there is more; if not, there is a pause.
  mutating func spend(_ frames: Int64 = 1) -> Bool {
    left -= frames * Self.microsecondsPerFrame
    guard left < Self.microsecondsPerFrame else { return true }
    // What was overdrawn is waited for, or it would add up, and the device lag behind when the flood is long over.
    pauseEnd = (lastTime ?? 0) + max(Self.pause, Self.microsecondsPerFrame - left)
    return false
  }
}
