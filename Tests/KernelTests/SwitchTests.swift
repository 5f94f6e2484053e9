import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("Switching, multiple pads, device buttons", .serialized)
  struct SwitchTests {
    /// A screen with a stick on its left half, and its readers.
    private struct Switched {
      let daemon: RunningDaemon
      let screen: VirtualDevice
      let pad: Pad
      /// The screen as the desktop sees it while it is not grabbed.
      let source: Pad
      let clone: Pad

      init(_ configuration: String = "") throws {
        screen = try Bed.makeDevice(SessionTests.screen)
        daemon = try RunningDaemon(configuration: configuration)
        clone = try Pad(daemon.cloneNode())
        pad = try daemon.openPad()
        source = try Pad(try #require(screen.node))
      }

      /// Drags a finger over the stick. Returns whether the pad and the desktop see it.
      func drag(id: Int32) throws -> (pad: Bool, desktop: Bool) {
        let (padFrames, sourceFrames) = (pad.frames, source.frames)
        let finger = Finger(on: screen, slot: 9)
        try finger.drag(id: id, from: (500, 500), to: (700, 500))
        try finger.lift()
        daemon.settle()
        return (pad.frames > padFrames, source.frames > sourceFrames)
      }
    }

    /// Standard error is a stream to a journal that reads nothing, and has no more room.
    private static let fullJournal = """
      import os, socket, sys
      journal, stream = socket.socketpair()
      journal.set_inheritable(True)
      stream.setblocking(False)
      try:
          while True: stream.send(b"x" * 4096)
      except BlockingIOError: pass
      stream.setblocking(True)
      os.dup2(stream.fileno(), 2)
      os.execv(sys.argv[1], sys.argv[1:])
      """

    @Test("A journal that reads nothing stops neither the switch nor the stick")
    func fullJournal() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      try Bed.settleUdev()
      let daemon = try RunningDaemon(by: ["python3", "-c", Self.fullJournal])
      #expect(Bed.wait { SurveyedDevice.all().contains { $0.isGamepad && $0.isInitialised } })
      let node = try #require(SurveyedDevice.all().first(where: \.isGamepad)?.path)
      let pad = try Pad(node)
      let finger = Finger(on: screen)
      for id in Int32(1)...20 {
        daemon.signal(SIGUSR1)
        daemon.settle()
        daemon.signal(SIGUSR1)
        daemon.settle()
        try finger.push(id: id, of: pad)
        try finger.lift()
        #expect(Bed.wait { pad.value(of: .absX) == 0 })
      }
      daemon.stop()
    }

    @Test("SIGUSR1 gives the screen to the desktop and back, but never under a finger")
    func signalled() throws {
      let switched = try Switched()
      #expect(try switched.drag(id: 1) == (pad: true, desktop: false))
      let finger = Finger(on: switched.screen)
      try finger.push(id: 2, of: switched.pad)
      switched.daemon.signal(SIGUSR1, until: "switching off")
      try finger.move(x: 300, y: 500)
      #expect(Bed.wait { switched.pad.value(of: .absX) == -32767 })
      try finger.lift()
      switched.daemon.waitUntilItSays("is switched off")
      #expect(switched.pad.value(of: .absX) == 0)
      #expect(try switched.drag(id: 3) == (pad: false, desktop: true))
      #expect(switched.clone.events.isEmpty, "the desktop sees nothing twice")

      try finger.touchDown(id: 4, x: 500, y: 500)
      switched.daemon.signal(SIGUSR1, until: "switching on")
      let frames = switched.source.frames
      try finger.move(x: 700, y: 500)
      try finger.lift()
      switched.daemon.waitUntilItSays("is switched on")
      #expect(Bed.wait { switched.source.frames == frames + 2 }, "the desktop sees the lift")
      #expect(try switched.drag(id: 5) == (pad: true, desktop: false))
      #expect(try switched.pad.isAtRest())
      switched.daemon.stop()
    }

    @Test("SIGUSR2 logs the latencies, and restarts the count")
    func latency() throws {
      let switched = try Switched()
      switched.daemon.signal(SIGUSR2, until: "no frame has reached a pad since the last report")
      #expect(try switched.drag(id: 1) == (pad: true, desktop: false))
      switched.daemon.signal(SIGUSR2, until: "frames, from the kernel's time stamp to the write: ")
      #expect(
        switched.daemon.output.contains(
          /: [1-9][0-9]* frames, .*p50 [0-9]+ µs, p90 [0-9]+ µs, p99 [0-9]+ µs, max [0-9]+ µs/))
      switched.daemon.signal(SIGUSR2, until: "no frame has reached a pad since the last report", times: 2)
      switched.daemon.stop()
    }

    @Test(
      "Held fingers give the screen to the desktop and back, or first to the pad if that starts off",
      arguments: [(3, true), (5, false)])
    func held(_ count: Int, startsOn: Bool) throws {
      let start = startsOn ? "on" : "off"
      let switched = try Switched(
        "[toggle]\nfingers = \(count)\nhold_time = \"300ms\"\nstart = \"\(start)\"\n")
      if !startsOn { switched.daemon.waitUntilItSays("is switched off") }
      #expect(try switched.drag(id: 1) == (pad: startsOn, desktop: !startsOn))
      let fingers = (0..<count).map { Finger(on: switched.screen, slot: Int32($0)) }
      for round in 1...2 {
        let (isOn, times) = (startsOn == (round == 2), startsOn ? 1 : round)
        for (index, finger) in fingers.enumerated() {
          try finger.touchDown(id: Int32(10 * round + index), x: 500 + 500 * Int32(index), y: 500)
        }
        try fingers[0].move(x: 510, y: 510)
        switched.daemon.waitUntilItSays("switching \(isOn ? "on" : "off")")
        for finger in fingers { try finger.lift() }
        switched.daemon.waitUntilItSays("is switched \(isOn ? "on" : "off")", times: times)
        #expect(try switched.drag(id: Int32(10 * round + 5)) == (pad: isOn, desktop: !isOn))
      }
      #expect(try switched.pad.isAtRest())
      switched.daemon.stop()
    }

    @Test("A pen that never reports that it leaves delays no switch, and no grab after a restart")
    func silentPen() throws {
      let tablet = try Bed.makeDevice(.pen)
      let configuration = "[device]\ntype = \"tablet\"\n"
      let daemon = try RunningDaemon(configuration: configuration)
      let pad = try daemon.openPad()
      let source = try Pad(try #require(tablet.node))
      try tablet.send([(.btnToolPen, 1), (.absX, 100), (.absY, 50)])
      daemon.settle()
      daemon.signal(SIGUSR1)
      daemon.waitUntilItSays("is switched off")
      try tablet.send([(.absX, 200)])
      #expect(Bed.wait { source.value(of: .absX) == 200 }, "the desktop has the tablet")
      daemon.signal(SIGUSR1)
      daemon.waitUntilItSays("is switched on")
      try tablet.send([(.btnTouch, 1), (.absX, 500)])
      try tablet.send([(.absX, 900)])
      #expect(Bed.wait { pad.value(of: .absX) > 0 })
      try tablet.send([(.btnTouch, 0)])
      #expect(Bed.wait { pad.value(of: .absX) == 0 })
      daemon.stop()

      let next = try RunningDaemon(configuration: configuration)
      let nextPad = try next.openPad()
      next.settle()
      try tablet.send([(.btnTouch, 1), (.absX, 500)])
      try tablet.send([(.absX, 900)])
      #expect(Bed.wait { nextPad.value(of: .absX) > 0 }, "it has grabbed the tablet")
      try tablet.send([(.btnTouch, 0)])
      next.stop()
    }

    @Test("A pad that is switched off stays off when its screen comes back")
    func staysOff() throws {
      let daemon = try RunningDaemon()
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      daemon.signal(SIGUSR1, until: "is switched off")
      _ = screen
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      let again = try Bed.makeDevice(SessionTests.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      let pad = try daemon.openPad()
      let source = try Pad(try #require(again.node))
      let finger = Finger(on: again)
      try finger.drag(from: (500, 500), to: (700, 500))
      try finger.lift()
      #expect(source.frames == 3)
      daemon.settle()
      #expect(pad.events.isEmpty)
      daemon.stop()
    }

    @Test("A pad that is unplugged while it is off goes at rest, and comes back when it is on")
    func unplugged() throws {
      let switched = try Switched("[gamepad]\nwhile_off = \"unplug\"\n")
      let (daemon, finger) = (switched.daemon, Finger(on: switched.screen))
      func hasPad() -> Bool { SurveyedDevice.all().contains(where: \.isGamepad) }
      try finger.push(id: 1, of: switched.pad)
      daemon.signal(SIGUSR1, until: "switching off")
      try finger.move(x: 300, y: 500)
      #expect(Bed.wait { switched.pad.value(of: .absX) == -32767 })
      try finger.lift()
      daemon.waitUntilItSays("unplugged the gamepad")
      #expect(Bed.wait { switched.pad.isGone && !hasPad() })
      #expect(switched.pad.value(of: .absX) == 0, "a game has read the release")
      #expect(try switched.drag(id: 2) == (pad: false, desktop: true))

      daemon.signal(SIGUSR1, until: "switching on")
      let pad = try daemon.openPad(after: 1)
      daemon.waitUntilItSays("is switched on")
      try finger.push(id: 3, of: pad)
      try finger.lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      daemon.stop()
    }

    @Test("Pads that start off, and a file that is read again, follow while_off, with and without a device")
    func unpluggedAtRest() throws {
      func configuration(_ choice: String) -> String {
        "[toggle]\nfingers = 5\nstart = \"off\"\n[gamepad]\nwhile_off = \"\(choice)\"\n"
      }
      let file = try Programs.file("touchstick.toml", configuration("unplug"))
      func write(_ choice: String) throws {
        try configuration(choice).write(toFile: file, atomically: true, encoding: .utf8)
      }
      func hasPad() -> Bool { SurveyedDevice.all().contains(where: \.isGamepad) }
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", file])
      daemon.waitUntilItSays("is switched off")
      daemon.settle()
      #expect(!hasPad() && !daemon.output.contains("made the gamepad"))
      try write("keep")
      let first = try daemon.openPad()
      try write("unplug")
      #expect(Bed.wait { first.isGone })
      daemon.signal(SIGUSR1, until: "is switched on")
      let second = try daemon.openPad(after: 1)
      // Without its device, it waits for it, until it is switched off.
      _ = screen
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      daemon.settle()
      #expect(!second.isGone)
      daemon.signal(SIGUSR1)
      #expect(Bed.wait { second.isGone && !hasPad() })
      daemon.signal(SIGUSR1, until: "switching on", times: 2)
      screen = try Bed.makeDevice(SessionTests.screen)
      try Finger(on: try #require(screen)).push(id: 1, of: try daemon.openPad(after: 2))
      daemon.stop()
    }

    @Test("Two files make two pads on one screen, and a finger moves one of them")
    func twoPlayers() throws {
      let folder = try Programs.files([
        "1.toml": "[[stick]]\nregion = { x = 0, y = 0, width = \"40%\", height = \"100%\" }\n",
        "2.toml": "[[stick]]\nregion = { x = \"60%\", y = 0, width = \"40%\", height = \"100%\" }\n",
      ])
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", folder.path])
      daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      let pads = try (0..<2).map { try daemon.openPad(after: $0) }
      let clone = try Pad(daemon.cloneNode())
      let fingers = (0..<3).map { Finger(on: screen, slot: Int32($0)) }
      try fingers[0].drag(id: 1, from: (500, 500), to: (700, 500))
      try fingers[1].drag(id: 2, from: (2500, 500), to: (2300, 500))
      try fingers[2].touchDown(id: 3, x: 1655, y: 500)
      #expect(Bed.wait { pads.map { $0.value(of: .absX) } == [32767, -32767] && clone.frames > 0 })
      #expect(clone.events.contains("ABS_MT_TRACKING_ID 3"))
      #expect(!clone.events.contains("ABS_MT_TRACKING_ID 1"))
      try fingers[0].lift()
      #expect(Bed.wait { pads.map { $0.value(of: .absX) } == [0, -32767] })

      // With one file less, its pad goes and the other stays.
      try FileManager.default.removeItem(at: folder.appending(path: "2.toml"))
      daemon.signal(SIGHUP, until: "the configuration was read again")
      #expect(Bed.wait { pads[1].isGone })
      #expect(try pads[1].isAtRest())
      try fingers[1].lift()
      try fingers[2].lift()
      try fingers[0].drag(id: 4, from: (500, 500), to: (700, 500))
      #expect(Bed.wait { pads[0].value(of: .absX) == 32767 })
      try fingers[0].lift()
      #expect(Bed.wait { (try? pads[0].isAtRest()) == true })
      #expect(!pads[0].isGone)
      daemon.stop()
    }

    @Test("A file that is renamed under a finger keeps its pad, and the desktop keeps its finger")
    func renamed() throws {
      let folder = try Programs.files([
        "1.toml": "[[stick]]\nregion = { x = 0, y = 0, width = \"50%\", height = \"100%\" }\n"
      ])
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", folder.path])
      let (pad, clone) = (try daemon.openPad(), try Pad(daemon.cloneNode()))
      let fingers = (0..<2).map { Finger(on: screen, slot: Int32($0)) }
      try fingers[0].drag(id: 1, from: (500, 500), to: (700, 500))
      try fingers[1].touchDown(id: 2, x: 2500, y: 500)
      #expect(Bed.wait { pad.value(of: .absX) == 32767 && clone.frames == 1 })
      try FileManager.default.moveItem(
        at: folder.appending(path: "1.toml"), to: folder.appending(path: "2.toml"))
      daemon.signal(SIGHUP, until: "the configuration was read again")
      #expect(Bed.wait { pad.value(of: .absX) == 0 })
      try fingers[1].move(x: 2600, y: 500)
      #expect(Bed.wait { clone.frames == 2 })
      #expect(clone.events.filter { $0.hasPrefix("ABS_MT_TRACKING_ID") } == ["ABS_MT_TRACKING_ID 2"])
      #expect(!pad.isGone)
      daemon.stop()
    }

    @Test("Two files with a device each are independent")
    func twoDevices() throws {
      let folder = try Programs.files([
        "screen.toml": "[device]\ntype = \"touchscreen\"\n", "tablet.toml": "[device]\ntype = \"touchpad\"\n",
      ])
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let touchpad = try Bed.makeDevice("SynPS2-Synaptics-TouchPad.lenovo-p50")
      // The pads are in the order of the files if both devices are there at the start.
      try Bed.settleUdev()
      let daemon = try RunningDaemon(arguments: ["--config", folder.path])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      daemon.waitUntilItSays("using SynPS/2 Synaptics TouchPad")
      let pads = try (0..<2).map { try daemon.openPad(after: $0) }
      let finger = Finger(on: touchpad)
      // Without a pressure, the finger would only be near.
      try touchpad.sendUnfinished([(.absMTPressure, 60)])
      try Finger(on: try #require(screen)).drag(from: (500, 500), to: (700, 500))
      try finger.drag(from: (3000, 3000), to: (4000, 3000))
      #expect(Bed.wait { pads.map { $0.value(of: .absX) } == [32767, 32767] })
      screen = nil
      #expect(Bed.wait { pads.map { $0.value(of: .absX) } == [0, 32767] })
      try finger.lift()
      #expect(Bed.wait { pads.map { $0.value(of: .absX) } == [0, 0] })
      #expect(daemon.output.contains("waiting for a touchscreen"))
      daemon.stop()
    }

    @Test("Files that share a screen and disagree on it are refused, with both their names")
    func disagreement() throws {
      let folder = try Programs.files([
        "1.toml": "[[stick]]\n", "2.toml": "[device]\ngrab = false\n[[stick]]\n",
      ])
      let screen = try Bed.makeDevice(SessionTests.screen)
      // The daemon must not use this one instead.
      let touchpad = try Bed.makeDevice("SynPS2-Synaptics-TouchPad.lenovo-p50")
      #expect(touchpad.node != nil)
      let refused = try RunningDaemon(arguments: ["--config", folder.path])
      #expect(refused.waitForEnd() == 78)
      #expect(refused.output.contains("2.toml:2:"), "\(refused.output)")
      #expect(refused.output.contains("1.toml"), "\(refused.output)")

      // The same error in a reload changes nothing.
      let second = folder.appending(path: "2.toml")
      try FileManager.default.removeItem(at: second)
      let daemon = try RunningDaemon(arguments: ["--config", folder.path])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      try "[device]\ngrab = false\n[[stick]]\n".write(to: second, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration stays as it was")
      try Finger(on: screen).drag(from: (500, 500), to: (700, 500))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      #expect(daemon.output.components(separatedBy: "made the gamepad").count == 2)
      daemon.stop()
    }

    @Test("A touchpad's click reaches the pad, and not the desktop")
    func click() throws {
      let touchpad = try Bed.makeDevice("SynPS2-Synaptics-TouchPad.lenovo-p50")
      let daemon = try RunningDaemon(
        configuration: "[[button]]\ninput = \"BTN_LEFT\"\noutput = \"A\"\n")
      let (clone, pad) = (try Pad(daemon.cloneNode()), try daemon.openPad())
      for value in [1, 0] as [Int32] {
        try touchpad.send([(.btnLeft, value)])
        #expect(Bed.wait { pad.value(of: .btnSouth) == value })
      }
      #expect(pad.events == ["BTN_SOUTH 1", "|", "BTN_SOUTH 0", "|"])
      #expect(clone.events.isEmpty)
      daemon.stop()
    }

    /// A gamepad of the machine, by ``/dev/uhid``.
    private final class RealGamepad {
      private let process: Process
      private let input = Pipe()
      let pad: Pad

      init() throws {
        process = Process(running: "python3", [Bed.script("uhid_pad.py")])
        process.standardInput = input
        try process.start()
        var node: String?
        _ = Bed.wait {
          node =
            SurveyedDevice.all().first {
              $0.description.name == "uhid pad" && $0.udevClasses.contains("JOYSTICK")
            }?.path
          return node != nil
        }
        pad = try Pad(try #require(node))
      }

      deinit { process.kill() }

      /// - Parameter report: The buttons that are down, as bits, and the position of its stick, 0 to 255.
      /// - Parameter hat: The direction of its hat, 0 (up) to 7; 8 is none.
      func send(_ report: (Int, Int, Int), hat: Int = 8) throws {
        let line = "\(report.0) \(report.1) \(report.2) \(hat)\n"
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
      }

      func unplug() throws {
        try input.fileHandleForWriting.close()
        #expect(Bed.wait { pad.isGone })
      }
    }

    @Test(
      "Pads rest while a gamepad is used, and come back after a touch on a control, with the gamepad's end, or by a switch",
      .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/uhid")))
    func gamepads() throws {
      let switched = try Switched(
        "[toggle]\nfingers = 5\nhold_time = \"300ms\"\ngamepads = \"off\"\n[[button]]\noutput = \"A\"\nmode = \"toggle\"\n"
          + "region = { center = [150, 20], radius = 8 }\n[[stick]]\nregion = { x = 0, y = 0, width = \"50%\", height = \"100%\" }\n"
      )
      let (daemon, finger) = (switched.daemon, Finger(on: switched.screen))
      let gamepad = try RealGamepad()
      try daemon.settleWithUdev()
      var rests = 0
      func use() throws {
        rests += 1
        try gamepad.send((1, 128, 128))
        try gamepad.send((0, 128, 128))
        daemon.waitUntilItSays("switching off, because a gamepad is used", times: rests)
        daemon.waitUntilItSays("is switched off", times: rests)
      }
      // A stick that rests or trembles is not used, and a pad of the daemon or any other program is not the machine's.
      for x in [128, 130, 120, 128] { try gamepad.send((0, x, 128)) }
      #expect(Bed.wait { gamepad.pad.frames >= 3 })
      let made = try VirtualDevice(.generic, through: Uinput())
      try daemon.settleWithUdev()
      try made.send([(.btnSouth, 1)])
      try made.send([(.btnSouth, 0)])
      #expect(try switched.drag(id: 1) == (true, false))
      // What stays down is released with the switch.
      try finger.tap(ids: [2], x: 1500, y: 200)
      #expect(Bed.wait { switched.pad.value(of: .btnSouth) == 1 })
      try use()
      #expect(Bed.wait { (try? switched.pad.isAtRest()) == true })
      // Beside all controls, it still rests.
      try finger.touchDown(id: 3, x: 1800, y: 1000)
      try finger.lift()
      daemon.settle()
      #expect(!daemon.output.contains("is switched on"))
      #expect(try switched.drag(id: 4) == (false, true))
      daemon.waitUntilItSays("is switched on")
      #expect(try switched.drag(id: 5) == (true, false))
      // Under a finger it rests after the lift, and a finger that is there meanwhile plays.
      try finger.push(id: 6, of: switched.pad)
      rests += 1
      try gamepad.send((1, 128, 128))
      daemon.waitUntilItSays("switching off, because a gamepad is used", times: rests)
      #expect(switched.pad.value(of: .absX) == 32767)
      try finger.lift()
      daemon.waitUntilItSays("is switched off", times: rests)
      #expect(try switched.pad.isAtRest())
      try gamepad.send((0, 128, 128))
      daemon.signal(SIGUSR1, until: "is switched on", times: 2)
      // The gesture's first finger lands on the stick.
      try use()
      let fingers = (0..<5).map { Finger(on: switched.screen, slot: Int32($0)) }
      for (index, finger) in fingers.enumerated() {
        try finger.touchDown(id: 10 + Int32(index), x: 300 + 500 * Int32(index), y: 500)
      }
      daemon.waitUntilItSays("switching on", times: 3)
      for finger in fingers { try finger.lift() }
      daemon.waitUntilItSays("is switched on", times: 3)
      #expect(try switched.drag(id: 15) == (true, false))
      // The first press of its hat.
      rests += 1
      try gamepad.send((0, 128, 128), hat: 0)
      daemon.waitUntilItSays("is switched off", times: rests)
      try gamepad.unplug()
      daemon.waitUntilItSays("is switched on", times: 4)
      #expect(try switched.drag(id: 7) == (true, false))
      daemon.stop()
      withExtendedLifetime(made) {}
    }
  }
}
