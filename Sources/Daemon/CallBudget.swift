/// Counts the calls of users. Each user may make 20 a second.
struct CallBudget {
  static let callsPerSecond = 20
  /// A text counts as one more call for so many bytes. The devices wait while the daemon reads it: the largest text needs
  /// 165 million instructions (`make bench`), and 20 of them a second would leave no time for anything else.
  static let bytesPerCall = 16 << 10

  /// The current second, on the monotonic clock.
  private var second: Int64 = 0
  private var counts: [UInt32: Int] = [:]

  /// Counts a call, or several.
  ///
  /// - Parameters:
  ///   - user: The number of the calling user.
  ///   - calls: The number of calls.
  ///   - now: In microseconds on the monotonic clock.
  /// - Returns: Whether the user may make them.
  mutating func spend(_ user: UInt32, calls: Int = 1, now: Int64) -> Bool {
    if now / 1_000_000 != second {
      second = now / 1_000_000
      counts = [:]
    }
    counts[user, default: 0] += calls
    return counts[user, default: 0] <= Self.callsPerSecond
  }
}
