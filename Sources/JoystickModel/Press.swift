/// A button that a gesture presses, for long enough that a game which looks at the pad once a frame sees it.
struct Press: Equatable, Sendable {
  private var isHeld = false
  /// When it goes up at the earliest; nil while it is up.
  private var leastEnd: Int64?

  /// Whether the button is down.
  var isDown: Bool { leastEnd != nil }

  /// When it goes up by itself; nil is never.
  var deadline: Int64? { isHeld ? nil : leastEnd }

  /// The button goes down, and goes up by itself unless it is held.
  mutating func start(time: Int64, isHeld: Bool = false) {
    self.isHeld = isHeld
    leastEnd = time.saturatingAdd(GestureAction.pressDuration)
  }

  /// What held the button down is over.
  mutating func letGo(time: Int64) {
    isHeld = false
    advance(to: time)
  }

  /// The button goes up if it is time.
  mutating func advance(to time: Int64) {
    if let deadline, deadline <= time { leastEnd = nil }
  }
}

/// The earlier of two deadlines, in microseconds; nil is never.
func earliest(_ first: Int64?, _ second: Int64?) -> Int64? {
  guard let first, let second else { return first ?? second }
  return min(first, second)
}

extension Int64 {
  /// The sum, or the greatest number where it is beyond that: time stamps are whatever a recording has.
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }
}
