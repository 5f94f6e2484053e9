import Configuration
import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("Gestures in real time", .serialized)
  struct GestureTests {
    /// A daemon, a finger on its touchscreen, and the pad.
    private struct Touch {
      let daemon: RunningDaemon
      var screen: VirtualDevice?
      let finger: Finger
      let pad: Pad

      init(_ stick: String) throws {
        // The kernel stamps both frames of a tap in one write, but a busy machine can stall in between.
        let patient = stick.contains("hold") ? "" : "tap_time = 2000\nhold_time = 2000\n"
        daemon = try RunningDaemon(configuration: "[[stick]]\n" + patient + stick)
        let screen = try Bed.makeDevice(SessionTests.screen)
        self.screen = screen
        daemon.waitUntilItSays("using ELAN Touchscreen")
        pad = try daemon.openPad()
        finger = Finger(on: screen)
      }

      func tap(ids: Int32...) throws { try finger.tap(ids: ids, x: 500, y: 500) }

      var text: String { pad.events.joined(separator: " ") }

      func waitFor(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        _ = Bed.wait { text.count >= expected.count }
        #expect(text == expected, sourceLocation: sourceLocation)
      }
    }

    @Test("A tap's button is released without further events")
    func tap() throws {
      let touch = try Touch("tap = \"A\"")
      try touch.tap(ids: 1)
      touch.waitFor("BTN_SOUTH 1 | BTN_SOUTH 0 |")
      touch.daemon.stop()
    }

    @Test("A single tap waits for a second, and two make a double tap")
    func doubleTap() throws {
      let touch = try Touch("tap = \"A\"\ndouble_tap = \"B\"\ndouble_tap_time = 1000\n[device]\ngrab = false")
      let source = try Pad(try #require(touch.screen?.node))
      try touch.tap(ids: 1)
      touch.waitFor("BTN_SOUTH 1 | BTN_SOUTH 0 |")
      // In microseconds.
      let (lift, press) = (
        try #require(source.recorded.last?.time), try #require(touch.pad.recorded.first?.time)
      )
      #expect(press - lift > 900_000)
      try touch.tap(ids: 2, 3)
      touch.waitFor("BTN_SOUTH 1 | BTN_SOUTH 0 | BTN_EAST 1 | BTN_EAST 0 |")
      #expect(try touch.pad.isAtRest())
      touch.daemon.stop()
    }

    @Test(
      "A press is on the pad for 40 ms, however late the daemon is", arguments: [0, 10, 20, 30, 50, 100, 300])
    func stalled(milliseconds: UInt32) throws {
      let touch = try Touch("tap = \"A\"")
      for tap in 1...Endurance.count(50, ordinarily: 2) {
        try touch.finger.touchDown(id: Int32(tap), x: 500, y: 500)
        try expectLongPress(touch, of: .btnSouth, after: milliseconds) { try touch.finger.lift() }
      }
      touch.daemon.stop()
    }

    @Test("A double tap's press is on the pad for 40 ms")
    func stalledDoubleTap() throws {
      let touch = try Touch("double_tap = \"B\"")
      try touch.tap(ids: 1)
      try expectLongPress(touch, of: .btnEast, after: 100) { try touch.tap(ids: 2) }
      touch.daemon.stop()
    }

    @Test("The press of a hold that ends at once is on the pad for 40 ms")
    func stalledHold() throws {
      let touch = try Touch("hold = \"X\"\nhold_time = 200")
      try touch.finger.touchDown(x: 500, y: 500)
      try expectLongPress(touch, of: .btnNorth, after: 50) {
        usleep(220_000)
        try touch.finger.lift()
      }
      touch.daemon.stop()
    }

    @Test("A late tap delays only its own release")
    func stalledBesideOthers() throws {
      let left = "region = { x = 0, y = 0, width = \"50%\", height = \"100%\" }\n"
      let right = "region = { x = \"50%\", y = 0, width = \"50%\", height = \"100%\" }\n"
      let touch = try Touch("tap = \"A\"\n\(left)[[stick]]\ntarget = \"right\"\n\(right)")
      let other = Finger(on: try #require(touch.screen), slot: 1)
      touch.daemon.settle()
      try touch.daemon.freeze()
      try touch.tap(ids: 1)
      // After the end of the press on the clock of the events.
      usleep(60_000)
      try other.touchDown(id: 2, x: 2500, y: 900)
      try other.move(x: 3000, y: 900)
      touch.daemon.signal(SIGCONT)
      _ = Bed.wait { touch.text.hasSuffix("BTN_SOUTH 0 |") }
      let parts = touch.text.split(separator: " | ").map(String.init)
      #expect(parts.first == "BTN_SOUTH 1" && parts.last?.hasPrefix("BTN_SOUTH 0") == true)
      #expect(parts.dropFirst().dropLast().contains { $0.hasPrefix("ABS_RX") }, "\(touch.text)")
      touch.daemon.stop()
    }

    /// Stops the daemon while `happens` runs, and for `milliseconds` after it. The events keep their time stamps; the
    /// button cannot be down before the daemon continues.
    private func expectLongPress(
      _ touch: Touch, of button: EventCode, after milliseconds: UInt32, _ happens: () throws -> Void,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      touch.daemon.settle()
      try touch.daemon.freeze()
      try happens()
      let game = try EventNode(opening: touch.pad.path)
      usleep(milliseconds * 1000)
      let start = ContinuousClock.now
      touch.daemon.signal(SIGCONT)
      var released = false
      while !released {
        var request = pollfd(fd: game.fileDescriptor, events: Int16(POLLIN), revents: 0)
        try #require(unsafe poll(&request, 1, -1) == 1, sourceLocation: sourceLocation)
        while case .event(let event) = try game.read() {
          released = released || (event.is(button) && event.value == 0)
        }
      }
      #expect(ContinuousClock.now - start >= .milliseconds(40), sourceLocation: sourceLocation)
    }

    @Test("A hold begins without an event of the device, and ends with the finger")
    func hold() throws {
      let touch = try Touch("hold = \"X\"\nhold_time = 200")
      try touch.finger.touchDown(x: 500, y: 500)
      touch.waitFor("BTN_NORTH 1 |")
      try touch.finger.lift()
      touch.waitFor("BTN_NORTH 1 | BTN_NORTH 0 |")
      touch.daemon.stop()
    }

    @Test("A smoothed stick reaches a resting finger without an event of the device")
    func smoothing() throws {
      let touch = try Touch("smoothing = true\nmin_cutoff = 1\nbeta = 0\nmovable = false")
      try touch.finger.drag(from: (500, 500), to: (600, 500))
      #expect(Bed.wait { touch.pad.value(of: .absX) == 32767 })
      #expect(touch.pad.frames > 3)
      try touch.finger.lift()
      #expect(Bed.wait { touch.pad.value(of: .absX) == 0 })
      touch.daemon.stop()
    }

    @Test("A device that goes away leaves no button down, whatever timer is pending")
    func unplugged() throws {
      var touch = try Touch("hold = \"X\"\nhold_time = 200\nouter_ring = \"L3\"\nhome_return = 60000")
      try touch.finger.touchDown(x: 500, y: 500)
      touch.waitFor("BTN_NORTH 1 |")
      try touch.finger.move(x: 800, y: 500)
      #expect(Bed.wait { touch.pad.value(of: .btnThumbL) == 1 })
      touch.screen = nil
      touch.daemon.waitUntilItSays("the device is gone")
      #expect(Bed.wait { touch.pad.value(of: .btnThumbL) == 0 })
      #expect(Bed.wait { (try? touch.pad.isAtRest()) == true })
      touch.daemon.stop()
    }

    @Test("A reload during the wait for a double tap leaves no button down, now or later")
    func reloaded() throws {
      let file = try Programs.file(
        "touchstick.toml", "[[stick]]\ntap = \"A\"\ndouble_tap = \"B\"\ndouble_tap_time = 2000\n")
      let (daemon, screen, pad) = try Bed.start(arguments: ["--config", file])
      let finger = Finger(on: screen)
      try finger.tap(ids: [1], x: 500, y: 500)
      try "[[stick]]\ntap = \"Y\"\n".write(toFile: file, atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP, until: "the configuration was read again")
      try finger.tap(ids: [2], x: 500, y: 500)
      #expect(Bed.wait { pad.frames >= 2 })
      // The end of the first tap's time.
      sleep(2)
      #expect(pad.events == ["BTN_WEST 1", "|", "BTN_WEST 0", "|"])
      daemon.stop()
    }

    private static let everything = """
      [device]
      grab = false
      [[stick]]
      name = "left"
      smoothing = true
      min_cutoff = 2
      tap = "A"
      double_tap = "B"
      hold = "X"
      hold_time = 250
      outer_ring = "L3"
      home_return = 100
      origin = "semi"
      """

    @Test("The daemon and the pipeline give the same output for fast taps with the same time stamps")
    func sameStamps() throws { try sameStampsThoroughly(RecordedCase.all[0]) }

    @Test(
      "The daemon and the pipeline give the same output for the same events and time stamps",
      arguments: [RecordedCase.all[3], RecordedCase.all[6]])
    func sameStampsThoroughly(_ recorded: RecordedCase) throws {
      let (recording, description) = try recorded.load()
      let configuration = try Programs.file("touchstick.toml", Self.everything)
      let daemon = try RunningDaemon(arguments: ["--config", configuration])
      let device = try Bed.makeDevice(description)
      daemon.waitUntilItSays("using \(description.name)")
      let pad = try daemon.openPad()
      let source = try Pad(try #require(device.node))
      // The daemon must read each frame before the kernel drops one.
      try device.play(recording.trustworthyEvents) { daemon.settle() }

      let settings = try Settings.read(fileOrFolder: configuration)
      let deviceClass = try #require(DeviceClass(description))
      var pipeline = try [settings].pipeline(for: description.withoutFuzz, class: deviceClass)
      var expected: [String] = []
      for event in source.recorded {
        while pipeline.advance(before: event.time) != nil {
          expected += pipeline.pads[0].output.map(Pad.text)
        }
        if pipeline.consume(event) { expected += pipeline.pads[0].output.map(Pad.text) }
      }
      while pipeline.advance(before: .max) != nil { expected += pipeline.pads[0].output.map(Pad.text) }
      #expect(expected.count > 20)
      _ = Bed.wait { pad.events.count >= expected.count }
      #expect(pad.events == expected)
      #expect(try pad.isAtRest())
      daemon.stop()
    }
  }
}
