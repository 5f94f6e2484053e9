/// When to tell programs that watch the pads of changes: at most once in 16 ms, as a screen shows them.
struct FeedPace {
  /// In microseconds.
  static let interval: Int64 = 16_000

  private var last: Int64?
  private var isScheduled = false

  /// Notes a change.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Returns: When to send it; nil if that is scheduled already.
  mutating func noteChange(now: Int64) -> Int64? {
    guard !isScheduled else { return nil }
    isScheduled = true
    return max(now, last.map { $0 + Self.interval } ?? now)
  }

  /// Notes that all changes so far are being sent.
  mutating func noteSending(now: Int64) {
    last = now
    isScheduled = false
  }
}
