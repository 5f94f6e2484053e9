import JoystickModel
import Testing
import TestSupport

@Suite("The worked examples of the specification")
struct ExampleTests {
  @Test("Geometry, stages 4 to 7", arguments: GeometryExample.all)
  func geometry(_ example: GeometryExample) throws {
    var layout = try example.makeLayout()
    var monitor = StickMonitor(try #require(layout.sticks.first).stick)
    for (index, (touch, expected)) in zip(example.touches, example.expected).enumerated() {
      try layout.take(touch)
      let stick = try #require(layout.sticks.first).stick
      let report = stick.report
      let place: Comment = "\(example.name), sample \(index)"
      #expect(abs(report.polar.angle - expected.angleDeg) < 1e-6, place)
      #expect(abs(report.polar.displacement - expected.displacement) < 1e-6, place)
      #expect(abs(report.xy.x - expected.xUnit) < 1e-6, place)
      #expect(abs(report.xy.y - expected.yUnit) < 1e-6, place)
      #expect(report.base.isNear(expected.baseCenter), place)
      #expect(report.handle.isNear(expected.handlePosition), place)
      #expect((monitor.change(of: stick) != nil) == expected.changed, place)
    }
  }

  @Test("Values, stages 9 to 15", arguments: PipelineExample.all)
  func values(_ example: PipelineExample) throws {
    let center = Point(x: 1000, y: 1000)
    var parameters = StickParameters(
      region: .circle(Circle(center: center, radius: example.radius)), center: center)
    parameters.radius = example.radius
    parameters.origin = .fixed
    parameters.movedTolerance = 0
    for (name, value) in example.params { try parameters.response.set(name, value) }
    var stick = Stick(parameters)
    stick.begin(
      ContactID(1), at: Point(x: 1000 + example.offset[0], y: 1000 + example.offset[1]), time: 0)

    let expected = example.expected
    let axes = GamepadState.StickAxes(stick.deflection)
    #expect(abs(Int(axes.x) - expected.abs[0]) <= 1)
    #expect(abs(Int(axes.y) - expected.abs[1]) <= 1)
    // A square's magnitude is the larger of its axes.
    let deflection = stick.deflection
    let magnitude =
      parameters.response.outputShape == .square
      ? max(abs(deflection.dx), abs(deflection.dy)) : deflection.length
    #expect(abs(magnitude - expected.magnitude) < 1e-6)
    if parameters.response.directions != .analog {
      let letters = [
        (-deflection.dy, "U"), (deflection.dy, "D"), (-deflection.dx, "L"), (deflection.dx, "R"),
      ]
      #expect(letters.filter { $0.0 > 0 }.map(\.1).joined() == expected.dpad)
    }
  }

  @Test("The files have all their examples")
  func examplesAreThere() {
    #expect(GeometryExample.all.count == 24)
    #expect(PipelineExample.all.count == 16)
  }
}

extension StickResponse {
  /// Sets the parameter that the examples call by this name.
  fileprivate mutating func set(_ name: String, _ value: JSONValue) throws {
    switch (name, value) {
    case ("dead_zone", .number(let number)): deadZone = number
    case ("saturation", .number(let number)): saturation = number
    case ("curve", .number(let number)): curve = number
    case ("anti_dead_zone", .number(let number)): antiDeadZone = number
    case ("axis_snap_deg", .number(let number)): axisSnap = number
    case ("directions", .number(4)): directions = .four
    case ("directions", .number(8)): directions = .eight
    case ("dead_zone_shape", .word("axial")): deadZoneShape = .axial
    case ("dead_zone_shape", .word("radial")): deadZoneShape = .radial
    case ("dead_zone_shape", .word("none")): deadZoneShape = .none
    case ("output_shape", .word("square")): outputShape = .square
    default: throw UnknownParameter(name: name)
    }
  }
}

private struct UnknownParameter: Error {
  let name: String
}

extension GeometryExample {
  fileprivate func makeLayout() throws -> Layout {
    let frame = Rectangle(config.frame)
    var parameters = StickParameters(region: .rectangle(Rectangle(config.surface)), center: frame.center)
    if let center = config.movableCenter { parameters.center = Point(x: center[0], y: center[1]) }
    parameters.radius = frame.width / 2
    parameters.travel = config.travel
    parameters.origin = config.handlePositionMode == "relative" ? .relative : .fixed
    parameters.movable = config.movable
    parameters.movableBounds = config.movableBounds.map(Rectangle.init)
    if var constraint = config.handleConstraint.map(Rectangle.init) {
      // The examples measure it from the frame's corner, the model from the base's centre.
      constraint.x -= frame.width / 2
      constraint.y -= frame.height / 2
      parameters.handleConstraint = constraint
    }
    return Layout(
      surface: Rectangle(config.surface),
      sticks: [.init(name: "left", target: .left, stick: Stick(parameters, base: frame.center))])
  }
}

extension Layout {
  fileprivate mutating func take(_ touch: GeometryExample.Touch) throws {
    let phases: [String: ContactPhase] = [
      "began": .began, "moved": .moved, "ended": .ended, "cancelled": .cancelled,
    ]
    guard touch.phase != "reset" else { return recenter() }
    let phase = try #require(phases[touch.phase])
    apply(
      ContactEvent(id: ContactID(7), phase: phase, position: Point(x: touch.x, y: touch.y)), time: 0)
  }
}

extension Rectangle {
  fileprivate init(_ numbers: [Double]) {
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Point {
  fileprivate func isNear(_ numbers: [Double]) -> Bool {
    abs(x - numbers[0]) < 1e-6 && abs(y - numbers[1]) < 1e-6
  }
}
