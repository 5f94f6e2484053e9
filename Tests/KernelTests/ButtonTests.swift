import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

extension KernelTests {
  @Suite("Buttons that do more than press one button", .serialized)
  struct ButtonTests {
    /// A button at (20 mm, 20 mm) of the ELAN screen.
    private static func button(_ keys: String, x: Int = 20) -> String {
      "[[button]]\nregion = { center = [\(x), 20], radius = 8 }\n\(keys)\n"
    }

    private static func waitFor(
      _ events: [String], on pad: Pad, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let isThere = Bed.wait { pad.events == events }
      #expect(isThere, "\(pad.events)", sourceLocation: sourceLocation)
    }

    @Test("A list of outputs is pressed in one frame, with its half axes and triggers, and released")
    func list() throws {
      let (daemon, screen, pad) = try Bed.start(
        Self.button("output = [\"A\", \"Up\", \"left.x-\", \"RT\"]\nvalue = 0.5"))
      let finger = Finger(on: screen)
      try finger.touchDown(x: 200, y: 200)
      Self.waitFor(["ABS_X -16384", "ABS_RZ 128", "ABS_HAT0Y -1", "BTN_SOUTH 1", "|"], on: pad)
      try finger.lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      daemon.stop()
    }

    @Test(
      "A toggle stays down without a finger, until the pads are off, another layout comes, or the daemon ends"
    )
    func toggle() throws {
      let file = try Programs.file(
        "touchstick.toml", Self.button("output = [\"A\", \"LT\"]\nmode = \"toggle\""))
      let (daemon, screen, pad) = try Bed.start(arguments: ["--config", file])
      let finger = Finger(on: screen)
      var id: Int32 = 0
      func tap() throws {
        id += 1
        try finger.touchDown(id: id, x: 200, y: 200)
        try finger.lift()
      }
      func latch(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try tap()
        let isDown = Bed.wait { pad.value(of: .btnSouth) == 1 && pad.value(of: .absZ) == 255 }
        #expect(isDown, sourceLocation: sourceLocation)
        daemon.settle()
        #expect(pad.value(of: .btnSouth) == 1, sourceLocation: sourceLocation)
      }
      func expectRest(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Bed.wait { (try? pad.isAtRest()) == true }, sourceLocation: sourceLocation)
      }
      try latch()
      try tap()
      expectRest()
      try latch()
      daemon.signal(SIGUSR1)
      expectRest()
      daemon.signal(SIGUSR1)
      daemon.settle()
      try latch()
      try Self.button("output = \"B\"\nmode = \"toggle\"").write(
        toFile: file, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration was read again")
      expectRest()
      try tap()
      #expect(Bed.wait { pad.value(of: .btnEast) == 1 })
      daemon.stop()
      #expect(Bed.wait { pad.isGone && pad.value(of: .btnEast) == 0 })
    }

    @Test("A toggle and turbo are released when the device goes away")
    func unplugged() throws {
      var (daemon, screen, pad): (RunningDaemon, VirtualDevice?, Pad) = try Bed.start(
        Self.button("output = \"A\"\nmode = \"toggle\"") + Self.button("output = \"B\"\nturbo = 10", x: 60))
      try Finger(on: #require(screen)).touchDown(x: 200, y: 200)
      try Finger(on: #require(screen), slot: 1).touchDown(id: 2, x: 600, y: 200)
      #expect(Bed.wait { pad.value(of: .btnSouth) == 1 && pad.value(of: .btnEast) == 1 })
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      usleep(300_000)
      #expect(try pad.isAtRest())
      daemon.stop()
      _ = screen
    }

    @Test("Turbo presses and releases without events of the device, and ends with a release")
    func turbo() throws {
      let (daemon, screen, pad) = try Bed.start(Self.button("output = \"A\"\nturbo = \"20Hz\""))
      let finger = Finger(on: screen)
      try finger.touchDown(x: 200, y: 200)
      #expect(Bed.wait { pad.frames >= 11 })
      try finger.lift()
      daemon.settle()
      usleep(200_000)
      let events = pad.recorded.filter { $0.type == .key }
      for (index, event) in events.enumerated() { #expect(event.value == (index % 2 == 0 ? 1 : 0)) }
      #expect(try events.last?.value == 0 && pad.isAtRest())
      daemon.stop()
    }

    @Test(
      "A touch on ignored glass reaches neither the pad nor the desktop, and one beside a button presses it")
    func ignoreAndReach() throws {
      let (daemon, screen, pad) = try Bed.start(
        Self.button("output = \"A\"\nreach = 5")
          + "[[ignore]]\nregion = { x = 200, y = 0, width = 100, height = 100 }\n")
      let clone = try Pad(daemon.cloneNode())
      let finger = Finger(on: screen)
      try finger.touchDown(x: 2500, y: 500)
      try finger.move(x: 200, y: 200)
      try finger.lift()
      daemon.settle()
      #expect(pad.events.isEmpty && clone.events.isEmpty, "\(pad.events) \(clone.events)")
      try finger.touchDown(id: 2, x: 320, y: 200)
      #expect(Bed.wait { pad.value(of: .btnSouth) == 1 })
      try finger.lift()
      #expect(Bed.wait { pad.value(of: .btnSouth) == 0 })
      try finger.touchDown(id: 3, x: 1500, y: 1000)
      #expect(Bed.wait { clone.value(of: .absMTTrackingID) >= 0 && clone.frames > 0 })
      try finger.lift()
      #expect(try pad.isAtRest())
      daemon.stop()
    }

    @Test(
      "A layer that goes releases its buttons, whose fingers do nothing, and the first one is there after a switch"
    )
    func layers() throws {
      let (daemon, screen, pad) = try Bed.start(
        Self.button("output = \"A\"\nlayer = \"run\"") + Self.button("output = \"B\"\nlayer = \"fight\"")
          + Self.button("output = [\"LB\", \"show fight\"]", x: 60)
          + Self.button("output = \"next layer\"", x: 100))
      let fingers = [0, 1].map { Finger(on: screen, slot: $0) }
      try fingers[0].touchDown(x: 200, y: 200)
      Self.waitFor(["BTN_SOUTH 1", "|"], on: pad)
      try fingers[1].touchDown(id: 2, x: 600, y: 200)
      // On a busy machine, the press was late, and its release comes after this frame.
      #expect(Bed.wait { pad.value(of: .btnTL) == 1 && pad.value(of: .btnSouth) == 0 })
      try fingers[0].move(x: 210, y: 200)
      try fingers[0].lift()
      try fingers[0].touchDown(id: 3, x: 200, y: 200)
      #expect(Bed.wait { pad.value(of: .btnEast) == 1 })
      try fingers[1].lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      try fingers[0].lift()
      try fingers[0].tap(ids: [4], x: 1000, y: 200)
      try fingers[0].touchDown(id: 5, x: 200, y: 200)
      #expect(Bed.wait { pad.value(of: .btnEast) == 1 })
      try fingers[0].lift()
      daemon.settle()
      daemon.signal(SIGUSR1)
      daemon.settle()
      daemon.signal(SIGUSR1)
      daemon.settle()
      try fingers[0].touchDown(id: 6, x: 200, y: 200)
      #expect(Bed.wait { pad.value(of: .btnSouth) == 1 })
      try fingers[0].lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      daemon.stop()
    }

    @Test("A sequence is played to its end without a finger")
    func sequence() throws {
      let (daemon, screen, pad) = try Bed.start(
        Self.button("sequence = [\"Down\", [\"Down\", \"Right\"], [\"Right\", \"A\"]]\nstep = 60"))
      try Finger(on: screen).tap(ids: [1], x: 200, y: 200)
      Self.waitFor(
        [
          "ABS_HAT0Y 1", "|", "ABS_HAT0X 1", "|", "ABS_HAT0Y 0", "BTN_SOUTH 1", "|", "ABS_HAT0X 0",
          "BTN_SOUTH 0", "|",
        ], on: pad)
      #expect(try pad.isAtRest())
      daemon.stop()
    }
  }
}
