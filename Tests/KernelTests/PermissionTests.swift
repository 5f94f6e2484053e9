import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite(
    "Permissions", .serialized, .enabled(if: Bed.isVirtualMachine, "they let everybody write /dev/uinput"))
  struct PermissionTests {
    /// udev sets a node's group before it reports the device, but a session's access control lists come later.
    @Test(
      "A screen whose permissions come late is used when they arrive", arguments: [false, true])
    func late(isThereFirst: Bool) throws {
      #expect(unsafe chmod("/dev/uinput", 0o666) == 0)
      defer { unsafe chmod("/dev/uinput", 0o600) }
      var screen = try isThereFirst ? Bed.makeDevice(SessionTests.screen) : nil
      #expect(try Programs.run("udevadm", ["settle"]).status == 0)
      let daemon = try RunningDaemon(by: DiscoveryTests.asNobody)
      daemon.waitUntilItSays("waiting for a touch device")
      screen = try screen ?? Bed.makeDevice(SessionTests.screen)
      let node = try #require(screen?.node)
      daemon.waitUntilItSays("\(node): permission denied")
      #expect(!daemon.output.contains("using"))
      #expect(unsafe chmod(node, 0o664) == 0)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      #expect(daemon.output.components(separatedBy: "permission denied").count == 2, "it says so once")
      let pad = try daemon.openPad()
      let finger = Finger(on: try #require(screen))
      try finger.drag(from: (500, 500), to: (700, 500))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      try finger.lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      daemon.stop()
    }
  }
}
