import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("A whole pad on the glass", .serialized)
  struct ControlTests {
    /// On the ELAN screen of 331 mm by 187 mm: a control for each of SDL's names, in places that do not overlap.
    private static let everything: [(name: String, table: String, place: (x: Int32, y: Int32))] = {
      let buttons = ["A", "B", "X", "Y", "LB", "RB", "L3", "R3", "Back", "Start", "Guide"]
      let names = [
        "A", "B", "X", "Y", "LEFTSHOULDER", "RIGHTSHOULDER", "LEFTSTICK", "RIGHTSTICK", "BACK", "START",
        "GUIDE",
      ]
      var controls = zip(names, buttons).enumerated().map { index, pair in
        let x = 20 + 20 * index
        return (
          pair.0, "[[button]]\noutput = \"\(pair.1)\"\nregion = { center = [\(x), 20], radius = 8 }\n",
          (Int32(x * 10), Int32(200))
        )
      }
      for (name, side, x) in [("TRIGGERLEFT", "left", 20), ("TRIGGERRIGHT", "right", 60)] {
        controls.append(
          (
            name, "[[trigger]]\ntarget = \"\(side)\"\nregion = { center = [\(x), 60], radius = 8 }\n",
            (Int32(x * 10), Int32(600))
          ))
      }
      let pad = "[[dpad]]\nregion = { center = [120, 70], radius = 20 }\n"
      let ways: [(String, Int32, Int32)] = [
        ("DPAD_UP", 0, -100), ("DPAD_RIGHT", 100, 0), ("DPAD_DOWN", 0, 100), ("DPAD_LEFT", -100, 0),
      ]
      for (name, x, y) in ways {
        controls.append((name, name == "DPAD_UP" ? pad : "", (1200 + x, 700 + y)))
      }
      return controls
    }()

    private static let sticks = """
      [[stick]]
      target = "left"
      origin = "fixed"
      region = { center = [60, 140], radius = 20 }
      [[stick]]
      target = "right"
      origin = "fixed"
      region = { center = [260, 140], radius = 20 }

      """

    @Test(
      "SDL2 has the right name for every button, both triggers, the hat and both sticks",
      arguments: ["xbox-360", "generic"])
    func names(_ identity: String) throws {
      let daemon = try RunningDaemon(
        configuration: "[gamepad]\nidentity = \"\(identity)\"\n" + Self.everything.map(\.table).joined()
          + Self.sticks)
      let screen = try Bed.makeDevice(SessionTests.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let game = try SDLGame()
      #expect(try game.controller.is_controller)
      let finger = Finger(on: screen)
      for (index, control) in Self.everything.enumerated() {
        try finger.touchDown(id: Int32(index + 1), x: control.place.x, y: control.place.y)
        try game.wait { $0.down == [control.name] }
        try finger.lift()
        try game.wait { $0.down.isEmpty }
      }
      try finger.drag(id: 100, from: (600, 1400), to: (800, 1400))
      try game.wait { $0.left == [32767, 0] }
      try finger.lift()
      try game.wait { $0.left == [0, 0] }
      try finger.drag(id: 101, from: (2600, 1400), to: (2600, 1200))
      try game.wait { $0.right[0] == 0 && $0.right[1] < -32000 }
      try finger.lift()
      try game.wait { $0.right == [0, 0] && $0.left == [0, 0] && $0.down.isEmpty }
      #expect(try game.states.allSatisfy { $0.down.count <= 1 })
      #expect(try pad.isAtRest())
      daemon.stop()
    }

    @Test(
      "Of two, five and ten fingers, each moves its own control and no other", arguments: [2, 5, 10])
    func fingers(_ count: Int) throws {
      let daemon = try RunningDaemon(
        configuration: Self.everything.map(\.table).joined() + Self.sticks)
      let screen = try Bed.makeDevice(SessionTests.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let places = Self.everything.prefix(count - 2).map(\.place) + [(800, 1400), (1300, 700)]
      let fingers = places.indices.map { Finger(on: screen, slot: Int32($0)) }
      for (index, place) in places.enumerated() {
        try fingers[index].touchDown(id: Int32(index + 1), x: place.0, y: place.1)
      }
      let buttons: [EventCode] = [
        .btnSouth, .btnEast, .btnNorth, .btnWest, .btnTL, .btnTR, .btnThumbL, .btnThumbR, .btnSelect,
        .btnStart,
        .btnMode,
      ]
      #expect(Bed.wait { pad.value(of: .absX) == 32767 && pad.value(of: .absHat0X) == 1 })
      for (index, code) in buttons.enumerated() {
        #expect(pad.value(of: code) == (index < count - 2 ? 1 : 0), "\(code.name ?? "")")
      }
      // The last finger lifts first, and each leaves the others' controls unchanged.
      for index in places.indices.reversed() {
        try fingers[index].lift()
        let code = index == count - 1 ? .absHat0X : index == count - 2 ? .absX : buttons[index]
        #expect(Bed.wait { pad.value(of: code) == 0 })
        let others = buttons.prefix(min(index, count - 2))
        #expect(others.allSatisfy { pad.value(of: $0) == 1 })
      }
      #expect(try pad.isAtRest())
      daemon.stop()
    }
  }
}
