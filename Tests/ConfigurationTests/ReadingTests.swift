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
      expect(["\(folder.path(name)): is too large; a configuration can have at most 1048576 bytes"]) {
        try Settings.read(path: folder.path(name))
      }
    }
  }

  @Test("A path that is not a regular file is refused at once", .timeLimit(.minutes(1)))
  func types() throws {
    let folder = try Folder()
    try folder.makeFIFO("fifo")
    try folder.link("loop", to: "loop")
    try folder.link("dangling", to: "nowhere")
    let expected = [
      (folder.path("fifo"), "is a FIFO; a configuration must be a regular file"),
      (folder.path, "is a folder; a configuration must be a regular file"),
      ("/dev/null", "is a device; a configuration must be a regular file"),
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
