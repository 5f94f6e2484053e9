import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

extension KernelTests {
  @Suite("A device that is not grabbed", .serialized)
  struct SharedDeviceTests {
    @Test(
      "A device that another program grabs in mid-drag is asked whether it is touched"
    )
    func grabbedByAnother() throws {
      let drag = try SessionTests.Drag(configuration: "[device]\ngrab = false\n")
      let other = try EventNode(opening: try #require(drag.screen?.node))
      try other.grab()
      // The daemon asks the device now and then, and a resting finger holds its stick.
      try drag.daemon.waitForWakeUps(2)
      #expect(drag.pad.value(of: .absX) == 32767)
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      try other.ungrab()
      try drag.finger.drag(id: 2, from: (500, 500), to: (300, 500))
      #expect(Bed.wait { drag.pad.value(of: .absX) == -32767 })
      try drag.finger.lift()
      #expect(
        Bed.wait {
          drag.pad.events.joined(separator: " ") == "ABS_X 32767 | ABS_X 0 | ABS_X -32767 | ABS_X 0 |"
        })
      drag.daemon.stop()
    }

    @Test("A latched button is released soon after a touch that only another program gets")
    func latchedWhileGrabbed() throws {
      let (daemon, screen, pad) = try Bed.start(
        "[device]\ngrab = false\n[[button]]\nmode = \"toggle\"\nregion = { center = [20, 20], radius = 8 }\noutput = \"A\"\n"
      )
      let finger = Finger(on: screen)
      try finger.tap(ids: [1], x: 200, y: 200)
      #expect(Bed.wait { pad.value(of: .btnSouth) == 1 })
      let other = try EventNode(opening: try #require(screen.node))
      try other.grab()
      // The daemon asks the device now and then, and sees no touch.
      try daemon.waitForWakeUps(2)
      #expect(pad.value(of: .btnSouth) == 1)
      try finger.tap(ids: [2], x: 1500, y: 900)
      #expect(Bed.wait { pad.value(of: .btnSouth) == 0 })
      try other.ungrab()
      try finger.tap(ids: [3], x: 200, y: 200)
      #expect(Bed.wait { pad.value(of: .btnSouth) == 1 })
      daemon.stop()
    }

    /// This screen declares its tools, but never reports them.
    @Test("A resting finger holds its stick for long, also on a screen that does not report its tools")
    func restingFinger() throws {
      let screen = try Bed.makeDevice("eGalax-Inc.-USB-TouchController")
      let daemon = try RunningDaemon(
        configuration: "[device]\ngrab = false\n" + RecordingTests.everyTouchDeflects)
      let pad = try daemon.openPad()
      daemon.waitUntilItSays("using eGalax")
      try screen.send([(.btnTouch, 1), (.absZ, 300), (.absRX, 300)])
      #expect(Bed.wait { pad.frames == 1 })
      let events = pad.events
      // The daemon asks the device now and then.
      try daemon.waitForWakeUps(2)
      #expect(pad.events == events)
      try screen.send([(.btnTouch, 0)])
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      #expect(pad.frames == 2)
      daemon.stop()
    }

    @Test("A reload with grab = false frees the device, also if the pad is another")
    func grabEnds() throws {
      let folder = try Programs.files(["a.toml": "[gamepad]\nname = \"a\"\n"])
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", folder.path])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let desktop = try Pad(try #require(screen.node))
      try FileManager.default.removeItem(at: folder.appending(path: "a.toml"))
      try "[gamepad]\nname = \"b\"\n[device]\ngrab = false\n".write(
        to: folder.appending(path: "b.toml"), atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration was read again")
      daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      let pad = try daemon.openPad(after: 1)
      try Finger(on: screen).drag(from: (500, 500), to: (700, 500))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      #expect(desktop.events.contains("ABS_MT_TRACKING_ID 1"))
      daemon.stop()
    }
  }

  @Suite("Other readers of a device that is handed back", .serialized)
  struct HandBackTests {
    private static let touchpad = "SynPS2-Synaptics-TouchPad.lenovo-p50"

    @Test(
      "A program that had it open all the time knows as much as one that opens it",
      arguments: [SessionTests.screen, touchpad])
    func readers(_ name: String) throws {
      let device = try Bed.makeDevice(name)
      let path = try #require(device.node)
      let reader = try EventNode(opening: path)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using")
      var known = reader.state
      func knowsAll() throws -> Bool {
        while case .event(let event) = try reader.read() { known.apply(event) }
        let state = try EventNode(opening: path).state
        return known.showsSame(as: state)
          && [EventCode.absX, .absY, .absPressure].allSatisfy { known[axis: $0.code] == state[axis: $0.code] }
      }
      try Self.stroke(on: device, fingers: 2, from: 1)
      daemon.settle()
      try #require(try !knowsAll(), "it has missed something")
      daemon.signal(SIGUSR1, until: "is switched off")
      #expect(try knowsAll())
      daemon.signal(SIGUSR1, until: "is switched on")
      try Self.stroke(on: device, fingers: 2, from: 10)
      daemon.settle()
      daemon.stop()
      #expect(try knowsAll())
    }

    @Test("After switching off, libinput sees every touch where it is, and no finger twice")
    func cyclesOfScreen() throws {
      let device = try Bed.makeDevice(SessionTests.screen)
      let libinput = try LibinputEvents(try #require(device.node))
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using")
      let (first, second) = (Finger(on: device), Finger(on: device, slot: 1))
      var seen = 0
      for cycle in 1...Endurance.count(200, ordinarily: 3) {
        let id = Int32(4 * cycle)
        // Slot 1 lifts last.
        try first.drag(id: id, from: (500, 500), to: (700, 500))
        try second.drag(id: id + 1, from: (1000, 900), to: (1200, 950))
        try first.lift()
        try second.lift()
        daemon.signal(SIGUSR1, until: "is switched off", times: cycle)
        // The kernel does not repeat the slot, nor the place where the second finger was last.
        try second.drag(id: id + 2, from: (1200, 950), to: (1200, 1000))
        try first.drag(id: id + 3, from: (700, 600), to: (800, 600))
        try first.lift()
        try second.lift()
        libinput.waitFor(.touchUp, times: 2 * cycle)
        let touches = libinput.events.filter { $0.slot != nil }
        #expect(
          touches.dropFirst(seen).map(Self.text) == [
            "TOUCH_DOWN 1 120/95", "TOUCH_MOTION 1 120/100", "TOUCH_DOWN 0 70/60", "TOUCH_MOTION 0 80/60",
            "TOUCH_UP 0", "TOUCH_UP 1",
          ], "in cycle \(cycle)")
        seen = touches.count
        daemon.signal(SIGUSR1, until: "is switched on", times: cycle)
      }
      #expect(!libinput.output.contains("BUG"), "\(libinput.output)")
      daemon.stop()
      libinput.stop()
    }

    /// The kind of a touch's event, its slot, and its place in millimetres.
    private static func text(of touch: LibinputEvent) -> String {
      let place = touch.millimetres.map { " \(Int($0.x))/\(Int($0.y))" } ?? ""
      return "\(touch.kind.name) \(touch.slot ?? -1)\(place)"
    }

    @Test("libinput sees every scroll after switching off, and no finger twice")
    func cyclesOfTouchpad() throws {
      let device = try Bed.makeDevice(Self.touchpad)
      let libinput = try LibinputEvents(try #require(device.node))
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using")
      var id: Int32 = 1
      for cycle in 1...Endurance.count(200, ordinarily: 3) {
        // Its slot 1 lifts last.
        try Self.stroke(on: device, fingers: 3, from: id)
        daemon.signal(SIGUSR1, until: "is switched off", times: cycle)
        try Self.stroke(on: device, fingers: 1, from: id + 3)
        let scrolls = libinput.events.count { $0.kind == .pointerScrollFinger }
        try Self.stroke(on: device, fingers: 2, from: id + 4)
        libinput.waitFor(.pointerScrollFinger, times: scrolls + 1)
        daemon.signal(SIGUSR1, until: "is switched on", times: cycle)
        id += 6
      }
      #expect(!libinput.output.contains("BUG"), "\(libinput.output)")
      daemon.stop()
      libinput.stop()
    }

    /// Fingers come down, move together by 15 mm and lift. Slot 1 lifts last; a third finger has no slot.
    private static func stroke(on device: VirtualDevice, fingers: Int32, from id: Int32) throws {
      let slots = 0..<min(fingers, 2)
      let tool = EventCode(.key, [0x145, 0x14d, 0x14e][Int(fingers) - 1])
      func position(_ slot: Int32, _ step: Int32) -> [(EventCode, Int32)] {
        [(.absMTSlot, slot), (.absMTPositionX, 1500 + 800 * slot), (.absMTPositionY, 1500 + 60 * step)]
      }
      try device.send(
        slots.flatMap { slot in
          position(slot, 0) + [(.absMTTrackingID, id + slot), (.absMTPressure, 60)]
        } + [(.btnTouch, 1), (tool, 1), (.absPressure, 60)])
      for step: Int32 in 1...12 {
        // A single step would be a jump, which libinput discards.
        usleep(12_000)
        try device.send(slots.flatMap { position($0, step) } + [(.absX, 1500), (.absY, 1500 + 60 * step)])
      }
      for slot in slots.dropLast() {
        try device.send([(.absMTSlot, slot), (.absMTTrackingID, -1), (tool, 0), (.btnToolFinger, 1)])
      }
      try device.send([
        (.absMTSlot, slots.upperBound - 1), (.absMTTrackingID, -1), (tool, 0), (.btnToolFinger, 0),
        (.btnTouch, 0),
        (.absPressure, 0),
      ])
    }
  }

  @Suite("A screen without slots and without BTN_TOUCH", .serialized)
  struct ListedDeviceTests {
    /// Such a screen with a stick on its whole surface, and its readers.
    private struct Listed {
      let daemon: RunningDaemon
      private(set) var screen: VirtualDevice?
      let pad: Pad
      let source: Pad

      init() throws {
        let made = try Bed.makeDevice(try RecordedCase.listed[0].recorded.load().device)
        screen = made
        daemon = try RunningDaemon(configuration: RecordingTests.everyTouchDeflects)
        pad = try daemon.openPad()
        source = try Pad(try #require(made.node))
      }

      func list(_ x: Int32?) throws {
        let position: [(EventCode, Int32)] = x.map { [(.absMTPositionX, $0), (.absMTPositionY, 300)] } ?? []
        try #require(screen).send(position + [(.synMTReport, 0)])
      }

      mutating func unplug() { screen = nil }
    }

    @Test("A screen without slots is given to the desktop, and grabbed again, only between touches")
    func switched() throws {
      let listed = try Listed()
      try listed.list(1000)
      #expect(Bed.wait { listed.pad.value(of: .absX) > 32000 })
      listed.daemon.signal(SIGUSR1, until: "switching off")
      try listed.list(980)
      listed.daemon.settle()
      #expect(listed.pad.value(of: .absX) > 0)
      #expect(listed.source.events.isEmpty, "it is still grabbed")
      try listed.list(nil)
      listed.daemon.waitUntilItSays("is switched off")
      #expect(try listed.pad.isAtRest())

      try listed.list(1000)
      listed.daemon.settle()
      #expect(try listed.pad.isAtRest())
      listed.daemon.signal(SIGUSR1, until: "switching on")
      try listed.list(980)
      try listed.list(nil)
      listed.daemon.waitUntilItSays("is switched on")
      #expect(Bed.wait { listed.source.frames == 3 }, "the desktop sees the lift")
      try listed.list(20)
      #expect(Bed.wait { listed.pad.value(of: .absX) < -32000 })
      #expect(listed.source.frames == 3)
      listed.daemon.stop()
    }

    @Test("A screen without slots holds the stick while its lists have the finger, until it is removed")
    func unplugged() throws {
      var listed = try Listed()
      try listed.list(1000)
      #expect(Bed.wait { listed.pad.value(of: .absX) > 32000 })
      try listed.list(nil)
      #expect(Bed.wait { (try? listed.pad.isAtRest()) == true })
      try listed.list(20)
      #expect(Bed.wait { listed.pad.value(of: .absX) < -32000 })
      listed.unplug()
      listed.daemon.waitUntilItSays("the device is gone")
      #expect(try listed.pad.isAtRest())
      listed.daemon.stop()
    }
  }
}
