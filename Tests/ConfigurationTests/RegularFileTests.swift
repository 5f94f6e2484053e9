import Testing

@testable import System

@Suite("Files beneath a folder")
struct RegularFileTests {
  private enum Result: Equatable {
    case text(String)
    case refused(FileRefusal)
  }

  private func result(_ open: () throws(FileRefusal) -> OwnedFileDescriptor) -> Result {
    do throws(FileRefusal) {
      let file = try open()
      return .text(
        (try? readAll(from: file.number)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) } ?? "")
    } catch {
      return .refused(error)
    }
  }

  /// A folder `in` with files of all kinds, and a file beside it.
  private func makeFolder() throws -> Folder {
    let folder = try Folder()
    try folder.write("outside", "outside")
    try folder.makeFolder("in")
    try folder.makeFolder("in/sub")
    try folder.write("in/a", "a")
    try folder.write("in/sub/b", "b")
    try folder.makeFIFO("in/fifo")
    for (name, target) in [
      ("near", "a"), ("up", "../outside"), ("far", "/dev/zero"), ("whole", folder.path("in/a")),
      ("back", "sub/../a"),
      ("self", "self"), ("parent", ".."), ("magic", "/proc/self/exe"),
    ] { try folder.link("in/\(name)", to: target) }
    return folder
  }

  private static let names: [(name: String, withLinks: Result, withoutLinks: Result)] = [
    ("a", .text("a"), .text("a")), ("./a", .text("a"), .text("a")), ("sub//b", .text("b"), .text("b")),
    ("near", .text("a"), .refused(.link)), ("back", .text("a"), .refused(.link)),
    ("sub/../a", .text("a"), .refused(.outside)),
    ("up", .refused(.outside), .refused(.link)), ("far", .refused(.outside), .refused(.link)),
    ("whole", .refused(.outside), .refused(.link)), ("magic", .refused(.outside), .refused(.link)),
    ("parent/outside", .refused(.outside), .refused(.link)),
    ("../outside", .refused(.outside), .refused(.outside)),
    ("/dev/zero", .refused(.outside), .refused(.outside)),
    ("fifo", .refused(.notRegular), .refused(.notRegular)),
    ("sub", .refused(.notRegular), .refused(.notRegular)),
    (".", .refused(.notRegular), .refused(.notRegular)),
    ("missing", .refused(.failed(SystemError(2))), .refused(.failed(SystemError(2)))),
    ("a/b", .refused(.failed(SystemError(20))), .refused(.failed(SystemError(20)))),
    ("self", .refused(.failed(SystemError(40))), .refused(.link)),
  ]

  @Test("are opened if they are regular, and links may lead anywhere beneath it, but not out")
  func links() throws {
    let folder = try makeFolder()
    for (name, expected, _) in Self.names {
      #expect(
        result { () throws(FileRefusal) in
          try openRegularFile(name, beneath: folder.path("in"))
        } == expected, "\(name)")
    }
  }

  @Test("are opened without links where the kernel has no openat2")
  func noLinks() throws {
    let folder = try makeFolder()
    for (name, _, expected) in Self.names {
      #expect(
        result { () throws(FileRefusal) in
          let start = try find(".", beneath: folder.path("in"))
          return try openIfRegular(find(name, withoutLinksFrom: start))
        } == expected, "\(name)")
    }
  }

  @Test("A whole path may be a link, but not to something other than a regular file")
  func everywhere() throws {
    let folder = try makeFolder()
    for (name, expected) in [
      ("up", .text("outside")), ("far", .refused(.notRegular)), ("fifo", .refused(.notRegular)),
    ] as [(String, Result)] {
      #expect(result { () throws(FileRefusal) in try openRegularFile(folder.path("in/\(name)")) } == expected)
    }
  }
}
