internal import Glibc
internal import System

/// Detects a suspend that stopped the system's clocks: CLOCK_BOOTTIME includes that time, and CLOCK_MONOTONIC does not.
struct SuspendClock {
  /// The longest possible time of suspends before the last call, in nanoseconds.
  private var longest = Self.timeSuspended.upperBound

  /// Whether the system was suspended since the last call, or since this was made.
  mutating func wasSuspended() -> Bool {
    let suspended = Self.timeSuspended
    defer { longest = suspended.upperBound }
    return suspended.lowerBound > longest
  }

  /// How long the system was suspended since it was started. Two clocks cannot be read at once.
  private static var timeSuspended: ClosedRange<Int64> {
    let before = nanoseconds(on: CLOCK_MONOTONIC)
    let all = nanoseconds(on: CLOCK_BOOTTIME)
    let after = nanoseconds(on: CLOCK_MONOTONIC)
    return all - after...all - before
  }
}
