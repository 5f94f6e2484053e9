import Configuration
import Testing

@Suite("Files that share a device")
struct SharedDeviceTests {
  /// The messages about two files with these device settings.
  private func sentences(_ first: String, _ second: String) throws -> [String]? {
    let settings = try [("a.toml", first), ("b.toml", second)].map { try Settings.parse($1, file: $0) }
    let error = Settings.disagreement(between: settings[0], and: settings[1])
    #expect(error?.isUnreadable != true)
    return error?.diagnostics.map(\.sentence)
  }

  private static let end =
    #"differs from "a.toml", which uses the same device; make them match or remove one file"#

  @Test(
    "Files agree if they say the same, explicitly or by default",
    arguments: [
      ("", ""), ("[device]", ""), ("device.grab = true", ""), ("", "device.pass_through = true"),
      ("device.grab = false", "[device]\ngrab = false\npass_through = false"),
      ("device.size = '217mm x 136mm'", "device.size = '217 x 136'"),
      ("device.rotation = 'screen'", ""), ("device.rotation = 90", "device.rotation = 90"),
      ("device.type = 'touchpad'", "device.rotation = 0\ndevice.type = 'touchpad'"),
      ("toggle.fingers = 3", "[toggle]\nhold_time = '1s'\nfingers = 3"),
      ("device.name = 'ELAN*'\ngamepad.identity = 'generic'", "device.type = 'any'\n[[stick]]"),
    ])
  func agreement(_ first: String, _ second: String) throws {
    #expect(try sentences(first, second) == nil)
    #expect(try sentences(second, first) == nil)
  }

  @Test(
    "Files that disagree are reported with the place",
    arguments: [
      ("device.grab = false", "\n[device]\ngrab = true", ":3:8: grab"),
      ("device.grab = false", "\n [device]\nname = 'x'", ":2:2: grab"),
      ("device.grab = false", "", ": grab"),
      ("", "[device]\ngrab = false\npass_through = false", ":2:8: grab"),
      ("", "[device]\npass_through = false", ":2:16: pass_through"),
      ("device.pass_through = false", "[device]\ngrab = true", ":1:1: pass_through"),
      ("device.size = '217mm x 136mm'", "[device]\nsize = '218mm x 136mm'", ":2:8: size"),
      ("device.size = '217mm x 136mm'", "", ": size"),
      ("device.rotation = 90", "[device]\nrotation = 270", ":2:12: rotation"),
      ("device.rotation = 0", "", ": rotation"),
      ("toggle.fingers = 3", "", ": [toggle]"),
      ("", "\n[toggle]\nhold_time = 200\nfingers = 3", ":4:11: [toggle]"),
      ("toggle.fingers = 3", "[toggle]\nhold_time = 200\nfingers = 4", ":3:11: [toggle]"),
      ("toggle.fingers = 3", "[toggle]\nfingers = 3\nhold_time = 200", ":3:13: [toggle]"),
      ("[toggle]\nfingers = 3\nhold_time = 200", "[toggle]\nfingers = 3", ":1:1: [toggle]"),
      ("toggle.fingers = 3", "[toggle]\nfingers = 3\nhold_time = '1s'\nstart = 'off'", ":4:9: [toggle]"),
      ("toggle.fingers = 3", "[toggle]\nfingers = 3\nstart = 'on'\nlock = 'ignore'", ":4:8: [toggle]"),
    ])
  func disagreement(_ first: String, _ second: String, _ place: String) throws {
    #expect(try sentences(first, second) == ["b.toml\(place) \(Self.end)"])
  }

  @Test("Each disagreement is reported")
  func all() throws {
    let first = "[device]\ngrab = false"
    let second = "[toggle]\nfingers = 3\n[device]\nsize = '9 x 9'\ngrab = true"
    #expect(
      try sentences(first, second) == [
        "b.toml:2:11: [toggle] \(Self.end)", "b.toml:4:8: size \(Self.end)", "b.toml:5:8: grab \(Self.end)",
      ])
  }

  @Test("Settings without a file can disagree, too")
  func withoutFile() throws {
    var settings = Settings()
    settings.device.grab = false
    let sentence =
      "differs from the previous file, which uses the same device; make them match or remove one file"
    let error = Settings.disagreement(between: Settings(), and: settings)
    #expect(error?.diagnostics.map(\.sentence) == ["grab \(sentence)"])
  }
}
