import EventPipeline
import Foundation
import JoystickModel
import Drawing
import TestSupport
import Testing

@testable import Configuration

@Suite("The guides")
struct GuideTests {
  @Test(
    "The guides describe each key of a stick once, and the keys of each control under its heading",
    arguments: [
      (nil, .stick, []), ("Touches outside the controls", .device, ["grab", "pass_through"]),
      ("Off and on", .toggle, []), ("Rumble", .rumble, []), ("Ticks", .haptics, []),
      ("Keys", .keyboard, []),
      (
        "Buttons", .button,
        [
          "name", "region", "output", "value", "mode", "turbo", "sequence", "step", "press_margin", "slide",
          "reach", "when", "layer", "label", "icon", "color", "show", "keep",
        ]
      ),
      ("Buttons of the device", .button, ["name", "input", "output", "value", "when"]),
      ("Groups", .buttons, []), ("Direction pads", .dpad, []), ("Triggers", .trigger, []),
      ("Look pads", .look, []), ("Sliders", .slider, []), ("Wheels", .wheel, []),
      ("Tilts", .tilt, []), ("Gyros", .gyro, []), ("Glass that does nothing", .ignore, []),
    ] as [(String?, ConfigurationTable, [String])])
  func keys(_ heading: String?, _ table: ConfigurationTable, _ some: [String]) throws {
    let guide = try heading.map { try Guide("controls.md").section($0) } ?? Guide()
    let keys = try guide.rows(under: "key of `\(table.heading)`").map { try #require($0.first?.soleCodeSpan) }
    #expect(keys.sorted() == (some.isEmpty ? table.keyNames : some).sorted())
  }

  @Test("The file for all users is a whole configuration, with each profile")
  func allUsers() throws {
    let blocks = try Guide("configuration.md").blocks("toml")
    let text = try #require(blocks.first { $0.contains("profile = \"phone\"") })
    #expect(text.contains("[device]") && text.contains("[toggle]"))
    let profiles = Fixtures.project.appending(path: "config/profiles")
    for file in try FileManager.default.contentsOfDirectory(atPath: profiles.path) {
      let name = String(file.dropLast(".toml".count))
      let folder = try Programs.files([
        "touchstick.toml": text.replacing("\"phone\"", with: "\"\(name)\""),
        "profiles/\(file)": try Guide.read("../config/profiles/\(file)"),
      ])
      let (status, output) = try Programs.tool(["check", folder.appending(path: "touchstick.toml").path])
      let need = name == "racing-tilt" ? "; needs an accelerometer" : ""
      #expect(status == 0 && output == "2 files, no errors\(need)\n", "\(output)")
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
      return [button.name, try #require(button.action.button?.kernelName)]
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

@Suite("The guide's comparison with other joysticks")
struct JoyStickViewTests {
  /// The names in JoyStickView, as the model's specification lists them.
  private static let names: Set = [
    "angle", "displacement", "monitor", "setPolarMonitor", "setXYMonitor", "movable", "movableBounds",
    "movableCenter", "enableDoubleTapForFrameReset", "resetFrame", "handlePositionMode", "absolute",
    "relative", "handleConstraint", "handleMovedTolerance", "handleHasMoved", "gestureRecognizerShouldBegin",
    "travel", "tappedBlock", "touchesBegan", "touchesMoved", "touchesEnded", "touchesCancelled", "frame",
    "baseImage", "handleImage", "baseAlpha", "handleAlpha", "handleTintColor", "handleSizeRatio",
    "colorFillHandleImage",
  ]

  /// The code spans of the right column that are not settings.
  private static let others: Set = [
    "StickReport.polar", "StickMonitor", "touchstick replay --json", "touchstick monitor --json",
    "ContactPhase",
  ]

  @Test("The table lists everything in JoyStickView")
  func left() throws {
    let rows = try Guide().rows(under: "JoyStickView")
    #expect(Set(rows.flatMap { $0[0].codeSpans }) == Self.names)
    #expect(rows.allSatisfy { $0.count == 2 && !$0[1].isEmpty })
  }

  @Test("Every setting in the table is a stick's, with a valid value")
  func right() throws {
    let spans = try Guide().rows(under: "JoyStickView").flatMap { $0[1].codeSpans }
    for span in spans where !Self.others.contains(span) {
      let key = String(span.prefix { $0 != " " })
      #expect(ConfigurationTable.stick.keyNames.contains(key), "\(span)")
      guard key != span else { continue }
      #expect(throws: Never.self, "\(span)") { try Settings.parse("[[stick]]\n\(span)\n", file: "guide") }
    }
    #expect(Self.others.isSubset(of: spans))
  }

  @Test("The settings for the SwiftUI joystick can be used")
  func swiftUI() throws {
    let settings = try Settings.parse(try #require(try Guide().block("toml")), file: "guide")
    let stick = try #require(settings.controls.sticks.first)
    #expect(stick.parameters.origin == .relative)
    #expect(!stick.parameters.movable)
    #expect(stick.parameters.response.directions == .four)
    _ = try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
  }

  @Test("The settings for the SwiftUI joystick have its four buttons, outside the stick")
  func buttons() throws {
    let settings = try Settings.parse(try #require(try Guide().block("toml")), file: "guide")
    var layout = try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
    #expect(layout.controls.map(\.name) == ["left", "abcd A", "abcd B", "abcd C", "abcd D"])
    for (number, button) in zip(UInt32(1)..., [GamepadButton.south, .east, .west, .north]) {
      let middle = layout.controls[Int(number)].region.center
      layout.apply(ContactEvent(id: ContactID(number), phase: .began, position: middle), time: 0)
      #expect(layout.gamepadState.isDown(button), "\(button)")
    }
  }
}

@Suite("The links of the guides")
struct LinkTests {
  @Test(
    "Links lead to existing files and headings", arguments: [("joystick-model.md", 30), ("controls.md", 10)])
  func links(_ name: String, _ minimum: Int) throws {
    var count = 0
    for line in try Guide(name).lines {
      for part in line.components(separatedBy: "](").dropFirst() {
        let link = String(part.prefix { $0 != ")" })
        if link.hasPrefix("https://") { continue }
        count += 1
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let file = parts[0].isEmpty ? name : parts[0]
        #expect(Guide.exists(file), "\(link)")
        if parts.count > 1 { #expect(try headings(of: file).contains("#\(parts[1])"), "\(link)") }
      }
    }
    #expect(count >= minimum)
  }

  private func headings(of name: String) throws -> Set<String> {
    Set(try Guide(name).lines.filter { $0.hasPrefix("#") }.map(anchor))
  }

  /// A link to a heading, as GitHub generates it.
  private func anchor(_ heading: Substring) -> String {
    let text = heading.drop { $0 == "#" }.dropFirst().lowercased()
    return "#"
      + text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      .replacingOccurrences(of: " ", with: "-")
  }
}

@Suite("The pictures of the guides")
struct PictureTests {
  @Test("Every picture is in a guide")
  func shown() throws {
    let lines = try Guide().lines + Guide("controls.md").lines
    let names = try Guide.pictures()
    #expect(names.count > 10)
    for name in names {
      #expect(lines.contains { $0.hasPrefix("![") && $0.hasSuffix("](model/\(name))") }, "\(name)")
    }
  }

  @Test(
    "Numbers have at most two decimals",
    arguments: [
      (0, "0"), (-0.001, "0"), (1.005, "1.01"), (-1.5, "-1.5"), (2.25, "2.25"), (100, "100"), (0.049, "0.05"),
    ])
  func decimals(_ number: Double, _ text: String) {
    #expect(decimal(number) == text)
  }
}

/// The program in the guide is the file `ThumbStick.swift` here.
@Suite("The program in the guide")
struct ThumbStickTests {
  @Test("The guide shows the tested program")
  func same() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ThumbStick.swift")
    #expect(try Guide().block("swift") == String(contentsOf: file, encoding: .utf8))
  }

  @Test("It moves a stick and reports it")
  func moves() throws {
    var stick = ThumbStick()
    stick.touch(.began, finger: 1, at: Point(x: 50, y: 70), time: 0)
    // The base floats to the touch-down.
    let first = stick.change()
    #expect(first?.base == Point(x: 50, y: 70))
    let none = stick.change()
    #expect(none == nil)
    stick.touch(.moved, finger: 1, at: Point(x: 59, y: 70), time: 10_000)
    let second = stick.change()
    let report = try #require(second)
    #expect(report.polar.angle == 90)
    #expect(report.polar.displacement == 1)
    #expect(stick.pad.leftStick.x == 32767)
    stick.touch(.ended, finger: 1, at: Point(x: 59, y: 70), time: 20_000)
    #expect(stick.pad == GamepadState())
    #expect(stick.deadline == nil)
  }

  @Test("It presses a button for a tap, until its deadline")
  func taps() throws {
    var stick = ThumbStick()
    stick.touch(.began, finger: 1, at: Point(x: 50, y: 70), time: 0)
    stick.touch(.ended, finger: 1, at: Point(x: 50, y: 70), time: 100_000)
    #expect(stick.pad.isDown(.south))
    let deadline = try #require(stick.deadline)
    #expect(deadline == 140_000)
    stick.advance(to: deadline)
    #expect(!stick.pad.isDown(.south))
  }
}
