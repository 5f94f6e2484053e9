import Foundation
import Testing

@testable import Configuration

@Suite("Reading several files")
struct SeveralFilesTests {
  private static let order = ["B.toml", "a.toml", "b.toml", "e\u{301}.toml", "z.toml", "\u{e9}.toml"]

  /// A folder with these files, each of whose pads has the name of the file.
  private func folder(_ names: [String]) throws -> Folder {
    let folder = try Folder()
    for name in names { try folder.write(name, "gamepad.name = '\(name)'") }
    return folder
  }

  private func pads(_ paths: [String]) throws -> [String] {
    try ConfigurationFiles(paths).checkedSettings().map { $0.gamepad.name ?? "" }
  }

  @Test("A folder stands for its files, ordered by the bytes of their names")
  func order() throws {
    let folder = try folder(Self.order.reversed())
    for name in [".c.toml", "d.conf", "e.toml~", "toml"] { try folder.write(name, "[") }
    for path in [folder.path, folder.path + "/"] {
      let settings = try ConfigurationFiles([path]).checkedSettings()
      #expect(
        settings.map { $0.fileName.map { Array($0.utf8) } } == Self.order.map { Array(folder.path($0).utf8) })
      #expect(settings.map { $0.gamepad.name } == Self.order)
    }
  }

  @Test("Files and folders keep the order in which they are named, each file once")
  func once() throws {
    let (one, other) = try (folder(["a.toml", "b.toml"]), folder(["c.toml", "d.conf"]))
    #expect(try pads([]).isEmpty)
    #expect(try pads([other.path("d.conf")]) == ["d.conf"])
    #expect(try pads([other.path, one.path]) == ["c.toml", "a.toml", "b.toml"])
    let paths = [
      one.path("b.toml"), one.path, other.path("d.conf"), other.path, one.path + "/", one.path("b.toml"),
    ]
    #expect(try pads(paths) == ["b.toml", "a.toml", "d.conf", "c.toml"])
  }

  @Test("Settings without a file have no name")
  func fileName() throws {
    #expect(Settings().fileName == nil)
    #expect(try Settings.parse("", file: "t.toml").fileName == "t.toml")
  }

  @Test("Errors of all files are reported, in their order")
  func problems() throws {
    let folder = try Folder()
    try folder.write("a.toml", "\ngrab = true\n[device]\ngrab = 1")
    try folder.write("b.toml", "[device]\nname = 'x'")
    try folder.write("c.toml", "[devise]")
    try folder.makeFolder("empty")
    let key =
      #"unknown key "grab" at the top level; the keys are description, made_for, rumble_strength, profile, layouts, menu, device, gamepad, rumble, haptics, keyboard, toggle, stick, button, buttons, "#
    let own = [
      "\(folder.path("a.toml")):2:1: \(key)dpad, trigger, look, slider, wheel and ignore",
      "\(folder.path("a.toml")):4:8: grab is an integer; it must be true or false",
      #"\#(folder.path("c.toml")):1:2: unknown key "devise" at the top level; did you mean "device"?"#,
    ]
    #expect(sentences([folder.path]) == own)
    #expect(isUnreadable([folder.path]) == false)
    let empty = "\(folder.path("empty")): contains no configuration; add a file whose name ends in .toml"
    let none = "\(folder.path("none")): cannot be read: No such file or directory"
    let device = "/dev/null: is a device; it must be a regular file"
    let paths = [
      folder.path("empty"), "/dev/null", folder.path, folder.path("none"), folder.path("empty"), "/dev/null",
    ]
    #expect(sentences(paths) == [empty, device] + own + [none])
    #expect(isUnreadable(paths) == true)
  }

  @Test("Files that ask for the same device in the same words and disagree are an error without the device")
  func disagreement() throws {
    let folder = try Folder()
    try folder.write("1.toml", "device.type = 'touchpad'")
    try folder.write("2.toml", "device.type = 'touchscreen'\n[[stick]]")
    try folder.write("3.toml", "[device]\ntype = 'touchscreen'\ngrab = false")
    let sentence =
      "\(folder.path("3.toml")):3:8: grab differs from \"\(folder.path("2.toml"))\", which uses the same device; "
      + "make them match or remove one file"
    #expect(sentences([folder.path]) == [sentence])
    #expect(isUnreadable([folder.path]) == false)
    try folder.write("3.toml", "[device]\nname = 'x'\ntype = 'touchscreen'\ngrab = false")
    #expect(
      try ConfigurationFiles([folder.path]).checkedSettings().count == 3, "which may have a device of its own"
    )
  }

  private func sentences(_ paths: [String]) -> [String]? {
    #expect(throws: ConfigurationError.self) { try ConfigurationFiles(paths).checkedSettings() }?.diagnostics
      .map(\.sentence)
  }

  private func isUnreadable(_ paths: [String]) -> Bool? {
    #expect(throws: ConfigurationError.self) { try ConfigurationFiles(paths).checkedSettings() }?.isUnreadable
  }
}

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
      ("toggle.fingers = 3", "[toggle]\nfingers = 3\ngamepads = 'off'", ":3:12: [toggle]"),
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

@Suite("session.toml")
struct SessionSettingsTests {
  private func settings(_ layout: String?, _ isOn: Bool?) -> SavedChoices {
    var settings = SavedChoices()
    (settings.layout, settings.isOn) = (layout, isOn)
    return settings
  }

  @Test("A missing file is an empty one, and writing makes the file and its folder")
  func missing() throws {
    let path = try Folder().path("a/b/session.toml")
    #expect(try SavedChoices.read(path: path) == SavedChoices())
    try settings("phone", true).write(path: path)
    #expect(try SavedChoices.read(path: path) == settings("phone", true))
  }

  @Test("Only the values that differ change; comments and order stay")
  func changes() throws {
    let folder = try Folder()
    let path = folder.path("session.toml")
    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    try folder.write("session.toml", "# mine\npads = \"off\" # in the evening\r\n\nlayout = 'phone'")
    try settings("phone", true).write(path: path)
    #expect(try text() == "# mine\npads = \"on\" # in the evening\r\n\nlayout = 'phone'")
    try settings(nil, true).write(path: path)
    #expect(try text() == "# mine\npads = \"on\" # in the evening\r\n\n")
    try settings("/home/ä/x y.toml", nil).write(path: path)
    #expect(try SavedChoices.read(path: path) == settings("/home/ä/x y.toml", nil))
    #expect(try text().hasPrefix("# mine\n"))
  }

  @Test(
    "An error names the place and the fix, and writing then changes nothing",
    arguments: [
      ("layot = 'x'", "s.toml:1:1: unknown key \"layot\" at the top level; did you mean \"layout\"?"),
      ("pads = true", "s.toml:1:8: pads is a boolean; it must be \"on\" or \"off\""),
      ("pads = 'of'", "s.toml:1:8: pads is \"of\"; did you mean \"off\"?"),
      ("layout = ''", "s.toml:1:10: layout is empty; give it a value or remove it"),
      (
        "layout = 'my.toml'",
        "s.toml:1:10: layout is \"my.toml\"; it must be a profile, or a path that begins with a slash"
      ),
      (
        "layout = '-'",
        "s.toml:1:10: layout is \"-\"; it must be a profile, or a path that begins with a slash"
      ),
      ("layout = 1", "s.toml:1:10: layout is an integer; it must be a string"),
    ])
  func errors(_ text: String, _ sentence: String) throws {
    let folder = try Folder()
    try folder.write("s.toml", text)
    let path = folder.path("s.toml")
    func said(_ work: () throws -> Void) -> String? {
      #expect(throws: ConfigurationError.self, performing: work)?.sentence.replacing(
        folder.path + "/", with: "")
    }
    #expect(said { _ = try SavedChoices.read(path: path) } == sentence)
    #expect(said { try settings("phone", nil).write(path: path) } == sentence)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(SavedChoices.check(path: path).count == 1)
  }

  @Test("check reads the layout, too")
  func layout() throws {
    let folder = try Folder()
    try folder.write("my.toml", "[[stick]]\nradius = 0\n")
    try folder.write("session.toml", "layout = '\(folder.path("my.toml"))'")
    let found = SavedChoices.check(path: folder.path("session.toml"))
    #expect(found.map(\.file) == [folder.path("my.toml")] && found.first?.position?.line == 2)
    try folder.write("session.toml", "layout = 'nobody-has-this'")
    #expect(SavedChoices.check(path: folder.path("session.toml")).map(\.code) == ["no-profile"])
  }
}
