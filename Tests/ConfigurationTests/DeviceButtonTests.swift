import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

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
