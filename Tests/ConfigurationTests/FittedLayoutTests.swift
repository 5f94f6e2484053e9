import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import Configuration

@Suite("A layout on a rotated screen")
struct FittedLayoutTests {
  private static let landscape = SurfaceSize(width: 240, height: 140)
  private static let portrait = SurfaceSize(width: 140, height: 240)
  private static let text = """
    [[button]]
    output = "A"
    region = { center = [220, 100], radius = 7 }
    [[buttons]]
    layout = "diamond"
    region = { center = [200, 70], radius = 17 }
    [[trigger]]
    target = "left"
    region = { x = 0, y = 0, width = "100% - 150mm", height = 20 }
    [[stick]]
    name = "Camera"
    target = "right"
    region = { x = 150, y = 20, width = 60, height = 60 }
    movable_bounds = { x = 160, y = 20, width = 40, height = 60 }
    [[stick]]
    region = { x = 0, y = 20, width = 60, height = 60 }
    """

  private func settings(_ device: String = "") throws -> Settings {
    try Settings.parse(device + Self.text, file: "a.toml")
  }

  @Test("It is accepted if it fits one of the two orientations, unless the rotation is fixed")
  func accepted() throws {
    for size in [Self.landscape, Self.portrait] {
      #expect(try settings().errors(on: size, deviceClass: .touchscreen) == [])
    }
    let fixed = try settings("[device]\nrotation = 0\n")
    #expect(fixed.errors(on: Self.landscape, deviceClass: .touchscreen) == [])
    #expect(fixed.errors(on: Self.portrait, deviceClass: .touchscreen).count == 4)
    // Too far in both orientations.
    let far = try Settings.parse("[[button]]\noutput='A'\nregion={center=[900,9], radius=5}", file: "a.toml")
    #expect(far.errors(on: Self.landscape, deviceClass: .touchscreen).count == 1)
  }

  @Test("A control beyond the edge is moved inside, groups together, and one that cannot exist is left out")
  func fitted() throws {
    let settings = try settings()
    let (same, none) = settings.fittedLayout(on: Self.landscape, deviceClass: .touchscreen)
    #expect(try none.isEmpty && same == settings.layout(width: 240, height: 140, deviceClass: .touchscreen))

    let (layout, warnings) = settings.fittedLayout(on: Self.portrait, deviceClass: .touchscreen)
    #expect(
      layout.controls.map(\.name) == [
        "A", "diamond Y", "diamond X", "diamond B", "diamond A", "Camera", "left",
      ])
    let surface = Rectangle(x: 0, y: 0, width: 140, height: 240)
    for control in layout.controls {
      let box = control.region.bounds
      #expect(
        surface.contains(Point(x: box.x, y: box.y))
          && surface.contains(Point(x: box.x + box.width, y: box.y + box.height)), "\(control.name)")
    }
    let group = layout.controls[1...4].map(\.region.center)
    #expect(Set(group.map(\.x)).count == 3 && Set(group.map(\.y)).count == 3)
    #expect(layout.sticks[0].stick.parameters.movableBounds == nil && layout.sticks[0].isNamed)
    #expect(layout.sticks[1] == same.sticks[1])
    #expect(
      warnings.map(\.sentence) == [
        "a.toml:3:10: \"A\" was moved inside: region is outside the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
        "a.toml:6:10: \"diamond\" was moved inside: region is outside the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
        "a.toml:9:34: \"left trigger\" is left out: region.width is -10 mm on the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
        "a.toml:13:10: \"Camera\" was moved inside: region is outside the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
      ])
    #expect(
      settings.warnings(on: Self.portrait).map(\.code) == [
        "moved-inside", "moved-inside", "left-out", "moved-inside",
      ])
  }
}

@Suite("A surface without controls")
struct EmptySurfaceTests {
  private static let (upright, sideways) = (
    SurfaceSize(width: 65, height: 140), SurfaceSize(width: 140, height: 65)
  )

  private func ignored(_ keys: String) -> String {
    "[[ignore]]\nregion = { x = 0, y = 0, width = 1, height = 1 }\n\(keys)\n"
  }
  private func button(_ output: String, _ keys: String = "") -> String {
    "[[button]]\noutput = \"\(output)\"\nregion = { center = [20, 20], radius = 8 }\n\(keys)\n"
  }
  private func layers(_ text: String, on size: SurfaceSize) throws -> [String] {
    let settings = try Settings.parse(text, file: "t.toml")
    let layout = settings.fittedLayout(on: size, deviceClass: .touchscreen).layout
    let partial = settings.partialLayout(on: size, deviceClass: .touchscreen).layout
    #expect(layout.layers == settings.layers(on: size) && partial.layers == layout.layers)
    return layout.layers
  }

  @Test("is not shown if a layer has a control there, and ignored glass and what is left out are none")
  func firstLayer() throws {
    let two = button("B", "layer = \"two\"")
    #expect(try layers(button("A", "layer = \"one\"") + two, on: Self.upright) == ["one", "two"])
    #expect(
      try layers(button("A", "layer = \"one\"\nwhen = \"landscape\"") + two, on: Self.upright) == [
        "two", "one",
      ])
    #expect(try layers(ignored("layer = \"one\"") + two, on: Self.upright) == ["two", "one"])
    // Beside a control that always exists, it is what the file wants.
    #expect(try layers(ignored("layer = \"one\"") + two + button("X"), on: Self.upright) == ["one", "two"])
    let wide =
      "[[trigger]]\ntarget = \"left\"\nlayer = \"one\"\n"
      + "region = { x = 0, y = 0, width = \"100% - 100mm\", height = 20 }\n"
    let settings = try Settings.parse(wide + two, file: "t.toml")
    #expect(
      settings.fittedLayout(on: Self.sideways, deviceClass: .touchscreen).layout.layers == ["one", "two"])
    #expect(
      settings.fittedLayout(on: Self.upright, deviceClass: .touchscreen).layout.layers == ["two", "one"])
  }

  @Test("is warned of, on a device, on typical surfaces, and by what adapts a layout")
  func warned() throws {
    let settings = try Settings.parse(button("A", "when = \"landscape\""), file: "t.toml")
    let warning =
      "no control exists in portrait; add a control with when = \"portrait\""
    #expect(settings.warnings(on: Self.upright).map(\.sentence) == ["t.toml:4:8: \(warning)"])
    #expect(settings.warnings(on: Self.sideways).isEmpty)
    #expect(
      settings.warnings().map(\.sentence) == [
        "t.toml:4:8: on a phone held upright (65 mm x 140 mm), \(warning)"
      ])
    let (layout, warnings) = settings.fittedLayout(on: Self.upright, deviceClass: .touchscreen)
    #expect(layout.controls.isEmpty && warnings.map(\.code) == ["no-controls"])
    // What does not fit is left out, and then nothing may be left.
    let wide = try Settings.parse(
      "[[trigger]]\ntarget = \"left\"\nregion = { x = 0, y = 0, width = \"100% - 100mm\", height = 20 }\n",
      file: "t.toml")
    #expect(wide.warnings(on: Self.upright).map(\.code).sorted() == ["left-out", "no-controls"])
    // A pad whose buttons are the device's needs no control.
    let device = "[[button]]\ninput = \"BTN_LEFT\"\noutput = \"A\"\n" + ignored("")
    #expect(try Settings.parse(device, file: "t.toml").warnings(on: Self.upright).isEmpty)
  }
}

/// A finger on a device, in millimetres of its upright surface.
private struct Finger {
  let device: DeviceDescription
  let size: SurfaceSize
  private var time: Int64 = 0

  init(on device: DeviceDescription, _ size: SurfaceSize) { (self.device, self.size) = (device, size) }

  private func value(_ part: Double, of axis: EventCode) throws -> Int32 {
    let range = try #require(device.axes[axis.code])
    return range.minimum + Int32((part * Double(range.maximum - range.minimum)).rounded())
  }

  private mutating func send(_ events: [(EventCode, Int32)], to pipeline: inout TouchPipeline) {
    time += 10_000
    for (code, value) in events + [(.synReport, 0)] {
      _ = pipeline.consume(InputEvent(time: time, code, value))
    }
  }

  mutating func move(to point: Point, in pipeline: inout TouchPipeline, lands: Bool = false) throws {
    let place = [
      (EventCode.absMTPositionX, try value(point.x / size.width, of: .absMTPositionX)),
      (.absMTPositionY, try value(point.y / size.height, of: .absMTPositionY)),
    ]
    send((lands ? [(.absMTSlot, 0), (.absMTTrackingID, 1)] : []) + place, to: &pipeline)
  }

  mutating func lift(from pipeline: inout TouchPipeline) { send([(.absMTTrackingID, -1)], to: &pipeline) }
}

@Suite("A rotation under a finger")
struct RotatedLayoutTests {
  /// All shipped layouts, and one that fits no portrait screen.
  private static let names = ShippedSizeTests.names + ["wide"]

  private static func settings(_ name: String) throws -> Settings {
    guard name == "wide" else {
      return Settings().with(try Profile(name: name, path: "\(ShippedSizeTests.folder)/\(name)").read())
    }
    return try Settings.parse(
      "[[button]]\noutput='A'\nregion={x='100% - 60mm', y=0, width='100% - 80mm', height=9}\n"
        + "[[button]]\noutput='B'\nregion={center=[105, 12], radius=6}\n"
        + "[[stick]]\nregion={x=0, y=20, width=60, height='100% - 20mm'}\n", file: "wide.toml")
  }

  @Test(
    "keeps the pad and centres the stick, for each layout at 18 sizes, turned four ways", arguments: names)
  func turned(_ name: String) throws {
    let device = try Fixtures.description("ELAN-Touchscreen")
    var settings = try Self.settings(name)
    for (short, long) in ShippedSizeTests.sizes {
      for size in [SurfaceSize(width: long, height: short), SurfaceSize(width: short, height: long)] {
        guard settings.isMade(for: size) else { continue }
        settings.device.size = size
        for rotation in Rotation.allCases { try turn([settings], device, size, rotation) }
      }
    }
  }

  private func turn(
    _ settings: [Settings], _ device: DeviceDescription, _ size: SurfaceSize, _ rotation: Rotation
  ) throws {
    var pipeline = try settings.pipeline(for: device, class: .touchscreen)
    let (start, end) = try Self.movement(on: pipeline.pads[0].layout)
    var finger = Finger(on: device, size)
    try finger.move(to: start, in: &pipeline, lands: true)
    try finger.move(to: end, in: &pipeline)
    #expect(pipeline.pads[0].gamepadState != GamepadState(), "\(size)")

    var turned = try settings.pipeline(for: device, class: .touchscreen, on: Screen(rotation: rotation))
    pipeline.cancelControls(time: 1_000_000)
    #expect(pipeline.pads[0].gamepadState == GamepadState())
    turned.takeOver(pipeline)
    try finger.move(to: start, in: &turned)
    #expect(turned.pads[0].gamepadState == GamepadState(), "\(size) \(rotation)")
    finger.lift(from: &turned)
    #expect(turned.pads[0].gamepadState == GamepadState())

    let seen = rotation.size(of: size)
    guard settings[0].isMade(for: seen) else { return }
    let (layout, warnings) = settings[0].fittedLayout(on: seen, deviceClass: .touchscreen)
    #expect(layout.sticks.isEmpty == pipeline.pads[0].layout.sticks.isEmpty && !layout.controls.isEmpty)
    let fits =
      (try? settings[0].layout(width: seen.width, height: seen.height, deviceClass: .touchscreen)) != nil
    #expect(warnings.isEmpty == fits, "\(size) \(rotation)")
  }

  /// From the middle of the first stick to its rim. Without one, it is by a quarter turn of the wheel, or from the middle
  /// of the direction pad to the right, whichever comes first in its layout.
  private static func movement(on layout: Layout) throws -> (start: Point, end: Point) {
    if let stick = layout.sticks.first?.stick.parameters {
      return (stick.center, Point(x: stick.center.x, y: stick.center.y + stick.reach))
    }
    let steered = layout.controls.first { control in
      switch control {
      case .wheel, .directionPad: true
      default: false
      }
    }
    switch steered {
    case .wheel(let wheel):
      let (middle, radius) = (wheel.region.center, wheel.region.inradius / 2)
      return (Point(x: middle.x, y: middle.y - radius), Point(x: middle.x + radius, y: middle.y))
    case .directionPad(let pad):
      let (middle, radius) = (pad.region.center, pad.region.inradius / 2)
      return (middle, Point(x: middle.x + radius, y: middle.y))
    default: throw Missing(what: "a stick, a wheel or a direction pad")
    }
  }
}

extension Settings {
  fileprivate func isMade(for size: SurfaceSize) -> Bool {
    madeFor.isEmpty || madeFor.contains(HeldScreen(of: size))
  }
}

@Suite("The shipped layouts fit")
struct ShippedSizeTests {
  static let folder = Fixtures.project.appending(path: "config/profiles").path

  /// From a small phone to a 27-inch screen; those of 62 mm to 75 mm are of phones.
  static let sizes: [(Double, Double)] = [
    (62, 110), (62, 130), (62, 120), (65, 120), (65, 140), (68, 150), (70, 154), (75, 165), (90, 160),
    (108, 172),
    (120, 160), (136, 217), (150, 200), (165, 294), (187, 331), (194, 345), (240, 427), (340, 600),
  ]

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".toml") }.sorted()
  }()

  @Test(
    "Each layout fits 18 sizes from 62 mm x 110 mm to 600 mm x 340 mm, as far as it is made for them, without a warning",
    arguments: names)
  func fit(_ name: String) throws {
    let profile = Profile(name: name, path: "\(Self.folder)/\(name)")
    let settings = Settings().with(try profile.read())
    #expect(Self.sizes.count == 18)
    for (short, long) in Self.sizes {
      for (width, height) in [(short, long), (long, short)] {
        guard settings.isMade(for: SurfaceSize(width: width, height: height)) else { continue }
        let layout = try settings.layout(width: width, height: height, deviceClass: .touchscreen)
        #expect(!layout.controls.isEmpty)
        let warnings = settings.warnings(on: SurfaceSize(width: width, height: height)).map(\.sentence)
        #expect(warnings == [], "\(width) x \(height)")
      }
    }
  }

  @Test("There are 20 shipped layouts")
  func several() {
    #expect(Self.names.count == 20)
  }

  @Test("A layout for one hand is within a thumb's reach of a lower corner", arguments: ["left", "right"])
  func reach(_ hand: String) throws {
    let profile = Profile(name: hand, path: "\(Self.folder)/one-hand-\(hand).toml")
    let settings = Settings().with(try profile.read())
    for (short, long) in Self.sizes {
      for (width, height) in [(short, long), (long, short)] {
        let layout = try settings.layout(width: width, height: height, deviceClass: .touchscreen)
        for control in layout.controls {
          let box = control.region.bounds
          let farthest = hand == "left" ? box.x + box.width : width - box.x
          #expect(farthest <= 52 && height - box.y <= 61, "\(control.name)")
        }
      }
    }
  }
}
