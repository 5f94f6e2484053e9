/// Counts the calls of users. Each user may make 20 a second.
struct CallBudget {
  static let callsPerSecond = 20

  /// The current second, on the monotonic clock.
  private var second: Int64 = 0
  private var counts: [UInt32: Int] = [:]

  /// Counts a call.
  ///
  /// - Parameters:
  ///   - user: The number of the calling user.
  ///   - now: In microseconds on the monotonic clock.
  /// - Returns: Whether the user may make it.
  mutating func spend(_ user: UInt32, now: Int64) -> Bool {
    if now / 1_000_000 != second {
      second = now / 1_000_000
      counts = [:]
    }
    counts[user, default: 0] += 1
    return counts[user, default: 0] <= Self.callsPerSecond
  }
}
