import Configuration
import EventPipeline
import Foundation
import Recordings
import Testing

struct RecordingFileTests {
  private static let event = "E: 0.000001 0003 0035 0100\n"

  private func error(path: String) throws -> Diagnostic {
    try #require(throws: Diagnostic.self) { try Recording.read(path: path) }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func regularFile() throws {
    try withFolder { folder in
      try Self.event.write(toFile: "\(folder)/a.evemu", atomically: false, encoding: .utf8)
      #expect(try Recording.read(path: "\(folder)/a.evemu").events.count == 1)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link", withDestinationPath: "\(folder)/a.evemu")
      #expect(try Recording.read(path: "\(folder)/link").events.count == 1)
    }
  }

  @Test func namedPipe() throws {
    try withFolder { folder in
      let path = "\(folder)/pipe"
      #expect(unsafe mkfifo(path, 0o600) == 0)
      let writer = Process()
      writer.executableURL = URL(filePath: "/bin/sh")
      writer.arguments = ["-c", "printf 'E: 0.000001 0003 0035 0100\\n' > \"$0\"", path]
      try writer.run()
      #expect(try Recording.read(path: path).events == [InputEvent(time: 1, .absMTPositionX, 100)])
      writer.waitUntilExit()
    }
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
    try withFolder { folder in
      let path = "\(folder)/s"
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
  }

  @Test func emptyFile() throws {
    try withFolder { folder in
      try Data().write(to: URL(filePath: "\(folder)/empty"))
      let error = try error(path: "\(folder)/empty")
      #expect(!error.isUnreadable)
      #expect(error.code == "empty")
    }
  }

  @Test func fileThatIsTooLarge() throws {
    try withFolder { folder in
      // A hole, which uses no space on the disk.
      let path = "\(folder)/large"
      #expect(FileManager.default.createFile(atPath: path, contents: Data()))
      #expect(unsafe truncate(path, Recording.sizeLimit + 1) == 0)
      let error = try error(path: path)
      #expect(!error.isUnreadable)
      #expect(error.code == "too-large" && error.message == "is larger than 256 MiB")
    }
  }
}
