internal import Glibc

/// Tells whether the system was suspended so that its clocks stood: CLOCK_BOOTTIME then makes up for it, and
/// CLOCK_MONOTONIC does not.
struct SuspendClock {
  /// The longest that the system can have been suspended before it was last asked, in nanoseconds.
  private var longest = Self.timeSuspended.upperBound

  /// Whether the system was suspended since this was last asked, or made.
  mutating func wasSuspended() -> Bool {
    let suspended = Self.timeSuspended
    defer { longest = suspended.upperBound }
    return suspended.lowerBound > longest
  }

  /// How long the system was suspended since it was started. Nobody can read two clocks at once.
  private static var timeSuspended: ClosedRange<Int64> {
    let before = nanoseconds(on: CLOCK_MONOTONIC)
    let all = nanoseconds(on: CLOCK_BOOTTIME)
    let after = nanoseconds(on: CLOCK_MONOTONIC)
    return all - after...all - before
  }
}

/// What a clock says now, in nanoseconds. clock_gettime(2)
func nanoseconds(on clock: clockid_t) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
