import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("Settings of controls")
struct ControlSettingsTests {
  private static let region = "region = { center = [\"85%\", 75], radius = \"7mm\" }\n"
  private static let circle = RegionSettings.circle(
    center: PointSettings(x: .percent(85), y: .millimetres(75)), radius: .millimetres(7))

  private func control(_ table: String, _ text: String) throws -> ControlSettings {
    let controls = try Settings.parse("[[\(table)]]\n\(Self.region)\(text)", file: "t.toml").controls
    #expect(controls.count == 1)
    return try #require(controls.first)
  }

  @Test("[[button]] sets a button")
  func button() throws {
    var expected = ButtonSettings(name: "BTN_EAST", region: Self.circle, output: .east)
    #expect(try control("button", "output = 'BTN_EAST'") == .button(expected))
    expected.name = "fire"
    expected.pressMargin = .percent(0)
    expected.slide = .holdFirst
    let text = "name = 'fire'\noutput = 'B'\npress_margin = '0%'\nslide = 'hold_first'"
    #expect(try control("button", text) == .button(expected))
  }

  @Test(
    "slide sets what a sliding finger does",
    arguments: [("off", .off), ("over", .over), ("hold_first", .holdFirst)] as [(String, Slide)])
  func slides(_ word: String, _ slide: Slide) throws {
    var button = ButtonSettings(name: "A", region: Self.circle, output: .south)
    button.slide = slide
    #expect(try control("button", "output = 'A'\nslide = '\(word)'") == .button(button))
    var group = ButtonGroupSettings(name: "diamond", layout: .diamond, region: Self.circle)
    group.slide = slide
    #expect(try control("buttons", "layout = 'diamond'\nslide = '\(word)'") == .buttonGroup(group))
  }

  @Test("[[buttons]] sets a group of buttons")
  func buttonGroup() throws {
    var expected = ButtonGroupSettings(name: "abcd", layout: .abcd, region: Self.circle)
    #expect(try control("buttons", "layout = 'abcd'") == .buttonGroup(expected))
    #expect(try control("buttons", "by_position = false\nlayout = 'abcd'") == .buttonGroup(expected))
    #expect(expected.names == ["abcd A", "abcd B", "abcd C", "abcd D"])
    expected.isByPosition = true
    expected.name = "face"
    expected.pressMargin = .millimetres(3.5)
    let text = "name = 'face'\nby_position = true\nlayout = 'abcd'\npress_margin = 3.5"
    #expect(try control("buttons", text) == .buttonGroup(expected))
    #expect(expected.names == ["face A", "face B", "face C", "face D"])
    expected = ButtonGroupSettings(name: "diamond", layout: .diamond, region: Self.circle)
    #expect(try control("buttons", "layout = 'diamond'") == .buttonGroup(expected))
    #expect(expected.names == ["diamond Y", "diamond X", "diamond B", "diamond A"])
  }

  @Test("[[dpad]] sets a direction pad")
  func directionPad() throws {
    var expected = DirectionPadSettings(region: Self.circle)
    #expect(expected.name == "dpad")
    #expect(expected.output == .hat)
    #expect(try control("dpad", "") == .directionPad(expected))
    #expect(try control("dpad", "output = 'hat'") == .directionPad(expected))
    expected.name = "moves"
    expected.directions = .four
    expected.deadZone = 0
    expected.output = .buttons(up: .west, right: .east, down: .south, left: .north)
    let text = """
      name = 'moves'
      directions = 4
      dead_zone = 0
      output = { left = 'X', up = 'BTN_WEST', right = 'B', down = 'A' }
      """
    #expect(try control("dpad", text) == .directionPad(expected))
    expected = DirectionPadSettings(region: Self.circle)
    expected.directions = .eight
    #expect(try control("dpad", "directions = '8'") == .directionPad(expected))
  }

  @Test("[[trigger]] sets a trigger")
  func trigger() throws {
    var expected = TriggerSettings(name: "left trigger", region: Self.circle, target: .left)
    #expect(expected.pull == .full)
    #expect(try control("trigger", "target = 'left'") == .trigger(expected))
    expected = TriggerSettings(name: "right trigger", region: Self.circle, target: .right)
    let pulls: [(String, TriggerPull, Length)] = [
      ("pull = 'full'", .full, .millimetres(15)), ("pull = 'pressure'", .pressure, .millimetres(15)),
      ("pull = 'slide'", .slide(distance: 0), .millimetres(15)),
      ("distance = '10%'\npull = 'slide'", .slide(distance: 0), .percent(10)),
    ]
    for (text, pull, distance) in pulls {
      (expected.pull, expected.distance) = (pull, distance)
      #expect(try control("trigger", "target = 'right'\n\(text)") == .trigger(expected))
    }
    (expected.pull, expected.distance) = (.full, .millimetres(15))
    expected.name = "brake"
    #expect(try control("trigger", "target = 'right'\nname = 'brake'") == .trigger(expected))
  }

  @Test(
    "target can give a stick directions instead of axes",
    arguments: [
      ("'hat'", "hat", .hat),
      (
        "{ up = 'Y', right = 'B', down = 'A', left = 'X' }", "directions",
        .buttons(up: .west, right: .east, down: .south, left: .north)
      ),
    ] as [(String, String, DirectionOutput)])
  func directionStick(_ target: String, _ name: String, _ output: DirectionOutput) throws {
    var expected = StickSettings()
    expected.target = .direction(output)
    let settings = try Settings.parse("[[stick]]\ntarget = \(target)", file: "t.toml")
    #expect(settings.controls == [.stick(expected)])
    #expect(expected.effectiveName == name)
  }

  @Test("Controls of all kinds keep the order of the file")
  func order() throws {
    let settings = try Settings.parse(
      """
      [[trigger]]
      target = "left"
      \(Self.region)
      [[stick]]
      [[button]]
      output = "A"
      \(Self.region)
      [[trigger]]
      target = "right"
      \(Self.region)
      [[buttons]]
      layout = "abcd"
      \(Self.region)
      [gamepad]
      [[stick]]
      target = "right"
      [[dpad]]
      \(Self.region)
      [[button]]
      output = "B"
      \(Self.region)
      """, file: "t.toml")
    #expect(
      settings.controls.map(\.name) == [
        "left trigger", "left", "A", "right trigger", "abcd", "right", "dpad", "B",
      ])
    #expect(settings.controls.sticks.map(\.effectiveName) == ["left", "right"])
  }

  @Test("Controls within a line keep their order, too")
  func orderInALine() throws {
    let settings = try Settings.parse(
      "stick = [{ }]\ndpad = [{ region = { center = [1, 1], radius = 1 } }, { name = 'b', "
        + "region = { center = [1, 1], radius = 1 } }]", file: "t.toml")
    #expect(settings.controls.map(\.name) == ["left", "dpad", "b"])
  }

  @Test("Several controls may move the same part of the pad, except for its sticks")
  func sharedTargets() throws {
    let settings = try Settings.parse(
      """
      [[dpad]]
      \(Self.region)
      [[stick]]
      target = "hat"
      [[trigger]]
      target = "left"
      \(Self.region)
      [[trigger]]
      target = "left"
      name = "other"
      \(Self.region)
      [[button]]
      output = "A"
      \(Self.region)
      [[button]]
      output = "BTN_SOUTH"
      \(Self.region)
      """, file: "t.toml")
    #expect(settings.controls.count == 6)
  }
}

extension ButtonSettings {
  init(name: String, region: RegionSettings? = nil, input: EventCode? = nil, output: GamepadButton) {
    self.init()
    (self.name, self.region, self.input, self.output) = (name, region, input, output)
  }
}

@Suite("Buttons of the device")
struct DeviceButtonTests {
  private static let region = "region = { center = [9, 9], radius = 2 }\n"

  private func settings(_ text: String) throws -> Settings { try Settings.parse(text, file: "t.toml") }

  @Test(
    "input accepts the kernel's names, with their numbers",
    arguments: [
      ("BTN_LEFT", 0x110), ("BTN_RIGHT", 0x111), ("BTN_MIDDLE", 0x112), ("BTN_SIDE", 0x113),
      ("BTN_EXTRA", 0x114), ("BTN_FORWARD", 0x115), ("BTN_BACK", 0x116), ("BTN_STYLUS", 0x14b),
      ("BTN_STYLUS2", 0x14c), ("BTN_STYLUS3", 0x149),
    ] as [(String, UInt16)])
  func inputs(_ word: String, _ number: UInt16) throws {
    let code = EventCode(.key, number)
    let expected = ButtonSettings(name: "RB", input: code, output: .rightShoulder)
    let controls = try settings("[[button]]\noutput = 'RB'\ninput = '\(word)'").controls
    #expect(controls == [.button(expected)])
    #expect(code.name == word)
  }

  @Test("A device button has a name of its own, or that of its output as written")
  func names() throws {
    let text = "[[button]]\ninput = 'BTN_STYLUS'\noutput = 'BTN_EAST'\n"
    #expect(
      try settings(text).deviceButtons(on: SurfaceSize(width: 200, height: 100)).map(\.name) == ["BTN_EAST"])
    #expect(
      try settings(text + "name = 'side'").deviceButtons(on: SurfaceSize(width: 200, height: 100)).map(\.name)
        == ["side"])
  }

  @Test("Device buttons may stand among other controls, and are not on the surface")
  func amongOthers() throws {
    let settings = try settings(
      """
      [[button]]
      output = "A"
      \(Self.region)
      [[button]]
      output = "B"
      input = "BTN_STYLUS"
      [[button]]
      output = "X"
      input = "BTN_LEFT"
      [[dpad]]
      \(Self.region)
      """)
    #expect(settings.controls.count == 4)
    #expect(
      settings.deviceButtons(on: SurfaceSize(width: 200, height: 100)).compactMap(\.input)
        == [.btnStylus, .btnLeft])
    #expect(
      settings.deviceButtons(on: SurfaceSize(width: 200, height: 100)).map(\.output) == [.east, .north])
    let layout = try settings.layout(width: 200, height: 100, deviceClass: .tablet)
    #expect(layout.controls.map(\.name) == ["A", "dpad"])
  }

  @Test(
    "Device buttons do not replace the default stick",
    arguments: [DeviceClass.touchscreen, .touchpad, .tablet])
  func defaultStick(_ deviceClass: DeviceClass) throws {
    let own = try settings("[[button]]\noutput = 'B'\ninput = 'BTN_STYLUS'")
    let layout = try own.layout(width: 200, height: 100, deviceClass: deviceClass)
    #expect(try layout == Settings().layout(width: 200, height: 100, deviceClass: deviceClass))
    #expect(layout.controls.map(\.name) == ["left"])
  }
}
