import EventPipeline
import JoystickModel
import Testing
import TestSupport

@Suite("Rotated surfaces")
struct RotationTests {
  /// A rotated screen of 100 mm by 60 mm, which the left stick covers.
  private static func pipeline(
    _ rotation: Rotation, of device: DeviceDescription = .touchscreen(), passesThrough: Bool = false,
    region: Region? = nil
  ) throws -> TouchPipeline {
    let surface = try Surface(of: device, class: .touchscreen, rotation: rotation)
    return pipeline(on: surface, of: device, passesThrough: passesThrough, region: region)
  }

  private static func pipeline(
    on surface: Surface, of device: DeviceDescription, passesThrough: Bool = false, region: Region? = nil
  ) -> TouchPipeline {
    var parameters = StickParameters(region: region ?? .rectangle(surface.bounds))
    parameters.movable = false
    let stick = StickControl(name: "left", target: .left, stick: Stick(parameters))
    let pad = SurfacePad(layout: Layout(surface: surface.bounds, controls: [.stick(stick)]))
    return TouchPipeline(device: device, surface: surface, pads: [pad], passesThrough: passesThrough)
  }

  @Test("The user's top is the edge that is up")
  func corners() throws {
    // The device's own top left, top right and bottom left: 0 0, 1000 0 and 0 600 in events.
    let corners: [(Rotation, SurfaceSize, [String])] = [
      (.topUp, SurfaceSize(width: 100, height: 60), ["0 0", "100 0", "0 60"]),
      (.leftUp, SurfaceSize(width: 60, height: 100), ["60 0", "60 100", "0 0"]),
      (.bottomUp, SurfaceSize(width: 100, height: 60), ["100 60", "0 60", "100 0"]),
      (.rightUp, SurfaceSize(width: 60, height: 100), ["0 100", "0 0", "60 100"]),
    ]
    for (rotation, size, places) in corners {
      let device = DeviceDescription.touchscreen()
      let surface = try Surface(of: device, class: .touchscreen, rotation: rotation)
      #expect(surface.size == size)
      #expect(surface.unrotatedSize == SurfaceSize(width: 100, height: 60))
      var tracker = ContactTracker(device: device, surface: surface)
      var seen: [String] = []
      for event in try Scenario.events("slot 0 id 1 mx 0 my 0 | mx 1000 | mx 0 my 600 |")
      where tracker.consume(event) {
        seen.append(Scenario.text(tracker.events))
      }
      #expect(seen == zip(["began", "moved", "moved"], places).map { "\($0) 1 (\($1))" })
    }
  }

  @Test("With the right edge up, a swipe to the device's right goes up, and so on")
  func swipes() throws {
    let expected: [(Rotation, x: Int16, y: Int16)] = [
      (.topUp, 32767, 0), (.leftUp, 0, 32767), (.bottomUp, -32767, 0), (.rightUp, 0, -32767),
    ]
    for (rotation, x, y) in expected {
      var pipeline = try Self.pipeline(rotation)
      for event in try Scenario.events("slot 0 id 1 mx 500 my 300 | mx 700 |") { _ = pipeline.consume(event) }
      let stick = pipeline.pads[0].gamepadState.leftStick
      #expect((stick.x, stick.y) == (x, y), "\(rotation)")
    }
  }

  @Test(
    "A rotation under fingers: the stick goes to 0, the desktop keeps its finger, the next swipe is rotated"
  )
  func underFingers() throws {
    let left = Region.rectangle(Rectangle(x: 0, y: 0, width: 50, height: 60))
    var pipeline = try Self.pipeline(.topUp, passesThrough: true, region: left)
    var desktop = Desktop(hasSlots: true)
    let fingers = "slot 0 id 1 mx 250 my 300 slot 1 id 2 mx 900 my 100 | slot 0 mx 450 |"
    for event in try Scenario.events(fingers) where pipeline.consume(event) {
      try desktop.take(pipeline.passedEvents)
    }
    #expect(pipeline.pads[0].gamepadState.leftStick.x == 32767)
    pipeline.cancelControls(time: 20)
    #expect(pipeline.pads[0].gamepadState == GamepadState())
    var rotated = try Self.pipeline(.leftUp, passesThrough: true)
    rotated.takeOver(pipeline)
    // The stick's finger has no effect until it lifts. The desktop's finger continues where it is.
    let rest = "slot 0 mx 600 slot 1 mx 950 | slot 0 id -1 | slot 0 id 3 mx 250 my 300 | mx 450 |"
    var passed: [[InputEvent]] = []
    var axes: [Int16] = []
    for event in try Scenario.events(rest) where rotated.consume(event) {
      try desktop.take(rotated.passedEvents)
      if !rotated.passedEvents.isEmpty { passed.append(rotated.passedEvents) }
      axes.append(rotated.pads[0].gamepadState.leftStick.y)
    }
    #expect(axes == [0, 0, 0, 32767])
    #expect(Scenario.text(of: try #require(passed.first)).hasPrefix("mx 950 "))
    #expect(desktop.contacts == [1: 2])
  }
}

@Suite("Directions of swipes")
struct SwipeDirectionTests {
  /// A surface of a random device, and the size of its units on the glass.
  private struct SurfaceMapping {
    let device: DeviceDescription
    let configured: SurfaceSize?
    let panel: SurfaceSize?
    /// Millimetres per unit.
    let unit: (x: Double, y: Double)

    /// A surface with a known shape: from its resolution, its units, its panel or the configuration.
    init(_ random: inout SeededGenerator) {
      // Never equal: equal ranges say nothing about the shape.
      let extent = (x: random.integer(Int32(400)...8000) & ~1, y: random.integer(Int32(400)...8000) | 1)
      let glass = SurfaceSize(width: random.number(50...600), height: random.number(50...600))
      let byGlass = (x: glass.width / Double(extent.x), y: glass.height / Double(extent.y))
      var resolution: (x: Int32, y: Int32) = (0, 0)
      switch random.integer(0...3) {
      case 0:
        resolution = (random.integer(4...40), random.integer(4...40))
        (configured, panel) = (nil, nil)
        unit = (1 / Double(resolution.x), 1 / Double(resolution.y))
      case 1:
        (configured, panel) = (glass, nil)
        unit = byGlass
      case 2:
        // The panel's shape differs from that of the units by at most 4 %.
        let width = glass.height * Double(extent.x) / Double(extent.y) * random.number(0.97...1.03)
        (configured, panel) = (nil, SurfaceSize(width: width, height: glass.height))
        unit = (width / Double(extent.x), byGlass.y)
      default:
        (configured, panel) = (nil, nil)
        unit = (1, 1)
      }
      func axis(_ extent: Int32, _ resolution: Int32) -> AbsoluteAxis {
        AbsoluteAxis(minimum: -100, maximum: extent - 100, resolution: resolution)
      }
      device = DeviceDescription(
        name: "random", id: DeviceID(bus: 3, vendor: 1, product: 2, version: 3), codes: [.btnTouch],
        axes: [
          EventCode.absX.code: axis(extent.x, resolution.x),
          EventCode.absY.code: axis(extent.y, resolution.y),
        ])
    }
  }

  /// The stick's angle after a swipe, clockwise from up in degrees.
  private static func angle(
    _ glass: SurfaceMapping, _ rotation: Rotation, from start: (x: Int32, y: Int32),
    to end: (x: Int32, y: Int32)
  ) throws(Violation) -> Double {
    guard
      let surface = try? Surface(
        of: glass.device, class: .touchscreen, configured: glass.configured, panel: glass.panel,
        rotation: rotation)
    else { throw Violation(text: "no surface") }
    // Only the direction matters, so any swipe deflects fully.
    var parameters = StickParameters(region: .rectangle(surface.bounds))
    (parameters.radius, parameters.movedTolerance, parameters.movable) = (0.1, 0, false)
    let stick = StickControl(name: "left", target: .left, stick: Stick(parameters))
    let pad = SurfacePad(layout: Layout(surface: surface.bounds, controls: [.stick(stick)]))
    var pipeline = TouchPipeline(device: glass.device, surface: surface, pads: [pad])
    func send(_ values: [(EventCode, Int32)]) {
      for (code, value) in values + [(.synReport, 0)] {
        _ = pipeline.consume(InputEvent(time: 0, code, value))
      }
    }
    send([(.absX, start.x), (.absY, start.y), (.btnTouch, 1)])
    send([(.absX, end.x), (.absY, end.y)])
    let axes = pipeline.pads[0].gamepadState.leftStick
    try ensure(axes != GamepadState.StickAxes(), "the stick is at rest")
    return compass(Double(axes.x), Double(axes.y))
  }

  /// Clockwise from up in degrees, where y grows downwards.
  private static func compass(_ x: Double, _ y: Double) -> Double {
    Vector(dx: x, dy: y).compassAngle
  }

  /// The angle between two directions, 0 to 180 degrees.
  private static func difference(_ first: Double, _ second: Double) -> Double {
    let turn = abs(first - second).truncatingRemainder(dividingBy: 360)
    return min(turn, 360 - turn)
  }

  @Test("The stick's angle matches the finger's on the glass to half a degree, however the device is held")
  func angles() {
    Seeds.forEach { (random) throws(Violation) in
      let glass = SurfaceMapping(&random)
      let (x, y) = (glass.device.axes[0]!, glass.device.axes[1]!)
      func place() -> (x: Int32, y: Int32) {
        (random.integer(x.minimum + 1...x.maximum - 1), random.integer(y.minimum + 1...y.maximum - 1))
      }
      let (start, end) = (place(), place())
      let moved = (x: Double(end.x - start.x), y: Double(end.y - start.y))
      guard max(abs(moved.x), abs(moved.y)) > 50 else { return }
      let finger = Vector(dx: moved.x * glass.unit.x, dy: moved.y * glass.unit.y)
      for rotation in Rotation.allCases {
        let stick = try Self.angle(glass, rotation, from: start, to: end)
        // If the device is turned clockwise, so is everything on it.
        let seen = finger.compassAngle + Double(rotation.rawValue)
        try ensure(
          Self.difference(stick, seen) < 0.5, "\(rotation): the stick is at \(stick), the finger at \(seen)")
      }
    }
  }
}
