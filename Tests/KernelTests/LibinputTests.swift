import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("Devices in libinput, and so on a desktop", .serialized)
  struct LibinputTests {
    @Test("A touchscreen is listed, with its size")
    func list() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let all = try LibinputDevice.list()
      let listed = try #require(all.first { $0.node == screen.node })
      #expect(listed.name == "ELAN Touchscreen")
      #expect(listed.capabilities == ["touch"])
      #expect(listed.size == LibinputDevice.Size(width: 331, height: 187))
    }

    @Test("Touchscreens touch and touchpads point, and a tablet without resolution is refused")
    func capabilities() throws {
      let expected: [String: Set<String>] = [
        "ELAN-CANDO-Windows7": ["touch"], "SynPS2-Synaptics-TouchPad.lenovo-p50": ["pointer", "gesture"],
        "Wacom-Bamboo-16FG-4x5-Finger": ["pointer", "gesture"],
      ]
      let refused = ["Wacom-Intuos4-6x9", "eGalax-Inc.-USB-TouchController"]
      let devices = try expected.keys.map { ($0, try Bed.makeDevice($0)) }
      let others = try refused.map { try Bed.makeDevice($0) }
      let all = try LibinputDevice.list()
      for (name, device) in devices {
        #expect(all.first { $0.node == device.node }?.capabilities == expected[name], "\(name)")
      }
      for other in others { #expect(!all.contains { $0.node == other.node }, "\(other.name)") }
    }

    @Test("A finger touches, moves and lifts at the right places")
    func finger() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let libinput = try LibinputEvents(try #require(screen.node))
      let finger = Finger(on: screen)
      try finger.drag(from: (1000, 500), to: (1100, 600))
      try finger.lift()
      let up = try #require(libinput.waitFor(.touchUp).first)
      #expect(up.node == screen.node)
      libinput.waitFor(.touchFrame, times: 3)
      #expect(
        libinput.touches == [
          "TOUCH_DOWN 0 (0) 30.18/26.70 (100.00/50.00mm)", "|",
          "TOUCH_MOTION 0 (0) 33.20/32.03 (110.00/60.00mm)", "|", "TOUCH_UP 0 (0)", "|",
        ])
      let down = try #require(libinput.events.first { $0.kind == .touchDown })
      #expect(down.percent == LibinputEvent.Point(x: 30.18, y: 26.70))
      #expect(down.millimetres == LibinputEvent.Point(x: 100, y: 50))
      libinput.stop()
    }

    @Test("Two fingers have two slots")
    func twoFingers() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let libinput = try LibinputEvents(try #require(screen.node))
      let fingers = [Finger(on: screen, slot: 3), Finger(on: screen, slot: 5)]
      try fingers[0].touchDown(id: 1, x: 500, y: 500)
      try fingers[1].touchDown(id: 2, x: 2000, y: 1000)
      try fingers[0].lift()
      try fingers[1].move(x: 2100, y: 1000)
      try fingers[1].lift()
      let ups = libinput.waitFor(.touchUp, times: 2)
      #expect(ups.map(\.slot) == [3, 5])
      // The seat's own slots start at 0, whatever the device's slots are.
      #expect(ups.map(\.seatSlot) == [0, 1])
      let motions = libinput.events.filter { $0.kind == .touchMotion }
      #expect(motions.map(\.slot) == [5])
      #expect(motions.map(\.millimetres) == [LibinputEvent.Point(x: 210, y: 100)])
      libinput.stop()
    }

    @Test("A finger on a touchpad moves the pointer")
    func touchpad() throws {
      let pad = try Bed.makeDevice("SynPS2-Synaptics-TouchPad.lenovo-p50")
      let libinput = try LibinputEvents(try #require(pad.node))
      try pad.send([
        (.absMTSlot, 0), (.absMTTrackingID, 1), (.absMTPositionX, 3000), (.absMTPositionY, 3000),
        (.absMTPressure, 60), (.btnTouch, 1), (.btnToolFinger, 1),
      ])
      for step: Int32 in 1...5 {
        // A single step would be a jump, which libinput discards.
        usleep(20_000)
        try pad.send([(.absMTPositionX, 3000 + 100 * step)])
      }
      try pad.send([(.absMTTrackingID, -1), (.btnTouch, 0), (.btnToolFinger, 0)])
      let motions = libinput.waitFor(.pointerMotion)
      #expect(motions.allSatisfy { ($0.motion?.x ?? 0) > 0 && $0.motion?.y == 0 }, "\(motions)")
      #expect(libinput.touches.isEmpty)
      libinput.stop()
    }

    @Test("A pen comes near, touches, moves and lifts")
    func pen() throws {
      let tablet = try Bed.makeDevice(try Self.tablet())
      let node = try #require(tablet.node)
      #expect(try LibinputDevice.list().first { $0.node == node }?.capabilities == ["tablet"])
      let libinput = try LibinputEvents(node)
      try tablet.send([(.absX, 20000), (.absY, 10000), (.absPressure, 700), (.btnToolPen, 1), (.btnTouch, 1)])
      try tablet.send([(.absX, 21000), (.absY, 11000), (.absPressure, 900)])
      try tablet.send([(.absPressure, 0), (.btnTouch, 0)])
      try tablet.send([(.btnToolPen, 0)])
      libinput.waitFor(.tabletToolProximity, times: 2)
      let kinds = libinput.events.map(\.kind)
      #expect(
        kinds == [
          .deviceAdded, .tabletToolProximity, .tabletToolTip, .tabletToolAxis, .tabletToolTip,
          .tabletToolProximity,
        ])
      let tip = libinput.events.first { $0.kind == .tabletToolTip }
      #expect(tip?.millimetres == LibinputEvent.Point(x: 100, y: 50), "\(tip?.detail ?? "")")
      libinput.stop()
    }

    @Test("A desktop sees devices come and go, and distinguishes two with the same name")
    func seat() throws {
      let desktop = try LibinputEvents()
      let first = try Bed.makeDevice(SessionTests.screen)
      #expect(desktop.waitForDevices("ELAN Touchscreen") == [first.node])
      do {
        let second = try Bed.makeDevice(SessionTests.screen)
        #expect(desktop.waitForDevices("ELAN Touchscreen", count: 2) == [first.node, second.node])
        try Finger(on: second).touchDown(x: 1, y: 1)
        #expect(desktop.waitFor(.touchDown).map(\.node) == [second.node])
      }
      // A touch on a device that goes away ends differently from a lift.
      #expect(desktop.waitForDevices("ELAN Touchscreen") == [first.node])
      #expect(desktop.waitFor(.touchCancel).map(\.slot) == [0])
      desktop.stop()
    }

    @Test("A desktop sees nothing of a screen while the daemon uses it")
    func taken() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let libinput = try LibinputEvents(try #require(screen.node))
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let finger = Finger(on: screen)
      try finger.drag(id: 1, from: (500, 1000), to: (700, 1000))
      #expect(Bed.wait { pad.value(of: .absX) > 0 })
      try finger.lift()
      daemon.stop()
      try finger.touchDown(id: 2, x: 1000, y: 500)
      // Any event of the screen would have come before this one.
      #expect(libinput.waitFor(.touchDown).map(\.millimetres) == [LibinputEvent.Point(x: 100, y: 50)])
      #expect(libinput.touches.count { $0 != "|" } == 1, "\(libinput.touches)")
      libinput.stop()
    }

    /// The recording's tablet, with the resolution that its driver reports today.
    private static func tablet() throws -> DeviceDescription {
      var tablet = try Fixtures.description("Wacom-Intuos4-6x9")
      for code in [EventCode.absX, .absY] { tablet.axes[code.code]?.resolution = 200 }
      return tablet
    }

  }
}
