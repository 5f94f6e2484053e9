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
