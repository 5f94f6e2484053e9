import TestSupport
import Testing

@testable import JoystickModel

@Suite("Any touches, with any parameters")
struct PropertyTests {
  private static let slack = 1e-9

  @Test("Direction, distance and coordinates are in their ranges, and agree")
  func reports() {
    RandomTouches.forEach { touches, random throws(Violation) in
      let reach = touches.parameters.reach
      _ = try touches.play { layout throws(Violation) in
        let report = layout.stick.report
        let (polar, xy) = (report.polar, report.xy)
        try ensure(-Self.slack...1 + Self.slack ~= polar.displacement, "displacement: \(polar)")
        try ensure(0..<360 ~= polar.angle, "angle: \(polar)")
        try ensure(polar.displacement != 0 || polar.angle == 0, "an angle without displacement: \(polar)")
        let expected = Vector(compass: polar.angle, length: polar.displacement)
        try ensure(Vector(dx: xy.x, dy: -xy.y).isNear(expected), "\(xy) is not \(polar)")
        let offset = report.handle - report.base
        try ensure(offset.isNear(expected * reach), "the handle is not there: \(report)")
      }
    }
  }

  @Test("An angle is never 360, however near to north")
  func north() {
    Seeds.forEach { random throws(Violation) in
      let offset = Vector(dx: -random.logarithmic(1e-18...1), dy: -random.logarithmic(0.01...100))
      try ensure(0..<360 ~= offset.compassAngle, "\(offset.compassAngle) for \(offset)")
    }
  }

  @Test("The handle stays within its constraint")
  func constraint() {
    RandomTouches.forEach { touches, random throws(Violation) in
      // If the area does not contain the base, the limit of the reach can move the handle out of it again.
      guard let area = touches.parameters.handleConstraint, area.contains(.zero) else { return }
      _ = try touches.play { layout throws(Violation) in
        let report = layout.stick.report
        let handle = Point.zero + (report.handle - report.base)
        try ensure(handle.isNear(area.clamp(handle)), "\(handle) is not in \(area)")
      }
    }
  }

  @Test("The deflection stays within the output's shape, and the axes agree with it")
  func deflection() {
    RandomTouches.forEach { touches, random throws(Violation) in
      let isSquare = touches.parameters.response.outputShape == .square
      _ = try touches.play { layout throws(Violation) in
        let deflection = layout.stick.deflection
        let size = isSquare ? max(abs(deflection.dx), abs(deflection.dy)) : deflection.length
        try ensure(size <= 1 + Self.slack, "\(deflection)")
        let axes = layout.gamepadState.leftStick
        try ensure(min(axes.x, axes.y) >= -32767, "\(axes)")
        let expected = deflection * 32767
        let (x, y) = (abs(Double(axes.x) - expected.dx), abs(Double(axes.y) - expected.dy))
        try ensure(max(x, y) < 0.5 + 1e-4, "\(axes) for \(deflection)")
      }
    }
  }

  @Test("A stick that nobody holds is in its middle, and its outer ring is up")
  func rest() {
    RandomTouches.forEach { touches, random throws(Violation) in
      let minimum = touches.parameters.gestures.outerRingStart * 0.9
      _ = try touches.play { layout throws(Violation) in
        let (stick, state) = (layout.stick, layout.gamepadState)
        try ensure(stick.report.isActive == (stick.owner != nil), "\(stick.report)")
        let displacement = stick.report.polar.displacement
        let isRingDown = state.isDown(StickGestures.ring)
        try ensure(!isRingDown || displacement >= minimum - Self.slack, "the outer ring at \(displacement)")
        guard stick.owner == nil else { return }
        try ensure(state.leftStick == .init() && stick.deflection == .zero, "\(state)")
        try ensure(stick.report.handle == stick.base && displacement == 0, "\(stick.report)")
        try ensure(!isRingDown, "the outer ring is down")
      }
    }
  }

  @Test("The base stays within its bounds, and at home if it cannot move")
  func bounds() {
    RandomTouches.forEach { touches, random throws(Violation) in
      let parameters = touches.parameters
      let isStill = !parameters.movable && [.fixed, .relative].contains(parameters.origin)
      _ = try touches.play { layout throws(Violation) in
        let base = layout.stick.base
        try ensure(!isStill || base == parameters.center, "the base went to \(base)")
        guard let bounds = parameters.movableBounds else { return }
        try ensure(bounds.contains(base), "\(base) is not in \(bounds)")
      }
    }
  }

  @Test("A touch measured from its own start begins at exactly 0")
  func beginning() {
    RandomTouches.forEach { touches, random throws(Violation) in
      let parameters = touches.parameters
      guard parameters.handleConstraint?.contains(.zero) ?? true else { return }
      var layout = touches.layout
      for sample in touches.samples {
        try layout.take(sample)
        guard sample.event.phase == .began, layout.stick.owner != nil else { continue }
        let position = touches.surface.clamp(sample.event.position)
        let canReach = parameters.movableBounds?.contains(position) ?? true
        guard parameters.origin == .relative || parameters.origin == .floating && canReach else { continue }
        try ensure(layout.stick.report.polar.displacement == 0, "\(layout.stick.report)")
        try ensure(layout.stick.deflection == .zero, "\(layout.stick.deflection)")
      }
    }
  }

  @Test("The deflection is 0 up to the moved tolerance, and then the response's until the touch ends")
  func tolerance() {
    RandomTouches.forEach { touches, random throws(Violation) in
      var touches = touches
      // Directions depend on the previous one, and a diagonal can snap to either axis.
      touches.parameters.response.directions = .analog
      touches.parameters.response.axisSnap = 0
      let parameters = touches.parameters
      var (owner, farthest): (ContactID?, Double) = (nil, 0)
      _ = try touches.play { layout throws(Violation) in
        let (stick, report) = (layout.stick, layout.stick.report)
        let offset = report.handle - report.base
        if stick.owner != owner { (owner, farthest) = (stick.owner, 0) }
        farthest = max(farthest, abs(offset.dx), abs(offset.dy))
        // The model's slack for rounding. Closer to the limit, rounding decides.
        let excess = farthest - (parameters.movedTolerance - roundingSlack)
        guard abs(excess) > roundingSlack / 2 else { return }
        let part = offset * (1 / parameters.reach)
        let expected = excess < 0 ? .zero : parameters.response.deflection(for: part)
        try ensure((expected - stick.deflection).length < 1e-4, "\(stick.deflection), not \(expected)")
      }
    }
  }

  @Test("A finger that trembles between two directions changes at most once")
  func trembling() {
    RandomTouches.forEach { touches, random throws(Violation) in
      var touches = touches
      touches.parameters.origin = .fixed
      touches.parameters.movable = false
      touches.parameters.smoothing = nil
      touches.parameters.handleConstraint = nil
      touches.parameters.axis = .both
      touches.parameters.response.deadZoneShape = .none
      touches.parameters.response.directions = random.pick(.four, .eight)
      var stick = Stick(touches.parameters)
      let angle = random.number(0...360)
      let ends = [angle, angle + random.number(0...4.9)].map {
        stick.base + Vector(compass: $0, length: touches.parameters.reach)
      }
      stick.begin(ContactID(1), at: ends[0], time: 0)
      var (changes, last) = (0, stick.deflection)
      for step in 1...6 {
        stick.move(to: ends[step % 2], time: 0)
        if !stick.deflection.isNear(last) { changes += 1 }
        last = stick.deflection
      }
      try ensure(changes <= 1, "\(changes) changes at \(angle) degrees")
    }
  }

  @Test("A small step of the finger is a small step of base and handle")
  func smallSteps() {
    RandomTouches.forEach { touches, random throws(Violation) in
      guard touches.parameters.smoothing == nil else { return }
      let step = Vector(dx: random.number(-0.01...0.01), dy: random.number(-0.01...0.01))
      var layout = touches.layout
      var last: Point?
      for sample in touches.samples {
        try layout.catchUp(before: sample.time)
        var (near, event) = (layout, sample.event)
        layout.apply(event, time: sample.time)
        // A finger that does not move leaves a base at its bounds where it is. One that moves pulls it along
        // them.
        let rests = layout.surface.clamp(event.position) == last
        last = layout.surface.clamp(event.position)
        guard event.phase == .moved, !rests else { continue }
        event.position = event.position + step
        near.apply(event, time: sample.time)
        let (one, other) = (layout.stick.report, near.stick.report)
        // The base moves by at most the finger's step and the change of its limited offset, the handle by all three.
        let slack = 1e-7
        let base = (one.base - other.base).length
        try ensure(base <= 2 * step.length + slack, "the base of \(one) and \(other)")
        let offsets = (one.handle - one.base, other.handle - other.base)
        try ensure((offsets.0 - offsets.1).length <= 3 * step.length + slack, "\(one) and \(other)")
      }
    }
  }
}

@Suite("Any response")
struct ResponsePropertyTests {
  @Test("The farther out the handle, the greater the deflection")
  func monotonic() {
    Seeds.forEach { random throws(Violation) in
      let response = StickResponse(&random)
      let direction = Vector(compass: random.pick(45, random.number(0...360)), length: 1)
      // The edges of each stage are among them, and the values next to these.
      let edges = [response.deadZone, response.saturation].flatMap { [$0.nextDown, $0, $0.nextUp] }
      let others = (0..<16).map { _ in random.number(0...1) }
      var last = 0.0
      for distance in ([0, 1] + edges + others).sorted() where distance <= 1 {
        let magnitude = response.deflection(for: direction * distance).length
        try ensure(magnitude >= last - 1e-9, "\(magnitude) after \(last) at \(distance) in \(response)")
        last = magnitude
      }
    }
  }

  @Test("The deflection is 0 in the middle, and depends on the sensitivity at the rim")
  func ends() {
    Seeds.forEach { random throws(Violation) in
      var response = StickResponse(&random)
      response.outputShape = .circle
      let rim = Vector(compass: random.number(0...360), length: 1)
      try ensure(response.deflection(for: .zero) == .zero, "not 0 in the middle: \(response)")
      // The axes of a diagonal are well below 1, and have dead zones of their own.
      guard ![.axial, .scaledAxial].contains(response.deadZoneShape) else { return }
      let magnitude = response.deflection(for: rim).length
      try ensure(abs(magnitude - min(response.sensitivity, 1)) < 1e-6, "\(magnitude): \(response)")
    }
  }

  @Test("A small step of the handle is a small step of the deflection, except at intended jumps")
  func continuous() {
    Seeds.forEach { random throws(Violation) in
      var response = StickResponse(&random)
      guard ![.radial, .axial].contains(response.deadZoneShape) else { return }
      response.axisSnap = 0
      response.directions = .analog
      response.antiDeadZone = 0
      // Curves steeper than a square root look like jumps, but are not.
      response.curve = max(response.curve, 0.5)
      var start = Vector(compass: random.number(0...360), length: random.number(0...1))
      var step = Vector(compass: random.number(0...360), length: random.number(0...1)) - start
      while step.length > 1e-9 {
        // If the deflection jumps, it does so in the half that changes more.
        step = step * 0.5
        let middle = start + step
        let ends = [start, middle, middle + step].map { response.deflection(for: $0) }
        if (ends[0] - ends[1]).length < (ends[1] - ends[2]).length { start = middle }
      }
      let (one, other) = (response.deflection(for: start), response.deflection(for: start + step))
      try ensure((one - other).length < 0.01, "from \(one) to \(other) at \(start) in \(response)")
    }
  }

  @Test("A quarter turn of the handle is a quarter turn of the deflection")
  func turn() {
    Seeds.forEach { random throws(Violation) in
      var response = StickResponse(&random)
      (response.invertX, response.invertY) = (false, false)
      let offset = Vector(compass: random.number(0...360), length: random.number(0...1))
      let (one, other) = (response.deflection(for: offset).turned, response.deflection(for: offset.turned))
      try ensure(one.isNear(other), "\(one) and \(other) at \(offset) in \(response)")
    }
  }
}
