import Foundation
import Testing

@testable import Configuration

@Suite("session.toml")
struct SessionSettingsTests {
  private func settings(_ layout: String?, _ isOn: Bool?) -> SessionSettings {
    var settings = SessionSettings()
    (settings.layout, settings.isOn) = (layout, isOn)
    return settings
  }

  @Test("A missing file is an empty one, and writing makes the file and its folder")
  func missing() throws {
    let path = try Folder().path("a/b/session.toml")
    #expect(try SessionSettings.read(path: path) == SessionSettings())
    try settings("phone", true).write(path: path)
    #expect(try SessionSettings.read(path: path) == settings("phone", true))
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
    #expect(try SessionSettings.read(path: path) == settings("/home/ä/x y.toml", nil))
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
    #expect(said { _ = try SessionSettings.read(path: path) } == sentence)
    #expect(said { try settings("phone", nil).write(path: path) } == sentence)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(SessionSettings.check(path: path).count == 1)
  }

  @Test("check reads the layout, too")
  func layout() throws {
    let folder = try Folder()
    try folder.write("my.toml", "[[stick]]\nradius = 0\n")
    try folder.write("session.toml", "layout = '\(folder.path("my.toml"))'")
    let found = SessionSettings.check(path: folder.path("session.toml"))
    #expect(found.map(\.file) == [folder.path("my.toml")] && found.first?.position?.line == 2)
    try folder.write("session.toml", "layout = 'nobody-has-this'")
    #expect(SessionSettings.check(path: folder.path("session.toml")).map(\.code) == ["no-profile"])
  }
}
