import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("Look pads, sliders and wheels", .serialized)
  struct MotionTests {
    @Test(
      "A swipe on a look pad deflects the right stick along its way, and a finger that stops leaves it at 0")
    func look() throws {
      let (daemon, screen, pad) = try Bed.start(
        "[[look]]\nregion = { x = 0, y = 0, width = \"100%\", height = \"100%\" }\ntap = \"RB\"\nsettle = 500\n"
      )
      let game = try SDLGame()
      let finger = Finger(on: screen)
      try finger.touchDown(x: 500, y: 900)
      // The screen has 10 units for a millimetre.
      for step in 1...40 {
        usleep(8000)
        try finger.move(x: 500 + Int32(step) * 8, y: 900)
      }
      // It stops, and stays.
      try game.wait { $0.right == [0, 0] }
      let deflected = try game.states.filter { $0.right != [0, 0] }
      #expect(deflected.count > 3 && deflected.allSatisfy { $0.right[0] > 0 && $0.right[1] == 0 })
      #expect(try game.states.allSatisfy { $0.left == [0, 0] && $0.down.isEmpty })
      // The next swipe goes up, and the finger lifts on its way.
      for step in 1...10 {
        usleep(8000)
        try finger.move(x: 820, y: 900 - Int32(step) * 10)
      }
      try finger.lift()
      try game.wait { $0.right == [0, 0] }
      #expect(try game.states.contains { $0.right[0] == 0 && $0.right[1] < -1000 })
      // In one write, so that it is short enough.
      try finger.tap(ids: [2], x: 500, y: 900)
      #expect(try Bed.wait { try game.states.contains { $0.down == ["RIGHTSHOULDER"] } })
      try game.wait { $0.down.isEmpty }
      #expect(try pad.isAtRest())
      daemon.stop()
    }

    private static let throttle = """
      [[slider]]
      region = { x = 0, y = 0, width = 20, height = 160 }
      output = "RT"
      release = "stay"

      """

    @Test(
      "A slider that stays keeps its trigger after the lift, until the pads are off, the file is read or the device goes",
      arguments: ["off", "reload", "unplug"])
    func slider(_ end: String) throws {
      let path = try Programs.file("touchstick.toml", Self.throttle)
      let daemon = try RunningDaemon(arguments: ["--config", path])
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let game = try SDLGame()
      let finger = Finger(on: try #require(screen))
      try finger.drag(from: (100, 800), to: (100, 0))
      try game.wait { $0.down == ["TRIGGERRIGHT"] }
      try finger.lift()
      daemon.settle()
      #expect(pad.value(of: .absRZ) == 255)
      switch end {
      case "off": daemon.signal(SIGUSR1, until: "is switched off")
      case "reload":
        try "[[stick]]\n".write(toFile: path, atomically: true, encoding: .utf8)
        daemon.waitUntilItSays("the configuration was read again")
      default:
        screen = nil
        daemon.waitUntilItSays("the device is gone")
      }
      try game.wait { $0.down.isEmpty }
      #expect(try pad.isAtRest())
      if end == "off" {
        daemon.signal(SIGUSR1, until: "is switched on")
        daemon.settle()
        #expect(try pad.isAtRest())
      }
      daemon.stop()
      _ = screen
    }

    @Test("A wheel turns the left stick's axis, and returns by itself after the lift")
    func wheel() throws {
      let (daemon, screen, pad) = try Bed.start(
        "[[wheel]]\nregion = { center = [100, 90], radius = 50 }\nrange = \"180deg\"\nreturn_speed = 450\n"
      )
      let game = try SDLGame()
      let finger = Finger(on: screen)
      try finger.touchDown(x: 1000, y: 500)
      for degrees in stride(from: 5.0, through: 90, by: 5) {
        let radians = degrees * .pi / 180
        try finger.move(x: 1000 + Int32(400 * sin(radians)), y: 900 - Int32(400 * cos(radians)))
      }
      try game.wait { $0.left == [32767, 0] }
      try finger.lift()
      try game.wait { $0.left == [0, 0] }
      let back = pad.recorded.filter { EventCode($0.type, $0.code) == .absX }
        .drop { $0.value < 32767 }.dropFirst()
      // 90 degrees at 450 degrees a second, in steps of 8 ms: a step is written even if it is late.
      #expect((25...26).contains(back.count) && back.last?.value == 0, "\(back.map(\.value))")
      #expect(zip(back, back.dropFirst()).allSatisfy { $0.value > $1.value })
      #expect(try pad.isAtRest())
      daemon.stop()
    }

    @Test(
      "A look pad moves a mouse of its own, which is there as long as the look pad, and rests while the pads are off"
    )
    func mouse() throws {
      let path = try Programs.file(
        "touchstick.toml",
        "[[look]]\nregion = { x = 0, y = 0, width = \"100%\", height = \"100%\" }\ntarget = \"mouse\"\ncounts_per_mm = 12\n"
      )
      let daemon = try RunningDaemon(arguments: ["--config", path])
      let screen = try Bed.makeDevice(SessionTests.screen)
      let pad = try daemon.openPad()
      daemon.waitUntilItSays("look pads move the mouse")
      let node = try #require(daemon.output.firstMatch(of: /the mouse .* \((\/dev\/input\/event\d+)\)/)?.1)
      let mouse = try Pad(String(node))
      try Bed.settleUdev()
      let (_, properties) = try Programs.run("udevadm", ["info", "--query=property", "--name=\(node)"])
      #expect(properties.contains("ID_INPUT_MOUSE=1") && !properties.contains("ID_INPUT_JOYSTICK"))
      func counts() -> [Int32] {
        [EventCode.relX, .relY].map { code in
          mouse.recorded.filter { EventCode($0.type, $0.code) == code }.reduce(0) { $0 + $1.value }
        }
      }
      let finger = Finger(on: screen)
      // The screen has 10 units for a millimetre.
      try finger.touchDown(x: 500, y: 900)
      for step in 1...37 { try finger.move(x: 500 + Int32(step), y: 900 - 3 * Int32(step)) }
      #expect(Bed.wait { counts() == [44, -133] }, "\(counts())")
      try finger.lift()
      daemon.signal(SIGUSR1, until: "is switched off")
      try finger.drag(id: 2, from: (500, 900), to: (900, 900))
      try finger.lift()
      daemon.settle()
      #expect(counts() == [44, -133] && !mouse.isGone)
      #expect(try pad.isAtRest())
      daemon.signal(SIGUSR1, until: "is switched on")
      try "[[stick]]\n".write(toFile: path, atomically: true, encoding: .utf8)
      daemon.waitUntilItSays("the configuration was read again")
      #expect(Bed.wait { mouse.isGone })
      #expect(!pad.isGone)
      daemon.stop()
      withExtendedLifetime(screen) {}
    }
  }
}
