import CLibsystemd
import Foundation
import System
import Testing
import TestSupport

@Suite("Calls that hold while a program runs", .enabled(if: geteuid() == 0))
struct HeldCallTests {
  /// Waits for a call of a method, which gets no answer.
  private func waitForCall(_ method: String, on bus: SystemBus) throws {
    while true {
      var message: OpaquePointer?
      let status = unsafe sd_bus_process(bus.pointer, &message)
      defer { unsafe sd_bus_message_unref(message) }
      if unsafe sd_bus_message_is_method_call(message, nil, method) > 0 { return }
      if status == 0 { try SystemBus.check(unsafe sd_bus_wait(bus.pointer, 30_000_000), isPresent: true) }
    }
  }

  /// The threads of the tests block most signals, and the command inherits that.
  private static let command = """
    import signal, time
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    print("started", flush=True)
    time.sleep(60)
    """

  @Test("run passes signals on at once, also while a touchstickd that has restarted does not answer")
  func signals() throws {
    let called = try CalledService()
    let process = Process(
      running: Programs.folder.appending(path: "touchstick").path,
      ["run", "--", "python3", "-c", Self.command])
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DBUS_SYSTEM_BUS_ADDRESS": called.address
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      return pipe
    }
    #expect(try output.fileHandleForReading.read(upToCount: 7) == Data("started".utf8))
    try called.service.stop()
    let silent = try SystemBus.connected(to: called.address)
    // The bus may not have noticed the end yet.
    _ = try patiently {
      try SystemBus.check(unsafe sd_bus_request_name(silent.pointer, PadsInterface.service, 0))
    }
    try waitForCall("Claim", on: silent)
    let start = Date.now
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    // sd-bus would wait for 25 seconds.
    #expect(Date.now.timeIntervalSince(start) < 15)
  }
}
