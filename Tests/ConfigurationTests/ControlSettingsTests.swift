import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("Settings of controls")
struct ControlSettingsTests {
  private static let region = "region = { center = [\"85%\", 75], radius = \"7mm\" }\n"

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
    #expect(settings.controls.sticks.map(\.name) == ["left", "right"])
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
    (common.name, common.region, self.input, action) = (name, region, input, ButtonAction([.button(output)]))
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
    #expect(controls == [ControlSettings(expected)])
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
      settings.deviceButtons(on: SurfaceSize(width: 200, height: 100)).map(\.action.button) == [
        .east, .north,
      ])
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
