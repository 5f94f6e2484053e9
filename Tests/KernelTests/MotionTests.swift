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
        "[[look]]\nregion = { x = 0, y = 0, width = \"100%\", height = \"100%\" }\ntap = \"RB\"\n")
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
        "[[wheel]]\nregion = { center = [100, 90], radius = 50 }\nrange = \"180deg\"\nreturn_speed = \"450deg\"\n"
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
  }
}
