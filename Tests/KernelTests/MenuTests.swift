import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import System
import TestSupport
import Testing

@testable import touchstick_overlay

extension KernelTests {
  /// The overlay's menu above sway, with touches from the kernel. The surface has 331.2 x 187.2 mm.
  @Suite("The menu on the glass", .serialized)
  struct MenuTests {
    static let size = SurfaceSize(width: 331.2, height: 187.2)
    /// Sway's output has so many pixels for a millimetre.
    private static let scale = 3.0

    static let profiles = [
      "calm": """
      description = "Two buttons"
      [[button]]
      output = "A"
      region = { center = [300, 150], radius = 10 }
      [[button]]
      output = "B"
      region = { center = [270, 150], radius = 10 }
      """,
      "wild": """
      description = "A stick and a button"
      [[stick]]
      target = "left"
      origin = "fixed"
      region = { x = 0, y = 90, width = 100, height = 97 }
      [[button]]
      output = "A"
      region = { center = [300, 150], radius = 10 }
      """,
    ]

    /// A desktop with the daemon, the overlay and the user's folder, which has two layouts.
    final class Glass {
      var desktop: CompositorTests.Desktop
      let home: URL
      var overlay: Process
      /// What the menu shows, as this side knows it.
      var menu: Menu
      private var touches: Int32 = 0

      /// - Parameter root: Keys above the tables of the configuration.
      init(root: String = "", looks: String = "") throws {
        var files = [
          "touchstick/overlay.toml": looks + "fade.after = \"never\"\n"
        ]
        for (name, text) in MenuTests.profiles { files["touchstick/profiles/\(name).toml"] = text }
        home = try Programs.files(files)
        desktop = try CompositorTests.Desktop(root: root)
        overlay = try desktop.startOverlay(
          ["XDG_CONFIG_HOME": home.path], showing: .init(x: 2500, y: 900))
        try desktop.sway.ask("output", "HEADLESS-1", "resolution", "994x562")
        var contents = MenuContents()
        contents.cards = MenuTests.profiles.keys.sorted().map {
          LayoutCard(name: $0, isOwn: true, description: "")
        }
        contents.looks = try OverlaySettings.parse(Array(looks.utf8), file: "overlay.toml")
        contents.looks.theme.fade.delay = nil
        menu = Menu(contents, size: MenuTests.size)
      }

      var status: PadStatus {
        get throws {
          let bus = try SystemBus(unconnected: ())
          try bus.begin(at: desktop.address, passesFiles: false)
          return try bus.padStatus()
        }
      }

      func text(_ file: String) -> String {
        (try? String(contentsOf: home.appending(path: "touchstick/\(file)"), encoding: .utf8)) ?? ""
      }

      func picture(_ name: String) throws -> Screenshot { try desktop.sway.screenshot("menu-\(name)") }

      func color(_ picture: Screenshot, _ x: Double, _ y: Double) -> UInt32 {
        picture.pixel(Int(x * MenuTests.scale), Int(y * MenuTests.scale))
      }

      /// Where the handle is in a layout with nothing at the upper edge.
      static let handle = Point(x: 165.6, y: 2)

      func finger() throws -> Finger { try desktop.finger() }

      func tap(_ point: Point) throws {
        touches += 1
        let finger = try finger()
        try finger.touchDown(id: 1000 + touches, x: Int32(point.x * 10), y: Int32(point.y * 10))
        try finger.lift()
      }

      /// Waits until the screen shows the page that ``menu`` has open: each cell differs from the gap to its left.
      func waitForPage(_ name: String) throws {
        let panel = menu.panel
        try waitUntil("the page \(name)") {
          let picture = try picture(name)
          return panel.cells.allSatisfy { cell in
            guard cell.item.action != nil else { return true }
            let y = cell.area.y + cell.area.height / 2
            return color(picture, cell.area.x + 1, y) != color(picture, cell.area.x - 1, y)
          } && color(picture, panel.area.x + 1, panel.area.y + panel.area.height - 1) != 0
        }
      }

      /// Waits until nothing of the menu is left.
      func waitForEnd(_ name: String) throws {
        let area = menu.panel.area
        try waitUntil("the end of the menu") {
          let picture = try picture(name)
          return color(picture, area.x + 1, area.y + area.height / 2) == 0 && color(picture, 5, 5) == 0
        }
      }

      /// Touches a cell, on the screen and in ``menu``.
      @discardableResult
      func press(_ label: String) throws -> MenuRequest? {
        let cell = try #require(menu.panel.cells.first { $0.item.label == label }, "\(label)")
        try tap(cell.area.center)
        _ = menu.touch(.began(cell.area.center), by: 0)
        return menu.touch(.ended, by: 0)
      }
    }

    @Test("chooses a layout, keeps it, changes the looks and switches the pads off, with fingers only")
    func walk() throws {
      let glass = try Glass()
      defer { glass.overlay.kill() }
      try waitUntil("the handle") {
        glass.color(try glass.picture("handle"), Glass.handle.x - 5, Glass.handle.y) != 0
      }
      // A stick that is held while somebody else's finger taps the handle.
      try glass.tap(Glass.handle)
      try glass.waitForPage("main")
      #expect(try glass.status.problems.contains { $0.obstacle == .released })
      try glass.press("Layouts")
      try glass.waitForPage("layouts")
      try glass.press("wild")
      #expect(Bed.wait { (try? glass.status.layout.name) == "wild" })
      glass.menu.contents.current = "wild"
      try glass.waitForPage("chosen")
      try glass.press("Keep")
      try waitUntil("the kept layout") { glass.text("session.toml").contains("layout = \"wild\"") }
      glass.menu.contents.kept = "wild"
      try glass.waitForPage("kept")
      try glass.press("Back")
      try glass.waitForPage("back")
      try glass.press("Looks")
      try glass.waitForPage("looks")
      let plus = try #require(glass.menu.panel.cells.first { $0.item.label == "+" })
      try glass.tap(plus.area.center)
      try waitUntil("the theme") { glass.text("overlay.toml").contains("theme = \"quiet\"") }
      try glass.press("Back")
      try glass.waitForPage("main again")
      try glass.press("Feel")
      try glass.waitForPage("feel")
      try glass.tap(try #require(glass.menu.panel.cells.first { $0.item.label == "+" }).area.center)
      try waitUntil("the feel") { glass.text("session.toml").contains("[feel]\ndead_zone = 0\n") }
      #expect(Bed.wait { (try? glass.status.layout.name) == "wild" })
      try glass.press("Back")
      try glass.waitForPage("main at last")
      try glass.press("Close")
      try glass.waitForEnd("closed")
      // The layout that was chosen plays.
      try waitUntil("the pads") { try glass.status.problems.isEmpty }
      let finger = try glass.finger()
      try finger.touchDown(id: 1, x: 3000, y: 1500)
      #expect(Bed.wait { glass.desktop.pad.value(of: .btnSouth) == 1 })
      try finger.lift()
      #expect(Bed.wait { glass.desktop.pad.value(of: .btnSouth) == 0 })
      // A handle that is held switches them off, and its lift opens nothing.
      try waitUntil("the handle of the layout") {
        glass.color(try glass.picture("handle again"), Glass.handle.x - 5, Glass.handle.y) != 0
      }
      try finger.touchDown(id: 2, x: Int32(Glass.handle.x * 10), y: 20)
      #expect(Bed.wait { (try? glass.status.isOn) == false })
      try finger.lift()
      try glass.waitForEnd("off")
      glass.desktop.daemon.stop()
    }

    @Test("closes by a touch beside it, which the game does not get, and by the handle")
    func close() throws {
      let glass = try Glass()
      defer { glass.overlay.kill() }
      for place in [Point(x: 20, y: 170), Glass.handle] {
        try waitUntil("the handle") {
          glass.color(try glass.picture("handle"), Glass.handle.x - 5, Glass.handle.y) != 0
        }
        try glass.tap(Glass.handle)
        try glass.waitForPage("main")
        try glass.tap(place)
        try glass.waitForEnd("closed")
        try waitUntil("the pads") { try glass.status.problems.isEmpty }
      }
      // The game's window has got nothing until now.
      try glass.tap(Point(x: 165, y: 93))
      let line = try glass.desktop.window.line()
      let words = line.split(separator: " ").compactMap { Double($0) }
      #expect(words.count == 3 && abs(words[1] - 198) < 3 && abs(words[2] - 98) < 3, "\(line)")
      glass.desktop.daemon.stop()
    }

    @Test("gives the touchscreen back when it is killed, and closes when its overlay or its screen has gone")
    func ends() throws {
      let glass = try Glass()
      defer { glass.overlay.kill() }
      func open() throws {
        try waitUntil("the handle") {
          glass.color(try glass.picture("handle"), Glass.handle.x - 5, Glass.handle.y) != 0
        }
        try glass.tap(Glass.handle)
        try glass.waitForPage("main")
      }
      func plays(_ id: Int32) throws {
        try waitUntil("the pads") { try glass.status.problems.isEmpty }
        let finger = try glass.finger()
        try finger.touchDown(id: id, x: 2500, y: 900)
        #expect(Bed.wait { glass.desktop.pad.value(of: .btnSouth) == 1 })
        try finger.lift()
        #expect(Bed.wait { glass.desktop.pad.value(of: .btnSouth) == 0 })
      }
      for id in Int32(1)...3 {
        try open()
        #expect(try Programs.run("pkill", ["-KILL", "-f", "exe --menu"]).status == 0)
        try glass.waitForEnd("killed")
        try plays(id)
      }
      try open()
      glass.desktop.screen = nil
      // Without a touch for ten seconds, it closes.
      try glass.waitForEnd("unplugged")
      glass.desktop.screen = try Bed.makeDevice(SessionTests.screen)
      try waitUntil("the screen") { try glass.status.problems.isEmpty }
      try plays(4)
      glass.desktop.daemon.stop()
    }

    @Test("has a handle while the pads are off, if the user wants it; a tap switches them on, not the game")
    func always() throws {
      let glass = try Glass(looks: "handle = \"always\"\n")
      defer { glass.overlay.kill() }
      let bus = try SystemBus(unconnected: ())
      try bus.begin(at: glass.desktop.address, passesFiles: false)
      func isShown(_ x: Double, _ y: Double) throws -> Bool {
        glass.color(try glass.picture("handle while off"), x, y) != 0
      }
      /// The game's next touch begins here. Sway may keep the end of one for itself.
      func expectTouch(_ x: Double, _ y: Double, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var line = ""
        repeat { line = try glass.desktop.window.line() } while !line.hasPrefix("down")
        let words = line.split(separator: " ").compactMap { Double($0) }
        #expect(
          words.count == 3 && abs(words[1] - x) < 3 && abs(words[2] - y) < 3, "\(line)",
          sourceLocation: sourceLocation)
      }
      for _ in 1...3 {
        try bus.call(.off)
        try waitUntil("the handle alone") {
          try isShown(Glass.handle.x - 5, Glass.handle.y) && !isShown(300, 150) && !isShown(250, 90)
        }
        // Beside the handle, the game gets the touches. Below its tab, the handle does.
        try glass.tap(Point(x: 165, y: 93))
        try expectTouch(198, 98)
        try glass.tap(Point(x: Glass.handle.x, y: 6))
        #expect(Bed.wait { (try? glass.status.isOn) == true })
        try waitUntil("the controls") { try isShown(250, 90) }
        // The handle of the pads opens the menu.
        try glass.tap(Glass.handle)
        try glass.waitForPage("main")
        try glass.press("Close")
        try glass.waitForEnd("closed")
      }
      // The game has got nothing else.
      try bus.call(.off)
      try waitUntil("the handle") { try isShown(Glass.handle.x - 5, Glass.handle.y) && !isShown(250, 90) }
      try glass.tap(Point(x: 165, y: 93))
      try expectTouch(198, 98)
      glass.desktop.daemon.stop()
    }

    @Test("is on the touchscreen of two whose handle was tapped, and the other one plays on")
    func secondScreenThoroughly() throws {
      let size = SurfaceSize(width: 266, height: 160)
      let home = try Programs.files([
        "touchstick/overlay.toml": "output = \"HEADLESS-1\"\nfade.after = \"never\"\n",
        "pads/1.toml": Self.profiles["calm"]! + "\n[device]\nname = \"ELAN*\"\n",
        "pads/2.toml":
          "[device]\nname = \"Atmel*\"\nsize = \"\(size.width)mm x \(size.height)mm\"\n"
          + "[[button]]\noutput = \"A\"\nregion = { center = [30, 130], radius = 20 }\n",
      ])
      let address = try PrivateBus.newAddress()
      let bus = try PrivateBus(at: address)
      let first = try Bed.makeDevice(SessionTests.screen)
      let second = try Bed.makeDevice("Atmel-maXTouch-Touchscreen")
      try Bed.settleUdev()
      let daemon = try RunningDaemon(
        arguments: ["--config", home.appending(path: "pads").path],
        by: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      daemon.waitUntilItSays("using Atmel maXTouch Touchscreen")
      let pads = try (0..<2).map { try daemon.openPad(after: $0) }
      let sway = try HeadlessSway(readsDevices: true)
      try sway.ask("create_output")
      try sway.ask("output", "HEADLESS-1", "resolution", "994x562", "position", "0", "0")
      try sway.ask("output", "HEADLESS-2", "resolution", "798x480", "position", "1000", "0")
      try sway.ask("input 1267:268:ELAN_Touchscreen map_to_output HEADLESS-1")
      try sway.ask("input 0:0:Atmel_maXTouch_Touchscreen map_to_output HEADLESS-2")
      let overlay = Process(
        running: Programs.path("touchstick-overlay"), [],
        environment: sway.environment(["DBUS_SYSTEM_BUS_ADDRESS": address, "XDG_CONFIG_HOME": home.path]))
      try overlay.start()
      defer { overlay.kill() }

      func picture(_ screen: Int, _ name: String) throws -> Screenshot {
        try sway.screenshot("menu-two-\(name)-\(screen)", output: "HEADLESS-\(screen)")
      }
      func isShown(_ picture: Screenshot, _ x: Double, _ y: Double) -> Bool {
        picture.pixel(Int(x * Self.scale), Int(y * Self.scale)) != 0
      }
      func touch(_ device: VirtualDevice, _ id: Int32, _ x: Double, _ y: Double) throws -> Finger {
        let units = device === first ? (x * 10, y * 10) : (x * 3, y * 3)
        let finger = Finger(on: device)
        try finger.touchDown(id: id, x: Int32(units.0), y: Int32(units.1))
        return finger
      }
      try waitUntil("both touchscreens") {
        try isShown(try picture(1, "rest"), 300, 150) && isShown(try picture(2, "rest"), 30, 130)
      }
      let rest = try [1, 2].map { try picture($0, "rest") }
      try touch(second, 1, size.width / 2, 2).lift()
      var contents = MenuContents()
      contents.looks.theme.fade.delay = nil
      let panel = Menu(contents, size: size).panel
      try waitUntil("the menu on the second one") {
        let picture = try picture(2, "menu")
        return panel.cells.allSatisfy { isShown(picture, $0.area.x + 2, $0.area.y + $0.area.height / 2) }
      }
      #expect(try picture(1, "menu") == rest[0])
      // Someone else plays on.
      let thumb = try touch(first, 2, 300, 150)
      #expect(Bed.wait { pads[0].value(of: .btnSouth) == 1 })
      let close = try #require(panel.cells.first { $0.item.label == "Close" }).area.center
      try touch(second, 3, close.x, close.y).lift()
      try waitUntil("the end of the menu") { try picture(2, "closed") == rest[1] }
      #expect(pads[0].value(of: .btnSouth) == 1)
      try thumb.lift()
      let other = try touch(second, 4, 30, 130)
      #expect(Bed.wait { pads.map { $0.value(of: .btnSouth) } == [0, 1] })
      try other.lift()
      daemon.stop()
      withExtendedLifetime(bus) {}
    }

    @Test("is not there if the configuration or the looks do not want it", arguments: ["menu", "handle"])
    func none(_ key: String) throws {
      let glass =
        key == "menu" ? try Glass(root: "menu = false") : try Glass(looks: "handle = \"never\"\n")
      defer { glass.overlay.kill() }
      #expect(glass.color(try glass.picture("none"), Glass.handle.x - 5, Glass.handle.y) == 0)
      glass.desktop.daemon.stop()
    }
  }
}
