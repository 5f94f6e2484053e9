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
}
