import Testing
import TestSupport

@testable import JoystickModel

@Suite("Whatever the response")
struct ResponsePropertyTests {
  @Test("the farther out the handle, the greater the deflection")
  func monotonic() {
    Seeds.forEach { random throws(Violation) in
      let response = StickResponse(&random)
      let direction = Vector(compass: random.pick(45, random.number(0...360)), length: 1)
      // The places where something begins are among them, and what lies next to those.
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

  @Test("it is 0 in the middle, and on the rim what the sensitivity says")
  func ends() {
    Seeds.forEach { random throws(Violation) in
      var response = StickResponse(&random)
      response.outputShape = .circle
      let rim = Vector(compass: random.number(0...360), length: 1)
      try ensure(response.deflection(for: .zero) == .zero, "not 0 in the middle: \(response)")
      // A diagonal's axes are a good deal below 1, and have dead zones of their own.
      guard ![.axial, .scaledAxial].contains(response.deadZoneShape) else { return }
      let magnitude = response.deflection(for: rim).length
      try ensure(abs(magnitude - min(response.sensitivity, 1)) < 1e-6, "\(magnitude): \(response)")
    }
  }

  @Test("a small step of the handle is a small step of the deflection, where nothing is meant to jump")
  func continuous() {
    Seeds.forEach { random throws(Violation) in
      var response = StickResponse(&random)
      guard ![.radial, .axial].contains(response.deadZoneShape) else { return }
      response.axisSnap = 0
      response.directions = .analog
      response.antiDeadZone = 0
      // Steeper curves than a square root's are no jumps, but look like them.
      response.curve = max(response.curve, 0.5)
      var start = Vector(compass: random.number(0...360), length: random.number(0...1))
      var step = Vector(compass: random.number(0...360), length: random.number(0...1)) - start
      while step.length > 1e-9 {
        // The half on which the deflection changes more has the jump, if there is one.
        step = step * 0.5
        let middle = start + step
        let ends = [start, middle, middle + step].map { response.deflection(for: $0) }
        if (ends[0] - ends[1]).length < (ends[1] - ends[2]).length { start = middle }
      }
      let (one, other) = (response.deflection(for: start), response.deflection(for: start + step))
      try ensure((one - other).length < 0.01, "from \(one) to \(other) at \(start) in \(response)")
    }
  }

  @Test("a quarter of a turn of the handle is one of the deflection")
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
