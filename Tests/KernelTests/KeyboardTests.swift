import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import TestSupport
import Testing

extension KernelTests {
  @Suite("The keyboard whose keys buttons hold", .serialized)
  struct KeyboardTests {
    /// A button at (x mm, 20 mm) of the ELAN screen.
    private static func button(_ keys: String, x: Int = 20, name: String = "key") -> String {
      "[[button]]\nname = \"\(name)\"\nregion = { center = [\(x), 20], radius = 8 }\n\(keys)\n"
    }

    private static func code(_ name: String) throws -> EventCode {
      EventCode(.key, try #require(KeyboardKey(name)).code)
    }

    /// The keyboard that the daemon has made last.
    private static func keyboard(of daemon: RunningDaemon) throws -> Pad {
      daemon.waitUntilItSays("buttons press the keys of the keyboard")
      let nodes = daemon.output.matches(of: /of the keyboard .* \((\/dev\/input\/event\d+)\)/).map(\.1)
      return try Pad(String(#require(nodes.last)))
    }

    /// Whether no key is down, in the frames read and, while it exists, in the kernel.
    private static func isReleased(_ keyboard: Pad) -> Bool {
      let kernel = try? EventNode(opening: keyboard.path)
      return KeyboardKey.all.map { EventCode(.key, $0.code) }.allSatisfy {
        keyboard.value(of: $0) == 0 && kernel?.value(of: $0) ?? 0 == 0
      }
    }

    @Test(
      "The keyboard is there as long as the layout has keys, has only those, and is a keyboard for udev, libinput and SDL"
    )
    func only() throws {
      let path = try Programs.file(
        "touchstick.toml",
        Self.button("output = [\"A\", \"KEY_F1\"]")
          + Self.button("sequence = [\"KEY_ESC\", [\"KEY_F24\", \"KEY_VOLUMEUP\"]]", x: 60, name: "two"))
      let (daemon, screen, pad) = try Bed.start(arguments: ["--config", path])
      let keyboard = try Self.keyboard(of: daemon)
      #expect(
        try EventNode(opening: keyboard.path).description.codes
          == Set(["KEY_F1", "KEY_ESC", "KEY_F24", "KEY_VOLUMEUP"].map(Self.code)))
      try Bed.settleUdev()
      let (_, properties) = try Programs.run(
        "udevadm", ["info", "--query=property", "--name=\(keyboard.path)"])
      let classes = properties.split(separator: "\n").filter { $0.hasPrefix("ID_INPUT") }
      #expect(Set(classes) == ["ID_INPUT=1", "ID_INPUT_KEY=1"])
      #expect(try SDLGame().controller.joysticks == 1)

      let libinput = try LibinputEvents(keyboard.path)
      let finger = Finger(on: screen)
      try finger.touchDown(x: 200, y: 200)
      #expect(Bed.wait { keyboard.events == ["KEY_F1 1", "|"] && pad.value(of: .btnSouth) == 1 })
      try finger.lift()
      #expect(Bed.wait { keyboard.events == ["KEY_F1 1", "|", "KEY_F1 0", "|"] })
      let keys = libinput.waitFor(LibinputEvent.Kind(name: "KEYBOARD_KEY"), times: 2)
      #expect(keys.map { $0.detail.contains("pressed") } == [true, false], "\(libinput.output)")
      try finger.tap(ids: [2], x: 600, y: 200)
      // On a busy machine, a press was late, and its release has a frame of its own.
      for key in ["KEY_ESC", "KEY_VOLUMEUP", "KEY_F24"] {
        #expect(
          Bed.wait { keyboard.events.filter { $0.hasPrefix(key) } == ["\(key) 1", "\(key) 0"] },
          "\(keyboard.events)")
      }
      libinput.stop()

      try Self.button("output = \"A\"").write(toFile: path, atomically: true, encoding: .utf8)
      daemon.waitUntilItSays("the configuration was read again")
      #expect(Bed.wait { keyboard.isGone } && !pad.isGone)
      daemon.stop()
    }

    @Test("A layout with fewer keys keeps the keyboard")
    func fewer() throws {
      let one = Self.button("output = \"KEY_F1\"")
      let path = try Programs.file(
        "touchstick.toml", one + Self.button("output = \"KEY_F2\"", x: 60, name: "two"))
      let (daemon, screen, _) = try Bed.start(arguments: ["--config", path])
      let keyboard = try Self.keyboard(of: daemon)
      try one.write(toFile: path, atomically: true, encoding: .utf8)
      daemon.waitUntilItSays("the configuration was read again")
      let finger = Finger(on: screen)
      try finger.touchDown(x: 200, y: 200)
      #expect(Bed.wait { keyboard.events == ["KEY_F1 1", "|"] })
      try finger.lift()
      #expect(Bed.wait { keyboard.events == ["KEY_F1 1", "|", "KEY_F1 0", "|"] })
      daemon.stop()
    }

    @Test(
      "A key is released at the lift, and a latched one when the pads go off, the layer goes, the file is read again or the device is gone"
    )
    func released() throws {
      let file = try Programs.file(
        "touchstick.toml",
        Self.button("output = \"KEY_F2\"\nmode = \"toggle\"\nlayer = \"one\"")
          + Self.button("output = \"KEY_F3\"\nlayer = \"two\"", x: 60, name: "other")
          + Self.button("output = \"next layer\"", x: 100, name: "next"))
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", file])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let keyboard = try Self.keyboard(of: daemon)
      let latched = try Self.code("KEY_F2")
      var id: Int32 = 0
      func tap(x: Int32) throws {
        id += 1
        try Finger(on: #require(screen)).tap(ids: [id], x: x, y: 200)
        daemon.settle()
      }
      func latch(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try tap(x: 200)
        #expect(Bed.wait { keyboard.value(of: latched) == 1 }, sourceLocation: sourceLocation)
      }
      func expectRelease(_ keyboard: Pad, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Bed.wait { Self.isReleased(keyboard) }, sourceLocation: sourceLocation)
      }
      try latch()
      try tap(x: 200)
      expectRelease(keyboard)
      try latch()
      daemon.signal(SIGUSR1, until: "is switched off")
      expectRelease(keyboard)
      try tap(x: 200)
      expectRelease(keyboard)
      daemon.signal(SIGUSR1, until: "is switched on")
      try latch()
      try tap(x: 1000)
      expectRelease(keyboard)
      try tap(x: 1000)
      try latch()
      daemon.signal(SIGHUP, until: "the configuration was read again")
      expectRelease(keyboard)
      #expect(!keyboard.isGone)
      try latch()
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      #expect(Bed.wait { keyboard.isGone && keyboard.value(of: latched) == 0 })
      daemon.stop()
      _ = screen
    }

    @Test("The kernel releases a key when the daemon is killed")
    func killed() throws {
      let (daemon, screen, _) = try Bed.start(Self.button("output = \"KEY_F2\"\nmode = \"toggle\""))
      let keyboard = try Self.keyboard(of: daemon)
      let libinput = try LibinputEvents(keyboard.path)
      try Finger(on: screen).tap(ids: [1], x: 200, y: 200)
      libinput.waitFor(LibinputEvent.Kind(name: "KEYBOARD_KEY"))
      daemon.signal(SIGKILL)
      #expect(Bed.wait { keyboard.isGone && Self.isReleased(keyboard) })
      let keys = libinput.waitFor(LibinputEvent.Kind(name: "KEYBOARD_KEY"), times: 2)
      #expect(keys.map { $0.detail.contains("pressed") } == [true, false], "\(libinput.output)")
      libinput.stop()
    }

    @Test("Two files on a device share a key: it is down while a button of either holds it")
    func shared() throws {
      let folder = try Programs.files([
        "1.toml": Self.button("output = \"KEY_F2\""),
        "2.toml": Self.button("output = \"KEY_F2\"", x: 60),
      ])
      let (daemon, screen, _) = try Bed.start(arguments: ["--config", folder.path])
      let keyboard = try Self.keyboard(of: daemon)
      let fingers = [0, 1].map { Finger(on: screen, slot: $0) }
      try fingers[0].touchDown(id: 1, x: 200, y: 200)
      try fingers[1].touchDown(id: 2, x: 600, y: 200)
      try fingers[0].lift()
      daemon.settle()
      #expect(keyboard.events == ["KEY_F2 1", "|"])
      try fingers[1].lift()
      #expect(Bed.wait { keyboard.events == ["KEY_F2 1", "|", "KEY_F2 0", "|"] })
      daemon.stop()
    }

    @Test("No daemon uses the keyboard as a touch device")
    func own() throws {
      let (daemon, screen, _) = try Bed.start(Self.button("output = \"KEY_F2\""))
      let keyboard = try Self.keyboard(of: daemon)
      let other = try RunningDaemon(
        configuration: "[device]\ntype = \"any\"\nname = \"touchstick keyboard\"\n")
      other.waitUntilItSays("waiting for a touch device named “touchstick keyboard”")
      try other.settleWithUdev()
      #expect(!other.output.contains("using") && !keyboard.isGone)
      other.stop()
      daemon.stop()
      _ = screen
    }

    @Test("Root may send a layout with any key, until it is reset; a file needs a permission")
    func permission() throws {
      let keys = Self.button("output = [\"A\", \"KEY_ENTER\"]")
      let file = try Programs.file("touchstick.toml", "[[stick]]\n")
      let layout = try Programs.file("typing.toml", keys)
      let called = try BusTests.Called(arguments: ["--config", file])
      let enter = try Self.code("KEY_ENTER")
      let finger = Finger(on: called.screen)
      #expect(try called.tool("use", layout).status == 0)
      let keyboard = try Self.keyboard(of: called.daemon)
      try finger.touchDown(x: 200, y: 200)
      #expect(Bed.wait { keyboard.value(of: enter) == 1 })
      try finger.lift()
      #expect(Bed.wait { keyboard.events == ["KEY_ENTER 1", "|", "KEY_ENTER 0", "|"] })
      // Other files change nothing for it, and files with the key are not used.
      try "[[stick]]\ntarget = \"right\"\n".write(toFile: file, atomically: true, encoding: .utf8)
      called.daemon.waitUntilItSays("the configuration was read again")
      try keys.write(toFile: file, atomically: true, encoding: .utf8)
      called.daemon.waitUntilItSays(
        "touchstick.toml:4:10: \"key\" presses KEY_ENTER, which layouts may press only with permission")
      called.daemon.waitUntilItSays("the configuration stays as it was")
      #expect(!keyboard.isGone)
      try finger.touchDown(id: 2, x: 200, y: 200)
      #expect(Bed.wait { keyboard.value(of: enter) == 1 })
      #expect(try called.tool("use", "--reset").status == 0)
      #expect(Bed.wait { keyboard.isGone && keyboard.value(of: enter) == 0 })
      try finger.lift()
      called.daemon.stop()
    }

    @Test("A command of root's has a layout with any key until it ends")
    func run() throws {
      let layout = try Programs.file("typing.toml", Self.button("output = \"KEY_LEFTCTRL\""))
      let called = try BusTests.Called()
      let game = try called.start("run", "--layout", layout, "--", "sleep", "600")
      let keyboard = try Self.keyboard(of: called.daemon)
      try Finger(on: called.screen).touchDown(x: 200, y: 200)
      let control = try Self.code("KEY_LEFTCTRL")
      #expect(Bed.wait { keyboard.value(of: control) == 1 })
      game.terminate()
      #expect(Bed.wait { keyboard.isGone && keyboard.value(of: control) == 0 })
      game.waitUntilExit()
      called.daemon.stop()
    }
  }
}
