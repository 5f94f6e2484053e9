import Configuration
import EventPipeline
import Foundation
import Recordings
import Testing
import TestSupport

struct RecordingFileTests {
  private static let event = "E: 0.000001 0003 0035 0100\n"

  private func error(path: String) throws -> Diagnostic {
    try #require(throws: Diagnostic.self) { try Recording.read(path: path) }
  }

  @Test func regularFile() throws {
    let file = try Programs.file("a.evemu", Self.event)
    #expect(try Recording.read(path: file).events.count == 1)
    try FileManager.default.createSymbolicLink(atPath: file + ".link", withDestinationPath: file)
    #expect(try Recording.read(path: file + ".link").events.count == 1)
  }

  @Test func namedPipe() throws {
    let path = try Programs.files([:]).appending(path: "pipe").path
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let writer = Process(running: "/bin/sh", ["-c", "printf '\(Self.event)' > \"$0\"", path])
    try writer.run()
    #expect(try Recording.read(path: path).events == [InputEvent(time: 1, .absMTPositionX, 100)])
    writer.waitUntilExit()
  }

  @Test func fileThatIsNotThere() throws {
    let error = try error(path: "/nonexistent/a.evemu")
    #expect(error.isUnreadable)
    #expect(
      error.sentence
        == "/nonexistent/a.evemu: cannot be opened: No such file or directory; "
        + "name a recording that you may read")
  }

  @Test(arguments: [("/", "a directory"), ("/dev/null", "a device")])
  func kindsThatAreNotRead(path: String, kind: String) throws {
    let error = try error(path: path)
    #expect(error.isUnreadable)
    #expect(
      error.sentence
        == "\(path): is \(kind), which is not read; name a file, a named pipe, or - for standard input")
  }

  @Test func socket() throws {
    let path = try Programs.files([:]).appending(path: "s").path
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    let error = try error(path: path)
    #expect(error.code == "not-a-file" && error.message.hasPrefix("is not a file"))
  }

  @Test func emptyFile() throws {
    let error = try error(path: Programs.file("empty", ""))
    #expect(!error.isUnreadable)
    #expect(error.code == "empty")
  }

  @Test func fileThatIsTooLarge() throws {
    // A hole, which uses no space on the disk.
    let path = try Programs.file("large", "")
    #expect(unsafe truncate(path, Recording.sizeLimit + 1) == 0)
    let error = try error(path: path)
    #expect(!error.isUnreadable)
    #expect(error.code == "too-large" && error.message == "is larger than 256 MiB")
  }
}
