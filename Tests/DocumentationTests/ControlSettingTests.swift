import EventPipeline
import Foundation
import JoystickModel
import Testing

@testable import Configuration

@Suite("The settings in the guide to other controls")
struct ControlSettingTests {
  /// A kind of control, with what its table cannot do without.
  struct Kind: CustomTestStringConvertible, Sendable {
    let heading: String
    let table: ConfigurationTable
    let required: [String: String]
    /// Keys of the table that go only with another kind, with values that are right there.
    var keysOfOthers: [String: String] = [:]
    /// Keys whose default is no value that the file could have, beside those that are required.
    let withoutValue: Set<String>

    var testDescription: String { heading }

    static let all = [
      Kind(
        heading: "Buttons", table: .button, required: ["output": "\"A\"", "region": region],
        keysOfOthers: ["input": "\"BTN_LEFT\""], withoutValue: ["name"]),
      Kind(
        heading: "Buttons of the device", table: .button,
        required: ["output": "\"A\"", "input": "\"BTN_LEFT\""],
        keysOfOthers: ["region": region, "press_margin": "2", "slide": "\"off\""], withoutValue: ["name"]),
      Kind(
        heading: "Groups", table: .buttons, required: ["layout": "\"abcd\"", "region": region],
        withoutValue: ["name"]),
      Kind(heading: "Direction pads", table: .dpad, required: ["region": region], withoutValue: []),
      Kind(
        heading: "Triggers", table: .trigger, required: ["target": "\"left\"", "region": region],
        withoutValue: ["name"]),
    ]

    private static let region = "{ center = [\"50%\", \"50%\"], radius = 10 }"

    func rows() throws -> [SettingRow] {
      try Guide("controls.md").section(heading).settings()
    }

    /// One such control, that has these settings beside or in place of what is required, but for one key.
    func settings(_ settings: [String: String] = [:], leavingOut key: String? = nil) throws -> Settings {
      let lines = required.merging(settings) { $1 }.filter { $0.key != key }.map { "\($0) = \($1)\n" }
      return try Settings.parse("[[\(table)]]\n\(lines.joined())", file: "guide")
    }

    /// A layout with one such control, that has these settings beside or in place of what is required.
    func layout(_ settings: [String: String] = [:]) throws -> Layout {
      try self.settings(settings).layout(width: 217, height: 136, deviceClass: .touchscreen)
    }

    /// What has to be there for a setting to have an effect.
    func others(for key: String) -> [String: String] {
      key == "distance" ? ["pull": "\"slide\""] : [:]
    }
  }

  @Test("are all that a control has, each once", arguments: Kind.all)
  func keys(_ kind: Kind) throws {
    #expect(try Set(kind.rows().map(\.key)) == Set(kind.table.keys).subtracting(kind.keysOfOthers.keys))
    #expect(try Set(kind.rows().map(\.key)).count == kind.rows().count)
    for (key, value) in kind.keysOfOthers {
      let error = #expect(throws: ConfigurationError.self) { try kind.settings([key: value]) }
      guard case .control = error?.problems.first?.kind else {
        Issue.record("\(key)")
        continue
      }
    }
  }

  @Test("have the defaults that the guide says", arguments: Kind.all)
  func defaults(_ kind: Kind) throws {
    var withoutValue: Set<String> = []
    for row in try kind.rows() {
      if kind.required[row.key] != nil {
        #expect(row.defaultValue == "none, it is required")
      } else if let value = row.defaultValue.soleCodeSpan {
        let others = kind.others(for: row.key)
        let own = others.merging([row.key: value]) { $1 }
        #expect(try kind.layout(own) == kind.layout(others), "\(row.key)")
      } else {
        withoutValue.insert(row.key)
      }
    }
    #expect(withoutValue == kind.withoutValue)
  }

  @Test("are required where the guide says so", arguments: Kind.all)
  func required(_ kind: Kind) throws {
    for key in kind.required.keys {
      let error = #expect(throws: ConfigurationError.self) { try kind.settings(leavingOut: key) }
      let problem = try #require(error?.problems.first)
      #expect(error?.problems.count == 1)
      // Where one of two keys is required, the sentence has both.
      guard case .key(.required) = problem.kind, problem.sentence.contains(key) else {
        Issue.record("\(key): \(problem.sentence)")
        continue
      }
    }
  }

  @Test("take the values that the guide names", arguments: Kind.all)
  func values(_ kind: Kind) throws {
    for row in try kind.rows() {
      for value in row.examples {
        let own = kind.others(for: row.key).merging([row.key: value]) { $1 }
        #expect(throws: Never.self, "\(row.key) = \(value)") { try kind.layout(own) }
      }
    }
  }

  @Test("name all buttons that a device can have")
  func deviceButtons() throws {
    let row = try Guide("controls.md").section("Buttons of the device").settings().first { $0.key == "input" }
    #expect(row?.examples == DeviceButtonSettings.inputs.map { "\"\($0.word)\"" })
  }

  @Test("have the ranges that the guide says", arguments: Kind.all)
  func ranges(_ kind: Kind) throws {
    let rows = try kind.rows()
    for parameter in NumericParameter.all
    where parameter.table == kind.table && kind.keysOfOthers[parameter.name] == nil {
      let row = try #require(rows.first { $0.key == parameter.name }, "\(parameter.name)")
      #expect(row.hasRange(of: parameter), "\(parameter.name): \(parameter.range.phrase)")
    }
  }

  @Test("name the buttons of the groups as they are")
  func groups() throws {
    let rows = try Guide("controls.md").section("Groups").rows(under: "button").map {
      $0.flatMap(\.codeSpans)
    }
    let (grid, diamond) = try (group("layout = \"abcd\""), group("layout = \"diamond\""))
    #expect(rows.map { Array($0.prefix(2)) } == grid + diamond)
    let byPosition = try group("layout = \"abcd\"\nby_position = true")
    #expect(rows.prefix(grid.count).map { [$0[0], $0[2]] } == byPosition)
  }

  /// The names of a group's buttons, each with the kernel's name of what it is on the pad.
  private func group(_ text: String) throws -> [[String]] {
    let region = "region = { x = 0, y = 0, width = 9, height = 9 }"
    let layout = try Settings.parse("[[buttons]]\n\(region)\n\(text)", file: "guide")
      .layout(width: 217, height: 136, deviceClass: .touchscreen)
    return try layout.controls.map { control in
      guard case .button(let button) = control else { return [control.name] }
      return [button.name, try #require(button.output.kernelName)]
    }
  }

  @Test("for a stick that has directions, and for a whole pad, can be used")
  func examples() throws {
    let guide = try Guide("controls.md")
    let layouts = try ["Direction sticks", "A whole pad"].map { heading in
      try Settings.parse(try #require(guide.section(heading).block("toml")), file: "guide")
        .layout(width: 217, height: 136, deviceClass: .touchscreen)
    }
    #expect(
      layouts[0].sticks.map(\.target) == [
        .direction(.buttons(up: .west, right: .east, down: .south, left: .north))
      ])
    #expect(layouts[0].controls.map(\.name) == ["directions"])
    #expect(layouts[1].controls.count == 13)
    // A finger in the middle of each takes it, and no other.
    for (index, control) in layouts[1].controls.enumerated() {
      let first = layouts[1].controls.firstIndex { $0.region.contains(control.region.center) }
      #expect(first == index, "\(control.name)")
    }
  }
}

extension GamepadButton {
  /// The kernel's name that does not stand on the button.
  fileprivate var kernelName: String? {
    Self.names.first { $0.button == self && $0.word.hasPrefix("BTN_") }?.word
  }
}
