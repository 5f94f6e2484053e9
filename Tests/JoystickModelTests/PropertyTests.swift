import Testing

@testable import JoystickModel

@Suite("Whatever the touches and the parameters")
struct PropertyTests {
  private static let slack = 1e-9

  @Test("direction, distance and coordinates are in their ranges, and agree")
  func reports() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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

  @Test("the handle stays within its constraint")
  func constraint() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
      // Out of an area that leaves out the base, the limit of the reach can take the handle again.
      guard let area = touches.parameters.handleConstraint, area.contains(.zero) else { return }
      _ = try touches.play { layout throws(Violation) in
        let report = layout.stick.report
        let handle = Point.zero + (report.handle - report.base)
        try ensure(handle.isNear(area.clamp(handle)), "\(handle) is not in \(area)")
      }
    }
  }

  @Test("the deflection is within the output's shape, and the axes are what it says")
  func deflection() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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

  @Test("a stick that nobody holds is in its middle, and its outer ring is up")
  func rest() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
      let least = touches.parameters.gestures.outerRingStart * 0.9
      _ = try touches.play { layout throws(Violation) in
        let (stick, state) = (layout.stick, layout.gamepadState)
        try ensure(stick.report.isActive == (stick.owner != nil), "\(stick.report)")
        let displacement = stick.report.polar.displacement
        let isRingDown = state.isDown(StickGestures.ring)
        try ensure(!isRingDown || displacement >= least - Self.slack, "the outer ring at \(displacement)")
        guard stick.owner == nil else { return }
        try ensure(state.leftStick == .init() && stick.deflection == .zero, "\(state)")
        try ensure(stick.report.handle == stick.base && displacement == 0, "\(stick.report)")
        try ensure(!isRingDown, "the outer ring is down")
      }
    }
  }

  @Test("the base stays within its bounds, and at home if it cannot move")
  func bounds() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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

  @Test("a touch begins at exactly 0 where it is measured from where it begins")
  func beginning() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
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

  @Test("a finger that goes a little farther takes base and handle a little farther")
  func smallSteps() {
    Seeds.forEach { random throws(Violation) in
      let touches = RandomTouches(&random)
      guard touches.parameters.smoothing == nil else { return }
      let step = Vector(dx: random.number(-0.01...0.01), dy: random.number(-0.01...0.01))
      var layout = touches.layout
      for sample in touches.samples {
        try layout.catchUp(before: sample.time)
        var (near, event) = (layout, sample.event)
        layout.apply(event, time: sample.time)
        guard event.phase == .moved else { continue }
        event.position = event.position + step
        near.apply(event, time: sample.time)
        let (one, other) = (layout.stick.report, near.stick.report)
        // The base goes as far as the finger and its limited offset together, the handle as all three.
        let slack = 1e-7
        let base = (one.base - other.base).length
        try ensure(base <= 2 * step.length + slack, "the base of \(one) and \(other)")
        let offsets = (one.handle - one.base, other.handle - other.base)
        try ensure((offsets.0 - offsets.1).length <= 3 * step.length + slack, "\(one) and \(other)")
      }
    }
  }
}
