import Foundation
import System
import Testing
import TestSupport

@testable import touchstick

@Suite("Output of programs", .serialized)
struct ProgramOutputTests {
  private func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [], isSilent: Bool = false
  ) throws -> ProgramOutput {
    try Programs.starting.withLock { _ in
      try ProgramOutput(of: program, arguments, input: input, isSilent: isSilent)
    }
  }

  @Test("It returns a program's output and success")
  func output() throws {
    let good = try run("sh", ["-c", "printf 'a b'; printf c >&2"], isSilent: true)
    #expect(good.bytes == Array("a b".utf8) && good.hasSucceeded)
    let bad = try run("sh", ["-c", "printf d; exit 3"])
    #expect(bad.bytes == Array("d".utf8) && !bad.hasSucceeded)
    #expect(!(try run("sh", ["-c", "kill -9 $$"]).hasSucceeded))
  }

  @Test("It returns more than a pipe holds, also from a program that does not read its input")
  func much() throws {
    let input = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(try run("cat", input: input).bytes == input)
    #expect(try run("true", input: input).bytes.isEmpty)
    #expect(try run("cat").bytes.isEmpty)
  }

  @Test("The program gets this program's environment, but not its open files")
  func inheritance() throws {
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    let output = try run("sh", ["-c", "echo \"$PATH\"; ls -l /proc/self/fd"])
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(text.hasPrefix(path + "\n"))
    // Its input and its output.
    #expect(text.split(separator: "\n").count { $0.contains("/memfd:touchstick") } == 2)
  }

  @Test("It leaves no files open")
  func leaks() throws {
    for _ in 0..<20 { _ = try? run("/nonexistent") }
    for _ in 0..<20 { #expect(try run("true").hasSucceeded) }
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let targets = names.compactMap { name in
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    }
    #expect(!targets.contains { $0.hasPrefix("/memfd:touchstick") })
  }

  @Test("It does not wait for a background process that inherits the output")
  func descendants() throws {
    let output = try run("sh", ["-c", "sleep infinity & printf $!"])
    let sleeper = try #require(pid_t(String(decoding: output.bytes, as: UTF8.self)))
    #expect(kill(sleeper, SIGKILL) == 0)
  }

  @Test(
    "A program that cannot be run is an error",
    arguments: [("/nonexistent", ENOENT), ("touchstick-nonexistent", ENOENT), ("/etc/passwd", EACCES)])
  func missing(_ program: String, _ expected: Int32) {
    let failure = #expect(throws: SystemError.self) { try run(program) }
    #expect(failure?.errno == expected)
  }
}
