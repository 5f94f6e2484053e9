import EventPipeline
import Foundation
import InputDevices
import Recordings
import Testing
import TestSupport

extension KernelTests {
  @Suite("Touches outside the controls, on the desktop", .serialized)
  struct PassThroughTests {
    /// A stick on the left half: on the ELAN screen of 331 mm by 187 mm, 0 to 1655 units.
    private static let half = """
      [[stick]]
      region = { x = 0, y = 0, width = "50%", height = "100%" }

      """

    @Test(
      "libinput sees the clone as the same kind of device, of the same size",
      arguments: [
        "ELAN-Touchscreen", "SynPS2-Synaptics-TouchPad.lenovo-p50",
      ])
    func sameKind(_ name: String) throws {
      let source = try Bed.makeDevice(name)
      let daemon = try RunningDaemon()
      let node = try daemon.cloneNode()
      let all = try LibinputDevice.list()
      let original = try #require(all.first { $0.node == source.node })
      let clone = try #require(all.first { $0.node == node })
      #expect(clone.name == original.name)
      #expect(clone.size == original.size)
      #expect(clone.size != nil)
      #expect(clone.capabilities == original.capabilities)
      daemon.stop()
    }

    @Test("The clone has its source's axes, keys and properties, and an address of its own")
    func sameDevice() throws {
      for name in ["ELAN-Touchscreen", "Wacom-Intuos4-6x9", "N-Trig-MultiTouch"] {
        let source = try Bed.makeDevice(name)
        let daemon = try RunningDaemon()
        let node = try daemon.cloneNode()
        let (original, clone) = (
          try EventNode(opening: try #require(source.node)).description,
          try EventNode(opening: node).description
        )
        #expect(clone.id == original.id)
        #expect(clone.codes == original.codes)
        #expect(clone.properties == original.properties)
        #expect(clone.axes.mapValues(\.shape) == original.axes.mapValues(\.shape))
        let event = URL(filePath: node).lastPathComponent
        let phys = try String(contentsOfFile: "/sys/class/input/\(event)/device/phys", encoding: .utf8)
        #expect(phys.hasPrefix("touchstick/clone/event"))
        daemon.stop()
      }
    }

    @Test(
      "A desktop sees touch-down, motion and lift of a finger beside the controls, and none on them"
    )
    func oneOfTwo() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(configuration: Self.half)
      let desktop = try LibinputEvents(try daemon.cloneNode())
      let pad = try daemon.openPad()
      let (left, right) = (Finger(on: screen, slot: 0), Finger(on: screen, slot: 1))
      try left.drag(id: 1, from: (500, 1000), to: (700, 1000))
      try right.drag(id: 2, from: (2000, 500), to: (2100, 600))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      // Each moves to the other's half, and keeps its owner.
      try left.move(x: 2500, y: 1000)
      try right.move(x: 500, y: 500)
      try left.lift()
      try right.lift()
      desktop.waitFor(.touchUp)
      #expect(
        desktop.touches.filter { $0 != "|" } == [
          "TOUCH_DOWN 1 (0) 60.37/26.70 (200.00/50.00mm)", "TOUCH_MOTION 1 (0) 63.39/32.03 (210.00/60.00mm)",
          "TOUCH_MOTION 1 (0) 15.09/26.70 (50.00/50.00mm)", "TOUCH_UP 1 (0)",
        ])
      #expect(Bed.wait { pad.value(of: .absX) == 0 })
      desktop.stop()
      daemon.stop()
    }

    @Test(
      "With two, five and ten fingers, every other is on a button, and the desktop gets the rest",
      arguments: [2, 5, 10])
    func everyOther(_ count: Int) throws {
      let buttons: [(name: String, code: EventCode)] = [
        ("A", .btnSouth), ("B", .btnEast), ("X", .btnNorth), ("Y", .btnWest), ("LB", .btnTL),
      ]
      let tables = buttons.enumerated().map { index, button in
        "[[button]]\noutput = \"\(button.name)\"\nregion = { center = [\(20 + 60 * index), 20], radius = 10 }\n"
      }
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(configuration: tables.joined())
      let (node, pad) = (try daemon.cloneNode(), try daemon.openPad())
      let clone = try Pad(node)
      let fingers = (0..<count).map { Finger(on: screen, slot: Int32($0)) }
      for (index, finger) in fingers.enumerated() {
        let x = Int32(200 + 600 * (index / 2))
        try finger.touchDown(id: Int32(index + 1), x: x, y: index % 2 == 0 ? 200 : 1500)
      }
      let (onButtons, onDesktop) = ((count + 1) / 2, count / 2)
      let areDown = Bed.wait {
        buttons.enumerated().allSatisfy { pad.value(of: $1.code) == ($0 < onButtons ? 1 : 0) }
          && clone.recorded.count { $0.is(.absMTTrackingID) } == onDesktop
      }
      #expect(areDown, "\(pad.events) \(clone.events)")
      let state = try EventNode(opening: node).state
      for slot in 0..<10 {
        let isOnDesktop = slot < count && slot % 2 == 1
        #expect(state[trackingIDIn: slot] == (isOnDesktop ? Int32(slot) + 1 : -1))
      }
      for finger in fingers { try finger.lift() }
      #expect(Bed.wait { clone.recorded.count { $0.is(.absMTTrackingID) } == 2 * onDesktop })
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      #expect(pad.events.count { $0.hasSuffix(" 1") } == onButtons)
      #expect(clone.recorded.last { $0.is(.btnTouch) }?.value == 0)
      daemon.stop()
    }

    @Test("Four fingers that the layout splits arrive in two parts, as in replay")
    func recording() throws { try recordingsThoroughly(RecordedCase.all[1]) }

    @Test(
      "A recording that the layout splits arrives in two parts, as in replay: the pad's and the desktop's",
      arguments: RecordedCase.all.filter { recorded in
        ["4-finger", "2-fingers", "stylus", "syn-dropped", "hp8470p"].contains {
          recorded.events.contains($0)
        }
      })
    func recordingsThoroughly(_ recorded: RecordedCase) throws {
      // A button accepts any number of fingers.
      let controls =
        "[[button]]\noutput = \"A\"\npress_margin = 10000\n" + #"""
          region = { x = 0, y = 0, width = "45%", height = "100%" }
          """#
      try PlayedRecording.check(recorded, controls, isSplit: true)
    }

    @Test(
      "The recordings with most fingers, on the whole pad, leave nothing pressed, deflected or touched",
      arguments: RecordedCase.all.filter { recorded in
        recorded.events.contains("4-finger") || recorded.events.contains("DTH2242")
      })
    func wholePadThoroughly(_ recorded: RecordedCase) throws {
      let (recording, description) = try recorded.load()
      let path = Fixtures.project.appending(path: "config/profiles/touchscreen.toml").path
      let daemon = try RunningDaemon(arguments: ["--config", path])
      let device = try Bed.makeDevice(description)
      daemon.waitUntilItSays("using \(description.name)")
      let (node, pad) = (try daemon.cloneNode(), try daemon.openPad())
      let clone = try Pad(node)
      try device.play(recording.trustworthyEvents, speed: 4)
      #expect(Bed.wait { pad.frames + clone.frames > 0 })
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      let isUntouched = try Bed.wait { try EventNode(opening: node).showsNothing }
      #expect(isUntouched)
      daemon.stop()
    }

    @Test("Another daemon does not use the clone as a touch device")
    func notTaken() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon()
      _ = try daemon.cloneNode()
      let other = try RunningDaemon()
      other.waitUntilItSays("\(screen.node ?? "?"): ELAN Touchscreen is grabbed by another program")
      #expect(!other.output.contains("using"))
      other.stop()
      daemon.stop()
    }

    @Test("With pass_through = false the desktop receives nothing, and there is no clone")
    func off() throws {
      let (daemon, screen, pad) = try Bed.start("[device]\npass_through = false\n" + Self.half)
      try Finger(on: screen).drag(from: (500, 500), to: (700, 500))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      #expect(try LibinputDevice.list().filter { $0.name.hasPrefix("ELAN") }.map(\.node) == [screen.node])
      #expect(!daemon.output.contains("reach the desktop"))
      daemon.stop()
    }

    @Test("A daemon that is killed under a finger leaves the desktop no endless touch")
    func killed() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(configuration: Self.half)
      let desktop = try LibinputEvents(try daemon.cloneNode())
      try Finger(on: screen).touchDown(x: 2000, y: 500)
      desktop.waitFor(.touchDown)
      daemon.signal(SIGKILL)
      desktop.waitFor(.touchCancel)
      desktop.stop()
    }

    @Test("A reload under a finger leaves the desktop its touch")
    func reloaded() throws {
      let path = try Programs.file("touchstick.toml", Self.half)
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", path])
      let desktop = try LibinputEvents(try daemon.cloneNode())
      let pad = try daemon.openPad()
      let (left, right) = (Finger(on: screen, slot: 0), Finger(on: screen, slot: 1))
      try left.drag(id: 1, from: (500, 500), to: (700, 500))
      try right.touchDown(id: 2, x: 2000, y: 500)
      desktop.waitFor(.touchDown)
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      try "[[stick]]\ntarget = \"right\"\n".write(toFile: path, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration was read again")
      #expect(Bed.wait { pad.value(of: .absX) == 0 })
      try left.move(x: 900, y: 500)
      try right.move(x: 2100, y: 500)
      try left.lift()
      try right.lift()
      desktop.waitFor(.touchUp)
      #expect(desktop.events.filter { $0.slot != nil }.map(\.kind) == [.touchDown, .touchMotion, .touchUp])
      #expect(try pad.isAtRest())
      desktop.stop()
      daemon.stop()
    }
  }
}

extension EventNode {
  /// Whether nothing is on the surface, and no key is down.
  var showsNothing: Bool {
    let state = state
    return state.keys == KeySet() && (0..<state.slotCount).allSatisfy { state[trackingIDIn: $0] == -1 }
  }
}

extension AbsoluteAxis {
  /// The description without current values and the noise filter, which the source has applied already.
  fileprivate var shape: [Int32] { [minimum, maximum, flat, resolution] }
}
