import JoystickModel
import TestSupport

// Layouts as TouchPipeline plays them: timers that are due run before each sample.
extension Layout {
  typealias Check = (Layout) throws(Violation) -> Void

  /// The only stick.
  var stick: Stick { sticks[0].stick }

  /// More deadlines than any stick has one after the other. The slowest filter needs 10,000 to arrive.
  private static let tooManyDeadlines = 20_000

  /// Runs the timers that are due before a time, each at its own time.
  mutating func catchUp(before time: Int64, _ check: Check = { _ in }) throws(Violation) {
    var count = 0
    while let next = deadline, next < time {
      try meetDeadline(next)
      try check(self)
      count += 1
      try ensure(count < Self.tooManyDeadlines, "too many deadlines before \(time)")
    }
  }

  /// Runs all timers, and returns their number.
  @discardableResult
  mutating func settle() throws(Violation) -> Int {
    var count = 0
    while let next = deadline {
      try meetDeadline(next)
      count += 1
      try ensure(count < Self.tooManyDeadlines, "too many deadlines")
    }
    return count
  }

  private mutating func meetDeadline(_ time: Int64) throws(Violation) {
    advance(to: time)
    // There is no time after the last.
    guard let next = deadline, time < .max else { return }
    try ensure(next > time, "the timer due at \(time) is due at \(next) again")
  }

  mutating func take(_ sample: TouchSample, _ check: Check = { _ in }) throws(Violation) {
    try catchUp(before: sample.time, check)
    apply(sample.event, time: sample.time)
    try check(self)
  }
}

extension RandomTouches {
  /// Plays all samples, and calls `check` after each sample and each deadline.
  func play(_ check: Layout.Check) throws(Violation) -> Layout {
    var layout = layout
    for sample in samples { try layout.take(sample, check) }
    return layout
  }
}
