import JoystickModel
import Testing
import TestSupport
@testable import Configuration

@Suite("config/touchstick.toml")
struct ExampleConfigurationTests {
  private static let path = Fixtures.project.appending(path: "config/touchstick.toml").path

  private func lines() throws -> [Substring] {
    let text = try Settings.text(ofFile: Self.path)
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  @Test("The file has the effect of an empty file on a touchscreen")
  func defaults() throws {
    let settings = try Settings.read(path: Self.path)
    #expect(settings.device == DeviceSettings())
    #expect(settings.gamepad == GamepadSettings())
    #expect(
      try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
        == Settings().layout(width: 217, height: 136, deviceClass: .touchscreen))
  }

  @Test("Smoothing has its defaults once it is switched on")
  func smoothing() throws {
    var settings = try Settings.read(path: Self.path)
    var stick = try #require(settings.controls.sticks.first)
    stick.isSmoothed = true
    settings.controls = [ControlSettings(stick)]
    let layout = try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
    #expect(layout.sticks.first?.stick.parameters.smoothing == Smoothing())
  }

  @Test("Each example key can be used")
  func examples() throws {
    var table = ""
    var region = ""
    var count = 0
    for line in try lines().prefix(while: { !$0.hasPrefix("#[") }) {
      if line.first == "[" { table = String(line) }
      if line.hasPrefix("region") { region = "\(line)\n" }
      guard line.first == "#", line.dropFirst().first?.isLetter == true else { continue }
      let semi = line.hasPrefix("#catch_distance") ? "origin = \"semi\"\n" : ""
      let before = "\(table)\n\(semi)\(line.hasPrefix("#region") ? "" : region)"
      let settings = try Settings.parse("\(before)\(line.dropFirst())", file: "example")
      _ = try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
      #expect(settings != (try Settings.parse(before, file: "example")), "\(line)")
      count += 1
    }
    #expect(count == 35)
  }

  /// A table that is commented out, without its "#".
  private struct Example {
    let table: String
    var keys: [String] = []
  }

  private func exampleTables() throws -> [Example] {
    var examples: [Example] = []
    for line in try lines() where line.first == "#" {
      if line.hasPrefix("#[") {
        examples.append(Example(table: String(line.dropFirst())))
      } else if !examples.isEmpty, line.dropFirst().first?.isLetter == true {
        examples[examples.count - 1].keys.append(String(line.dropFirst()))
      }
    }
    return examples
  }

  private func settings(_ lines: [String]) throws -> Settings {
    try Settings.parse(lines.joined(separator: "\n"), file: "example")
  }

  private func layout(_ lines: [String]) throws -> Layout {
    try settings(lines).layout(width: 217, height: 136, deviceClass: .touchscreen)
  }

  @Test("The examples of other controls can be used together")
  func controls() throws {
    let examples = try exampleTables()
    #expect(
      examples.map(\.table) == [
        "[[button]]", "[[button]]", "[[button]]", "[[buttons]]", "[[dpad]]", "[[trigger]]", "[[look]]",
        "[[slider]]",
        "[[wheel]]", "[[ignore]]", "[toggle]",
      ])
    let whole = try lines().map(String.init) + examples.flatMap { [$0.table] + $0.keys }
    #expect(
      try layout(whole).controls.map(\.name) == [
        "left", "A", "fireball", "abcd A", "abcd B", "abcd C", "abcd D", "dpad", "left trigger", "look",
        "slider",
        "wheel", "ignore",
      ])
  }

  @Test(
    "Other controls have their defaults, except required keys, the pull of a trigger, and a tap, a hold, a touch, labels and icons"
  )
  func controlDefaults() throws {
    var required: Set<String> = []
    var others: Set<String> = []
    for example in try exampleTables() {
      let lines = [example.table] + example.keys
      let (whole, toggle) = try (layout(lines), settings(lines).toggle)
      for index in example.keys.indices {
        let name = "\(example.table.filter(\.isLetter)) \(example.keys[index].prefix { $0 != " " })"
        var rest = example.keys
        rest.remove(at: index)
        do throws(any Error) {
          let settings = try settings([example.table] + rest)
          let isSame = try settings.toggle == toggle && layout([example.table] + rest) == whole
          if !isSame { others.insert(name) }
        } catch {
          required.insert(name)
        }
      }
    }
    #expect(
      required == [
        "button region", "button input", "button output", "button sequence", "buttons layout",
        "buttons region", "dpad region", "trigger region", "trigger target", "look region", "slider region",
        "wheel region", "ignore region", "toggle fingers",
      ])
    #expect(
      others == [
        "button color", "button icon", "button label", "button layer", "button name", "button turbo",
        "buttons layer",
        "dpad icon", "dpad label", "dpad layer", "ignore layer", "look hold", "look icon", "look label",
        "look layer", "look tap", "look touch", "slider icon", "slider label", "slider layer",
        "trigger icon", "trigger label", "trigger layer", "trigger pull", "wheel icon", "wheel label",
        "wheel layer",
      ])
  }

  @Test("Every key is in the file")
  func keys() throws {
    var table = "root"
    var found: [String: Set<String>] = [:]
    // The first line is for editors.
    for line in try lines().dropFirst() {
      if line.first == "[" || line.hasPrefix("#[") {
        table = line.filter(\.isLetter)
      } else if line.first != " ", !line.hasPrefix("# "), let end = line.firstIndex(of: " ") {
        found[table, default: []].insert(line[..<end].filter { $0 != "#" })
      }
    }
    let tables: [ConfigurationTable] = [
      .device, .gamepad, .rumble, .haptics, .keyboard, .toggle, .stick, .button, .buttons, .dpad, .trigger,
      .look,
      .slider, .wheel,
      .ignore,
    ]
    for table in tables { #expect(found["\(table)"] == Set(table.keyNames), "\(table)") }
    let ofRoot = found.removeValue(forKey: "root") ?? []
    #expect(Set(found.keys) == Set(tables.map { "\($0)" }))
    #expect(ofRoot.union(found.keys) == Set(ConfigurationTable.root.keyNames))
  }
}
