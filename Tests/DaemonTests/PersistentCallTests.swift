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

  /// Starts a command with touchstick run, and waits for its start.
  private func runCommand(_ address: String) throws -> Process {
    let process = Process(
      running: Programs.folder.appending(path: "touchstick").path,
      ["run", "--", "python3", "-c", Self.command])
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DBUS_SYSTEM_BUS_ADDRESS": address
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      return pipe
    }
    #expect(try output.fileHandleForReading.read(upToCount: 7) == Data("started".utf8))
    return process
  }

  private struct Missing: Error {
    let what: String
  }

  @Test("run calls again after a restart of touchstickd, and of the bus")
  func restarts() throws {
    func expectClaim(of service: RunningService) throws {
      try patiently {
        let claims = service.claims.withLock { $0 }
        guard claims == 1 else { throw Missing(what: "one claim; there are \(claims)") }
      }
    }
    let address = try PrivateBus.newAddress()
    var bus: PrivateBus? = try PrivateBus(at: address)
    var service = RunningService(at: address)
    let client = try SystemBus.connected(to: address)
    _ = try patiently { try client.padStatus() }
    let process = try runCommand(address)
    try expectClaim(of: service)
    try service.stop()
    service = RunningService(at: address)
    try expectClaim(of: service)
    withExtendedLifetime(bus) {}
    bus = nil
    try service.stop()
    // The address of the first one is in use otherwise.
    unsafe unlink(String(address.dropFirst("unix:path=".count)))
    bus = try PrivateBus(at: address)
    service = RunningService(at: address)
    try expectClaim(of: service)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    try service.stop()
  }

  @Test("run passes signals on at once, also while a touchstickd that has restarted does not answer")
  func signals() throws {
    let called = try CalledService()
    let process = try runCommand(called.address)
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
