internal import Glibc
internal import System

final class Retry {
  private static let longestDelay: UInt64 = 30

  private let loop: EventLoop
  private var source: EventSource?
  /// In seconds.
  private var delay: UInt64 = 1

  init(_ loop: EventLoop) { self.loop = loop }

  /// Schedules one attempt: after a second, and after twice as long each time, up to half a minute. While one is
  /// scheduled, no other is added.
  func later(_ attempt: @escaping () -> Void) {
    guard source == nil else { return }
    loop.endOnError { () throws(SystemError) in
      source = try loop.after(seconds: delay, attempt)
      delay = min(delay * 2, Self.longestDelay)
    }
  }

  /// Cancels the scheduled attempt, because it is made now.
  func cancel() { source = nil }

  /// Resets the delay to a second, after a success.
  func reset() { delay = 1 }
}

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
