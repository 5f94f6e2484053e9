import EventPipeline
import JoystickModel
import TestSupport
import Testing

@testable import Configuration

@Suite("Layouts")
struct LayoutTests {
  static let surface = Rectangle(x: 0, y: 0, width: 200, height: 100)

  private func layout(_ text: String, _ deviceClass: DeviceClass = .touchscreen) throws -> Layout {
    try Settings.parse(text, file: "t.toml").layout(width: 200, height: 100, deviceClass: deviceClass)
  }

  private func stick(_ text: String) throws -> StickParameters {
    try #require(try layout("[[stick]]\n" + text).sticks.first).stick.parameters
  }

  @Test(
    "Without a control, the layout has the default stick",
    arguments: [
      (.touchscreen, Rectangle(x: 0, y: 0, width: 100, height: 100)), (.touchpad, surface),
      (.tablet, surface),
    ] as [(DeviceClass, Rectangle)])
  func defaults(_ deviceClass: DeviceClass, _ region: Rectangle) throws {
    let layout = try layout("", deviceClass)
    #expect(layout.controls.count == 1)
    #expect(layout.surface == Self.surface)
    #expect(layout.sticks.map(\.name) == ["left"])
    #expect(layout.sticks.map(\.target) == [.left])
    let parameters = try #require(layout.sticks.first).stick.parameters
    #expect(parameters == StickParameters(region: .rectangle(region)))
    #expect(parameters.radius == 9)
  }

  @Test("Without any file, there is a pipeline without a pad, also for the menu's handle")
  func noPad() throws {
    let device = DeviceDescription.touchscreen()
    let none: [Settings] = []
    let pipeline = try none.pipeline(for: device, class: .touchscreen, hasMenuHandle: true)
    let padCount = pipeline.pads.count
    #expect(padCount == 0)
  }

  @Test("An empty [[stick]] uses the whole surface", arguments: DeviceClass.allCases)
  func emptyStick(_ deviceClass: DeviceClass) throws {
    let layout = try layout("[[stick]]\ntarget = 'right'", deviceClass)
    #expect(layout.sticks.map(\.name) == ["right"])
    #expect(
      layout.sticks.first?.stick.parameters == StickParameters(region: .rectangle(Self.surface)))
  }

  @Test("Percentages are of the width, the height or the shorter side")
  func percentages() throws {
    let stick = try stick(
      """
      region = { center = ["25%", "50%"], radius = "30%" }
      center = ["30%", "40%"]
      radius = "10%"
      travel = 2
      origin = "semi"
      catch_distance = "20%"
      movable = false
      movable_bounds = { x = "10%", y = "10%", width = "50%", height = "50%" }
      handle_constraint = { x = "-10%", y = "-10%", width = "20%", height = "20%" }
      moved_tolerance = "1%"
      double_tap_distance = "25%"
      """)
    var expected = StickParameters(
      region: .circle(Circle(center: Point(x: 50, y: 50), radius: 30)), center: Point(x: 60, y: 40))
    expected.radius = 10
    expected.travel = 2
    expected.origin = .semi(catchDistance: 20)
    expected.movable = false
    expected.movableBounds = Rectangle(x: 20, y: 10, width: 100, height: 50)
    expected.handleConstraint = Rectangle(x: -20, y: -10, width: 40, height: 20)
    expected.movedTolerance = 1
    expected.gestures.doubleTapDistance = 25
    #expect(stick == expected)
  }

  @Test("The response comes from the settings")
  func response() throws {
    let stick = try stick(
      """
      dead_zone = 0.1
      dead_zone_shape = "none"
      saturation = 0.9
      curve = 2
      sensitivity = 1.5
      anti_dead_zone = 0.24
      axis_snap = 10
      directions = 4
      output_shape = "square"
      invert_x = true
      invert_y = true
      """)
    var expected = StickParameters(region: .rectangle(Self.surface))
    expected.response.deadZone = 0.1
    expected.response.deadZoneShape = .none
    expected.response.saturation = 0.9
    expected.response.curve = 2
    expected.response.sensitivity = 1.5
    expected.response.antiDeadZone = 0.24
    expected.response.axisSnap = 10
    expected.response.directions = .four
    expected.response.outputShape = .square
    expected.response.invertX = true
    expected.response.invertY = true
    #expect(stick == expected)
  }

  @Test("The gestures come from the settings")
  func gestures() throws {
    let stick = try stick(
      """
      home_return = 700
      tap = "Y"
      tap_time = 150
      double_tap = "recenter"
      double_tap_time = 250
      double_tap_distance = 12.5
      hold = "RB"
      hold_time = 600
      outer_ring = "R3"
      outer_ring_start = 0.8
      """)
    var expected = StickParameters(region: .rectangle(Self.surface))
    expected.homeReturn = .after(700_000)
    expected.gestures.tap = .press(.west)
    expected.gestures.tapTime = 150_000
    expected.gestures.doubleTap = .recenter
    expected.gestures.doubleTapTime = 250_000
    expected.gestures.doubleTapDistance = 12.5
    expected.gestures.hold = .press(.rightShoulder)
    expected.gestures.holdTime = 600_000
    expected.gestures.outerRing = .rightThumb
    expected.gestures.outerRingStart = 0.8
    #expect(stick == expected)
  }

  @Test("A finger is smoothed if smoothing is on")
  func smoothing() throws {
    let numbers = "min_cutoff = 2\nbeta = 0.5\n"
    var expected = Smoothing()
    #expect(try stick("smoothing = true").smoothing == expected)
    expected.minCutoff = 2
    expected.beta = 0.5
    #expect(try stick(numbers + "smoothing = 'on'").smoothing == expected)
    #expect(try stick(numbers + "smoothing = 'off'").smoothing == nil)
    #expect(try stick(numbers).smoothing == nil)
  }

  @Test("catch_distance keeps a semi-fixed or relative stick where it is for a touch on its base")
  func catchDistance() throws {
    #expect(try stick("origin = 'semi'\nradius = 7").origin == .semi(catchDistance: 7))
    #expect(try stick("origin = 'relative'").origin == .relative)
    let percent = try stick("catch_distance = '20%'\norigin = 'relative'")
    #expect(percent.origin == .relativeWithin(catchDistance: 20))
  }

  @Test("An axis and a constraint work together")
  func axes() throws {
    #expect(try stick("axis = 'horizontal'").axis == .horizontal)
    let both = try stick("axis = 'vertical'\nhandle_constraint = { x = 0, y = 0, width = 5, height = 5 }")
    #expect(both.axis == .vertical)
    #expect(both.handleConstraint == Rectangle(x: 0, y: 0, width: 5, height: 5))
  }

  @Test("Sticks keep the order of the file")
  func order() throws {
    let layout = try layout("[[stick]]\ntarget = 'right'\nname = 'look'\n[[stick]]\nname = 'move'")
    #expect(layout.sticks.map(\.name) == ["look", "move"])
  }

  @Test("A region may cross the edge, or touch it from inside")
  func edges() throws {
    _ = try layout("[[stick]]\nregion = { center = [0, 100], radius = 5 }")
    _ = try layout("[[stick]]\nregion = { x = -10, y = 50, width = 30, height = 80 }")
    _ = try layout("[[stick]]\nregion = { x = 100, y = 0, width = 100, height = 100 }\ncenter = [200, 100]")
  }

  @Test("Settings without a file have errors without a place")
  func noFile() {
    var settings = Settings()
    var stick = StickSettings()
    stick.center = PointSettings(x: .millimetres(300), y: .millimetres(0))
    settings.controls = [ControlSettings(stick)]
    let error = #expect(throws: ConfigurationError.self) {
      try settings.layout(width: 200.123, height: 100, deviceClass: .tablet)
    }
    #expect(
      error?.diagnostics.map(\.sentence) == [
        "center (300 mm, 0 mm) is outside the surface (200.12 mm x 100 mm); move it onto the surface"
      ])
  }
}
