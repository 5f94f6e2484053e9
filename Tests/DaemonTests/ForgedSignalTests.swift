import CLibsystemd
import Glibc
import Testing
import TestSupport

@testable import touchstickd
@testable import System

@Suite("Forged signals on the system bus", .serialized, .enabled(if: geteuid() == 0))
struct ForgedSignalTests {
  /// Sends a signal as the user nobody, and waits until the bus has processed it.
  private func forge(_ signal: [String], to destination: String, at address: String, _ client: SystemBus)
    throws
  {
    func names() throws -> Int {
      let reply = try client.call(client.newDriverCall("ListNames"))
      try SystemBus.check(unsafe sd_bus_message_enter_container(reply.pointer, CChar(UInt8(ascii: "a")), "s"))
      var count = 0
      while (try? reply.readString()) != nil { count += 1 }
      return count
    }
    let before = try names()
    let (status, said) = try Programs.run(
      "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", "busctl", "--address=\(address)", "emit",
        "--destination=\(destination)",
      ] + signal)
    #expect(status == 0, "\(said)")
    // The bus forgets the sender only after its last message.
    try waitUntil("the end of the sender") { try names() == before }
  }

  private func uniqueName(of bus: SystemBus) throws -> String {
    var name: UnsafePointer<CChar>?
    try SystemBus.check(unsafe sd_bus_get_unique_name(bus.pointer, &name))
    return unsafe name.map { unsafe String(cString: $0) } ?? ""
  }

  @Test("A claim does not end with a forged message that its program has left the bus")
  func claim() throws {
    let called = try CalledService()
    try called.client.call(.claim, "", "")
    let name = try uniqueName(of: called.client)
    try forge(
      ["/org/freedesktop/DBus", SystemBus.driver, "NameOwnerChanged", "sss", name, name, ""],
      to: PadsInterface.service, at: called.address, called.client)
    _ = try called.client.padStatus()
    #expect(called.service.releases == 0)
    try called.service.stop()
  }

  @Test("A forged signal that the status has changed does not count")
  func status() throws {
    let called = try CalledService()
    let loop = try EventLoop()
    let bus = try SystemBus.connected(to: called.address)
    try bus.attach(to: loop)
    var events: [PadStatusWatch.Event] = []
    let watch = try PadStatusWatch(bus) { events.append($0) }
    // The answer to a later question is after the watch's own.
    _ = try bus.padStatus()
    try forge(
      [
        PadsInterface.path, SystemBus.properties, "PropertiesChanged", "sa{sv}as", PadsInterface.name, "0",
        "0",
      ], to: try uniqueName(of: bus), at: called.address, called.client)
    try called.service.change { $0.isOn = false }
    loop.run { !events.isEmpty }
    try called.service.stop()
    loop.run { events.last == .ended }
    #expect(events == [.changed, .ended])
    withExtendedLifetime(watch) {}
  }

  @Test(
    "Forged signals of logind unlock nothing, and bring nobody to the front; those to the service do not arrive",
    arguments: [false, true])
  func seat(hasPolicy: Bool) throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address, service: hasPolicy ? geteuid() : nil)
    let loop = try EventLoop()
    let logind = try Logind(at: address, on: loop)
    logind.isLocked = true
    let seat = SeatWatch(loop, address: address)
    var fronts: [Seat.Front] = []
    seat.handler = { fronts.append($0) }
    seat.connect()
    loop.run { fronts.count == 1 }

    let (client, name) = (try SystemBus.connected(to: address), try uniqueName(of: try #require(seat.bus)))
    func forgeChange(of object: String, _ property: String...) throws {
      try forge(
        [object, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", "", "1"] + property + [
          "0"
        ],
        to: name, at: address, client)
    }
    try forgeChange(of: Logind.session(1), "LockedHint", "b", "false")
    try forgeChange(of: Logind.seat, "ActiveSession", "(so)", "test2", Logind.session(2))
    if !hasPolicy { loop.run { logind.questions == 6 || fronts.count > 1 } }
    logind.isLocked = false
    logind.tellOfChange(of: Logind.session(1))
    loop.run { fronts.count > 1 }
    #expect(
      fronts == [
        .user(1001, isLocked: true, session: "test1"), .user(1001, isLocked: false, session: "test1"),
      ])
    #expect(logind.questions == (hasPolicy ? 4 : 8))

    // A change while it asks is not missed.
    logind.isLocked = true
    logind.whileAnswering = {
      logind.front = 2
      logind.tellOfChange(of: Logind.seat)
    }
    logind.tellOfChange(of: Logind.session(1))
    loop.run { fronts.last == .user(1002, isLocked: true, session: "test2") }
    withExtendedLifetime(bus) {}
  }
}
