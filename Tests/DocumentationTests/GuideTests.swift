import EventPipeline
import Foundation
import JoystickModel
import Testing
import TestSupport

@testable import Configuration

@Suite("The guides")
struct GuideTests {
  @Test(
    "The guides describe each key of a stick once, and the keys of each control under its heading",
    arguments: [
      (nil, .stick, []), ("Touches outside the controls", .device, ["grab", "pass_through"]),
      ("Off and on", .toggle, []),
      ("Buttons", .button, ["name", "region", "output", "press_margin", "slide", "when"]),
      ("Buttons of the device", .button, ["name", "input", "output", "when"]), ("Groups", .buttons, []),
      ("Direction pads", .dpad, []), ("Triggers", .trigger, []),
    ] as [(String?, ConfigurationTable, [String])])
  func keys(_ heading: String?, _ table: ConfigurationTable, _ some: [String]) throws {
    let guide = try heading.map { try Guide("controls.md").section($0) } ?? Guide()
    let keys = try guide.rows(under: "key of `\(table.heading)`").map { try #require($0.first?.soleCodeSpan) }
    #expect(keys.sorted() == (some.isEmpty ? table.keys : some).sorted())
  }

  @Test("The file for all users is a whole configuration, with each profile")
  func allUsers() throws {
    let blocks = try Guide("configuration.md").blocks("toml")
    let text = try #require(blocks.first { $0.contains("profile = \"phone\"") })
    #expect(text.contains("[device]") && text.contains("[toggle]"))
    let profiles = Guide.package.appending(path: "config/profiles")
    for file in try FileManager.default.contentsOfDirectory(atPath: profiles.path) {
      let name = String(file.dropLast(".toml".count))
      let folder = try Programs.files([
        "touchstick.toml": text.replacing("\"phone\"", with: "\"\(name)\""),
        "profiles/\(file)": try Guide.read("../config/profiles/\(file)"),
      ])
      let (status, output) = try Programs.tool(["check", folder.appending(path: "touchstick.toml").path])
      #expect(status == 0 && output == "2 files, no errors\n", "\(output)")
    }
  }

  @Test("The tables name the buttons of the groups")
  func groups() throws {
    let rows = try Guide("controls.md").section("Groups").rows(under: "button").map {
      $0.flatMap(\.codeSpans)
    }
    let (grid, diamond) = try (group("layout = \"abcd\""), group("layout = \"diamond\""))
    #expect(rows.map { Array($0.prefix(2)) } == grid + diamond)
    let byPosition = try group("layout = \"abcd\"\nby_position = true")
    #expect(rows.prefix(grid.count).map { [$0[0], $0[2]] } == byPosition)
  }

  /// The names of a group's buttons, each with the kernel's name of its button on the pad.
  private func group(_ text: String) throws -> [[String]] {
    let region = "region = { x = 0, y = 0, width = 9, height = 9 }"
    return try layout("[[buttons]]\n\(region)\n\(text)").controls.map { control in
      guard case .button(let button) = control else { return [control.name] }
      return [button.name, try #require(button.output.kernelName)]
    }
  }

  private func layout(_ text: String) throws -> Layout {
    try Settings.parse(text, file: "guide").layout(width: 217, height: 136, deviceClass: .touchscreen)
  }

  @Test("The examples of a direction stick and of a whole pad can be used")
  func examples() throws {
    let guide = try Guide("controls.md")
    let layouts = try ["Direction sticks", "A whole pad"].map { heading in
      try layout(try #require(guide.section(heading).block("toml")))
    }
    #expect(
      layouts[0].sticks.map(\.target) == [
        .direction(.buttons(up: .west, right: .east, down: .south, left: .north))
      ])
    #expect(layouts[0].controls.map(\.name) == ["directions"])
    #expect(layouts[1].controls.count == 13)
    expectApart(layouts[1].controls)
  }

  @Test("The files for two players on one screen agree, and their controls do not overlap")
  func severalPads() throws {
    let texts = try Guide("controls.md").section("Several pads").blocks("toml")
    let files = try texts.map { try Settings.parse($0, file: "guide") }
    try #require(files.count == 2)
    #expect(Settings.disagreement(between: files[0], and: files[1]) == nil)
    let players = try texts.map { try layout($0).controls }
    #expect(players.map(\.count) == [3, 3])
    expectApart(players.flatMap { $0 })
  }

  /// Checks that a finger in the middle of each control holds that one and no other.
  private func expectApart(_ controls: [Control]) {
    for (index, control) in controls.enumerated() {
      let first = controls.firstIndex { $0.region.contains(control.region.center) }
      #expect(first == index, "\(control.name)")
    }
  }
}

extension GamepadButton {
  /// The kernel's name, if it differs from the label.
  fileprivate var kernelName: String? {
    Self.names.first { $0.button == self && $0.word.hasPrefix("BTN_") }?.word
  }
}
