import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
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
      daemon.signal(SIGUSR1)
      daemon.waitUntilItSays("is switched off")
      #expect(try knowsAll())
      daemon.signal(SIGUSR1)
      daemon.waitUntilItSays("is switched on")
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
        daemon.signal(SIGUSR1)
        daemon.waitUntilItSays("is switched off", times: cycle)
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
        daemon.signal(SIGUSR1)
        daemon.waitUntilItSays("is switched on", times: cycle)
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
        daemon.signal(SIGUSR1)
        daemon.waitUntilItSays("is switched off", times: cycle)
        try Self.stroke(on: device, fingers: 1, from: id + 3)
        let scrolls = libinput.events.count { $0.kind == .pointerScrollFinger }
        try Self.stroke(on: device, fingers: 2, from: id + 4)
        libinput.waitFor(.pointerScrollFinger, times: scrolls + 1)
        daemon.signal(SIGUSR1)
        daemon.waitUntilItSays("is switched on", times: cycle)
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
      func write(_ values: [(EventCode, Int32)]) throws {
        try device.write((values + [(.synReport, 0)]).map { InputEvent(time: 0, $0.0, $0.1) })
      }
      func position(_ slot: Int32, _ step: Int32) -> [(EventCode, Int32)] {
        [(.absMTSlot, slot), (.absMTPositionX, 1500 + 800 * slot), (.absMTPositionY, 1500 + 60 * step)]
      }
      try write(
        slots.flatMap { slot in
          position(slot, 0) + [(.absMTTrackingID, id + slot), (.absMTPressure, 60)]
        } + [(.btnTouch, 1), (tool, 1), (.absPressure, 60)])
      for step: Int32 in 1...12 {
        // A single step would be a jump, which libinput discards.
        usleep(12_000)
        try write(slots.flatMap { position($0, step) } + [(.absX, 1500), (.absY, 1500 + 60 * step)])
      }
      for slot in slots.dropLast() {
        try write([(.absMTSlot, slot), (.absMTTrackingID, -1), (tool, 0), (.btnToolFinger, 1)])
      }
      try write([
        (.absMTSlot, slots.upperBound - 1), (.absMTTrackingID, -1), (tool, 0), (.btnToolFinger, 0),
        (.btnTouch, 0),
        (.absPressure, 0),
      ])
    }
  }
}
