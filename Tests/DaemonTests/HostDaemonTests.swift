import System
import Testing
import TestSupport

@testable import touchstickd

@Suite("The daemon without devices", .serialized, .enabled(if: HostDaemon.isPossible))
struct HostDaemonTests {
  @Test("After a lock and two crashes, the pads still wait for somebody to switch them on")
  func crashesAfterLock() throws {
    let host = try HostDaemon()
    try host.show(isLocked: true, until: "locked")
    try host.show(until: "unlocked")
    for _ in 1...2 {
      try host.crash()
      try host.wait(for: "unlocked")
    }
  }

  @Test("A lock counts although systemd reads nothing, and outlasts a crash as soon as it does")
  func fullSocket() throws {
    let host = try HostDaemon()
    try host.fillNotifySocket()
    try host.show(isLocked: true, until: "locked")
    try host.show(until: "unlocked")
    try host.readNotifySocket()
    try host.crash()
    try host.wait(for: "unlocked")
  }

  @Test("A program that calls by itself, as after a restart of the bus, does not end the wait after a lock")
  func repeatedClaim() throws {
    let host = try HostDaemon()
    try host.show(isLocked: true, until: "locked")
    try host.show(until: "unlocked")
    let client = try SystemBus.connected(to: host.address)
    func claim(_ isRepeated: Bool) throws {
      let call = try client.newCall(
        to: PadsInterface.service, path: PadsInterface.path, interface: PadsInterface.name, "Claim",
        startsService: !isRepeated)
      for _ in 1...2 { try call.append("") }
      _ = try client.call(call)
    }
    try claim(true)
    #expect(try host.client.padStatus().reason == "unlocked")
    // As touchstick-session's, which may not know of the lock yet.
    let on = try client.newCall(.on)
    try on.setStartsService(false)
    _ = try client.call(on)
    #expect(try host.client.padStatus().reason == "unlocked")
    try claim(false)
    #expect(try host.client.padStatus().reason == "call")
  }

  @Test("A call that waits since before a lock does not switch the pads on after it")
  func waitingCall() throws {
    let host = try HostDaemon()
    try host.show(until: "start")
    let caller = try SystemBus.connected(to: host.address)
    try caller.attach(to: host.loop)
    var names: [String] = []
    var call: BusWatch?
    try host.whileStopped {
      call = try caller.send(.on, []) { reply in
        if case .refused(let name, _)? = reply.error { names.append(name) } else { names.append("") }
      }
      // After these answers, the bus has the call, and then the signal.
      for bus in [caller, host.logind.bus] {
        _ = try bus.call(try bus.newDriverCall("GetId"))
        if bus === caller { try host.logind.broadcastSleep(true) }
      }
    }
    try host.wait("the answer") { !names.isEmpty }
    #expect(names == ["org.touchstick.Error.TooManyCalls"])
    try host.wait(for: "unlocked")
    try host.client.call(.on)
    #expect(try host.client.padStatus().reason == "call")
    withExtendedLifetime(call) {}
  }

  @Test("Devices are not released all the time, because each comes back with new virtual devices")
  func releases() throws {
    let host = try HostDaemon()
    var refusals = 0
    while refusals < 3 {
      do throws(BusError) {
        try host.client.call(.releaseDevice, "/dev/input/event999")
      } catch {
        if "\(error)".contains("released too often") { refusals += 1 }
      }
    }
  }

  @Test("A crash after pads were switched on again leaves them on")
  func crashAfterSwitch() throws {
    let host = try HostDaemon()
    try host.show(isLocked: true, until: "locked")
    try host.show(until: "unlocked")
    try host.client.call(.on)
    try host.wait(for: "call")
    try host.crash()
    // The next process knows who is in front when it reports that somebody else is.
    try host.show(session: 2, until: "away")
    try host.show(until: "start")
  }

  @Test("Others see the name of a layout's file, without its folders")
  func layoutNames() throws {
    let host = try HostDaemon()
    for name in ["/home/alice/private/mine.toml", "private/mine.toml", "mine.toml"] {
      try host.client.call(.useLayout, name, "[[stick]]\n")
      #expect(try host.client.padStatus().layout.name == "mine.toml", "\(name)")
      try host.client.call(.claim, name, "[[stick]]\n")
      #expect(try host.client.padStatus().layout.name == "mine.toml", "claimed \(name)")
    }
    let (status, said) = try Programs.run(
      "DBUS_SYSTEM_BUS_ADDRESS=\(host.address)", [Programs.path("touchstick"), "status"])
    #expect(status == 0 && said.contains("mine.toml") && !said.contains("private"), "\(said)")
  }

  @Test("Layouts that each need another keyboard are refused when there are too many")
  func keyboards() throws {
    let host = try HostDaemon()
    func use(_ key: String) throws {
      try host.client.call(
        .useLayout, "keys.toml", "[[button]]\nname = \"a\"\noutput = \"\(key)\"\nregion = \(Self.region)\n")
    }
    let refusal = #expect(throws: BusError.self) {
      while true { for key in ["KEY_F1", "KEY_F2"] { try use(key) } }
    }
    #expect(
      refusal?.sentence.contains("each of these layouts needs another gamepad, mouse or keyboard") == true,
      "\(String(describing: refusal))")
  }

  @Test("A pad that is unplugged while it is off does not come back any number of times")
  func replugs() throws {
    let host = try HostDaemon()
    try host.client.call(.useLayout, "pad.toml", "[gamepad]\nwhile_off = \"unplug\"\n[[stick]]\n")
    let refusal = #expect(throws: BusError.self) {
      while true { try host.client.call(.toggle) }
    }
    #expect(
      refusal?.sentence.contains("comes back every two seconds") == true, "\(String(describing: refusal))")
    try host.client.call(.off)
    #expect(try !host.client.padStatus().isOn)
  }

  @Test("The caller does not pay for requests to lock other sessions")
  func locksOfOthers() throws {
    let host = try HostDaemon()
    try host.show(until: "start")
    for _ in 1...10 {
      for _ in 1...300 { try host.logind.bus.emit(Logind.session(2), "Session", "Lock") }
      try host.client.call(.off)
    }
  }

  @Test("Virtual devices that come back with the end of a claim are limited, too")
  func devicesAfterClaims() throws {
    let host = try HostDaemon()
    let keys = "[[button]]\nname = \"a\"\noutput = \"KEY_F1\"\nregion = \(Self.region)\n"
    try host.client.call(.useLayout, "keys.toml", keys)
    let refusal = #expect(throws: BusError.self) {
      while true {
        do {
          let game = try SystemBus.connected(to: host.address)
          try game.call(.claim, "", "")
          try game.call(.useLayout, "pad.toml", "[[stick]]\n")
        }
        try host.wait("the end of the claim") { try host.client.padStatus().layout.name == "keys.toml" }
      }
    }
    #expect(refusal?.sentence.contains("each of these layouts needs another") == true)
  }

  @Test("Pads that come back with the end of a claim are limited, too, and a claim can always switch off")
  func padsAfterClaims() throws {
    let host = try HostDaemon()
    try host.client.call(.useLayout, "pad.toml", "[gamepad]\nwhile_off = \"unplug\"\n[[stick]]\n")
    var (refusal, ends): (BusError?, Int) = (nil, 0)
    while refusal == nil {
      let game = try SystemBus.connected(to: host.address)
      do throws(BusError) { try game.call(.claim, "", "") } catch { refusal = error }
      guard refusal == nil else { break }
      try game.call(.off)
      #expect(try !host.client.padStatus().isOn)
      ends += 1
    }
    #expect(ends >= 3 && refusal?.sentence.contains("comes back every two seconds") == true)
  }

  @Test("use --pad refuses a pad without a file")
  func noPad() throws {
    let host = try HostDaemon()
    func use(_ pad: String) throws -> (status: Int32, output: String) {
      try Programs.run(
        "DBUS_SYSTEM_BUS_ADDRESS=\(host.address)",
        [Programs.path("touchstick"), "use", "--reset", "--pad", pad])
    }
    #expect(try use("1").status == 0)
    let (status, said) = try use("2")
    #expect(
      status == 64 && said.contains("there is no configuration file for a pad with this number"), "\(said)")
  }

  private static let region = "{ center = [20, 20], radius = 10 }"
}
