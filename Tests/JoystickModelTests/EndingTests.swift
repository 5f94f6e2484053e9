import Testing
import TestSupport

@testable import JoystickModel

@Suite("Ends of touches, at any time")
struct EndingTests {
  /// More deadlines than a stick without a finger can have: the end of a tap, three presses, the way home.
  private static let maxDeadlinesAtRest = 5

  private func ensureRest(_ layout: Layout, _ text: String) throws(Violation) {
    try ensure(layout.gamepadState == GamepadState(), "\(text): \(layout.gamepadState)")
    try ensure(layout.deadline == nil, "\(text) a deadline stays")
    try ensure(layout.stick.owner == nil, "\(text) it is held")
  }

  @Test("After the last lift and a few deadlines the pad is at rest, and the base at home if it returns")
  func lift() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
      var layout = try touches.play { _ in }
      let count = try layout.settle()
      try ensure(count <= Self.maxDeadlinesAtRest, "\(count) deadlines")
      try ensureRest(layout, "after the lift")
      try ensure(touches.baseIsWhereItReturns(layout), "the base is at \(layout.stick.base)")
    }
  }

  @Test("A reset leaves nothing held, pressed or pending, and ignores the finger that was down")
  func reset() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
      let end = random.integer(0...touches.samples.count - 1)
      var layout = touches.layout
      for sample in touches.samples[...end] { try layout.take(sample) }
      layout.reset(time: touches.samples[end].time)
      try ensureRest(layout, "after the reset")
      try ensure(touches.baseIsWhereItReturns(layout), "the base is at \(layout.stick.base)")
      for sample in touches.samples[(end + 1)...].prefix(while: { $0.event.phase != .began }) {
        try layout.take(sample)
        try ensureRest(layout, "a sample after the reset")
      }
    }
  }

  @Test("For a resting finger all timers run, and its filter arrives at its position")
  func settling() {
    Seeds.forEach { random throws(Violation) in
      var touches = RandomTouches(&random)
      touches.samples.removeLast(random.integer(0...touches.samples.count - 1))
      // A movable base depends on the finger's path, which a filter changes.
      touches.parameters.movable = false
      touches.parameters.origin = random.pick(.fixed, .relative)
      var layout = try touches.play { _ in }
      try layout.settle()
      guard let last = touches.samples.last, layout.stick.owner == last.event.id else { return }
      // The handle arrives at its position without a filter.
      touches.parameters.smoothing = nil
      let direct = try touches.play { _ in }.stick.report
      let smooth = layout.stick.report
      try ensure((smooth.handle - smooth.base).isNear(direct.handle - direct.base), "\(smooth), \(direct)")
    }
  }

  @Test("Times that repeat, go backwards or are extreme leave nothing behind")
  func senselessTimes() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
      let meetsDeadlines = random.chance(0.5)
      var layout = touches.layout
      var time: Int64 = 0
      for sample in touches.samples {
        time = Self.time(after: time, &random)
        if meetsDeadlines { try layout.catchUp(before: time) }
        if random.chance(0.05) { layout.advance(to: Self.time(after: time, &random)) }
        if random.chance(0.05) { try layout.settle() }
        layout.apply(sample.event, time: time)
        try ensure(layout.stick.deflection.length < 1.5, "\(layout.stick.deflection)")
      }
      let count = try layout.settle()
      try ensure(count <= Self.maxDeadlinesAtRest, "\(count) deadlines")
      try ensureRest(layout, "after the lift")
    }
  }

  private static func time(after time: Int64, _ random: inout SeededGenerator) -> Int64 {
    switch random.integer(0...9) {
    case 0: random.pick(.min, .min + 1, .max - 20_000, .max - 1, .max)
    case 1: random.integer(.min ... .max)
    case 2: time &- random.integer(0...1_000_000)
    case 3: time
    default: time &+ random.integer(0...1_000_000)
    }
  }
}

extension RandomTouches {
  /// Whether the base is at home, if it returns there by itself.
  fileprivate func baseIsWhereItReturns(_ layout: Layout) -> Bool {
    switch parameters.homeReturn {
    case .never, .doubleTap: true
    case .release, .after: layout.stick.base == parameters.center
    }
  }
}
