import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("Settings")
struct SettingsTests {
  @Test(
    "An empty file has the defaults", arguments: ["", "# nothing\n", "[device]\n[gamepad]\n", "\u{feff}"])
  func empty(_ text: String) throws {
    let settings = try Settings.parse(text, file: "t.toml")
    #expect(settings == Settings())
    #expect(settings.device.grab)
    #expect(settings.gamepad.identity == .xbox360)
    #expect(settings.toggle == nil)
    #expect(settings.controls.isEmpty)
  }

  @Test(
    "[toggle] sets the gesture",
    arguments: [
      ("", 1_000_000), ("hold_time = 100", 100_000), ("hold_time = 250.5", 250_500),
      ("hold_time = '1500ms'", 1_500_000), ("hold_time = '10s'", 10_000_000),
    ] as [(String, Int64)])
  func toggle(_ text: String, _ holdTime: Int64) throws {
    for fingers in [2, 10] {
      var expected = ToggleSettings()
      (expected.fingers, expected.holdTime) = (fingers, holdTime)
      let settings = try Settings.parse("[toggle]\nfingers = \(fingers)\n\(text)", file: "t.toml")
      #expect(settings.toggle == expected)
    }
  }

  @Test("Pads start on, unless one of several files says off")
  func start() throws {
    func startsOn(_ texts: String...) throws -> Bool {
      try texts.map { try Settings.parse($0, file: "t.toml") }.startsOn
    }
    let (on, off) = ("toggle = { fingers = 5, start = 'on' }", "toggle = { fingers = 5, start = 'off' }")
    #expect(try startsOn())
    #expect(try startsOn("", "toggle.fingers = 5", on))
    #expect(try !startsOn(off))
    #expect(try !startsOn("", on, off))
  }

  @Test("Pads follow the lock, unless each [toggle] of several files says that they ignore it")
  func lock() throws {
    func ignoresLock(_ texts: String...) throws -> Bool {
      try texts.map { try Settings.parse($0, file: "t.toml") }.ignoresLock
    }
    let (off, ignore) = (
      "toggle = { fingers = 5, lock = 'off' }", "toggle = { fingers = 5, lock = 'ignore' }"
    )
    #expect(try !ignoresLock())
    #expect(try !ignoresLock("", "toggle.fingers = 5"))
    #expect(try ignoresLock("", ignore))
    #expect(try !ignoresLock(ignore, off))
    #expect(try !ignoresLock(ignore, "toggle.fingers = 5"))
  }

  @Test("[device] describes the device")
  func device() throws {
    let device = try Settings.parse(
      """
      [device]
      name = "ELAN*"
      type = "touchpad"
      vendor = 0x04f3
      product = 9844
      path = "/dev/input/by-path/x"
      grab = false
      size = "217.5mm x 136 mm"
      """, file: "t.toml"
    ).device
    #expect(device.name == GlobPattern("ELAN*"))
    #expect(device.type == .one(.touchpad))
    #expect(device.vendor == 0x04f3)
    #expect(device.product == 0x2674)
    #expect(device.path == "/dev/input/by-path/x")
    #expect(!device.grab)
    #expect(device.size == SurfaceSize(width: 217.5, height: 136))
  }

  @Test("rotation is an angle or the screen's; the screen's is a touchscreen's default")
  func rotation() throws {
    let screen = Screen(rotation: .rightUp)
    func rotation(_ text: String, _ deviceClass: DeviceClass) throws -> Rotation {
      try Settings.parse(text, file: "t.toml").device.rotation(of: deviceClass, on: screen)
    }
    for deviceClass in DeviceClass.allCases {
      for degrees in [0, 90, 180, 270] {
        #expect(try rotation("device.rotation = \(degrees)", deviceClass).rawValue == degrees)
      }
      #expect(try rotation("device.rotation = 'screen'", deviceClass) == .rightUp)
      #expect(try rotation("", deviceClass) == (deviceClass == .touchscreen ? .rightUp : .topUp))
    }
  }

  @Test("The layout is that of the rotated surface, and size that of the device itself")
  func rotatedLayout() throws {
    let text =
      "[device]\nsize = '120x60'\nrotation = 90\n[[dpad]]\nregion = { center = [40, 100], radius = 9 }"
    let settings = try Settings.parse(text, file: "t.toml")
    #expect(settings.device.rotatedSize == SurfaceSize(width: 60, height: 120))
    var device = DeviceDescription(
      name: "", id: DeviceID(bus: 3, vendor: 1, product: 2, version: 0), codes: [.btnTouch])
    for code in [EventCode.absX, .absY] {
      device.codes.insert(code)
      device.axes[code.code] = AbsoluteAxis(minimum: 0, maximum: 100)
    }
    let pipeline = try [settings].pipeline(for: device, class: .touchscreen)
    #expect(pipeline.surface.size == SurfaceSize(width: 60, height: 120))
    #expect(pipeline.pads[0].layout.surface == Rectangle(x: 0, y: 0, width: 60, height: 120))
  }

  @Test(
    "Contacts that no control owns go to the desktop, except with grab or pass_through = false",
    arguments: [
      ("", nil, true), ("grab = true", nil, true), ("grab = false", nil, false),
      ("pass_through = true", true, true), ("pass_through = false", false, false),
      ("grab = true\npass_through = true", true, true), ("grab = false\npass_through = false", false, false),
    ] as [(String, Bool?, Bool)])
  func passThrough(_ text: String, _ passThrough: Bool?, _ passesThrough: Bool) throws {
    let device = try Settings.parse("[device]\n\(text)", file: "t.toml").device
    #expect(device.passThrough == passThrough)
    #expect(device.passesThrough == passesThrough)
  }

  @Test(
    "Every type has a word",
    arguments: [
      ("touchscreen", .one(.touchscreen)), ("touchpad", .one(.touchpad)), ("tablet", .one(.tablet)),
      ("any", .any),
    ] as [(String, DeviceType)])
  func types(_ word: String, _ type: DeviceType) throws {
    let device = try Settings.parse("device.type = '\(word)'", file: "t.toml").device
    #expect(device.type == type)
  }

  @Test("A device must match every condition")
  func matches() throws {
    var device = DeviceSettings()
    let id = DeviceID(bus: 0x18, vendor: 0x04f3, product: 0x2514, version: 1)
    let description = DeviceDescription(name: "ELAN 2514", id: id)
    let fits = { (device: DeviceSettings) in device.accepts(description, class: .touchscreen) }
    #expect(fits(device))
    device.name = GlobPattern("ELAN*")
    device.vendor = 0x04f3
    device.product = 0x2514
    device.type = .any
    #expect(fits(device))
    device.type = .one(.touchscreen)
    #expect(fits(device))
    for change: (inout DeviceSettings) -> Void in [
      { $0.name = GlobPattern("elan*") }, { $0.vendor = 1 }, { $0.product = 1 }, { $0.type = .one(.tablet) },
    ] {
      var other = device
      change(&other)
      #expect(!fits(other))
    }
  }

  @Test("[gamepad] describes the pad")
  func gamepad() throws {
    let maxName = String(repeating: "n", count: 79)
    let gamepad = try Settings.parse(
      "[gamepad]\nidentity = \"xbox-360\"\nname = \"\(maxName)\"", file: "t.toml"
    ).gamepad
    #expect(gamepad.identity == .xbox360)
    #expect(gamepad.name == maxName)
  }

  @Test("A pad has the numbers of its identity, except those that are set")
  func identities() throws {
    let pad = { (text: String) in try Settings.parse("[gamepad]\n" + text, file: "t.toml").gamepad.description
    }
    #expect(try pad("") == .xbox360)
    #expect(try pad("identity = \"generic\"") == .generic)
    var expected = DeviceDescription.generic
    expected.id.vendor = 0xffff
    #expect(try pad("identity = \"generic\"\nvendor = 0xffff") == expected)
    expected = .xbox360
    expected.id = DeviceID(bus: 3, vendor: 0x1209, product: 0x0001, version: 0)
    expected.name = "My pad"
    let numbers = "bus = 3\nvendor = 0x1209\nproduct = 1\nversion = 0"
    #expect(try pad("name = \"My pad\"\n\(numbers)") == expected)
  }

  @Test("rumble = false makes a pad without force feedback, which is the only difference")
  func withoutRumble() throws {
    let pad = try Settings.parse("[gamepad]\nrumble = false\n", file: "t.toml").gamepad.description
    #expect(DeviceDescription.xbox360.codes.subtracting(pad.codes) == DeviceDescription.forceFeedback)
    #expect(
      pad.axes == DeviceDescription.xbox360.axes && pad.codes.isSubset(of: DeviceDescription.xbox360.codes))
  }

  @Test("while_off decides whether a pad that is off is unplugged, and is not a part of the device")
  func whileOff() throws {
    func gamepad(_ text: String) throws -> GamepadSettings {
      try Settings.parse("[gamepad]\n" + text, file: "t.toml").gamepad
    }
    #expect(try !gamepad("").isUnpluggedWhileOff && !gamepad("while_off = \"keep\"").isUnpluggedWhileOff)
    let unplugged = try gamepad("while_off = \"unplug\"")
    #expect(try unplugged.isUnpluggedWhileOff && unplugged != gamepad(""))
    #expect(try unplugged.description == gamepad("").description)
  }

  @Test("[haptics] is off by default, and the strongest of several ticks counts")
  func haptics() throws {
    let every: HapticEvents = [.press, .release, .direction, .rim]
    let usual = try Settings.parse("", file: "t.toml")
    #expect(!usual.haptics.isOn && usual.rumble.level(ofTick: usual.haptics.magnitude(of: every)) == 0)
    let settings = try Settings.parse(
      "[haptics]\npress = 0.5\nrelease = 0.25\ndirection = 0.125\nrim = 1.0\n[rumble]\nminimum = 0.2\n",
      file: "t.toml")
    func level(_ events: HapticEvents) -> UInt16 {
      settings.rumble.level(ofTick: settings.haptics.magnitude(of: events))
    }
    #expect(settings.haptics.isOn)
    #expect(level([]) == 0 && level(.press) == 32767 && level([.release, .press]) == 32767)
    #expect(level(.release) == 16383 && level(.direction) == 13107 && level(every) == 65535)
    for text in ["rumble.motor = \"none\"\n", "gamepad.rumble = false\n"] {
      let file = try Settings.parse(text + "haptics.press = 0.5\n", file: "t.toml")
      #expect(file.warnings().map(\.code) == ["useless-key"])
    }
  }

  @Test("[rumble] makes the magnitude of one motor from the two of the pad")
  func rumble() throws {
    func levels(_ text: String) throws -> [UInt16] {
      let rumble = try Settings.parse("[rumble]\n" + text, file: "t.toml").rumble
      return [(0, 0), (1, 0), (0, 1), (1000, 65535), (40000, 65535), (65535, 0)].map { strong, weak in
        rumble.level(of: RumbleMagnitudes(strong: strong, weak: weak))
      }
    }
    #expect(try levels("") == [0, 1, 0, 32767, 40000, 65535])
    #expect(try levels("strength = 0.5") == [0, 0, 0, 16383, 20000, 32767])
    #expect(try levels("strength = 0\nminimum = 1") == [0, 0, 0, 0, 0, 0])
    #expect(try levels("minimum = 0.6") == [0, 39321, 0, 39321, 40000, 65535])
  }

  @Test("A motor is the machine's own, none, or one with a name")
  func motor() throws {
    let motor = { (text: String) in
      try Settings.parse("[rumble]\nmotor = \"\(text)\"\n", file: "t.toml").rumble.motor
    }
    #expect(try motor("auto") == .auto && motor("none") == .off)
    #expect(try motor("drv*") == .named(try #require(GlobPattern("drv*"))))
    #expect(throws: ConfigurationError.self) { try motor("[") }
  }

  @Test(
    "Names that only resemble those that SDL ignores are allowed",
    arguments: ["Penguin pad", "Touchpad pad", "Finger stick", "Mousepad", "IR pad"])
  func harmlessNames(_ name: String) throws {
    #expect(try Settings.parse("gamepad.name = '\(name)'", file: "t.toml").gamepad.name == name)
  }

  @Test("[[stick]] accepts whole numbers and fractions")
  func stick() throws {
    let sticks = try Settings.parse(
      """
      [[stick]]
      name = "move"
      target = "right"
      region = { center = ["25%", 70], radius = "18mm" }
      origin = "semi"
      catch_distance = "5 %"
      center = [40, "+50.5mm"]
      radius = 9
      travel = 1
      movable = false
      movable_bounds = { x = -1, y = 0, width = "100%", height = 0 }
      handle_constraint = { x = "-5mm", y = -5.5, width = 10, height = "50%" }
      moved_tolerance = 0
      """, file: "t.toml"
    ).controls.sticks
    var expected = StickSettings()
    expected.name = "move"
    expected.target = .right
    expected.common.region = .circle(
      center: PointSettings(x: .percent(25), y: .millimetres(70)), radius: .millimetres(18))
    expected.parameters.origin = .semi(catchDistance: 0)
    expected.catchDistance = .percent(5)
    expected.center = PointSettings(x: .millimetres(40), y: .millimetres(50.5))
    expected.lengths["radius"] = ModelLength(path: \.radius, length: .millimetres(9))
    expected.parameters.travel = 1
    expected.parameters.movable = false
    expected.movableBounds = AreaSettings(
      x: .millimetres(-1), y: .millimetres(0), width: .percent(100), height: .millimetres(0))
    expected.handleConstraint = AreaSettings(
      x: .millimetres(-5), y: .millimetres(-5.5), width: .millimetres(10), height: .percent(50))
    expected.lengths["moved_tolerance"] = ModelLength(path: \.movedTolerance, length: .millimetres(0))
    #expect(sticks == [expected])
  }

  @Test(
    "Every origin has a word",
    arguments: [
      ("fixed", .fixed), ("relative", .relative), ("floating", .floating),
      ("semi", .semi(catchDistance: 0)),
    ] as [(String, StickOrigin)])
  func origins(_ word: String, _ origin: StickOrigin) throws {
    let sticks = try Settings.parse("[[stick]]\norigin = '\(word)'", file: "t.toml").controls.sticks
    #expect(sticks.first?.parameters.origin == origin)
  }

  @Test("Every axis has a word", arguments: HandleAxis.allCases)
  func axes(_ axis: HandleAxis) throws {
    let sticks = try Settings.parse("[[stick]]\naxis = '\(axis.rawValue)'", file: "t.toml").controls.sticks
    #expect(sticks.first?.parameters.axis == axis)
  }

  @Test("Two sticks are equal wherever they are in a file")
  func twoSticks() throws {
    let one = try Settings.parse("[[stick]]\n[[stick]]\ntarget = 'right'", file: "t.toml")
    let other = try Settings.parse(
      "\n# more\nstick = [{ target = 'left' }, { target = 'right' }]", file: "u.toml")
    #expect(one == other)
    #expect(one.controls.sticks.map(\.name) == ["left", "right"])
  }
}
