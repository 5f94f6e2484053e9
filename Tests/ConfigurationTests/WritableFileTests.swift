import Configuration
import Glibc
import Testing

@Suite("Files that others can change")
struct WritableFileTests {
  private func warnings(_ paths: [String]) -> [String] {
    let files = ConfigurationFiles(paths)
    #expect(files.permissionWarnings().allSatisfy { $0.position == nil })
    return files.permissionWarnings().map(\.sentence)
  }

  @Test(
    "A file that others can change is reported with the command that fixes it",
    arguments: [
      (0o664, "its group", "g-w"), (0o646, "everybody", "o-w"),
      (0o666, "its group and everybody else", "go-w"), (0o020, "its group", "g-w"),
    ] as [(mode_t, String, String)])
  func file(_ mode: mode_t, _ who: String, _ change: String) throws {
    let folder = try Folder()
    try folder.write("a.toml", "")
    try folder.setMode(mode, of: "a.toml")
    let path = folder.path("a.toml")
    let sentence = "\(path): \(who) can change this file; run: chmod \(change) \(path)"
    #expect(warnings([path]) == [sentence])
    #expect(warnings([folder.path, path]) == [sentence])
  }

  @Test(
    "A file that only its owner can change is fine", arguments: [0o644, 0o600, 0o755, 0o444] as [mode_t])
  func owned(_ mode: mode_t) throws {
    let folder = try Folder()
    try folder.write("a.toml", "")
    try folder.setMode(mode, of: "a.toml")
    #expect(warnings([folder.path, folder.path("a.toml")]) == [])
    #expect(warnings([folder.path("none"), "/dev/null", ""]) == [])
  }

  @Test("A file that others can change is reported along with its errors")
  func mistakes() throws {
    let folder = try Folder()
    for name in ["a.toml", "b.toml"] {
      try folder.write(name, "[")
      try folder.setMode(0o622, of: name)
    }
    #expect(warnings([folder.path]).count == 2)
    #expect(ConfigurationFiles([folder.path]).error?.diagnostics.count == 2)
  }

  @Test("A file in a folder that others can change is reported")
  func folder() throws {
    let folder = try Folder()
    try folder.write("a.toml", "")
    try folder.setMode(0o644, of: "a.toml")
    try folder.setMode(0o775)
    let sentence =
      "\(folder.path): its group can add or replace files in this folder; run: chmod g-w \(folder.path)"
    #expect(warnings([folder.path]) == [sentence])
    #expect(warnings([folder.path("a.toml")]) == [sentence])
    #expect(warnings([folder.path("a.toml"), folder.path]) == [sentence])
    // Nobody can remove another user's file there, but everybody can add one.
    try folder.setMode(0o1777)
    #expect(warnings([folder.path("a.toml")]) == [])
    #expect(
      warnings([folder.path]) == [
        "\(folder.path): its group and everybody else can add or replace files in this folder; run: chmod go-w "
          + folder.path
      ])
  }

  @Test("A file behind a link is reported, too")
  func link() throws {
    let (folder, other) = try (Folder(), Folder())
    try other.write("real", "")
    try folder.link("a.toml", to: other.path("real"))
    try other.setMode(0o660, of: "real")
    try other.setMode(0o730)
    let path = folder.path("a.toml")
    #expect(
      warnings([folder.path]) == [
        "\(other.path): its group can add or replace files in this folder; run: chmod g-w \(other.path)",
        "\(path): its group can change this file; run: chmod g-w \(path)",
      ])
  }

  @Test(
    "The command quotes the name for a shell",
    arguments: [
      ("a b.toml", "'P/a b.toml'"), ("it's.toml", #"'P/it'\''s.toml'"#), ("$(x).toml", "'P/$(x).toml'"),
      ("é.toml", "P/é.toml"), ("a\u{1b}.toml", #"'P/a\u{1B}.toml'"#),
    ])
  func quoting(_ name: String, _ word: String) throws {
    let folder = try Folder()
    try folder.write(name, "")
    try folder.setMode(0o620, of: name)
    let path = String(folder.path.dropFirst())
    let said = warnings([folder.path]).map { text in
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      return words.drop { $0 != "g-w" }.dropFirst().joined(separator: " ")
    }
    let expected = word.split(separator: "P", maxSplits: 1, omittingEmptySubsequences: false)
    #expect(said == ["\(expected[0])/\(path)\(expected[1])"])
  }
}
