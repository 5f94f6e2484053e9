import Configuration
import Testing

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
    try folder.write("c.toml", "a")
    try folder.makeFolder("empty")
    let key =
      #"unknown key "grab" at the top level; the keys are description, profile, device, gamepad, toggle, stick, button, buttons, "#
    let own = [
      "\(folder.path("a.toml")):2:1: \(key)dpad and trigger",
      "\(folder.path("a.toml")):4:8: grab is an integer; it must be true or false",
      "\(folder.path("c.toml")):1:2: this is not TOML (while parsing key-value pair: encountered end-of-file)",
    ]
    #expect(sentences([folder.path]) == own)
    #expect(isUnreadable([folder.path]) == false)
    let empty = "\(folder.path("empty")): contains no configuration; add a file whose name ends in .toml"
    let none = "\(folder.path("none")): cannot be read: No such file or directory"
    let device = "/dev/null: is a device; a configuration must be a regular file"
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
