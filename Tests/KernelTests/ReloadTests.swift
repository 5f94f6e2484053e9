import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("Changing the configuration during a game", .serialized)
  struct ReloadTests {
    static func stick(_ target: String) -> String { "[[stick]]\ntarget = \"\(target)\"\n" }

    /// A daemon with a file that can be changed, and a finger on the screen.
    struct Game {
      let path: String
      let daemon: RunningDaemon
      let screen: VirtualDevice
      let finger: Finger
      let pad: Pad

      init(_ text: String, arguments: (String) -> [String] = { ["--config", $0] }) throws {
        path = try Programs.file("touchstick.toml", text)
        daemon = try RunningDaemon(arguments: arguments(path))
        screen = try Bed.makeDevice(SessionTests.screen)
        daemon.waitUntilItSays("using ELAN Touchscreen")
        pad = try daemon.openPad()
        finger = Finger(on: screen)
      }

      func drag(id: Int32, moves axis: EventCode) throws {
        try finger.drag(id: id, from: (500, 500), to: (700, 500))
        #expect(Bed.wait { pad.value(of: axis) == 32767 })
      }

      /// Writes the file like `cp`, or like most editors, which replace it.
      func write(_ text: String, atomically: Bool = true) throws {
        try text.write(toFile: path, atomically: atomically, encoding: .utf8)
      }
    }

    @Test(
      "A file that is written or replaced is read, and a held stick goes to 0 first",
      arguments: [true, false])
    func changed(_ atomically: Bool) throws {
      let game = try Game(Self.stick("left"))
      try game.drag(id: 1, moves: .absX)
      try game.write(Self.stick("right"), atomically: atomically)
      game.daemon.waitUntilItSays("the configuration was read again")
      #expect(Bed.wait { game.pad.value(of: .absX) == 0 })
      try game.finger.lift()
      try game.drag(id: 2, moves: .absRX)
      try game.finger.lift()
      // The watch continues.
      try game.write(Self.stick("left"), atomically: atomically)
      game.daemon.waitUntilItSays("the configuration was read again", times: 2)
      try game.drag(id: 3, moves: .absX)
      game.daemon.stop()
    }

    @Test("The target of a link is watched")
    func link() throws {
      let game = try Game(Self.stick("left")) { path in
        let link = path + ".link"
        #expect(unsafe symlink(path, link) == 0)
        return ["--config", link]
      }
      try game.write(Self.stick("right"))
      game.daemon.waitUntilItSays("the configuration was read again")
      try game.drag(id: 1, moves: .absRX)
      game.daemon.stop()
    }

    @Test("A folder is watched for files that come and go")
    func folder() throws {
      let game = try Game(Self.stick("left")) { path in
        ["--config", URL(filePath: path).deletingLastPathComponent().path]
      }
      let second = URL(filePath: game.path).deletingLastPathComponent().appending(path: "second.toml")
      try Self.stick("right").write(to: second, atomically: true, encoding: .utf8)
      let other = try game.daemon.openPad(after: 1)
      try FileManager.default.removeItem(at: second)
      #expect(Bed.wait { other.isGone })
      #expect(!game.pad.isGone)
      game.daemon.stop()
    }

    @Test("A file with errors changes nothing, also under a finger, and neither does an equal file")
    func wrong() throws {
      let game = try Game(Self.stick("left"))
      try game.drag(id: 1, moves: .absX)
      let openings = try Openings(of: URL(filePath: game.path).deletingLastPathComponent().path)
      try game.write("# The same.\n" + Self.stick("left"))
      // The daemon says nothing about it, but must read it.
      #expect(Bed.wait { openings.areSome })
      game.daemon.settle()
      try game.write("[[stick]]\nradius = 0\n")
      game.daemon.waitUntilItSays("touchstick.toml:2:10: radius is 0 mm")
      game.daemon.waitUntilItSays("the configuration stays as it was")
      #expect(!game.daemon.output.contains("was read again"))
      #expect(game.pad.events == ["ABS_X 32767", "|"])
      game.daemon.stop()
    }

    /// If it started without a file, the daemon would use the touchpad.
    @Test(
      "If the files in the usual place are removed, the daemon does not use other devices",
      .enabled(if: Bed.isVirtualMachine, "it writes /etc/touchstick"))
    func removed() throws {
      let folder = "/etc/touchstick"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try "[device]\ntype = \"touchscreen\"\n".write(
        toFile: folder + "/touchstick.toml", atomically: true, encoding: .utf8)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("waiting for a touchscreen")
      try FileManager.default.removeItem(atPath: folder)
      daemon.waitUntilItSays("the configuration stays as it was")
      let touchpad = try Bed.makeDevice("ETPS2-Elantech-Touchpad-ASUS-N500JK")
      try Bed.settleUdev()
      daemon.signal(SIGHUP, until: "the configuration stays as it was", times: 2)
      #expect(!daemon.output.contains("using"), "\(touchpad.name)")
      daemon.stop()
    }
  }
}
