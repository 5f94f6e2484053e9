import Testing
import TestSupport

@testable import JoystickModel

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
