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

  /// Starts a command with touchstick run, and waits for its start.
  private func runCommand(_ address: String) throws -> Background {
    let command = "import signal; print('started', flush=True); signal.pause()"
    // No call ends without an answer.
    let program = try Background(
      Programs.path("touchstick"), ["run", "--", "python3", "-c", command],
      ["DBUS_SYSTEM_BUS_ADDRESS": address, "SYSTEMD_BUS_TIMEOUT": "infinity"])
    #expect(try program.firstLine() == "started")
    return program
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
    let program = try runCommand(address)
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
    kill(program.process.processIdentifier, SIGTERM)
    #expect(program.exitStatus() == SIGTERM)
    try service.stop()
  }

  @Test("run passes signals on at once, also while a touchstickd that has restarted does not answer")
  func signals() throws {
    let called = try CalledService()
    let program = try runCommand(called.address)
    let process = program.process
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
    withExtendedLifetime((silent, program)) {}
  }
}
