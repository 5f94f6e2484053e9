import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("A session, and all its ends", .serialized)
  struct SessionTests {
    /// 3312 by 1872 units at 10 a millimetre; the left half is the left stick.
    static let screen = "ELAN-Touchscreen"

    /// A daemon with a finger that holds its stick fully to the right.
    struct Drag {
      let daemon: RunningDaemon
      var screen: VirtualDevice?
      let finger: Finger
      let pad: Pad

      init(configuration: String? = nil) throws {
        daemon = try RunningDaemon(configuration: configuration)
        let screen = try Bed.makeDevice(SessionTests.screen)
        self.screen = screen
        daemon.waitUntilItSays("using ELAN Touchscreen")
        pad = try daemon.openPad()
        finger = Finger(on: screen)
        try start()
      }

      func start() throws {
        try finger.push(of: pad)
      }
    }

    @Test("A drag moves the stick, a lift centres it, and the right half has no control")
    func dragAndLift() throws {
      let drag = try Drag()
      try drag.finger.lift()
      #expect(Bed.wait { pad(drag) == "ABS_X 32767 | ABS_X 0 |" })
      try drag.finger.drag(id: 2, from: (2000, 500), to: (2300, 500))
      try drag.finger.lift()
      // Any effect of the touch on the right would have come before this.
      try drag.finger.drag(id: 3, from: (500, 500), to: (300, 500))
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.frames >= 4 })
      #expect(pad(drag) == "ABS_X 32767 | ABS_X 0 | ABS_X -32767 | ABS_X 0 |")
      #expect(try drag.pad.isAtRest())
      drag.daemon.stop()
    }

    private func pad(_ drag: Drag) -> String { drag.pad.events.joined(separator: " ") }

    @Test("A palm is cancelled: the stick is centred while the palm still lies there")
    func palm() throws {
      // A real screen that reports palms: 800 by 480, without a size.
      let screen = try Bed.makeDevice("Atmel-maXTouch-Touchscreen")
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using Atmel maXTouch Touchscreen")
      let pad = try daemon.openPad()
      let finger = Finger(on: screen)
      try finger.drag(from: (100, 100), to: (200, 100))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      try screen.send([(.absMTToolType, EventCode.palmToolType)])
      #expect(Bed.wait { pad.value(of: .absX) == 0 })
      try finger.move(x: 100, y: 100)
      try finger.lift()
      daemon.settle()
      #expect(pad.events.joined(separator: " ") == "ABS_X 32767 | ABS_X 0 |")
      daemon.stop()
    }

    @Test(
      "A finger that hovers above a touchpad moves nothing until it touches, by its pressure and by its distance",
      arguments: [(EventCode.absMTPressure, 13, 60), (.absMTDistance, 3, 0)] as [(EventCode, Int32, Int32)])
    func hover(_ axis: EventCode, _ near: Int32, _ down: Int32) throws {
      var description = try Fixtures.description("SynPS2-Synaptics-TouchPad.lenovo-p50")
      description.axes[EventCode.absMTDistance.code] = AbsoluteAxis(minimum: 0, maximum: 15)
      description.codes.insert(.absMTDistance)
      let touchpad = try Bed.makeDevice(description)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using SynPS/2 Synaptics TouchPad")
      let pad = try daemon.openPad()
      try touchpad.send([
        (.absMTSlot, 0), (.absMTTrackingID, 1), (.absMTPositionX, 3000), (.absMTPositionY, 3000),
        (.absMTPressure, 60), (axis, near), (.btnToolFinger, 1),
      ])
      try touchpad.send([(.absMTPositionX, 2000)])
      daemon.settle()
      #expect(pad.events.isEmpty)
      try touchpad.send([(axis, down), (.btnTouch, 1)])
      try touchpad.send([(.absMTPositionX, 3000)])
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      try touchpad.send([(axis, near)])
      #expect(Bed.wait { pad.value(of: .absX) == 0 })
      try touchpad.send([(.absMTPositionX, 2000), (.btnTouch, 0)])
      try touchpad.send([(.absMTTrackingID, -1), (.btnToolFinger, 0)])
      daemon.settle()
      #expect(pad.events.joined(separator: " ") == "ABS_X 32767 | ABS_X 0 |")
      daemon.stop()
    }

    @Test("SIGTERM in mid-drag centres the stick, and then removes the pad", arguments: [SIGTERM, SIGINT])
    func terminated(_ signal: Int32) throws {
      let drag = try Drag()
      drag.daemon.signal(signal)
      #expect(drag.daemon.waitForEnd() == 0)
      #expect(Bed.wait { drag.pad.isGone })
      #expect(pad(drag) == "ABS_X 32767 | ABS_X 0 |")
      #expect(!FileManager.default.fileExists(atPath: drag.pad.path))
    }

    @Test("After kill -9 in mid-drag the pad is gone, and the touchscreen is free")
    func killed() throws {
      let drag = try Drag()
      let node = try EventNode(opening: try #require(drag.screen?.node))
      #expect(throws: DeviceError.self) { try node.grab() }
      drag.daemon.signal(SIGKILL)
      #expect(drag.daemon.waitForEnd() == SIGKILL)
      #expect(Bed.wait { drag.pad.isGone })
      #expect(!FileManager.default.fileExists(atPath: drag.pad.path))
      try node.grab()
    }

    @Test(
      "When the device is unplugged in mid-drag, the stick is 0 within one frame, and the pad stays for its return"
    )
    func unplugged() throws {
      var drag = try Drag()
      let framesBefore = drag.pad.frames
      drag.screen = nil
      drag.daemon.waitUntilItSays("the device is gone")
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      #expect(drag.pad.frames == framesBefore + 1)
      #expect(!drag.pad.isGone)
      #expect(try drag.pad.isAtRest())

      let again = try Bed.makeDevice(Self.screen)
      drag.daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      let finger = Finger(on: again)
      try finger.drag(from: (500, 500), to: (500, 700))
      #expect(Bed.wait { drag.pad.value(of: .absY) == 32767 })
      try finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absY) == 0 })
      drag.daemon.stop()
    }

    @Test("A touchscreen that the system inhibits in mid-drag leaves the stick centred")
    func inhibited() throws {
      let drag = try Drag()
      let node = URL(filePath: try #require(drag.screen?.node)).lastPathComponent
      let inhibited = "/sys/class/input/\(node)/device/inhibited"
      try "1".write(toFile: inhibited, atomically: false, encoding: .utf8)
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      try "0".write(toFile: inhibited, atomically: false, encoding: .utf8)
      try drag.finger.lift()
      try drag.finger.drag(id: 2, from: (500, 500), to: (300, 500))
      #expect(Bed.wait { drag.pad.value(of: .absX) == -32767 })
      drag.daemon.stop()
    }

    @Test("A touchscreen that is revoked in mid-drag leaves the stick centred, and is used again")
    func revoked() throws {
      let drag = try Drag()
      let script = Bed.script("revoke.py")
      let node = try #require(drag.screen?.node)
      let result = try Programs.run("python3", [script, String(drag.daemon.processIdentifier), node])
      #expect(result.status == 0, "\(result.output)")
      drag.daemon.waitUntilItSays("the device is gone")
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      drag.daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      // Until it lifts, the finger and the device belong to everybody.
      try drag.finger.move(x: 800, y: 500)
      let other = try EventNode(opening: node)
      try drag.finger.lift()
      drag.daemon.settle()
      #expect(throws: DeviceError.self) { try other.grab() }
      try drag.finger.drag(id: 2, from: (500, 500), to: (300, 500))
      #expect(Bed.wait { drag.pad.value(of: .absX) == -32767 })
      try drag.finger.lift()
      #expect(Bed.wait { pad(drag) == "ABS_X 32767 | ABS_X 0 | ABS_X -32767 | ABS_X 0 |" })
      drag.daemon.stop()
    }

    @Test("Losing a lift in SYN_DROPPED centres the stick", arguments: [false, true])
    func droppedEvents(_ anotherFingerCame: Bool) throws {
      let drag = try Drag()
      try drag.daemon.freeze()
      for step in Int32(0)..<400 { try drag.finger.move(x: 600 + step, y: 500 + step) }
      try drag.finger.lift()
      for step in Int32(0)..<400 {
        if step % 2 == 0 {
          try drag.finger.touchDown(id: step, x: step, y: step)
        } else {
          try drag.finger.lift()
        }
      }
      if anotherFingerCame { try drag.finger.touchDown(id: 999, x: 900, y: 900) }
      drag.daemon.signal(SIGCONT)
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      #expect(try drag.pad.isAtRest())
      #expect(drag.pad.frames == 2, "nothing was dropped: the pad has followed the moves")
      if anotherFingerCame {
        try drag.finger.move(x: 700, y: 900)
        #expect(Bed.wait { drag.pad.value(of: .absX) == -32767 })
        try drag.finger.lift()
      }
      #expect(Bed.wait { (try? drag.pad.isAtRest()) == true })
      drag.daemon.stop()
    }

    @Test("A finger that is still there after lost events still holds the stick")
    func droppedMotion() throws {
      let drag = try Drag()
      try drag.daemon.freeze()
      for step in Int32(0)..<600 { try drag.finger.move(x: 700, y: 500 + step % 7) }
      try drag.finger.move(x: 300, y: 500)
      drag.daemon.signal(SIGCONT)
      #expect(Bed.wait { drag.pad.value(of: .absX) == -32767 })
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      drag.daemon.stop()
    }

    @Test("A finger that was down before the daemon started is ignored, and stays with the desktop")
    func touchedAtOpen() throws {
      let screen = try Bed.makeDevice(Self.screen)
      let finger = Finger(on: screen)
      try finger.touchDown(x: 500, y: 500)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let desktop = try EventNode(opening: try #require(screen.node))
      try finger.move(x: 900, y: 500)
      daemon.settle()
      #expect(pad.events.isEmpty)
      #expect(Self.canRead(desktop, .absMTPositionX))

      try finger.lift()
      #expect(Self.canRead(desktop, .absMTTrackingID))
      daemon.settle()
      #expect(throws: DeviceError.self) { try desktop.grab() }
      try finger.drag(id: 2, from: (500, 500), to: (900, 500))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      #expect(!Self.canRead(desktop, .absMTPositionX))
      daemon.stop()
    }

    /// Whether an event with this code can be read now.
    private static func canRead(_ node: EventNode, _ code: EventCode) -> Bool {
      var found = false
      while case .event(let event)? = try? node.read() { found = found || event.is(code) }
      return found
    }

    @Test(
      "The kernel omits the single-touch axes that repeat a contact's for the daemon, and for nobody else")
    func emulatedAxes() throws {
      let screen = try Bed.makeDevice(Self.screen)
      let path = try #require(screen.node)
      let (short, whole) = (try EventNode(opening: path), try EventNode(opening: path))
      short.omitEmulatedAxes()
      let sent: [EventCode] = [.absMTTrackingID, .absMTPositionX, .absX, .btnTouch]
      try screen.write(sent.map { InputEvent(time: 0, $0, 1) } + [InputEvent(time: 0, .synReport, 0)])
      func codes(_ node: EventNode) throws -> [EventCode] {
        try node.readUnchanged().map { EventCode($0.type, $0.code) }
      }
      #expect(try codes(short) == [.absMTTrackingID, .absMTPositionX, .btnTouch, .synReport])
      #expect(try codes(whole) == sent + [.synReport])
    }

    @Test("SIGHUP reads the configuration again, and errors in it change nothing")
    func reload() throws {
      let path = try Programs.file("touchstick.toml", "[[stick]]\ntarget = \"left\"\n")
      let daemon = try RunningDaemon(arguments: ["--config", path])
      let screen = try Bed.makeDevice(Self.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let finger = Finger(on: screen)
      try finger.push(of: pad)

      try "[[stick]]\ntarget = \"left\nradius".write(toFile: path, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration stays as it was")
      #expect(daemon.output.contains("touchstick.toml:2:"))
      #expect(pad.value(of: .absX) == 32767)

      try "[[stick]]\nregion = { x = 9000, y = 0, width = 10, height = 10 }\n"
        .write(toFile: path, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration stays as it was", times: 2)
      #expect(pad.value(of: .absX) == 32767)

      try "[[stick]]\ntarget = \"right\"\n".write(toFile: path, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration was read again")
      #expect(Bed.wait { pad.value(of: .absX) == 0 })
      try finger.lift()
      try finger.push(id: 2, .absRX, of: pad)

      try "[gamepad]\nname = \"Another pad\"\n".write(toFile: path, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "made the gamepad “Another pad”")
      #expect(Bed.wait { pad.isGone })
      #expect(try pad.isAtRest())
      daemon.stop()
    }
  }
}
