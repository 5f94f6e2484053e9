import Testing
import TestSupport

@testable import JoystickModel

@Suite("Changes without an effect")
struct IndependenceTests {
  @Test("Turning the surface and its touches by a quarter turns the result, too")
  func turn() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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
  /// One stick on a surface.
  fileprivate init(_ parameters: StickParameters, on surface: Rectangle) {
    self.init(surface: surface, sticks: [.init(name: "stick", target: .left, stick: Stick(parameters))])
  }
}
