import Foundation
import System
import Testing
import TestSupport

@Suite("touchstick lock", .serialized)
struct LockCommandTests {
  /// What the tool has printed, its exit status or the negative number of the signal that has killed it, and what it has sent
  /// logind.
  private struct Outcome {
    let output: String
    let status: Int32
    let hints: [Bool]
  }

  /// Runs the tool on a bus with a logind, but without touchstickd, to the end of all processes that have its output.
  ///
  /// - Parameter whenLocked: Called with the tool's process when the session counts as locked.
  private func lock(_ arguments: [String], whenLocked: ((pid_t) -> Void)? = nil) throws -> Outcome {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let loop = try EventLoop()
    let logind = try Logind(at: address, on: loop)
    let tool = Process(
      running: Programs.path("touchstick"), ["lock"] + arguments,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": address])
    let output = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      (tool.standardOutput, tool.standardError) = (pipe, pipe)
      try tool.runUnblocked()
      return pipe.fileHandleForReading
    }
    var (printed, hasEnded) = (Data(), false)
    let reader = try loop.whenReadable(output.fileDescriptor) {
      let data = output.availableData
      (printed, hasEnded) = (printed + data, data.isEmpty)
    }
    if let whenLocked {
      loop.run { hasEnded || logind.hints == [true] }
      whenLocked(tool.processIdentifier)
    }
    loop.run { hasEnded }
    withExtendedLifetime((bus, reader)) {}
    tool.waitUntilExit()
    let status = tool.terminationStatus
    return Outcome(
      output: String(decoding: printed, as: UTF8.self),
      status: tool.terminationReason == .exit ? status : -status, hints: logind.hints)
  }

  private static let advice =
    "so the screen may still be locked, and the pads stay off; unlock it, and then run: touchstick lock --clear\n"

  @Test("After a locker that has unlocked the screen, the session does not count as locked")
  func unlocked() throws {
    // The last leaves a program, like swaylock -f.
    for locker in [["true"], ["--", "true"], ["sh", "-c", "sleep 0.1 & exit 0"]] {
      let outcome = try lock(locker)
      #expect(outcome.hints == [true, false] && outcome.status == 0, "\(locker) \(outcome)")
      #expect(!outcome.output.contains("--clear"), "\(locker)")
    }
  }

  @Test(
    "After a locker that has failed, the session still counts as locked, and the tool says how to clear that",
    arguments: [
      ("exit 2", Int32(2), "sh ended with status 2"),
      ("kill -SEGV $$", -SIGSEGV, "sh was killed by signal 11"),
      // It is not swaylock that ends so.
      ("kill -USR1 $$", -SIGUSR1, "sh was killed by signal 10"),
      ("sh -c 'kill -ABRT $$' & exit 0", 0, "a program that sh has left running was killed by signal 6"),
      ("sh -c 'exit 3' & exit 0", 0, "a program that sh has left running ended with status 3"),
    ])
  func failed(_ locker: String, _ status: Int32, _ sentence: String) throws {
    let outcome = try lock(["--", "sh", "-c", locker])
    #expect(outcome.hints == [true] && outcome.status == status, "\(outcome)")
    #expect(outcome.output.hasSuffix("\(sentence), \(Self.advice)"), "\(outcome)")
  }

  @Test("SIGUSR1 may end what the locker has left, like the helper of swaylock that is asked to unlock")
  func helper() throws {
    let outcome = try lock(["sh", "-c", "sh -c 'kill -USR1 $$' & exit 0"])
    #expect(outcome.hints == [true, false] && outcome.status == 0, "\(outcome)")
  }

  @Test("A signal that ends the locker through the tool leaves the session locked")
  func terminated() throws {
    let outcome = try lock(["sleep", "infinity"]) { kill($0, SIGTERM) }
    #expect(outcome.hints == [true] && outcome.status == -SIGTERM, "\(outcome)")
    #expect(outcome.output.hasSuffix("sleep was killed by signal 15, \(Self.advice)"), "\(outcome)")
  }

  @Test("A locker that cannot be started has locked nothing")
  func missing() throws {
    #expect(try lock(["--", "/nowhere"]).status == 127)
    let outcome = try lock(["--", "/"])
    #expect(outcome.hints == [] && outcome.status == 126, "\(outcome)")
    #expect(!outcome.output.contains("--clear"), "\(outcome)")
  }

  @Test(
    "lock --clear reports to logind that the session is not locked; as an argument of the locker, it is the locker's"
  )
  func clear() throws {
    let outcome = try lock(["--clear"])
    #expect(outcome.hints == [false] && outcome.status == 0 && outcome.output == "", "\(outcome)")
    #expect(try lock(["--", "echo", "--clear"]).output.contains("--clear\n"))
    let both = try lock(["--clear", "true"])
    #expect(both.hints == [] && both.status == 64, "\(both)")
    #expect(both.output.hasPrefix("Error: Use --clear or a command, not both.\n"), "\(both)")
  }

  @Test("Without logind, lock --clear says so")
  func noLogind() throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let tool = Programs.path("touchstick")
    let said = try Programs.run("DBUS_SYSTEM_BUS_ADDRESS=\(address)", [tool, "lock", "--clear"])
    #expect(said == (69, "logind is not on the system bus\n"))
    withExtendedLifetime(bus) {}
  }
}
