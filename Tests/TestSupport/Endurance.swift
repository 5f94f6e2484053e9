internal import Foundation

/// The length of the endurance tests: minutes with `make endurance`, otherwise seconds, which shows that they work, and
/// leaks of each round.
package enum Endurance {
  package static let isFull = ProcessInfo.processInfo.environment["TOUCHSTICK_ENDURANCE"] == "1"

  package static func count(_ full: Int, ordinarily few: Int) -> Int { isFull ? full : few }

  /// Prints a measurement if the tests run at full length.
  package static func report(_ text: String) {
    guard isFull else { return }
    print("endurance: \(text)")
    fflush(nil)  // so that a log shows how far it is
  }
}
