import TestSupport
import Testing

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
    RandomTouches.forEach { touches, random throws(Violation) in
      var layout = try touches.play { _ in }
      let count = try layout.settle()
      try ensure(count <= Self.maxDeadlinesAtRest, "\(count) deadlines")
      try ensureRest(layout, "after the lift")
      try ensure(touches.baseIsWhereItReturns(layout), "the base is at \(layout.stick.base)")
    }
  }

  @Test("A reset leaves nothing held, pressed or pending, and ignores the finger that was down")
  func reset() {
    RandomTouches.forEach { touches, random throws(Violation) in
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
    RandomTouches.forEach { touches, random throws(Violation) in
      var touches = touches
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
    RandomTouches.forEach { touches, random throws(Violation) in
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

  /// A time that no clock would tell after another one.
  static func time(after time: Int64, _ random: inout SeededGenerator) -> Int64 {
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

@Suite("Changes without an effect")
struct IndependenceTests {
  @Test("Turning the surface and its touches by a quarter turns the result, too")
  func turn() {
    RandomTouches.forEach { touches, random throws(Violation) in
      var parameters = touches.parameters
      (parameters.response.invertX, parameters.response.invertY) = (false, false)
      var layout = Layout(parameters, on: touches.surface)
      var turned = Layout(parameters.turned, on: touches.surface.turned)
      for sample in touches.samples {
        try layout.take(sample)
        try turned.take(sample.turned)
        let (one, other) = (layout.stick, turned.stick)
        // Rounding decides which of two axes is nearer to a diagonal.
        let angle = one.report.polar.angle
        if abs(angle.truncatingRemainder(dividingBy: 90) - 45) < 1e-9 { return }
        try ensure(one.base.turned.isNear(other.base), "bases \(one.base) and \(other.base)")
        let handles = (one.report.handle.turned, other.report.handle)
        try ensure(handles.0.isNear(handles.1), "handles \(handles)")
        let deflections = (one.deflection.turned, other.deflection)
        try ensure(deflections.0.isNear(deflections.1), "deflections \(deflections)")
        try ensure(one.buttons == other.buttons && one.deadline == other.deadline, "buttons or deadlines")
      }
    }
  }

  @Test("Other fingers do not affect the stick, held or not")
  func otherFingers() {
    RandomTouches.forEach { touches, random throws(Violation) in
      var alone = touches.layout
      var busy = alone
      var others = OtherFingers(touches)
      for (sample, next) in zip(touches.samples, touches.samples.dropFirst()) {
        try alone.take(sample)
        try busy.take(sample)
        try ensure(alone == busy, "\(alone.stick.report) alone, \(busy.stick.report) with others")
        for other in others.between(sample.time, next.time, isHeld: busy.stick.owner != nil, &random) {
          try busy.take(other)
        }
      }
    }
  }

  @Test("Two sticks at once do not affect each other")
  func twoSticks() {
    Seeds.forEach { random throws(Violation) in
      let first = RandomTouches(&random)
      let second = RandomTouches(on: first.surface, contactsFrom: 1000, &random)
      var both = Layout(surface: first.surface, sticks: first.layout.sticks + second.layout.sticks)
      // A touch of one stick must not move the other: its own control comes first, or is free.
      let region = first.parameters.region
      let samples =
        first.samples(ofContactsBeginning: { region.contains($0) }).map { (0, $0) }
        + second.samples(ofContactsBeginning: { !region.contains($0) }).map { (1, $0) }
      var alone = [first.layout, second.layout]
      for (index, sample) in samples.sorted(by: { $0.1.time < $1.1.time }) {
        try both.take(sample)
        try alone[index].take(sample)
        try alone[1 - index].catchUp(before: sample.time)
        for (one, other) in zip(alone.map(\.stick), both.sticks.map(\.stick)) {
          try ensure(one == other, "\(one.report) alone, \(other.report) with the other")
        }
      }
    }
  }

  @Test("Waking up between samples changes nothing")
  func wakingUp() {
    RandomTouches.forEach { touches, random throws(Violation) in
      var recorded = touches.layout
      var live = recorded
      var last: Int64 = 0
      for sample in touches.samples {
        for time in (0..<random.integer(0...3)).map({ _ in random.integer(last...sample.time) }).sorted() {
          try live.catchUp(before: time)
          // Too early: nothing is due yet.
          if live.deadline ?? .max > time { live.advance(to: time) }
        }
        try live.take(sample)
        try recorded.take(sample)
        try ensure(live == recorded, "\(live.stick.report) live, \(recorded.stick.report) recorded")
        last = sample.time
      }
    }
  }

  @Test("A repeated sample moves nothing and is not reported")
  func sameAgain() {
    RandomTouches.forEach { touches, random throws(Violation) in
      var layout = touches.layout
      for sample in touches.samples {
        try layout.take(sample)
        guard layout.stick.owner == sample.event.id else { continue }
        var settled = layout
        if touches.parameters.smoothing != nil { try settled.settle() }
        let before = settled.stick
        var monitor = StickMonitor(before)
        let event = ContactEvent(id: sample.event.id, phase: .moved, position: sample.event.position)
        settled.apply(event, time: sample.time + 100_000_000)
        let after = settled.stick
        try ensure(monitor.change(of: after) == nil, "a report of \(after.report) after \(before.report)")
        try ensure(before.base == after.base, "the base goes from \(before.base) to \(after.base)")
        try ensure(before.deflection == after.deflection, "\(before.deflection), then \(after.deflection)")
      }
    }
  }
}

extension Layout {
  fileprivate init(_ parameters: StickParameters, on surface: Rectangle) {
    self.init(surface: surface, sticks: [.init(name: "stick", target: .left, stick: Stick(parameters))])
  }
}
