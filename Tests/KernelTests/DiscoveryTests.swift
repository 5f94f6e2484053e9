import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

extension KernelTests {
  @Suite("Which device the daemon uses, and what it says if it cannot", .serialized)
  struct DiscoveryTests {
    private static let id = DeviceID(bus: 3, vendor: 0x1234, product: 1, version: 1)
    private static let axis = AbsoluteAxis(minimum: 0, maximum: 1000)

    static let others: [DeviceDescription] = [
      DeviceDescription(
        name: "a mouse", id: id,
        codes: [.btnMouse, EventCode(.key, 0x111), EventCode(.relative, 0), EventCode(.relative, 1)]),
      DeviceDescription(name: "a keyboard", id: id, codes: Set((1...100).map { EventCode(.key, $0) })),
      DeviceDescription(
        name: "an absolute mouse", id: id, codes: [.btnMouse],
        axes: [EventCode.absX.code: axis, EventCode.absY.code: axis]),
      DeviceDescription(
        name: "an accelerometer", id: id, properties: [.accelerometer],
        axes: [EventCode.absX.code: axis, EventCode.absY.code: axis, EventCode.absZ.code: axis]),
      .xbox360,
      DeviceDescription(
        name: "a joystick", id: id, codes: [.btnJoystick],
        axes: [EventCode.absX.code: axis, EventCode.absY.code: axis]),
    ]

    @Test("Mice, keyboards, pads and accelerometers are never used, plugged in before or after")
    func others() throws {
      let before = try Self.others.map { try Bed.makeDevice($0) }
      let daemon = try RunningDaemon(configuration: "[device]\ntype = \"any\"\n")
      daemon.waitUntilItSays("waiting for a touch device")
      let after = try Self.others.map { try Bed.makeDevice($0) }
      try daemon.settleWithUdev()
      #expect(!daemon.output.contains("using"))
      let screen = try Bed.makeDevice(SessionTests.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      #expect(daemon.output.components(separatedBy: "using").count == 2)
      _ = (before, after, screen)
      daemon.stop()
    }

    @Test("Without a touch device the daemon waits")
    func noDevice() throws {
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("waiting for")
      daemon.stop()
    }

    @Test("A touchscreen, a touchpad and a tablet are used, and have their classes")
    func touchDevices() throws {
      for (name, deviceClass) in [
        ("ELAN-Touchscreen", "touchscreen"), ("ETPS2-Elantech-Touchpad-ASUS-N500JK", "touchpad"),
        ("Wacom-Intuos4-6x9", "tablet"),
      ] {
        try touchDevicesThoroughly(name, deviceClass)
      }
    }

    @Test(
      "Every recorded touch device is used, and has its class",
      arguments: [
        ("Atmel-maXTouch-Touchscreen", "touchscreen"), ("ELAN-CANDO-Windows7", "touchscreen"),
        ("ELAN-Touchscreen", "touchscreen"), ("EP0430M09", "touchscreen"),
        ("N-Trig-MultiTouch", "touchscreen"), ("QUANTA-OpticalTouchScreen", "touchscreen"),
        ("ETPS2-Elantech-Touchpad-ASUS-N500JK", "touchpad"),
        ("SynPS2-Synaptics-TouchPad.hp8470p", "touchpad"),
        ("SynPS2-Synaptics-TouchPad.lenovo-p50", "touchpad"), ("Wacom-Bamboo-16FG-4x5-Finger", "touchpad"),
        ("Wacom-Intuos4-6x9", "tablet"), ("eGalax-Inc.-USB-TouchController", "tablet"),
      ])
    func touchDevicesThoroughly(_ name: String, _ deviceClass: String) throws {
      let description = try Fixtures.description(name)
      let device = try Bed.makeDevice(description)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using \(description.name)")
      #expect(daemon.output.contains("a \(deviceClass) of"), "\(daemon.output)")
      _ = device
      daemon.stop()
    }

    @Test("A touchscreen comes before a touchpad, and a touchpad stays one when the touchscreen is gone")
    func preference() throws {
      let touchpad = try Bed.makeDevice("ETPS2-Elantech-Touchpad-ASUS-N500JK")
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      // udev must know both when the daemon looks.
      try Bed.settleUdev()
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using ELAN Touchscreen")
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      try daemon.settleWithUdev()
      #expect(!daemon.output.contains("using ETPS"))
      _ = (touchpad, screen)
      daemon.stop()
    }

    @Test("The daemon moves from a touchpad to a touchscreen that comes later")
    func betterDevice() throws {
      let touchpad = try Bed.makeDevice("ETPS2-Elantech-Touchpad-ASUS-N500JK")
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using ETPS/2 Elantech Touchpad")
      let screen = try Bed.makeDevice(SessionTests.screen)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      // The touchpad belongs to the desktop again.
      let node = try EventNode(opening: try #require(touchpad.node))
      let isFree = Bed.wait { (try? node.grab()) != nil }
      #expect(isFree)
      _ = screen
      daemon.stop()
    }

    @Test("The daemon moves from a touched touchpad to a touchscreen after the lift")
    func betterWhileTouched() throws {
      let touchpad = try Bed.makeDevice("SynPS2-Synaptics-TouchPad.lenovo-p50")
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using SynPS/2 Synaptics TouchPad")
      let pad = try daemon.openPad()
      let finger = Finger(on: touchpad)
      // Without a pressure, the finger would only be near.
      try touchpad.sendUnfinished([(.absMTPressure, 60)])
      try finger.drag(from: (3000, 3000), to: (4000, 3000))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      let screen = try Bed.makeDevice(SessionTests.screen)
      try Bed.settleUdev()
      try finger.move(x: 2000, y: 3000)
      #expect(Bed.wait { pad.value(of: .absX) == -32767 })
      try finger.lift()
      daemon.waitUntilItSays("using ELAN Touchscreen (\(screen.node ?? "?"))")
      #expect(try pad.isAtRest())
      daemon.stop()
    }

    @Test("When the touchscreen in use goes away, the daemon uses another one")
    func secondDevice() throws {
      var first: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let second = try Bed.makeDevice("EP0430M09")
      try Bed.settleUdev()
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using ELAN Touchscreen")
      first = nil
      daemon.waitUntilItSays("using EP0430M09")
      _ = (first, second)
      daemon.stop()
    }

    @Test("A device's name cannot add lines to the log")
    func hostileName() throws {
      var description = try Fixtures.description(SessionTests.screen)
      description.name = "evil\n<0>name\u{1b}[2J"
      let screen = try Bed.makeDevice(description)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using evil?<0>name?[2J")
      _ = screen
      daemon.stop()
    }

    @Test("The daemon waits for a touchscreen that another program has grabbed, and uses it when it is free")
    func grabbed() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let path = try #require(screen.node)
      var other: EventNode? = try EventNode(opening: path)
      try other?.grab()
      try Bed.settleUdev()
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("\(path): ELAN Touchscreen is grabbed by another program; stop that program")
      #expect(!daemon.output.contains("using"))
      try Self.expectAnotherTry(daemon, path)
      #expect(daemon.output.components(separatedBy: "is grabbed by").count == 2, "it says so once")
      #expect(!daemon.output.contains("reach the desktop"), "no clone comes and goes")
      other = nil
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let finger = Finger(on: screen)
      try finger.push(of: pad)
      daemon.stop()
    }

    @Test("A virtual touchscreen made by the program that has grabbed the real one is used instead")
    func replaced() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let path = try #require(screen.node)
      let other = try EventNode(opening: path)
      try other.grab()
      try Bed.settleUdev()
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("is grabbed by another program")
      let virtual = try Bed.makeDevice("EP0430M09")
      daemon.waitUntilItSays("using EP0430M09")
      let pad = try daemon.openPad()
      try Finger(on: virtual).push(of: pad)
      try other.ungrab()
      #expect(!daemon.output.contains("using ELAN"))
      daemon.stop()
    }

    @Test("It is used instead also while the pads are off, so that the gesture reaches the daemon")
    func replacedWhileOff() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let other = try EventNode(opening: try #require(screen.node))
      try other.grab()
      let virtual = try Bed.makeDevice("EP0430M09")
      try Bed.settleUdev()
      let daemon = try RunningDaemon(configuration: "[toggle]\nfingers = 5\nstart = \"off\"\n")
      daemon.waitUntilItSays("using EP0430M09")
      #expect(!daemon.output.contains("using ELAN"))
      withExtendedLifetime((other, virtual)) {}
      daemon.stop()
    }

    /// Waits until the daemon has tried a device again and failed.
    static func expectAnotherTry(_ daemon: RunningDaemon, _ path: String) throws {
      let openings = try Openings(of: path)
      #expect(Bed.wait { openings.areSome }, "it does not try again")
      daemon.settle()
    }

    @Test(
      "A touchscreen grabbed by another program is not taken for ours while a finger prevents a test")
    func grabbedAndTouched() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let path = try #require(screen.node)
      var other: EventNode? = try EventNode(opening: path)
      try other?.grab()
      try Bed.settleUdev()
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("is grabbed by another program")
      let finger = Finger(on: screen)
      for id in Int32(1)...2 {
        try finger.drag(id: id, from: (500, 500), to: (700, 500))
        try Self.expectAnotherTry(daemon, path)
        try finger.lift()
        try Self.expectAnotherTry(daemon, path)
      }
      #expect(daemon.output.components(separatedBy: "is grabbed by").count == 2, "it says so once")
      #expect(daemon.output.components(separatedBy: "waiting for").count == 2, "\(daemon.output)")
      #expect(!daemon.output.contains("using") && !daemon.output.contains("reach the desktop"))
      try finger.drag(id: 3, from: (500, 500), to: (700, 500))
      other = nil
      try finger.lift()
      daemon.waitUntilItSays("using ELAN Touchscreen")
      daemon.waitUntilItSays("reach the desktop")
      let pad = try daemon.openPad()
      try finger.push(id: 4, of: pad)
      try finger.lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      daemon.stop()
    }

    @Test("Without permission for /dev/uinput the daemon says what is missing, and exits with 77")
    func noPermissionForUinput() throws {
      let daemon = try RunningDaemon(by: Self.asNobody)
      #expect(daemon.waitForEnd() == 77)
      #expect(daemon.output.contains("/dev/uinput: permission denied; see what to do"))
    }

    static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    @Test(
      "Wrong arguments or a missing configuration end the daemon at once",
      arguments: [
        ("--config /nonexistent", 66, "/nonexistent"), ("--config /dev/null/x", 66, "/dev/null/x"),
        ("--bogus", 64, "“--bogus” is not an option"), ("--config", 64, "“--config” needs a value"),
        ("extra", 64, "“extra” is one argument too many"),
      ])
    func badArguments(_ arguments: String, _ status: Int32, _ said: String) throws {
      let daemon = try RunningDaemon(arguments: arguments.split(separator: " ").map(String.init))
      #expect(daemon.waitForEnd() == status)
      #expect(daemon.output.contains(said), "\(daemon.output)")
    }

    @Test(
      "A configuration that does not fit the touchscreen ends the daemon at the start, with exit status 78")
    func misfit() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      try Bed.settleUdev()
      let daemon = try RunningDaemon(
        configuration: "[[stick]]\nregion = { x = 9000, y = 0, width = 10, height = 10 }\n")
      #expect(daemon.waitForEnd() == 78)
      #expect(daemon.output.contains("touchstick.toml:2:"), "\(daemon.output)")
      _ = screen
    }

    @Test(
      "The daemon warns once of probable mistakes in a configuration, and of a file that others can change")
    func warnings() throws {
      let path = try Programs.file(
        "touchstick.toml", "[[button]]\ninput = \"BTN_STYLUS\"\noutput = \"A\"\n")
      #expect(unsafe chmod(path, 0o666) == 0)
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", path])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      _ = try daemon.openPad()
      daemon.waitUntilItSays("run: chmod go-w \(path)")
      daemon.waitUntilItSays("touchstick.toml:2:9: ")
      #expect(daemon.output.components(separatedBy: "BTN_STYLUS").count == 2, "\(daemon.output)")
      _ = screen
      daemon.stop()
    }

    @Test("The reader of the daemon's messages may go away")
    func brokenPipe() throws {
      let daemon = Programs.path("touchstickd")
      let result = try Programs.run(
        "bash", ["-c", "{ '\(daemon)' --config /nonexistent 2>&1; echo \"status $?\" >&2; } | true"])
      #expect(result.output.contains("status 66"))
      let closed = try Programs.run("bash", ["-c", "'\(daemon)' --config /nonexistent 2>&- 1>&- 0<&-"])
      #expect(closed.status == 66)
    }

    @Test("A configuration with errors is refused with their places, and exit status 78")
    func badConfiguration() throws {
      let daemon = try RunningDaemon(configuration: "[[stick]]\nradius = -1\nraduis = 2\n")
      #expect(daemon.waitForEnd() == 78)
      #expect(daemon.output.contains("touchstick.toml:2:") && daemon.output.contains("touchstick.toml:3:"))
    }
  }

  @Suite("Devices are used or ignored as udev classifies them", .serialized)
  struct ClassificationTests {
    private static let id = DeviceID(bus: 3, vendor: 0x1234, product: 1, version: 1)
    private static let axis = AbsoluteAxis(minimum: 0, maximum: 1000)
    private static let slots = AbsoluteAxis(minimum: 0, maximum: 9)
    private static let gamepad: Set<EventCode> = [.btnSouth, .btnEast, .btnNorth, .btnWest, .btnJoystick]

    private static func device(
      _ name: String, _ codes: Set<EventCode>, axes: [EventCode] = [.absX, .absY],
      properties: Set<DeviceProperty> = []
    ) -> DeviceDescription {
      DeviceDescription(
        name: name, id: id, properties: properties, codes: codes,
        // uinput refuses a hundred slots or more.
        axes: Dictionary(
          uniqueKeysWithValues: axes.map { ($0.code, $0 == .absMTSlot ? slots : axis) }))
    }

    private static let positions: [EventCode] = [.absMTPositionX, .absMTPositionY]
    private static let wheel = EventCode(.relative, 0x08)
    static let made: [DeviceDescription] = [
      device("pen with gamepad buttons", gamepad.union([.btnTouch, .btnToolPen])),
      device("stylus with gamepad buttons", gamepad.union([.btnTouch, .btnStylus])),
      device("pen with bezel buttons", [.btnTouch, .btnToolPen, .btnStylus, .btn0, EventCode(.key, 0x101)]),
      device("screen with gamepad buttons", gamepad.union([.btnTouch])),
      device("list with a stylus", [.btnTouch, .btnStylus], axes: positions),
      device("list", [], axes: positions, properties: [.direct]),
      device("list of a touchpad", [.btnToolFinger], axes: positions, properties: [.pointer]),
      device("list of a screen with mouse buttons", [.btnTouch, .btnBack], axes: positions),
      device("bezel buttons", [.btnStylus, .btn0, EventCode(.key, 0x101)]),
      device("bezel buttons with a wheel", [.btn0, EventCode(.key, 0x101), wheel]),
      device("pad that claims every axis", gamepad, axes: (0...0x3e).map { EventCode(.absolute, $0) }),
      device("mouse with a single button", [.btnBack, .btnTouch]),
      device("sensor", [], axes: [.absX, .absY, .absZ] + positions, properties: [.direct]),
    ]

    @Test("Recorded devices and pens with gamepad buttons are used, and other devices are not")
    func classesThoroughly() throws {
      let folder = Fixtures.folder.appending(path: "devices").path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let recorded = try names.map { try Fixtures.description(String($0.dropLast(".desc".count))) }
      let own = try RecordedCase.all.filter { $0.device == nil }.map { try $0.load().device }
      let descriptions = recorded + own + Self.made + DiscoveryTests.others
      let devices = try descriptions.map { try Bed.makeDevice($0) }
      try Bed.settleUdev()
      let survey = SurveyedDevice.all()
      var counts: [DeviceClass?: Int] = [:]
      for (description, device) in zip(descriptions, devices) {
        let surveyed = try #require(survey.first { $0.path == device.node })
        let says = Comment(rawValue: "\(description.name): \(surveyed.udevClasses)")
        let deviceClass = DeviceClass(description)
        #expect(DeviceClass(surveyed.description) == deviceClass, says)
        #expect(surveyed.isTouch == (deviceClass != nil), says)
        if let deviceClass { #expect(surveyed.udevClasses.contains(deviceClass.rawValue.uppercased()), says) }
        counts[deviceClass, default: 0] += 1
      }
      // Every class occurs, and devices without a class.
      #expect(counts.count == 4 && counts.values.allSatisfy { $0 > 3 }, "\(counts)")
    }
  }

  @Suite(
    "Permissions", .serialized, .enabled(if: Bed.isVirtualMachine, "they let everybody write /dev/uinput"))
  struct PermissionTests {
    /// udev sets a node's group before it reports the device, but a session's access control lists come later.
    @Test(
      "A screen whose permissions come late is used when they arrive", arguments: [false, true])
    func late(isThereFirst: Bool) throws {
      #expect(unsafe chmod("/dev/uinput", 0o666) == 0)
      defer { unsafe chmod("/dev/uinput", 0o600) }
      var screen = try isThereFirst ? Bed.makeDevice(SessionTests.screen) : nil
      try Bed.settleUdev()
      let daemon = try RunningDaemon(by: DiscoveryTests.asNobody)
      daemon.waitUntilItSays("waiting for a touch device")
      screen = try screen ?? Bed.makeDevice(SessionTests.screen)
      let node = try #require(screen?.node)
      daemon.waitUntilItSays("\(node): permission denied")
      #expect(!daemon.output.contains("using"))
      #expect(unsafe chmod(node, 0o664) == 0)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      #expect(daemon.output.components(separatedBy: "permission denied").count == 2, "it says so once")
      let pad = try daemon.openPad()
      let finger = Finger(on: try #require(screen))
      try finger.push(of: pad)
      try finger.lift()
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      daemon.stop()
    }
  }
}
