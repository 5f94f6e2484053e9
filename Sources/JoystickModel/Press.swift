/// A button that a gesture presses, long enough for a game that reads the pad once per frame.
struct Press: Equatable, Sendable {
  private var isHeld = false
  /// The earliest time of its release; nil while it is up.
  private var leastEnd: Int64?

  /// Whether the button is down.
  var isDown: Bool { leastEnd != nil }

  /// When it is released by itself; nil is never.
  var deadline: Int64? { isHeld ? nil : leastEnd }

  /// Presses the button. It is released by itself, unless it is held.
  mutating func start(time: Int64, isHeld: Bool = false) {
    self.isHeld = isHeld
    leastEnd = time.saturatingAdd(GestureAction.pressDuration)
  }

  /// Ends the hold of the button.
  mutating func letGo(time: Int64) {
    isHeld = false
    advance(to: time)
  }

  /// Releases the button if it is due.
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
  /// The sum, or the maximum instead of an overflow: a recording can have any time stamps.
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }
}
