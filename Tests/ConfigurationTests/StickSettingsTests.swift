import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("Settings of a stick")
struct StickSettingsTests {
  private func stick(_ text: String) throws -> StickSettings {
    try #require(Settings.parse("[[stick]]\n" + text, file: "t.toml").controls.sticks.first)
  }

  @Test(
    "smoothing is on or off",
    arguments: [
      ("true", true), ("false", false), ("'on'", true), ("'off'", false), ("'one_euro'", true),
    ])
  func smoothing(_ value: String, _ isOn: Bool) throws {
    var expected = Smoothing()
    expected.minCutoff = 0.01
    expected.beta = 1000
    let stick = try stick("smoothing = \(value)\nmin_cutoff = 0.01\nbeta = 1000")
    #expect(stick.smoothing == expected)
    #expect(stick.isSmoothed == isOn)
  }

  @Test(
    "Every dead zone shape has a word",
    arguments: [
      ("none", .none), ("radial", .radial), ("axial", .axial), ("scaled_radial", .scaledRadial),
      ("scaled_axial", .scaledAxial),
    ] as [(String, DeadZoneShape)])
  func shapes(_ word: String, _ shape: DeadZoneShape) throws {
    #expect(try stick("dead_zone_shape = '\(word)'").parameters.response.deadZoneShape == shape)
  }

  @Test(
    "directions is 4, 8 or analog",
    arguments: [
      ("'analog'", .analog), ("4", .four), ("'4'", .four), ("8", .eight), ("'8'", .eight),
    ] as [(String, StickDirections)])
  func directions(_ value: String, _ directions: StickDirections) throws {
    #expect(try stick("directions = \(value)").parameters.response.directions == directions)
  }

  @Test(
    "Every output shape has a word",
    arguments: [("circle", .circle), ("square", .square)] as [(String, OutputShape)])
  func outputs(_ word: String, _ shape: OutputShape) throws {
    #expect(try stick("output_shape = '\(word)'").parameters.response.outputShape == shape)
  }

  @Test(
    "home_return sets when the base returns",
    arguments: [
      ("'never'", .never), ("'release'", .release), ("'double_tap'", .doubleTap), ("0", .release),
      ("'0s'", .release), ("1500", .after(1_500_000)), ("0.25", .after(250)), ("'1.5s'", .after(1_500_000)),
      ("60000", .after(60_000_000)),
    ] as [(String, HomeReturn)])
  func homeReturns(_ value: String, _ homeReturn: HomeReturn) throws {
    #expect(try stick("home_return = \(value)").parameters.homeReturn == homeReturn)
  }

  @Test("A hold may begin where a tap ends; without a hold, its default time limits nothing")
  func times() throws {
    #expect(try stick("tap_time = 600").parameters.gestures.tapTime == 600_000)
    #expect(try stick("tap_time = 300\nhold_time = '0.3s'").parameters.gestures.holdTime == 300_000)
  }

  /// Labels and kernel names, with the numbers of linux/input-event-codes.h.
  private static let buttonCodes: [(String, UInt16)] = [
    ("A", 0x130), ("B", 0x131), ("X", 0x133), ("Y", 0x134), ("LB", 0x136), ("RB", 0x137), ("L3", 0x13d),
    ("R3", 0x13e), ("Back", 0x13a), ("Start", 0x13b), ("Guide", 0x13c), ("BTN_SOUTH", 0x130),
    ("BTN_A", 0x130), ("BTN_EAST", 0x131), ("BTN_B", 0x131), ("BTN_NORTH", 0x133), ("BTN_X", 0x133),
    ("BTN_WEST", 0x134), ("BTN_Y", 0x134), ("BTN_TL", 0x136), ("BTN_TR", 0x137), ("BTN_SELECT", 0x13a),
    ("BTN_START", 0x13b), ("BTN_MODE", 0x13c), ("BTN_THUMBL", 0x13d), ("BTN_THUMBR", 0x13e),
  ]

  @Test("Buttons have labels and kernel names", arguments: buttonCodes)
  func buttons(_ name: String, _ code: UInt16) throws {
    let gestures = try stick("outer_ring = '\(name)'\ntap = '\(name)'").parameters.gestures
    let button = try #require(gestures.outerRing)
    #expect(button.code.code == code)
    #expect(gestures.tap == .press(button))
  }

  @Test("Keys for a tap also hold for a double tap and a hold", arguments: ["tap", "double_tap", "hold"])
  func actions(_ key: String) throws {
    let expected: (GestureAction) -> StickGestures = { action in
      var gestures = StickGestures()
      switch key {
      case "tap": gestures.tap = action
      case "double_tap": gestures.doubleTap = action
      default: gestures.hold = action
      }
      return gestures
    }
    #expect(try stick("\(key) = 'recenter'").parameters.gestures == expected(.recenter))
    #expect(try stick("\(key) = 'Guide'").parameters.gestures == expected(.press(.mode)))
  }
}
