import Configuration
import Glibc
import Testing

@Suite("Reading files and folders")
struct ReadingTests {
  @Test("A regular file is read, and one that a link points to")
  func file() throws {
    let folder = try Folder()
    try folder.write("a.toml", "device.grab = false")
    try folder.link("link", to: "a.toml")
    #expect(try !Settings.read(path: folder.path("a.toml")).device.grab)
    #expect(try !Settings.read(path: folder.path("link")).device.grab)
    #expect(try !Settings.read(fileOrFolder: folder.path("link")).device.grab)
  }

  @Test("A message names the file as the user named it")
  func names() throws {
    let folder = try Folder()
    try folder.write("a.toml", "[device]\nnane = 1")
    let path = folder.path("a.toml")
    let sentence = #"\#(path):2:1: unknown key "nane" in [device]; did you mean "name"?"#
    expect([sentence], unreadable: false) { try Settings.read(path: path) }
    expect([sentence], unreadable: false) { try Settings.read(fileOrFolder: folder.path) }
  }

  @Test("A mebibyte is read, and no more")
  func size() throws {
    let folder = try Folder()
    try folder.write("most", String(repeating: "#", count: Settings.sizeLimit))
    #expect(try Settings.read(path: folder.path("most")) == Settings())
    for (name, count) in [("more", Settings.sizeLimit + 1), ("much", 2 << 20)] {
      try folder.write(name, String(repeating: "#", count: count))
      expect(["\(folder.path(name)): is too large; it can have at most 1048576 bytes"]) {
        try Settings.read(path: folder.path(name))
      }
    }
  }

  @Test("A path that is not a regular file is refused, and a FIFO is not waited for")
  func types() throws {
    let folder = try Folder()
    try folder.makeFIFO("fifo")
    try folder.link("loop", to: "loop")
    try folder.link("dangling", to: "nowhere")
    let expected = [
      (folder.path("fifo"), "is a FIFO; it must be a regular file"),
      (folder.path, "is a folder; it must be a regular file"),
      ("/dev/null", "is a device; it must be a regular file"),
      (folder.path("none"), "cannot be read: No such file or directory"),
      (folder.path("dangling"), "cannot be read: No such file or directory"),
      (folder.path("loop"), "cannot be read: Too many levels of symbolic links"),
      (folder.path("fifo") + "/x", "cannot be read: Not a directory"),
      ("", "cannot be read: No such file or directory"),
    ]
    for (path, sentence) in expected {
      expect(["\(path): \(sentence)"]) { try Settings.read(path: path) }
      if path != folder.path { expect(["\(path): \(sentence)"]) { try Settings.read(fileOrFolder: path) } }
    }
  }

  @Test("A file that the system cannot read for now is no lasting error, and one that is missing is")
  func temporary() throws {
    // The kernel refuses to read the first bytes of a process's memory, where it has none: EIO.
    let file = "/proc/self/mem"
    let error = #expect(throws: ConfigurationError.self) { try Settings.read(path: file) }
    #expect(error?.sentence == "\(file): cannot be read: Input/output error")
    #expect(error?.isTemporary == true && error?.isUnreadable == true)
    let missing = #expect(throws: ConfigurationError.self) { try Settings.read(path: "/nowhere/a.toml") }
    #expect(missing?.isTemporary == false && missing?.isUnreadable == true)
  }

  @Test("A file that may not be read is an error", .disabled(if: geteuid() == 0, "root reads all"))
  func mode() throws {
    let folder = try Folder()
    try folder.write("a.toml", "")
    try folder.forbid("a.toml")
    expect(["\(folder.path("a.toml")): cannot be read: Permission denied"]) {
      try Settings.read(path: folder.path("a.toml"))
    }
  }

  @Test("A folder must contain exactly one configuration")
  func folder() throws {
    let folder = try Folder()
    let nothing = "contains no configuration; add a file whose name ends in .toml"
    for name in ["a.toml~", "b.conf", ".c.toml"] { try folder.write(name, "[") }
    expect(["\(folder.path): \(nothing)"]) { try Settings.read(fileOrFolder: folder.path) }
    try folder.write("z.toml", "device.grab = false")
    #expect(try !Settings.read(fileOrFolder: folder.path).device.grab)
    #expect(try !Settings.read(fileOrFolder: folder.path + "/").device.grab)
    try folder.write("a.toml", "")
    let several = "contains 2 configurations; use one of these files, such as \"a.toml\""
    expect(["\(folder.path): \(several)"]) { try Settings.read(fileOrFolder: folder.path) }
  }

  private func expect(
    _ sentences: [String], unreadable: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ read: () throws -> Settings
  ) {
    let error = #expect(throws: ConfigurationError.self, sourceLocation: sourceLocation) { try read() }
    #expect(error?.diagnostics.map(\.sentence) == sentences, sourceLocation: sourceLocation)
    #expect(error?.isUnreadable == unreadable, sourceLocation: sourceLocation)
  }
}

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

/// A folder that goes away with all that is in it.
final class Folder {
  let path: String
  private var names: [String] = []

  init() throws {
    var template = Array("/tmp/configuration-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try check(made)
  }

  deinit {
    for name in names.reversed() { unsafe remove("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  func path(_ name: String) -> String {
    if !names.contains(name) { names.append(name) }
    return "\(path)/\(name)"
  }

  func write(_ name: String, _ text: String) throws {
    let file = unsafe fopen(path(name), "w")
    try check(unsafe file != nil)
    let written = unsafe file.map { unsafe (fputs(text, $0), fclose($0)) }
    try check(written.map { $0 >= 0 && $1 == 0 } ?? false)
  }

  func link(_ name: String, to target: String) throws {
    try check(unsafe symlink(target, path(name)) == 0)
  }

  /// A file that seems to have so many bytes, all of them NUL.
  func makeSparse(_ name: String, size: Int) throws {
    try write(name, "")
    try check(unsafe truncate(path(name), size) == 0)
  }

  func makeFIFO(_ name: String) throws {
    try check(unsafe mkfifo(path(name), 0o600) == 0)
  }

  func makeFolder(_ name: String) throws {
    try check(unsafe mkdir(path(name), 0o700) == 0)
  }

  func forbid(_ name: String) throws { try setMode(0, of: name) }

  func setMode(_ mode: mode_t, of name: String) throws {
    try check(unsafe chmod("\(path)/\(name)", mode) == 0)
  }

  func setMode(_ mode: mode_t) throws {
    try check(unsafe chmod(path, mode) == 0)
  }

  private func check(_ succeeded: Bool) throws {
    struct Failure: Error { let errno: Int32 }
    if !succeeded { throw Failure(errno: errno) }
  }
}
