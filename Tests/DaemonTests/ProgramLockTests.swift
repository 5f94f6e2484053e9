import Foundation
import System
import Testing
import TestSupport

@Suite("The lock of a program")
struct ProgramLockTests {
  @Test("A link in its place leads to no other file")
  func link() throws {
    let folder = try Programs.files(["precious": "kept"])
    let precious = folder.appending(path: "precious").path
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "test.lock").path, withDestinationPath: precious)
    let lock = ProgramLock("test", in: folder.path)
    _ = lock.acquire()
    lock.report("a sentence")
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "kept")
  }
}
