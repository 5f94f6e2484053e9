import Foundation
import Testing

@testable import JoystickModel

@Suite("The stages of a stick's response")
struct StageTests {
  private static func response(_ change: (inout StickResponse) -> Void) -> StickResponse {
    var response = StickResponse()
    response.deadZone = 0.2
    response.saturation = 0.9
    change(&response)
    return response
  }

  // MARK: 4, origin

  private static let origins: [(StickOrigin, Double, base: Double, displacement: Double)] = [
    // The base is at 50, its reach 9 mm; a touch-down to the right of it, at this distance.
    (.fixed, 3, 50, 3 / 9.0), (.relative, 3, 50, 0), (.floating, 3, 53, 0),
    (.semi(catchDistance: 4), 4, 50, 4 / 9.0), (.semi(catchDistance: 4), 4.1, 54.1, 0),
    (.relativeWithin(catchDistance: 4), 4, 50, 0), (.relativeWithin(catchDistance: 4), 7, 50, 3 / 9.0),
  ]

  @Test("Each origin mode measures the handle from its own point", arguments: origins)
  func origin(_ origin: StickOrigin, _ distance: Double, _ base: Double, _ displacement: Double) {
    var parameters = StickParameters(region: TouchScript.everywhere, center: TouchScript.home)
    parameters.origin = origin
    parameters.movable = false
    var stick = Stick(parameters)
    stick.begin(ContactID(1), at: Point(x: 50 + distance, y: 50), time: 0)
    #expect(abs(stick.base.x - base) < 1e-9)
    #expect(abs(stick.report.polar.displacement - displacement) < 1e-9)
  }

  // MARK: 7, handle constraint

  @Test("The handle stays within its constraint, and on its axis")
  func constraint() {
    func handle(_ change: (inout StickParameters) -> Void) -> Vector {
      var parameters = StickParameters(region: TouchScript.everywhere)
      parameters.radius = 10
      change(&parameters)
      return handleOffset(Vector(dx: 6, dy: -6), parameters)
    }
    let area = Rectangle(x: -2, y: -20, width: 4, height: 40)
    #expect(handle { _ in } == Vector(dx: 6, dy: -6))
    #expect(handle { $0.handleConstraint = area } == Vector(dx: 2, dy: -6))
    #expect(handle { $0.axis = .horizontal } == Vector(dx: 6, dy: 0))
    #expect(handle { $0.axis = .vertical } == Vector(dx: 0, dy: -6))
    #expect(
      handle {
        $0.handleConstraint = area
        $0.axis = .horizontal
      } == Vector(dx: 2, dy: 0))
  }

  // MARK: 9, dead zone, and 10, outer zone

  /// At 0.1, 0.2 (the dead zone), 0.25, 0.55, 0.9 (the saturation) and 0.95.
  private static let shapes: [(DeadZoneShape, [Double])] = [
    (.none, [0.1, 0.2, 0.25, 0.55, 0.9, 0.95]),
    (.radial, [0, 0, 0.25, 0.55, 1, 1]),
    (.axial, [0, 0, 0.25, 0.55, 1, 1]),
    (.scaledRadial, [0, 0, 1 / 14, 0.5, 1, 1]),
    (.scaledAxial, [0, 0, 1 / 14, 0.5, 1, 1]),
  ]

  @Test("Each dead zone shape is right at, before and after its edges", arguments: shapes)
  func shape(_ shape: DeadZoneShape, _ expected: [Double]) {
    let response = Self.response { $0.deadZoneShape = shape }
    for (displacement, expected) in zip([0.1, 0.2, 0.25, 0.55, 0.9, 0.95], expected) {
      #expect(abs(response.deflection(for: Vector(dx: displacement, dy: 0)).dx - expected) < 1e-12)
      #expect(abs(response.deflection(for: Vector(dx: 0, dy: -displacement)).dy + expected) < 1e-12)
    }
  }

  @Test("Off the axes, a radial shape keeps the direction, and an axial one treats each axis by itself")
  func offTheAxes() {
    let offset = Vector(dx: 0.5, dy: -0.15)
    func deflection(_ shape: DeadZoneShape) -> Vector {
      Self.response { $0.deadZoneShape = shape }.deflection(for: offset)
    }
    #expect(abs(deflection(.radial).dx - 0.5) < 1e-12)
    #expect(abs(deflection(.radial).dy + 0.15) < 1e-12)
    #expect(abs(deflection(.scaledRadial).dy / deflection(.scaledRadial).dx + 0.3) < 1e-12)
    #expect(deflection(.axial) == Vector(dx: 0.5, dy: 0))
    #expect(abs(deflection(.scaledAxial).dx - 3 / 7.0) < 1e-12)
    #expect(deflection(.scaledAxial).dy == 0)
    // Both axes are beyond the saturation, but within the disc.
    let corner = Self.response {
      $0.deadZoneShape = .scaledAxial
      $0.saturation = 0.6
    }.deflection(for: Vector(dx: 0.7, dy: 0.7))
    #expect(abs(corner.length - 1) < 1e-12)
    #expect(corner.dx == corner.dy)
  }

  // MARK: 11, curve, and 12, anti-dead zone

  private struct Curve {
    let curve: Double
    let sensitivity: Double
    let antiDeadZone: Double
    /// For a displacement of 0.5.
    let expected: Double
  }

  @Test("Curve, sensitivity and anti-dead zone: a + k^curve (sensitivity - a), at most 1, and 0 for 0")
  func curve() {
    let curves = [
      Curve(curve: 1, sensitivity: 1, antiDeadZone: 0, expected: 0.5),
      Curve(curve: 2, sensitivity: 1, antiDeadZone: 0, expected: 0.25),
      Curve(curve: 0.5, sensitivity: 1, antiDeadZone: 0, expected: 0.5.squareRoot()),
      Curve(curve: 1, sensitivity: 1.5, antiDeadZone: 0, expected: 0.75),
      Curve(curve: 1, sensitivity: 3, antiDeadZone: 0, expected: 1),
      Curve(curve: 1, sensitivity: 0.5, antiDeadZone: 0, expected: 0.25),
      Curve(curve: 1, sensitivity: 1, antiDeadZone: 0.24, expected: 0.62),
      Curve(curve: 2, sensitivity: 0.8, antiDeadZone: 0.4, expected: 0.5),
    ]
    for example in curves {
      let response = Self.response {
        $0.deadZoneShape = .none
        $0.curve = example.curve
        $0.sensitivity = example.sensitivity
        $0.antiDeadZone = example.antiDeadZone
      }
      #expect(abs(response.deflection(for: Vector(dx: 0, dy: 0.5)).dy - example.expected) < 1e-12)
      #expect(response.deflection(for: .zero) == .zero)
    }
  }

  @Test("Rounding at the edge of the dead zone does not cause an anti-dead zone")
  func edgeOfDeadZone() {
    let response = Self.response {
      $0.deadZone = 0.1
      $0.antiDeadZone = 0.24
    }
    // 0.3 - 0.2 is more than 0.1 by 2.8e-17.
    #expect(response.deflection(for: Vector(dx: 0.3 - 0.2, dy: 0)) == .zero)
  }

  // MARK: 13, snapping

  @Test("An angle within axis_snap of an axis snaps to it, and the magnitude stays")
  func axisSnap() {
    let response = Self.response { $0.axisSnap = 10 }
    for axis in [0.0, 90, 180, 270] {
      for off in [-10.0, -3, 0, 9.9] {
        let snapped = response.deflection(for: Self.unit(axis + off))
        #expect(snapped == Self.unit(axis))
      }
      let beyond = response.deflection(for: Self.unit(axis + 10.1))
      #expect(abs(beyond.compassAngle - (axis + 10.1)) < 1e-9)
    }
  }

  private static let fourSectors: [(Double, Double)] = [(44, 0), (46, 90), (134, 90), (226, 270), (316, 0)]
  private static let eightSectors: [(Double, Double)] = [
    (24, 0), (26, 45), (64, 45), (66, 90), (114, 90), (116, 135), (336, 0), (334, 315), (359, 0),
  ]

  @Test("The sectors of four directions are right", arguments: fourSectors)
  func four(_ angle: Double, _ expected: Double) { expect(.four, angle, expected) }

  @Test("The sectors of eight directions are right", arguments: eightSectors)
  func eight(_ angle: Double, _ expected: Double) { expect(.eight, angle, expected) }

  private func expect(_ directions: StickDirections, _ angle: Double, _ expected: Double) {
    let response = Self.response { $0.directions = directions }
    let deflection = response.deflection(for: Self.unit(angle))
    #expect(abs(deflection.compassAngle - expected) < 1e-12)
    #expect(abs(deflection.length - 1) < 1e-12)
  }

  @Test("A direction lasts 5 degrees beyond its sector, until the stick is at rest")
  func hysteresis() {
    let center = Point(x: 50, y: 50)
    func angles(_ directions: StickDirections, _ way: [Double?]) -> [Double] {
      var parameters = StickParameters(region: TouchScript.everywhere, center: center)
      parameters.origin = .fixed
      parameters.movable = false
      parameters.response.directions = directions
      var stick = Stick(parameters)
      stick.begin(ContactID(1), at: center, time: 0)
      return way.map { angle in
        let offset = angle.map { Self.unit($0) * 9 } ?? .zero
        stick.move(to: center + offset, time: 0)
        return stick.deflection.compassAngle.rounded()
      }
    }
    #expect(angles(.eight, [0, 29.9, 30.1, 20.1, 19.9]) == [0, 0, 45, 45, 0])
    #expect(angles(.eight, [0, 29.9, nil, 29.9]) == [0, 0, 0, 45])
    #expect(angles(.four, [0, 49.9, 50.1, 40.1, 39.9]) == [0, 0, 90, 90, 0])
    #expect(angles(.four, [0, 310.1, 309.9]) == [0, 0, 270])
    #expect(angles(.analog, [0, 29.9]) == [0, 30])
  }

  // MARK: 14, output

  @Test("A square reaches 1 on both axes of a diagonal, and is the circle on the axes")
  func square() {
    let response = Self.response {
      $0.deadZoneShape = .none
      $0.outputShape = .square
    }
    let corner = response.deflection(for: Vector(dx: 0.5.squareRoot(), dy: -0.5.squareRoot()))
    #expect(abs(corner.dx - 1) < 1e-12)
    #expect(abs(corner.dy + 1) < 1e-12)
    #expect(response.deflection(for: Vector(dx: 0.5, dy: 0)) == Vector(dx: 0.5, dy: 0))
    let half = response.deflection(for: Vector(dx: 0.3, dy: 0.4))
    #expect(abs(half.dy - 0.5) < 1e-12)
    #expect(abs(half.dx - 0.375) < 1e-12)
    #expect(response.deflection(for: .zero) == .zero)
  }

  @Test("Inversion affects only the pad's axes, and leaves no negative zero")
  func inversion() {
    let response = Self.response {
      $0.invertX = true
      $0.invertY = true
    }
    #expect(response.deflection(for: Vector(dx: 1, dy: 0)) == Vector(dx: -1, dy: 0))
    #expect(response.deflection(for: Vector(dx: 1, dy: 0)).dy.sign == .plus)
    #expect(response.deflection(for: Vector(dx: 0, dy: 1)) == Vector(dx: 0, dy: -1))
    var parameters = StickParameters(region: TouchScript.everywhere, center: TouchScript.home)
    parameters.response = response
    var stick = Stick(parameters)
    stick.begin(ContactID(1), at: TouchScript.home, time: 0)
    stick.move(to: Point(x: 59, y: 50), time: 1)
    #expect(stick.deflection.dx == -1)
    #expect(stick.report.xy.x == 1)
  }

  // MARK: 15, axis value

  private static let values: [(Double, Int16)] = [
    (0, 0), (0.5, 16384), (-0.5, -16384), (1, 32767), (-1, -32767), (2, 32767), (-2, -32767),
    (0.4 / 32767, 0), (-0.6 / 32767, -1),
  ]

  @Test("An axis value rounds half away from zero, and never reaches -32768", arguments: values)
  func axisValues(_ deflection: Double, _ expected: Int16) {
    #expect(axisValue(deflection) == expected)
  }

  /// A vector of length 1 in a compass direction; exact for the axes.
  private static func unit(_ degrees: Double) -> Vector {
    switch degrees {
    case 0: Vector(dx: 0, dy: -1)
    case 90: Vector(dx: 1, dy: 0)
    case 180: Vector(dx: 0, dy: 1)
    case 270: Vector(dx: -1, dy: 0)
    default: Vector(dx: sin(degrees * .pi / 180), dy: -cos(degrees * .pi / 180))
    }
  }

  @Test("Lengths that differ by at most a billionth of a millimetre count as equal")
  func slack() {
    #expect(hasReached(tolerance: 1.5, Vector(dx: 1.5 - 0.9e-9, dy: 0)))
    #expect(!hasReached(tolerance: 1.5, Vector(dx: 1.5 - 1.1e-9, dy: 0)))
  }
}
