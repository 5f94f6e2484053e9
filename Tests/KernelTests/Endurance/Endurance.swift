import Foundation
import Testing

/// How long the tests of endurance go on: for minutes with `make endurance`, else for seconds, which shows that they
/// work, and what leaks in each round.
enum Endurance {
  static let isFull = ProcessInfo.processInfo.environment["TOUCHSTICK_ENDURANCE"] == "1"

  static func count(_ full: Int, ordinarily few: Int) -> Int { isFull ? full : few }

  /// Says what was measured, where somebody waits for that.
  static func report(_ text: String) {
    if isFull { print("endurance: \(text)") }
  }
}

extension KernelTests {
  @Suite("What goes on for long", .serialized)
  struct EnduranceTests {}
}
