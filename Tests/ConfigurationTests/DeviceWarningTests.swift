import Configuration
import EventPipeline
import Testing

@Suite("Warnings for a device")
struct DeviceWarningTests {
  /// A screen of 200 mm by 100 mm.
  private func screen(
    slots: Int32? = 10, codes: Set<EventCode> = [], pressure: EventCode? = nil,
    properties: Set<DeviceProperty> = [.direct]
  ) -> DeviceDescription {
    var axes: [UInt16: AbsoluteAxis] = [:]
    for (code, extent) in [(EventCode.absX, Int32(2000)), (.absY, 1000)] {
      axes[code.code] = AbsoluteAxis(minimum: 0, maximum: extent, resolution: 10)
    }
    if let slots {
      axes[EventCode.absMTPositionX.code] = AbsoluteAxis(minimum: 0, maximum: 2000, resolution: 10)
      axes[EventCode.absMTPositionY.code] = AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10)
      axes[EventCode.absMTTrackingID.code] = AbsoluteAxis(minimum: 0, maximum: 65535)
      if slots > 0 { axes[EventCode.absMTSlot.code] = AbsoluteAxis(minimum: 0, maximum: slots - 1) }
    }
    if let pressure { axes[pressure.code] = AbsoluteAxis(minimum: 0, maximum: 255) }
    return DeviceDescription(
      name: "a\u{1b} screen", id: DeviceID(bus: 3, vendor: 1, product: 2, version: 0), properties: properties,
      codes: codes.union([.btnTouch]), axes: axes)
  }

  private func warnings(_ texts: [String], _ device: DeviceDescription) throws -> [String] {
    let settings = try zip(["a.toml", "b.toml", "c.toml"], texts).map { try Settings.parse($1, file: $0) }
    return settings.warnings(for: device, class: .touchscreen).map(\.sentence)
  }

  private static let name = #""a\u{1B} screen""#

  @Test("A button that the device does not have is warned about")
  func input() throws {
    let text = "[[button]]\noutput = 'A'\ninput = 'BTN_LEFT'"
    #expect(
      try warnings([text], screen()) == [
        "a.toml:3:9: \(Self.name) has no BTN_LEFT, so this button is never pressed; use a button that the device has"
      ])
    #expect(try warnings([text], screen(codes: [.btnLeft])) == [])
  }

  @Test("Warnings about a profile name the profile, and those about [toggle] name the configuration")
  func profile() throws {
    let profile = try Settings.parse(
      profile: Array("[[button]]\noutput = 'A'\ninput = 'BTN_LEFT'".utf8), file: "p.toml")
    let settings = try Settings.parse("\n[toggle]\nfingers = 3", file: "a.toml").with(profile)
    #expect(
      [settings].warnings(for: screen(slots: 2), class: .touchscreen).map(\.sentence).sorted() == [
        "a.toml:3:11: fingers is 3, but \(Self.name) reports at most 2; reduce it, or use touchstick toggle",
        "p.toml:3:9: \(Self.name) has no BTN_LEFT, so this button is never pressed; use a button that the device has",
      ])
  }

  @Test("pull = \"pressure\" is warned about if the device does not report pressure")
  func pressure() throws {
    let text =
      "[[trigger]]\ntarget = 'left'\nregion = { x = 0, y = 0, width = 9, height = 9 }\npull = 'pressure'"
    let sentence =
      "a.toml:4:8: \(Self.name) does not report pressure, so a touch pulls all the way; "
      + "use pull = \"full\" or \"slide\""
    #expect(try warnings([text], screen()) == [sentence])
    // Only the axis of the fingers says which finger presses.
    #expect(try warnings([text], screen(pressure: .absPressure)) == [sentence])
    #expect(try warnings([text], screen(pressure: .absMTPressure)) == [])
    #expect(try warnings([text], screen(slots: nil, pressure: .absPressure)) == [])
  }

  @Test("A toggle with more fingers than the device reports is warned about")
  func fingers() throws {
    func sentence(_ count: Int) -> [String] {
      let hint = count == 1 ? "the gesture is impossible there;" : "reduce it, or"
      return [
        "a.toml:2:11: fingers is 3, but \(Self.name) reports at most \(count); \(hint) use touchstick toggle"
      ]
    }
    let text = "[toggle]\nfingers = 3"
    #expect(try warnings([text], screen(slots: 2)) == sentence(2))
    #expect(try warnings([text], screen(slots: 1)) == sentence(1))
    #expect(try warnings([text], screen(slots: nil)) == sentence(1))
    #expect(try warnings([text], screen(properties: [.direct, .semiMT])) == sentence(1))
    #expect(try warnings([text], screen(slots: 3)) == [])
    // A device without slots lists any number of fingers, frame by frame.
    #expect(try warnings([text], screen(slots: 0)) == [])
  }

  @Test("A button too small for a finger is warned about, but not for the pen of a tablet")
  func pen() throws {
    let text = "[[button]]\noutput = 'A'\nregion = { center = [50, 50], radius = 2.9 }"
    let settings = [try Settings.parse(text, file: "a.toml")]
    #expect(settings.warnings(for: screen(), class: .touchscreen).count == 1)
    #expect(settings.warnings(for: screen(), class: .tablet) == [])
  }

  @Test("Controls are checked on the device's surface, or with the first file's size")
  func surface() throws {
    let text = "[[stick]]\norigin = 'fixed'\nmovable = false\ncenter = ['50%', '50%']\nradius = 60"
    #expect(try warnings([text], screen()).count == 2)
    #expect(try warnings([text + "\n[device]\nsize = '200x200'"], screen()).count == 1)
  }

  @Test("An assumed size is warned about once for all files")
  func assumedSize() throws {
    var silent = screen()
    for code in [EventCode.absMTPositionX, .absMTPositionY] { silent.axes[code.code]?.resolution = 0 }
    let left = "[device]\nrotation = 90\n[[stick]]\nregion = { x = 0, y = 0, width = 9, height = 9 }"
    let right = "[device]\nrotation = 90\n[[stick]]\nregion = { x = 9, y = 9, width = 9, height = 9 }"
    #expect(
      try warnings([left, right], silent) == [
        "a.toml:1:1: \(Self.name) does not report its size: touchstick assumes 139 x 69 mm, so sticks may be too "
          + "large or too small; set size in [device]"
      ])
  }

  @Test("A configured size is warned about if its shape differs from the axes by more than 15 %")
  func otherShape() throws {
    let sentence =
      "a.toml:2:8: size is 100 x 200 mm, but the axes of \(Self.name) have another shape: a width of 100 mm would "
      + "need a height of 50 mm; measure both sides of the surface"
    #expect(try warnings(["[device]\nsize = '100x200'"], screen()) == [sentence])
    #expect(try warnings(["[device]\nsize = '100x200'\nrotation = 90"], screen()) == [sentence])
    #expect(try warnings(["[device]\nsize = '200x114'"], screen()) == [])
    #expect(try warnings(["[device]\nsize = '200x116'"], screen()).count == 1)
    #expect(try warnings(["[device]\nsize = '200x88'"], screen()) == [])
    #expect(try warnings(["[device]\nsize = '200x86'"], screen()).count == 1)
  }

  @Test("Controls behind those of an earlier file are warned about")
  func shared() throws {
    let pad = "[[dpad]]\nregion = { x = 0, y = 0, width = 50, height = 50 }"
    let key = "[[button]]\noutput = 'A'\nregion = { x = 0, y = 0, width = 50, height = 50 }"
    #expect(
      try warnings([key, "", pad], screen()) == [
        #"c.toml:2:10: the button "A" (a.toml:1) covers "dpad" and gets all its touches; put "dpad" before it, or "#
          + "move it away",
        #"c.toml:2:10: "left" (b.toml) covers "dpad" and gets its touches, unless another finger holds it; "#
          + #"put "dpad" before it"#,
      ])
    #expect(
      try warnings(["", ""], screen()) == [
        #"b.toml: "left" (a.toml) covers "left" and gets its touches, unless another finger holds it; "#
          + #"put "left" before it"#
      ])
    #expect(
      try warnings([pad, "[[dpad]]\nregion = { x = 60, y = 0, width = 50, height = 50 }"], screen()) == [])
    // Each file has its own layers.
    #expect(
      try warnings([key + "\nlayer = 'a'", pad + "\nlayer = 'b'"], screen()) == [
        #"b.toml:2:10: the button "A" (a.toml:1) covers "dpad" and gets all its touches; put "dpad" before it, or "#
          + "move it away"
      ])
  }

  @Test("A file that does not match the device is warned about")
  func taken() throws {
    let settings = try Settings.parse("\n[device]\ntype = 'tablet'\nname = 'W*'", file: "t.toml")
    #expect(
      settings.warningIfUnused(screen(), class: .touchscreen)?.sentence
        == "t.toml:2:1: touchstickd does not use \(Self.name), a touchscreen, for this file; the file asks for a "
        + "tablet named “W*”")
    #expect(Settings().warningIfUnused(screen(), class: .touchscreen) == nil)
    let one = try Settings.parse("device.name = 'a*'", file: "t.toml")
    #expect(one.warningIfUnused(screen(), class: .touchscreen) == nil)
  }
}

@Suite("Which file uses which device")
struct DeviceChoiceTests {
  /// A device of 200 mm by 100 mm, or one without a surface.
  private func device(
    _ number: Int, _ deviceClass: DeviceClass, isOpen: Bool = true, hasSurface: Bool = true
  ) -> CandidateDevice {
    let extents: [EventCode: Int32] = hasSurface ? [.absX: 2000, .absY: 1000] : [:]
    let axes = extents.map { ($0.code, AbsoluteAxis(minimum: 0, maximum: $1, resolution: 10)) }
    let description = DeviceDescription(
      name: "device \(number)", id: DeviceID(bus: 3, vendor: 1, product: 2, version: 0), codes: [.btnTouch],
      axes: Dictionary(uniqueKeysWithValues: axes))
    return CandidateDevice(
      node: "/dev/input/event\(number)", links: ["/link\(number)"], description: description,
      class: deviceClass, isOpen: isOpen)
  }

  private func request(
    _ text: String = "", on current: Int? = nil, last: DeviceClass? = nil
  ) throws -> DeviceRequest {
    DeviceRequest(
      try Settings.parse(text, file: "a.toml"), current: current.map { "/dev/input/event\($0)" },
      lastClass: last)
  }

  /// The index of the device that each file uses.
  private func uses(_ requests: [DeviceRequest], _ devices: [CandidateDevice]) -> [Int?] {
    requests.fits(of: devices).map { $0.firstIndex(of: .used) }
  }

  @Test("A file without a type moves to a better class, and one with a type stays")
  func better() throws {
    let devices = [device(1, .tablet), device(2, .touchpad), device(3, .touchscreen)]
    #expect(try uses([request(on: 2)], devices) == [2])
    #expect(try uses([request("device.type = 'any'", on: 2)], devices) == [1])
    #expect(try uses([request("device.type = 'any'")], devices) == [2])
    #expect(try uses([request(on: 3)], devices) == [2])
    // A second device of the same class is not better.
    #expect(try uses([request(on: 2)], [device(1, .touchpad), device(2, .touchpad)]) == [1])
  }

  @Test("A file whose device is gone waits for one of the same class")
  func lastClass() throws {
    let devices = [device(1, .touchpad)]
    #expect(try uses([request(last: .touchscreen)], devices) == [nil])
    #expect(
      try [request(last: .touchscreen)].fits(of: devices) == [[.unlike([.type(.touchscreen)])]])
    #expect(try uses([request(last: .touchpad)], devices) == [0])
  }

  @Test("A device that cannot be opened or has no surface gives way, but not one that does not fit")
  func givingWay() throws {
    let devices = [
      device(1, .touchscreen, isOpen: false), device(2, .touchscreen, hasSurface: false),
      device(3, .touchscreen), device(4, .touchpad),
    ]
    #expect(
      try [request()].fits(of: devices) == [[.unopened, .noSurface(.noPosition), .used, .behind(2)]])
    let far = "[[dpad]]\nregion = { x = 9000, y = 0, width = 9, height = 9 }"
    let fits = try [request(far)].fits(of: devices)[0]
    guard case .misfit = fits[2] else { return #expect(Bool(false), "\(fits[2])") }
    #expect(fits[3] == .behind(2))
    // The file stays on its device if a better one cannot be used.
    #expect(try uses([request(on: 4)], [devices[0], devices[3]]) == [1])
  }

  @Test("Files that share a device must agree, and those already on it come first")
  func sharing() throws {
    let devices = [device(1, .touchscreen)]
    #expect(try uses([request(), request()], devices) == [0, 0])
    #expect(try uses([request(), request("device.grab = false"), request()], devices) == [0, nil, 0])
    #expect(try uses([request("device.grab = false"), request(on: 1)], devices) == [nil, 0])
    // A file that moves to another device does not count on its old one.
    let two = [device(1, .touchpad), device(2, .touchscreen)]
    #expect(
      try uses([request(on: 1), request("device.type = 'touchpad'\ndevice.grab = false")], two) == [1, 0])
  }

  @Test("A file that no longer matches its device leaves it")
  func otherDevice() throws {
    let devices = [device(1, .touchscreen), device(2, .touchscreen)]
    #expect(try uses([request("device.path = '/link2'", on: 1)], devices) == [1])
    #expect(try uses([request("device.path = '/dev/input/event1'", on: 1)], devices) == [0])
    #expect(try uses([request("device.name = 'x'", on: 1)], devices) == [nil])
  }
}
