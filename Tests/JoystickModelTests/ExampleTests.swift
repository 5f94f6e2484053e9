import JoystickModel
import Testing

@Suite("The worked examples of the specification")
struct ExampleTests {
  @Test("geometry, stages 4 to 7", arguments: GeometryExample.all)
  func geometry(_ example: GeometryExample) throws {
    var layout = try example.makeLayout()
    for (index, (touch, expected)) in zip(example.touches, example.expected).enumerated() {
      try layout.take(touch)
      let report = try #require(layout.sticks.first).stick.report
      let place: Comment = "\(example.name), sample \(index)"
      #expect(abs(report.angle - expected.angleDeg) < 1e-6, place)
      #expect(abs(report.displacement - expected.displacement) < 1e-6, place)
      #expect(abs(report.x - expected.xUnit) < 1e-6, place)
      #expect(abs(report.y - expected.yUnit) < 1e-6, place)
      #expect(report.base.isNear(expected.baseCenter), place)
      #expect(report.handle.isNear(expected.handlePosition), place)
    }
  }

  @Test("values, stages 9, 10 and 15", arguments: PipelineExample.all)
  func values(_ example: PipelineExample) {
    let center = Point(x: 1000, y: 1000)
    var parameters = StickParameters(
      region: .circle(Circle(center: center, radius: example.radius)), center: center)
    parameters.radius = example.radius
    parameters.origin = .fixed
    parameters.movedTolerance = 0
    if let deadZone = example.params["dead_zone"]?.number { parameters.deadZone = deadZone }
    if let saturation = example.params["saturation"]?.number { parameters.saturation = saturation }
    var stick = Stick(parameters)
    stick.begin(ContactID(1), at: Point(x: 1000 + example.offset[0], y: 1000 + example.offset[1]))

    #expect(abs(stick.deflection.length - example.expected.magnitude) < 1e-6)
    let axes = GamepadState.StickAxes(stick.deflection)
    #expect(abs(Int(axes.x) - example.expected.abs[0]) <= 1)
    #expect(abs(Int(axes.y) - example.expected.abs[1]) <= 1)
  }

  @Test("there are as many examples as the files are known to have")
  func examplesAreThere() {
    #expect(GeometryExample.all.count == 24)
    #expect(PipelineExample.all.count == 6)
  }
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
    apply(ContactEvent(id: ContactID(7), phase: phase, position: Point(x: touch.x, y: touch.y)))
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
