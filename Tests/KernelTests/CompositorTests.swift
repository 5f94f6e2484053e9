import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  /// The daemon's clone in sway, which reads it through libinput. The screen has 10 units for a millimetre.
  @Suite("Touches that the desktop gets", .serialized)
  struct CompositorTests {
    private static let (width, height) = (3312.0, 1872.0)
    private static let configuration = """
      [[button]]
      output = "A"
      region = { center = [250, 90], radius = 10 }
      [[stick]]
      origin = "fixed"
      region = { x = 0, y = 90, width = 100, height = 97 }
      """

    /// A place on the screen, and the same place in sway's output of 400 x 200 pixels.
    struct Position {
      let x: Int32
      let y: Int32
      var pixel: (x: Double, y: Double) { (Double(x) / width * 400, Double(y) / height * 200) }
    }

    /// Places beside the controls: near the corners, in the middle, and just beside the button.
    private static let places = [
      Position(x: 20, y: 20), Position(x: 3290, y: 20), Position(x: 3290, y: 1850), Position(x: 1656, y: 936),
      Position(x: 2370, y: 900), Position(x: 1030, y: 1700),
    ]

    /// A place on the button.
    private static let button = Position(x: 2500, y: 900)

    /// A daemon on a bus of its own, sway with a window that prints its touches, and the clone between them.
    struct Desktop {
      let address: String
      let bus: PrivateBus
      var daemon: RunningDaemon
      var screen: VirtualDevice?
      let pad: Pad
      let sway: HeadlessSway
      let window: ClickedWindow

      /// - Parameters:
      ///   - more: Further tables of the configuration.
      ///   - root: Keys above its tables.
      init(_ more: String = "", root: String = "") throws {
        address = try PrivateBus.newAddress()
        bus = try PrivateBus(at: address)
        screen = try Bed.makeDevice(SessionTests.screen)
        daemon = try Self.startDaemon(at: address, more, root: root)
        pad = try daemon.openPad()
        daemon.waitUntilItSays("using ELAN Touchscreen")
        try Bed.settleUdev()
        sway = try HeadlessSway(readsDevices: true)
        window = try ClickedWindow(sway)
        try waitUntilSwayReads(clone: true)
      }

      static func startDaemon(
        at address: String, _ more: String = "", root: String = ""
      ) throws -> RunningDaemon {
        try RunningDaemon(
          configuration: root + "\n" + CompositorTests.configuration + "\n" + more,
          by: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"])
      }

      func waitUntilSwayReads(clone isThere: Bool) throws {
        try eventually {
          let inputs = try sway.ask("-t", "get_inputs")
          let count = inputs.components(separatedBy: "ELAN Touchscreen\"").count - 1
          guard count == (isThere ? 2 : 0) else {
            throw Missing(what: "a change of \(inputs)")
          }
        }
      }

      func finger(_ slot: Int32 = 0) throws -> Finger { Finger(on: try #require(screen), slot: slot) }

      /// Starts the overlay, and waits until it shows something at a place.
      func startOverlay(_ environment: [String: String] = [:], showing place: Position) throws -> Process {
        let overlay = Process(
          running: Programs.path("touchstick-overlay"), [],
          environment: sway.environment(["DBUS_SYSTEM_BUS_ADDRESS": address]).merging(environment) { $1 })
        try overlay.start()
        try waitUntil("the overlay") {
          try sway.screenshot("overlay").pixel(Int(place.pixel.x), Int(place.pixel.y)) != 0
        }
        return overlay
      }
    }

    /// Reads the window's next line, such as "down 0 12.5 13.0", and compares it.
    private func expect(
      _ what: String, _ touch: Int = 0, at place: Position? = nil, in window: ClickedWindow,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let line = try window.line()
      let words = line.split(separator: " ")
      #expect(words.prefix(2) == [what[...], "\(touch)"[...]], "\(line)", sourceLocation: sourceLocation)
      guard let (x, y) = place?.pixel else { return }
      let seen = words.dropFirst(2).compactMap { Double($0) }
      try #require(seen.count == 2, "\(line)", sourceLocation: sourceLocation)
      #expect(max(abs(seen[0] - x), abs(seen[1] - y)) <= 1.5, "\(line)", sourceLocation: sourceLocation)
    }

    @Test("reach the window below the overlay where they are, and those on controls reach only the pad")
    func throughOverlay() throws {
      let desktop = try Desktop()
      let button = Self.button
      let overlay = try desktop.startOverlay(showing: button)
      defer { overlay.kill() }
      let finger = try desktop.finger()
      for (id, place) in zip(Int32(1)..., Self.places) {
        // The window gets nothing from the control: its next touch is the one beside it.
        try finger.touchDown(id: 2 * id, x: button.x, y: button.y)
        #expect(Bed.wait { desktop.pad.value(of: .btnSouth) == 1 })
        try finger.lift()
        #expect(Bed.wait { desktop.pad.value(of: .btnSouth) == 0 })
        try touch(place, of: desktop, id: 2 * id + 1)
      }
      desktop.daemon.stop()
    }

    @Test("are also those on controls that a compositor does not show, until it does")
    func hiddenThoroughly() throws {
      let desktop = try Desktop()
      let curtain = try Curtain(desktop.sway)
      let button = Self.button
      let overlay = try desktop.startOverlay(curtain.environment, showing: button)
      defer { overlay.kill() }
      let finger = try desktop.finger()
      try finger.touchDown(id: 1, x: button.x, y: button.y)
      #expect(Bed.wait { desktop.pad.value(of: .btnSouth) == 1 })
      // It stays down longer than the overlay waits for a frame.
      usleep(1_500_000)
      #expect(desktop.pad.value(of: .btnSouth) == 1)
      try curtain.close()
      #expect(Bed.wait { desktop.pad.value(of: .btnSouth) == 0 })
      try finger.lift()
      try touch(button, of: desktop, id: 2)
      #expect(desktop.pad.value(of: .btnSouth) == 0)
      try curtain.open()
      desktop.daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      try finger.touchDown(id: 3, x: button.x, y: button.y)
      #expect(Bed.wait { desktop.pad.value(of: .btnSouth) == 1 })
      desktop.daemon.stop()
    }

    @Test("reach the window as keys, from buttons that hold some, until the pads are off")
    func keys() throws {
      let desktop = try Desktop(
        "[[button]]\noutput = [\"B\", \"KEY_F5\"]\nmode = \"toggle\"\nregion = { center = [250, 40], radius = 9 }\n"
      )
      let wev = try Wev(desktop.sway)
      try desktop.finger().tap(ids: [1], x: 2500, y: 400)
      #expect(Bed.wait { wev.keys == ["F5 pressed"] }, "\(wev.output)")
      desktop.daemon.signal(SIGUSR1)
      #expect(Bed.wait { wev.keys == ["F5 pressed", "F5 released"] }, "\(wev.output)")
      desktop.daemon.stop()
    }

    @Test("do not reach it through a layer that takes touches")
    func counterCheckThoroughly() throws {
      let desktop = try Desktop()
      let above = try ClickedWindow(desktop.sway, ["--above"])
      let finger = try desktop.finger()
      try finger.touchDown(id: 1, x: Self.places[0].x, y: Self.places[0].y)
      try expect("down", at: Self.places[0], in: above)
      try finger.lift()
      try expect("up", in: above)
      above.end()
      try waitUntil("nothing above") { try desktop.sway.screenshot("below").isEmpty }
      try finger.touchDown(id: 2, x: Self.places[1].x, y: Self.places[1].y)
      try expect("down", at: Self.places[1], in: desktop.window)
      desktop.daemon.stop()
    }

    @Test("lift in either order, if there are several, while another finger holds the stick")
    func severalThoroughly() throws {
      let desktop = try Desktop()
      // To the right of the middle of the base.
      try desktop.finger(9).drag(id: 1, from: (500, 1385), to: (900, 1385))
      #expect(Bed.wait { desktop.pad.value(of: .absX) == 32767 })
      let fingers = try (0..<5).map { try desktop.finger(Int32($0)) }
      for (count, isLastFirst) in [(2, false), (2, true), (5, false), (5, true)] {
        for slot in 0..<count {
          let place = Self.places[slot]
          try fingers[slot].touchDown(id: Int32(10 + slot), x: place.x, y: place.y)
          try expect("down", slot, at: place, in: desktop.window)
        }
        for index in 0..<count {
          let slot = isLastFirst ? count - 1 - index : index
          let place = Position(x: Self.places[slot].x, y: 600)
          try fingers[slot].move(x: place.x, y: place.y)
          try expect("moved", slot, at: place, in: desktop.window)
          try fingers[slot].lift()
          try expect("up", slot, in: desktop.window)
        }
      }
      #expect(desktop.pad.value(of: .absX) == 32767)
      desktop.daemon.stop()
    }

    @Test("arrive again after the screen was unplugged, and on the output that sway maps the real screen to")
    func unpluggedAndMappedThoroughly() throws {
      var desktop = try Desktop()
      desktop.screen = nil
      desktop.daemon.waitUntilItSays("the device is gone")
      try desktop.waitUntilSwayReads(clone: false)
      desktop.screen = try Bed.makeDevice(SessionTests.screen)
      desktop.daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      try desktop.waitUntilSwayReads(clone: true)
      #expect(try desktop.window.line() == "touchscreen")
      try touch(Self.places[4], of: desktop, id: 1)
      // The window moves to the right half of all outputs.
      try desktop.sway.ask("create_output")
      try desktop.sway.ask("move container to output HEADLESS-2")
      // By vendor, product and name, which are those of the real screen.
      try desktop.sway.ask("input 1267:268:ELAN_Touchscreen map_to_output HEADLESS-2")
      for (id, place) in zip(Int32(2)..., Self.places) { try touch(place, of: desktop, id: id) }
      desktop.daemon.stop()
    }

    @Test(
      "are on the output that the screen is mapped to, and the controls rotate with that one of two",
      .enabled(if: Bed.isVirtualMachine, "it adds a udev rule"))
    func rotatedOutputOfTwoThoroughly() throws {
      defer { try? Bed.setUdevRules("") }
      try Bed.setUdevRules("KERNEL==\"event*\", ENV{WL_OUTPUT}=\"HEADLESS-2\"\n")
      let desktop = try Desktop("[[button]]\noutput = \"B\"\nregion = { center = [30, 30], radius = 9 }\n")
      try desktop.sway.ask("create_output")
      try desktop.sway.ask("move container to output HEADLESS-2")
      // For sway. For touchstick-session, to which sway does not report this, there is udev's property.
      try desktop.sway.ask("input 1267:268:ELAN_Touchscreen map_to_output HEADLESS-2")
      let bus = "DBUS_SYSTEM_BUS_ADDRESS"
      let session = Process(
        running: Programs.path("touchstick-session"), [],
        environment: desktop.sway.environment([bus: desktop.address]))
      try session.start()
      defer { session.kill() }
      func rotate(_ transform: String, _ rotation: String) throws {
        try desktop.sway.ask("output HEADLESS-2 transform \(transform)")
        try waitUntil("\(rotation) degrees") {
          try Programs.run("\(bus)=\(desktop.address)", [Programs.path("touchstick"), "status"]).output
            .contains("rotated by \(rotation) degrees")
        }
      }
      let finger = try desktop.finger()
      func press(x: Int32, y: Int32) throws {
        try finger.touchDown(id: 1, x: x, y: y)
        #expect(Bed.wait { desktop.pad.value(of: .btnEast) == 1 })
        try finger.lift()
        #expect(Bed.wait { desktop.pad.value(of: .btnEast) == 0 })
      }
      try rotate("180", "180")
      try press(x: 3012, y: 1572)
      let place = Position(x: 2000, y: 600)
      try finger.touchDown(id: 2, x: 3312 - place.x, y: 1872 - place.y)
      try expect("down", at: place, in: desktop.window)
      try finger.lift()
      // Sway counts clockwise.
      try rotate("90", "270")
      try press(x: 3012, y: 300)
      desktop.daemon.stop()
    }

    private func touch(_ place: Position, of desktop: Desktop, id: Int32) throws {
      let finger = try desktop.finger()
      try finger.touchDown(id: id, x: place.x, y: place.y)
      try expect("down", at: place, in: desktop.window)
      try finger.lift()
      try expect("up", in: desktop.window)
    }
  }
}

/// A window of `wev`, which prints the keys that it gets.
private final class Wev {
  private let process: Process
  private let printed: PrintedText

  /// Starts it, and waits until it has the focus.
  init(_ sway: HeadlessSway) throws {
    process = Process(
      running: "stdbuf", ["-oL", "wev", "-f", "wl_keyboard"], environment: sway.environment())
    printed = try PrintedText(of: process, [\.standardOutput, \.standardError])
    try waitUntil("the focus of wev") { output.contains("wl_keyboard] enter") }
  }

  deinit { process.kill() }

  var output: String { printed.text }

  /// Such as `F5 pressed`.
  var keys: [String] {
    output.matches(of: /state: \d \((\w+)\)\s+sym: (\w+)/).map { "\($0.2) \($0.1)" }
  }
}
