import CAllocationCounter
import Glibc
import Testing

@testable import Configuration

/// Files that must neither hang the reader nor use up the memory.
@Suite("Hostile files")
struct HostileFileTests {
  /// The messages about paths.
  private func sentences(_ paths: [String]) -> [String] {
    ConfigurationFiles(paths).error?.diagnostics.map(\.sentence) ?? []
  }

  /// The messages about paths, and the allocations for reading them, which measure the work on any machine.
  private func read(_ paths: [String]) -> (said: [String], work: UInt) {
    let before = allocation_count()
    let said = sentences(paths)
    return (said, allocation_count() - before)
  }

  /// The messages about a file with this text. A text of half the length must be at least a third of the work.
  private func sentences(_ folder: Folder, _ count: Int, _ text: (Int) -> String) throws -> [String] {
    let path = folder.path("a.toml")
    try folder.write("a.toml", text(count / 2))
    let half = read([path])
    try folder.write("a.toml", text(count))
    let whole = read([path])
    #expect(whole.work <= 3 * half.work)
    return whole.said
  }

  @Test("Entries of a folder that are not regular files are errors, and all others are read")
  func folder() throws {
    let folder = try Folder()
    try folder.makeFIFO("a.toml")
    try folder.makeFolder("b.toml")
    try folder.link("c.toml", to: "c.toml")
    try folder.link("d.toml", to: "/dev/zero")
    try folder.link("e.toml", to: "f.toml")
    try folder.write("f.toml", "grab = 1")
    try folder.link("g.toml", to: ".")
    let expected = [
      "a.toml: is a FIFO; it must be a regular file",
      "b.toml: is a folder; it must be a regular file",
      "c.toml: cannot be read: Too many levels of symbolic links",
      "d.toml: is a device; it must be a regular file", "e.toml:1:1: unknown key",
      "f.toml:1:1: unknown key", "g.toml: is a folder; it must be a regular file",
    ]
    let said = sentences([folder.path])
    #expect(said.count == expected.count)
    for (sentence, beginning) in zip(said, expected) {
      #expect(sentence.hasPrefix("\(folder.path)/\(beginning)"), "\(sentence)")
    }
  }

  @Test("A socket is an error")
  func socket() throws {
    let folder = try Folder()
    let path = folder.path("s.toml")
    let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(status == 0)
    #expect(sentences([path]) == ["\(path): is a socket; it must be a regular file"])
  }

  @Test("A file that is too large is not read to its end", arguments: [10_000_000, 1 << 40])
  func size(_ size: Int) throws {
    let folder = try Folder()
    try folder.makeSparse("a.toml", size: size)
    #expect(
      sentences([folder.path("a.toml")]) == [
        "\(folder.path("a.toml")): is too large; it can have at most 1048576 bytes"
      ])
  }

  @Test("A line of ten million bytes is refused")
  func line() throws {
    let folder = try Folder()
    try folder.write("a.toml", "a = \"" + String(repeating: "x", count: 10_000_000) + "\"")
    #expect(
      sentences([folder.path("a.toml")]) == [
        "\(folder.path("a.toml")): is too large; it can have at most 1048576 bytes"
      ])
    let said = try sentences(folder, 1_000_000) { "a = \"" + String(repeating: "x", count: $0) + "\"" }
    #expect(said.count == 1)
  }

  @Test(
    "Ten thousand tables are read",
    arguments: [
      ("[[button]]\n", 259), ("[[stick]]\ntarget = 'hat'\n", 129), ("[[stick]]\ndead_zone = 2\n", 258),
      ("[[device]]\n", 1), ("[device]\n", 1), ("[[toggle]]\n", 1),
    ])
  func tables(_ table: String, _ problems: Int) throws {
    let said = try sentences(Folder(), 10_000) { String(repeating: table, count: $0) }
    #expect(said.count == problems)
  }

  @Test("A file with too many errors or controls is not read to its end")
  func manyErrors() throws {
    func sentences(_ count: Int, _ line: (Int) -> String) throws -> [String] {
      let text = (0..<count).map(line).joined()
      return #expect(throws: ConfigurationError.self) { try Settings.parse(text, file: "t") }?
        .diagnostics.map(\.sentence) ?? []
    }
    let unknown = try sentences(100_000) { "a\($0) = 1\n" }
    #expect(unknown.count == 501)
    #expect(unknown.last == "t:500:1: there are 500 errors up to here; correct them first")
    let region = "region = { x = 0, y = 0, width = 9, height = 9 }"
    func button(_ number: Int) -> String {
      "[[button]]\nname = '\(number)'\noutput = 'A'\n\(region)\n"
    }
    #expect(
      try sentences(4_000, button) == [
        "t:513:1: there are more than 128 controls; there can be at most 128, and [[buttons]] makes four"
      ])
    #expect(try Settings.parse((0..<128).map(button).joined(), file: "t").controls.count == 128)
    func group(_ number: Int) -> String { "[[buttons]]\nname = '\(number)'\nlayout = 'abcd'\n\(region)\n" }
    #expect(
      try sentences(33, group) == [
        "t:129:1: there are more than 128 controls; there can be at most 128, and [[buttons]] makes four"
      ])
  }

  @Test("A thousand files, named ten times, are each read once")
  func files() throws {
    let folder = try Folder()
    for index in 0..<1_000 { try folder.link("\(index).toml", to: "/dev/null") }
    let (once, tenTimes) = (read([folder.path]), read(Array(repeating: folder.path, count: 10)))
    #expect(once.said.count == 1_000 && tenTimes.said == once.said)
    #expect(tenTimes.work <= 15 * once.work)
  }

  @Test(
    "Deep nesting is an error",
    arguments: [
      ("a = ", "[", "1:69"), ("a = ", "{ a = ", "1:389"), ("", "[", "1:65"), ("", "a.", "1:130"),
      ("a.b = [", "[", "1:70"), ("[[a]]\n", "[[a]]\n[a.a]\n", nil),
    ])
  func nesting(_ beginning: String, _ piece: String, _ place: String?) throws {
    let folder = try Folder()
    let said = try sentences(folder, 50_000) { beginning + String(repeating: piece, count: $0) }
    #expect(said.count == 1)
    guard let place else { return }
    let end = "this is nested too deeply; the limit is 64 levels of tables and arrays"
    #expect(said == ["\(folder.path("a.toml")):\(place): \(end)"])
  }

  @Test("Bytes that are not text are errors with their places")
  func bytes() throws {
    let cases: [(bytes: [UInt8], place: String, sentence: String)] = [
      ([0], "1:1", "this is a NUL byte; a configuration must be text"),
      (Array("[device]\n# é\0".utf8), "2:4", "this is a NUL byte; a configuration must be text"),
      ([0xff, 0xfe, 0x61], "1:1", "this is not UTF-8; save the file as UTF-8"),
      (Array("\u{feff}# é\0".utf8), "1:4", "this is a NUL byte; a configuration must be text"),
      (Array("\u{feff}\n\u{feff}\0".utf8), "2:2", "this is a NUL byte; a configuration must be text"),
      (Array("\u{feff}# é\0".utf8), "1:4", "this is a NUL byte; a configuration must be text"),
      (Array("\u{feff}\n\u{feff}\0".utf8), "2:2", "this is a NUL byte; a configuration must be text"),
      (Array("a = 1\n# é".utf8) + [0xc3], "2:4", "this is not UTF-8; save the file as UTF-8"),
      // A surrogate, and an overlong slash.
      ([0x23, 0xed, 0xa0, 0x80], "1:2", "this is not UTF-8; save the file as UTF-8"),
      ([0x23, 0xc0, 0xaf], "1:2", "this is not UTF-8; save the file as UTF-8"),
    ]
    for (bytes, place, sentence) in cases {
      let error = #expect(throws: ConfigurationError.self) { try Settings.parse(bytes, file: "t") }
      #expect(error?.diagnostics.map(\.sentence) == ["t:\(place): \(sentence)"])
    }
  }
}
