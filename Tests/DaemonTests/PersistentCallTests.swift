import CLibsystemd
import Foundation
import System
import Testing
import TestSupport

@testable import touchstickd

@Suite("Calls that hold while a program runs", .enabled(if: geteuid() == 0))
struct HeldCallTests {
  /// Waits for a call of a method, which gets no answer.
  private func waitForCall(_ method: String, on bus: SystemBus) throws {
    while true {
      var message: OpaquePointer?
      let status = unsafe sd_bus_process(bus.pointer, &message)
      defer { unsafe sd_bus_message_unref(message) }
      if unsafe sd_bus_message_is_method_call(message, nil, method) > 0 { return }
      if status == 0 { try SystemBus.check(unsafe sd_bus_wait(bus.pointer, .max), isPresent: true) }
    }
  }

  /// The threads of the tests block most signals, and the command inherits that.
  private static let command = """
    import signal
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    print("started", flush=True)
    signal.pause()
    """

  /// Starts a command with touchstick run, and waits for its start.
  private func runCommand(_ address: String) throws -> Process {
    let process = Process(
      running: Programs.folder.appending(path: "touchstick").path,
      ["run", "--", "python3", "-c", Self.command])
    process.environment = ProcessInfo.processInfo.environment.merging([
      // No call ends without an answer.
      "DBUS_SYSTEM_BUS_ADDRESS": address, "SYSTEMD_BUS_TIMEOUT": "infinity",
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

  @Test("run calls again after a restart of touchstickd, and of the bus")
  func restarts() throws {
    func expectClaim(of service: RunningService) throws {
      try eventually {
        let claims = service.asked { if case .claim = $0 { true } else { nil } }.count
        guard claims == 1 else { throw Missing(what: "one claim; there are \(claims)") }
      }
    }
    let address = try PrivateBus.newAddress()
    var bus: PrivateBus? = try PrivateBus(at: address)
    var service = RunningService(at: address)
    let client = try SystemBus.connected(to: address)
    _ = try eventually { try client.padStatus() }
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
    defer { process.kill() }
    try called.service.stop()
    let silent = try SystemBus.connected(to: called.address)
    // The bus may not have noticed the end yet.
    _ = try eventually {
      try SystemBus.check(unsafe sd_bus_request_name(silent.pointer, PadsInterface.service, 0))
    }
    try waitForCall("Claim", on: silent)
    kill(process.processIdentifier, SIGTERM)
    try waitUntil("the end of run, whose call has no answer") { !process.isRunning }
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    withExtendedLifetime(silent) {}
  }
}
