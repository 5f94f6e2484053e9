/// Counts the calls that users make, of which each has 20 a second.
struct CallBudget {
  static let callsPerSecond = 20

  /// The second that is counted, on the monotonic clock.
  private var second: Int64 = 0
  private var counts: [UInt32: Int] = [:]

  /// Counts a call.
  ///
  /// - Parameters:
  ///   - user: The number of the user who makes it.
  ///   - now: In microseconds on the monotonic clock.
  /// - Returns: Whether it is one of those that the user has.
  mutating func spend(_ user: UInt32, now: Int64) -> Bool {
    if now / 1_000_000 != second {
      second = now / 1_000_000
      counts = [:]
    }
    counts[user, default: 0] += 1
    return counts[user, default: 0] <= Self.callsPerSecond
  }
}
