import EventPipeline
import Foundation
import InputDevices
import System
import Testing
import TestSupport

extension KernelTests {
  @Suite("The daemon on the system bus", .serialized)
  struct BusTests {
    /// A daemon on a bus of its own.
    struct Called {
      let address: String
      let bus: PrivateBus
      let screen: VirtualDevice
      let daemon: RunningDaemon
      let pad: Pad

      init(
        configuration: String? = nil, arguments: [String]? = nil,
        screen description: DeviceDescription? = nil,
        beforeStart: (VirtualDevice) throws -> Void = { _ in }
      ) throws {
        address = try PrivateBus.newAddress()
        bus = try PrivateBus(at: address)
        screen = try description.map(Bed.makeDevice) ?? Bed.makeDevice(SessionTests.screen)
        try beforeStart(screen)
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"]
        daemon =
          try arguments.map { try RunningDaemon(arguments: $0, by: environment) }
          ?? RunningDaemon(configuration: configuration, by: environment)
        pad = try daemon.openPad()
        daemon.waitUntilItSays("using ELAN Touchscreen")
        #expect(try Bed.wait { try tool("status").status == 0 })
      }

      func tool(_ arguments: String...) throws -> (status: Int32, output: String) {
        try Programs.run(
          "DBUS_SYSTEM_BUS_ADDRESS=\(address)",
          [Programs.path("touchstick")] + arguments)
      }

      func report(rotation: String, _ width: String = "0", _ height: String = "0") throws {
        let (status, said) = try Programs.run(
          "busctl",
          [
            "--address=\(address)", "call", "org.touchstick", "/org/touchstick", "org.touchstick.Pads1",
            "ReportScreen", "udd", rotation, width, height,
          ])
        #expect(status == 0, "\(said)")
      }

      /// Starts the tool without waiting for its end.
      func start(_ arguments: String...) throws -> Process {
        let process = Process(
          running: Programs.path("touchstick"), arguments, environment: ["DBUS_SYSTEM_BUS_ADDRESS": address])
        process.standardInput = FileHandle.nullDevice
        try process.start()
        return process
      }

      func waitUntilStatusHas(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var said = ""
        let has = try Bed.wait {
          said = try tool("status").output
          return said.contains(text)
        }
        #expect(has, "\(said)", sourceLocation: sourceLocation)
      }
    }

    @Test("A call switches the pads off as soon as nothing touches the screen, and on again")
    func switched() throws {
      let called = try Called()
      try called.waitUntilStatusHas("the pads are on, since touchstickd started")
      try called.waitUntilStatusHas("(from the device), grabbed")
      try called.waitUntilStatusHas("  Microsoft X-Box 360 pad\n    gamepad, no configuration file\n")
      let finger = Finger(on: called.screen)
      try finger.push(id: 1, of: called.pad)
      #expect(try called.tool("off") == (0, "the pads are off, by touchstick or another program\n"))
      try called.waitUntilStatusHas("(from the device), grabbed")
      #expect(called.pad.value(of: .absX) == 32767)
      try finger.lift()
      called.daemon.waitUntilItSays("is switched off")
      try called.waitUntilStatusHas("(from the device), not grabbed")
      #expect(try called.pad.isAtRest())
      called.daemon.signal(SIGUSR1)
      try called.waitUntilStatusHas("the pads are on, by the signal USR1")
      try called.waitUntilStatusHas("(from the device), grabbed")
      try finger.push(id: 2, of: called.pad)
      called.daemon.stop()
      #expect(try called.tool("status").status == 69)
    }

    @Test("use --pad changes the layout of one of two pads, and status shows it")
    func otherPad() throws {
      let folder = try Programs.files([
        "1.toml": "[[stick]]\nregion = { x = 0, y = 0, width = \"40%\", height = \"100%\" }\n",
        "2.toml": "[[stick]]\nregion = { x = \"60%\", y = 0, width = \"40%\", height = \"100%\" }\n",
      ])
      let called = try Called(arguments: ["--config", folder.path])
      let second = try called.daemon.openPad(after: 1)
      let layout = try Programs.file(
        "button.toml", "[[button]]\noutput = \"B\"\nregion = { center = [250, 50], radius = 10 }\n")
      let (status, output) = try called.tool("use", "--pad", "2", layout)
      #expect(status == 0 && output.contains("the layout of pad 2 is \"button.toml\", by you"), "\(output)")
      try called.waitUntilStatusHas(
        "the layout is that of the configuration\nthe layout of pad 2 is \"button.toml\", by you")
      let finger = Finger(on: called.screen)
      try finger.touchDown(id: 1, x: 2500, y: 500)
      #expect(Bed.wait { second.value(of: .btnEast) == 1 })
      try finger.lift()
      try finger.push(id: 2, of: called.pad)
      try finger.lift()
      #expect(try called.tool("use", "--pad", "2", "--reset").status == 0)
      try finger.drag(id: 3, from: (2500, 500), to: (2300, 500))
      #expect(Bed.wait { second.value(of: .absX) == -32767 })
      try finger.lift()
      #expect(try !called.pad.isGone && called.tool("use", "--pad", "3", layout).status == 64)
      called.daemon.stop()
    }

    @Test("use and status say that a layout has no control in the screen's orientation")
    func emptyLayout() throws {
      let called = try Called()
      let file = try Programs.file(
        "upright.toml",
        "[[button]]\noutput = \"A\"\nregion = { center = [20, 20], radius = 8 }\nwhen = \"portrait\"\n")
      let (status, output) = try called.tool("use", file)
      #expect(status == 0 && output.contains("upright.toml:4:8: no control exists in landscape"), "\(output)")
      try called.waitUntilStatusHas(
        "! upright.toml:4:8: no control exists in landscape\n  add a control with when = \"landscape\"\n")
      #expect(try called.tool("on").output.contains("! upright.toml:4:8: no control exists in landscape"))
      called.daemon.stop()
    }

    @Test("replug removes a deflected pad, and makes one at rest that the next touch moves")
    func replugged() throws {
      let called = try Called()
      try called.waitUntilStatusHas("(from the device), grabbed")
      let finger = Finger(on: called.screen)
      try finger.push(id: 1, of: called.pad)
      let (status, output) = try called.tool("replug")
      #expect(status == 0 && output.contains("Microsoft X-Box 360 pad\n    gamepad"), "\(output)")
      #expect(Bed.wait { called.pad.isGone })
      let pad = try called.daemon.openPad()
      #expect(try pad.isAtRest())
      try finger.lift()
      try finger.push(id: 2, of: pad)
      try finger.lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      // Each makes devices for all programs of the system.
      let client = try SystemBus(unconnected: ())
      try client.begin(at: called.address)
      let error = #expect(throws: BusError.self) { for _ in 1...50 { try client.call(.replug) } }
      #expect(error?.sentence.contains("every two seconds") == true, "\(String(describing: error))")
      called.daemon.stop()
    }

    @Test("The daemon says which device it uses to users who may not see its files")
    func device() throws {
      let called = try Called(configuration: "[device]\npass_through = false\n")
      let node = try #require(called.screen.node)
      let socket = URL(filePath: String(called.address.dropFirst("unix:path=".count)))
      #expect(unsafe chmod(socket.deletingLastPathComponent().path, 0o755) == 0)
      let tool = Programs.path("touchstick")
      let (status, output) = try Programs.run(
        "DBUS_SYSTEM_BUS_ADDRESS=\(called.address)",
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", tool, "devices"])
      #expect(status == 0 && output.contains("\(node)  ELAN Touchscreen"))
      #expect(output.contains("\n    in use by touchstickd"), "\(output)")
      called.daemon.stop()
    }

    @Test(
      "A rotation in mid-drag releases the stick and rotates the next swipe; the desktop keeps its touch")
    func rotated() throws {
      let called = try Called()
      let clone = try called.daemon.cloneNode()
      let desktop = try LibinputEvents(clone)
      let (thumb, other) = (Finger(on: called.screen, slot: 0), Finger(on: called.screen, slot: 1))
      try thumb.push(id: 1, of: called.pad)
      try other.touchDown(id: 2, x: 3000, y: 1500)
      desktop.waitFor(.touchDown)
      try called.report(rotation: "90")
      #expect(Bed.wait { called.pad.value(of: .absX) == 0 && called.pad.value(of: .absY) == 0 })
      try called.waitUntilStatusHas("(from the device), rotated by 90 degrees, grabbed")
      try thumb.move(x: 900, y: 500)
      try other.move(x: 2900, y: 1400)
      desktop.waitFor(.touchMotion)
      #expect(desktop.events.count { $0.kind == .touchUp || $0.kind == .touchCancel } == 0)
      #expect(called.pad.value(of: .absX) == 0)
      try thumb.lift()
      // To the device's right, which is down if its left edge is up. The left half is now the device's lower half.
      try thumb.drag(id: 3, from: (500, 1500), to: (700, 1500))
      #expect(Bed.wait { called.pad.value(of: .absY) == 32767 })
      #expect(called.pad.value(of: .absX) == 0 && !called.pad.isGone)
      try called.report(rotation: "0")
      #expect(Bed.wait { called.pad.value(of: .absY) == 0 })
      try thumb.lift()
      try other.lift()
      desktop.waitFor(.touchUp)
      #expect(try called.daemon.cloneNode() == clone)
      called.daemon.stop()
    }

    @Test(
      "A screen without a size has the size that the session reports, also in mid-drag, if the shape fits")
    func sized() throws {
      var silent = try Fixtures.description(SessionTests.screen)
      for axis in silent.axes.keys { silent.axes[axis]?.resolution = 0 }
      let called = try Called(screen: silent)
      let finger = Finger(on: called.screen)
      try finger.drag(id: 1, from: (500, 500), to: (900, 500))
      #expect(Bed.wait { called.pad.value(of: .absX) == 32767 })
      for (width, height) in [("294", "166"), ("0", "0"), ("166", "294"), ("nan", "166"), ("300", "300")] {
        try called.report(rotation: "0", width, height)
        let isSize = width == "294" || height == "294"
        try called.waitUntilStatusHas(isSize ? "294 x 166 mm (from the session)" : "assumed: ")
        // Each change releases the stick, and the finger does not count again before it lifts.
        #expect(Bed.wait { called.pad.value(of: .absX) == 0 })
      }
      try finger.lift()
      try finger.drag(id: 2, from: (500, 500), to: (900, 500))
      #expect(Bed.wait { called.pad.value(of: .absX) == 32767 })
      // A report without a change releases nothing.
      try called.report(rotation: "0")
      called.daemon.settle()
      #expect(called.pad.value(of: .absX) == 32767)
      called.daemon.stop()
    }

    @Test("A new layout in mid-drag releases the stick and moves another; a broken one changes nothing")
    func layouts() throws {
      func button(at x: Int) -> String {
        "[[button]]\noutput = \"A\"\nregion = { center = [\(x), 9], radius = 5 }\n"
      }
      let folder = try Programs.files([
        "etc/a.toml": "[device]\n", "etc/profiles/right.toml": "[[stick]]\ntarget = \"right\"\n",
        "broken.toml": "[[stick]]\nradius = 0\n", "far.toml": button(at: 900), "left.toml": "[[stick]]\n",
      ]).path
      let called = try Called(arguments: ["--config", "\(folder)/etc"])
      let finger = Finger(on: called.screen)
      func drag(_ id: Int32) throws { try finger.drag(id: id, from: (500, 500), to: (700, 500)) }
      func isHeld(_ axis: EventCode) -> Bool { Bed.wait { called.pad.value(of: axis) == 32767 } }
      try drag(1)
      #expect(isHeld(.absX))
      #expect(
        try called.tool("use", "--force", "right").output.contains(
          "the layout is the profile \"right\", by you, until touchstickd restarts; the pads are on"))
      #expect(Bed.wait { called.pad.value(of: .absX) == 0 })
      try called.waitUntilStatusHas("the layout is the profile \"right\"")
      try finger.lift()
      try drag(2)
      #expect(isHeld(.absRX))
      #expect(
        try called.tool("use", "\(folder)/broken.toml") == (
          65, "\(folder)/broken.toml:2:10: radius is 0 mm; it must be more than 0 mm, at most 10000 mm\n"
        ))
      let (status, said) = try called.tool("use", "\(folder)/far.toml")
      #expect(status == 65 && said.contains("far.toml:"), "\(said)")
      #expect(
        try called.tool("use", "rigth") == (66, "there is no profile \"rigth\"; did you mean \"right\"?\n"))
      // The finger still holds the stick, because nothing has changed.
      #expect(called.pad.value(of: .absRX) == 32767)
      #expect(try called.tool("use", "\(folder)/left.toml").status == 65, "it would cover the touchscreen")
      #expect(try called.tool("use", "--force", "\(folder)/left.toml").status == 0)
      #expect(Bed.wait { called.pad.value(of: .absRX) == 0 })
      try finger.lift()
      try drag(3)
      #expect(isHeld(.absX))
      #expect(try called.tool("use", "--reset").status == 0)
      #expect(Bed.wait { called.pad.value(of: .absX) == 0 })
      try finger.lift()
      #expect(try called.pad.isAtRest())
      called.daemon.stop()
    }

    @Test("Layouts that each need another gamepad are refused for a while after five")
    func manyPadsThoroughly() throws {
      let called = try Called()
      func use(_ number: Int) throws -> (status: Int32, output: String) {
        let file = try Programs.file("\(number).toml", "[gamepad]\nname = \"Pad \(number)\"\n[[stick]]\n")
        return try called.tool("use", "--force", file)
      }
      var used = 0
      var last = try use(0)
      while last.status == 0, used < 30 {
        used += 1
        last = try use(used)
      }
      #expect(
        used >= 5 && last.status == 69 && last.output.contains("needs another gamepad"), "\(used): \(last)")
      #expect(
        try called.tool("use", "--reset").status == 0
          || Bed.wait { try called.tool("use", "--reset").status == 0 })
      called.daemon.stop()
    }

    @Test("A layout that a program uses while it has the touchscreen released applies when it has left")
    func layoutWhileReleased() throws {
      let called = try Called()
      var editor: SystemBus? = try SystemBus(unconnected: ())
      try editor?.begin(at: called.address)
      let node = try #require(try editor?.padStatus().devices.first?.node)
      try editor?.call(.releaseDevice, node)
      called.daemon.waitUntilItSays("is released to another program")
      let finger = Finger(on: called.screen)
      try finger.drag(id: 1, from: (500, 500), to: (700, 500))
      try editor?.call(.useLayout, "", "[[stick]]\ntarget = \"right\"\n")
      try finger.lift()
      editor = nil
      called.daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      #expect(called.pad.value(of: .absX) == 0)
      try finger.push(id: 2, .absRX, of: called.pad)
      called.daemon.stop()
    }

    @Test("A command has the pads with its layout until it ends or is killed; then the old state returns")
    func runs() throws {
      let folder = try Programs.files(["right.toml": "[[stick]]\ntarget = \"right\"\n"]).path
      let called = try Called()
      #expect(try called.tool("off").status == 0)
      try called.waitUntilStatusHas(", not grabbed")
      // The exit status, the streams and the arguments are the command's.
      #expect(try called.tool("run", "--", "sh", "-c", "echo \"$1\"; exit 7", "sh", "a b") == (7, "a b\n"))
      #expect(try called.tool("run", "--", "/nowhere/game").status == 127)
      #expect(try called.tool("run", "--profile", "zelda", "--", "true").status == 66)
      try called.waitUntilStatusHas("the pads are off")
      let game = try called.start("run", "--layout", "\(folder)/right.toml", "--", "sleep", "600")
      try called.waitUntilStatusHas("the pads are on")
      try called.waitUntilStatusHas("(from the device), grabbed")
      let finger = Finger(on: called.screen)
      try finger.push(id: 1, .absRX, of: called.pad)
      // Even this one leaves the stick at 0, and the screen free.
      kill(game.processIdentifier, SIGKILL)
      #expect(Bed.wait { called.pad.value(of: .absRX) == 0 })
      try finger.lift()
      try called.waitUntilStatusHas("the pads are off")
      try called.waitUntilStatusHas(", not grabbed")
      // Foundation also waits for the tool's children.
      #expect(try Programs.run("pkill", ["-KILL", "-x", "sleep"]).status == 0)
      game.waitUntilExit()
      called.daemon.stop()
    }

    @Test("Calls leave nothing on the heap, and no file open")
    func leavesNothing() throws {
      let called = try Called()
      func round() throws {
        for command in ["off", "on", "status"] { #expect(try called.tool(command).status == 0) }
      }
      try round()
      let before = try called.daemon.resources()
      // A user has 20 calls a second.
      for _ in 1...5 { try round() }
      try called.daemon.expect(before)
      called.daemon.stop()
    }
  }
}
