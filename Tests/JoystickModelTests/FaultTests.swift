import Testing

@testable import JoystickModel

/// One test for each fault that the specification found in the two reference joysticks. The reader of the configuration
/// rejects the seventh, a travel of 0 that results in infinity.
@Suite("Faults of the reference that are not repeated")
struct FaultTests {
  private static let contact = ContactID(1)
  private static let surface = Rectangle(x: 0, y: 0, width: 200, height: 100)

  /// A stick of 10 mm at (50, 50), like JoyStickView's: without a tolerance, a dead zone or an outer zone.
  private func layout(_ change: (inout StickParameters) -> Void) -> Layout {
    var parameters = StickParameters(region: .rectangle(Self.surface), center: Point(x: 50, y: 50))
    parameters.radius = 10
    parameters.origin = .fixed
    parameters.movedTolerance = 0
    parameters.response.deadZoneShape = .none
    change(&parameters)
    return Layout(
      surface: Self.surface, sticks: [.init(name: "left", target: .left, stick: Stick(parameters))])
  }

  private func touch(_ layout: inout Layout, _ phase: ContactPhase, _ x: Double, _ y: Double) -> StickReport {
    layout.apply(ContactEvent(id: Self.contact, phase: phase, position: Point(x: x, y: y)), time: 0)
    return layout.stick.report
  }

  @Test("Displacement stays at most 1 while the base follows")
  func displacementAboveOne() {
    var layout = layout { $0.movable = true }
    _ = touch(&layout, .began, 50, 50)
    for x in stride(from: 75.0, through: 175, by: 25) {
      let report = touch(&layout, .moved, x, 50)
      #expect(report.polar.displacement == 1)
      #expect(report.handle == Point(x: x, y: 50))
      #expect(report.base == Point(x: x - 10, y: 50))
      #expect(layout.stick.deflection == Vector(dx: 1, dy: 0))
    }
  }

  @Test("The angle is not one sample late when movable_bounds stops the base")
  func lateAngle() {
    var layout = layout {
      $0.movable = true
      $0.movableBounds = Rectangle(x: 50, y: 50, width: 0, height: 0)
    }
    _ = touch(&layout, .began, 50, 50)
    // Around the base at 30 mm, too fast for a delay of one sample.
    for (x, y, angle) in [(80.0, 50.0, 90.0), (50, 80, 180), (20, 50, 270), (50, 20, 0), (80, 20, 45)] {
      let report = touch(&layout, .moved, x, y)
      #expect(abs(report.polar.angle - angle) < 1e-9)
      #expect(report.base == Point(x: 50, y: 50))
    }
  }

  @Test("The angle is not one sample late when movable_bounds stops the base along one axis")
  func lateAngleAlongEdge() {
    var layout = layout {
      $0.movable = true
      $0.movableBounds = Rectangle(x: 40, y: 40, width: 20, height: 20)
    }
    _ = touch(&layout, .began, 50, 50)
    // 3-4-5: the base wants to go 40 mm to (82, 26), stops at (60, 40), and is (30, -20) from the finger.
    let report = touch(&layout, .moved, 90, 20)
    #expect(report.base == Point(x: 60, y: 40))
    #expect(abs(report.polar.angle - 56.309932474020215) < 1e-9)
  }

  @Test("A touch off the surface does not freeze the stick")
  func offSurface() {
    var layout = layout { $0.movable = false }
    _ = touch(&layout, .began, 50, 50)
    #expect(touch(&layout, .moved, -30, 50).polar.angle == 270)
    // The finger goes around the corner, outside.
    let corner = touch(&layout, .moved, -30, -1000)
    #expect(corner.polar.angle == 315)
    #expect(corner.polar.displacement == 1)
    #expect(touch(&layout, .moved, 50, -1000).polar.angle == 0)
    #expect(touch(&layout, .moved, 53, 50).polar.displacement == 0.3)
  }

  @Test("(0,0) does not mean \"no touch yet\"")
  func cornerOfSurface() {
    var layout = layout {
      $0.origin = .relative
      $0.movable = false
    }
    #expect(touch(&layout, .began, 0, 0).isActive)
    #expect(touch(&layout, .moved, 3, 4).polar.displacement == 0.5)
    // A touch that passes the corner keeps its start.
    #expect(touch(&layout, .moved, 0, 0).polar.displacement == 0)
    #expect(touch(&layout, .moved, 6, 0).polar.displacement == 0.6)
  }

  @Test("Relative mode stays relative after the base has followed")
  func relativeTurnsAbsolute() {
    var layout = layout {
      $0.origin = .relative
      $0.movable = true
    }
    // 20 mm left of the base, and 15 mm to the right from there: the base follows by 5.
    _ = touch(&layout, .began, 30, 50)
    let followed = touch(&layout, .moved, 45, 50)
    #expect(followed.base == Point(x: 55, y: 50))
    #expect(followed.handle == Point(x: 65, y: 50))
    // 4 mm back are 4 mm less. Measured from the base, the handle would now be to its left, on the rim.
    let back = touch(&layout, .moved, 41, 50)
    #expect(back.polar == StickReport.Polar(angle: 90, displacement: 0.6))
    #expect(back.base == Point(x: 55, y: 50))
  }

  @Test("A touch that has not moved is not Up, as in the SwiftUI joystick")
  func upWithoutMovement() {
    var layout = layout {
      $0.origin = .relative
      $0.movable = false
      $0.response.directions = .four
    }
    let began = touch(&layout, .began, 70, 30)
    #expect(began.isActive)
    #expect(layout.stick.deflection == .zero)
    #expect(layout.gamepadState == GamepadState())
    _ = touch(&layout, .moved, 70, 30)
    #expect(layout.gamepadState == GamepadState())
    // The way back to its start is not Up, either.
    _ = touch(&layout, .moved, 75, 31)
    #expect(layout.stick.deflection.dx > 0)
    _ = touch(&layout, .moved, 70, 30)
    #expect(layout.gamepadState == GamepadState())
  }

  @Test("A stick whose sensitivity is not above its anti-dead zone is refused")
  func refused() async {
    await #expect(processExitsWith: .failure) {
      var parameters = StickParameters(
        region: .rectangle(Rectangle(x: 0, y: 0, width: 9, height: 9)), center: Point(x: 5, y: 5))
      parameters.response.antiDeadZone = parameters.response.sensitivity
      _ = Stick(parameters)
    }
  }
}
