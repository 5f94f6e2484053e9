import Testing

@testable import Configuration

@Suite("The settings of a device in the guide to other controls")
struct DeviceSettingTests {
  private func device(_ lines: String...) throws -> DeviceSettings {
    try Settings.parse("[device]\n\(lines.joined(separator: "\n"))", file: "guide").device
  }

  @Test("have the defaults and take the values that the guide says")
  func touches() throws {
    let rows = try Guide("controls.md").section("What no control takes").settings()
    #expect(rows.map(\.key) == ["grab", "pass_through"])
    #expect(rows.map(\.defaultValue) == ["`true`", "what `grab` is"])
    #expect(try device("grab = true") == device())
    #expect(try device("grab = true").passesThrough)
    #expect(try !device("grab = false").passesThrough)
    for row in rows {
      for value in row.examples {
        #expect(throws: Never.self, "\(row.key) = \(value)") { try device("\(row.key) = \(value)") }
      }
    }
    #expect(throws: ConfigurationError.self) { try device("grab = false", "pass_through = true") }
  }

  @Test("have the gesture that switches the pad off and on")
  func toggle() throws {
    let toggle = { (text: String) in try Settings.parse("[toggle]\n\(text)", file: "guide").toggle }
    let rows = try Guide("controls.md").section("Off and on").settings()
    #expect(rows.map(\.key) == ConfigurationTable.toggle.keys)
    #expect(rows.map(\.defaultValue) == ["none, it is required", "`\"1s\"`"])
    #expect(throws: ConfigurationError.self) { try toggle("") }
    #expect(try toggle("fingers = 3\nhold_time = \"1s\"") == toggle("fingers = 3"))
    for parameter in NumericParameter.all where parameter.table == .toggle {
      let row = try #require(rows.first { $0.key == parameter.name }, "\(parameter.name)")
      #expect(row.hasRange(of: parameter), "\(parameter.name): \(parameter.range.phrase)")
    }
  }

  @Test("have two files for two players on one screen, which agree, and whose controls lie apart")
  func severalPads() throws {
    let files = try Guide("controls.md").section("Several pads").blocks("toml")
      .map { try Settings.parse($0, file: "guide") }
    try #require(files.count == 2)
    #expect(Settings.disagreement(between: files[0], and: files[1]) == nil)
    let players = try files.map { try $0.layout(width: 217, height: 136, deviceClass: .touchscreen).controls }
    #expect(players.map(\.count) == [3, 3])
    let controls = players.flatMap { $0 }
    for (index, control) in controls.enumerated() {
      let first = controls.firstIndex { $0.region.contains(control.region.center) }
      #expect(first == index, "\(control.name)")
    }
  }
}
