@testable import Configuration
import JoystickModel
import Testing

@Suite("config/touchstick.toml")
struct ExampleConfigurationTests {
  private static let path = String(
    #filePath.dropLast("Tests/ConfigurationTests/ExampleConfigurationTests.swift".count)
      + "config/touchstick.toml")

  private func lines() throws -> [Substring] {
    let text = try contents(ofFile: Self.path, limit: Settings.sizeLimit)
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  @Test("is in effect what an empty file is for a touchscreen")
  func defaults() throws {
    let settings = try Settings.read(path: Self.path)
    #expect(settings.device == DeviceSettings())
    #expect(settings.gamepad == GamepadSettings())
    #expect(
      try settings.layout(width: 217, height: 136, deviceType: .touchscreen)
        == Settings().layout(width: 217, height: 136, deviceType: .touchscreen))
  }

  @Test("has the default smoothing, once it is switched on")
  func smoothing() throws {
    var settings = try Settings.read(path: Self.path)
    settings.sticks[0].smoothing.isOn = true
    let layout = try settings.layout(width: 217, height: 136, deviceType: .touchscreen)
    #expect(layout.sticks.first?.stick.parameters.smoothing == Smoothing())
  }

  @Test("has examples that can be used")
  func examples() throws {
    var table = ""
    var region = ""
    var count = 0
    for line in try lines() {
      if line.first == "[" { table = String(line) }
      if line.hasPrefix("region") { region = "\(line)\n" }
      guard line.first == "#", line.dropFirst().first?.isLetter == true else { continue }
      let semi = line.hasPrefix("#catch_distance") ? "origin = \"semi\"\n" : ""
      let before = "\(table)\n\(semi)\(line.hasPrefix("#region") ? "" : region)"
      let settings = try Settings.parse("\(before)\(line.dropFirst())", file: "example")
      _ = try settings.layout(width: 217, height: 136, deviceType: .touchscreen)
      #expect(settings != (try Settings.parse(before, file: "example")), "\(line)")
      count += 1
    }
    #expect(count == 16)
  }

  @Test("has every key")
  func keys() throws {
    var table = ""
    var found: [String: Set<String>] = [:]
    for line in try lines() {
      if line.first == "[" {
        table = line.filter(\.isLetter)
      } else if line.first != " ", !line.hasPrefix("# "), let end = line.firstIndex(of: " ") {
        found[table, default: []].insert(line[..<end].filter { $0 != "#" })
      }
    }
    #expect(found["device"] == Set(ConfigurationTable.device.keys))
    #expect(found["gamepad"] == Set(ConfigurationTable.gamepad.keys))
    #expect(found["stick"] == Set(ConfigurationTable.stick.keys))
  }
}
