import JoystickModel
import Testing

@testable import EventPipeline

@Suite("Classes and sizes of devices")
struct DeviceTests {
  private static func device(
    _ codes: Set<EventCode>, axes: Set<EventCode> = [], properties: Set<DeviceProperty> = []
  ) -> DeviceDescription {
    let axis = AbsoluteAxis(minimum: 0, maximum: 100)
    return DeviceDescription(
      name: "test", id: DeviceID(bus: 3, vendor: 0, product: 0, version: 0), properties: properties,
      codes: codes, axes: Dictionary(uniqueKeysWithValues: axes.map { ($0.code, axis) }))
  }

  private static let relX = EventCode(.relative, 0)
  private static let keyA = EventCode(.key, 30)
  private static let everyAxis = Set((0...0x3f).map { EventCode(.absolute, $0) })

  static let otherDevices: [(String, DeviceDescription)] = [
    ("mouse", device([.btnMouse, relX])),
    ("keyboard", device([keyA])),
    ("pointer of a virtual machine", device([.btnMouse], axes: [.absX, .absY])),
    ("pad", .xbox360),
    ("joystick", device([.btnJoystick], axes: [.absX, .absY])),
    ("joystick without buttons", device([], axes: [.absX, .absY, .absZ])),
    ("pad that claims every axis", device([.btnSouth], axes: everyAxis)),
    ("wheel that claims every axis and has no button", device([], axes: everyAxis)),
    ("accelerometer", device([], axes: [.absX, .absY, .absZ], properties: [.accelerometer])),
    ("accelerometer with a button", device([.btnTouch], axes: [.absX, .absY], properties: [.accelerometer])),
    ("position without a touch", device([], axes: [.absX, .absY], properties: [.direct])),
    ("touch without a position", device([.btnTouch])),
    ("strip that is touched along one axis", device([.btnTouch], axes: [.absX])),
    ("strip that is touched along the other", device([.btnTouch], axes: [.absY])),
    ("nothing at all", device([])),
    ("sensor with slots", device([], axes: slots.union([.absX, .absY, .absZ]), properties: [.direct])),
    ("buttons beside a tablet", device([.btnTouch, .btnStylus, .btn0], axes: [.absX, .absY])),
    ("mouse with a single button", device([.btnBack, .btnTouch], axes: [.absX, .absY])),
    ("slots that claim every axis", device([.btnTouch], axes: everyAxis.subtracting([.absX]))),
    ("pointer that says it is touched", device([.btnMouse, .btnTouch], axes: [.absX, .absY])),
    ("slots that never say whose they are", device([], axes: slots.subtracting([.absMTTrackingID]))),
    ("box around all fingers without a button", device([], axes: slots, properties: [.semiMT])),
  ]

  @Test("Other devices are never touch devices", arguments: otherDevices)
  func neverTaken(_ name: String, _ device: DeviceDescription) {
    #expect(DeviceClass(device) == nil, "\(name)")
  }

  static let slots: Set<EventCode> = [.absMTSlot, .absMTPositionX, .absMTPositionY, .absMTTrackingID]
  static let touchDevices: [(DeviceDescription, DeviceClass)] = [
    (device([.btnTouch], axes: slots, properties: [.direct]), .touchscreen),
    (device([], axes: slots, properties: [.direct]), .touchscreen),
    (device([.btnTouch], axes: [.absMTPositionX, .absMTPositionY]), .touchscreen),
    (device([.btnTouch], axes: [.absX, .absY]), .touchscreen),
    (device([.btnTouch, .btnToolFinger], axes: slots, properties: [.pointer]), .touchpad),
    (device([.btnTouch, .btnToolFinger], axes: slots, properties: [.direct]), .touchscreen),
    (device([.btnTouch, .btnToolFinger, .btnMouse], axes: [.absX, .absY]), .touchpad),
    (device([.btnTouch, .btnToolPen], axes: [.absX, .absY]), .tablet),
    (device([.btnTouch, .btnStylus], axes: [.absX, .absY], properties: [.direct]), .tablet),
    // Lists of contacts, with or without names, a button or a property.
    (device([], axes: [.absMTPositionX, .absMTPositionY], properties: [.direct]), .touchscreen),
    (device([], axes: [.absMTPositionX, .absMTPositionY, .absMTTrackingID]), .touchscreen),
    (device([.btnToolFinger], axes: [.absMTPositionX, .absMTPositionY]), .touchpad),
    // Gamepad buttons on a pen's or screen's node.
    (device([.btnTouch, .btnToolPen, .btnSouth, .btnJoystick], axes: [.absX, .absY]), .tablet),
    (device([.btnTouch, .btnToolPen, .btnStylus, .btn0], axes: [.absX, .absY]), .tablet),
    (device([.btnTouch, .btnSouth], axes: [.absX, .absY]), .touchscreen),
  ]

  @Test("Touch devices have a class", arguments: touchDevices)
  func classified(_ device: DeviceDescription, _ expected: DeviceClass) {
    #expect(DeviceClass(device) == expected)
  }

  @Test("The size comes from the configuration, else the device, else it is assumed and says so")
  func size() throws {
    let withResolution = DeviceDescription.touchscreen()
    let stated = try Surface(of: withResolution, class: .touchscreen)
    #expect(stated.size == SurfaceSize(width: 100, height: 60))
    #expect(stated.sizeSource == .device)

    var coarse = Self.device([.btnTouch], axes: [.absX, .absY])
    for code in [EventCode.absX, .absY] { coarse.axes[code.code]?.resolution = 1 }
    let oneUnitPerMillimetre = try Surface(of: coarse, class: .touchscreen)
    #expect(oneUnitPerMillimetre.size == SurfaceSize(width: 100, height: 100))
    #expect(oneUnitPerMillimetre.sizeSource == .device)

    let configured = SurfaceSize(width: 50, height: 30)
    let overridden = try Surface(of: withResolution, class: .touchscreen, configured: configured)
    #expect(overridden.size == configured)
    #expect(overridden.sizeSource == .configuration)

    let silent = Self.device([.btnTouch], axes: [.absX, .absY])
    let assumed = try Surface(of: silent, class: .touchpad)
    #expect(assumed.size == SurfaceSize(width: 69, height: 50))
    #expect(assumed.sizeSource == .assumption)
  }

  /// A touchscreen without a resolution, whose axes have these ranges.
  private static func silent(_ width: Int32, _ height: Int32) -> DeviceDescription {
    var device = device([.btnTouch], axes: [.absX, .absY])
    device.axes[EventCode.absX.code] = AbsoluteAxis(minimum: 10, maximum: 10 + width)
    device.axes[EventCode.absY.code] = AbsoluteAxis(minimum: -5, maximum: height - 5)
    return device
  }

  private static let diagonals: [(Int32, Int32, Double)] = [
    (1280, 800, 10.1), (1080, 1920, 10.1), (1024, 768, 10.1), (720, 1440, 6.1), (1080, 2400, 6.1),
    (1900, 1000, 6.1),
  ]

  @Test("An assumed size has the axes' shape, and the diagonal of a tablet or a phone", arguments: diagonals)
  func assumedShape(_ width: Int32, _ height: Int32, _ inches: Double) throws {
    let surface = try Surface(of: Self.silent(width, height), class: .touchscreen)
    #expect(surface.sizeSource == .assumption)
    #expect(abs(surface.size.shape - Double(width) / Double(height)) < 1e-9)
    let (x, y) = (surface.size.width, surface.size.height)
    #expect(abs((x * x + y * y).squareRoot() - inches * 25.4) < 1e-9)
  }

  @Test("Axes with equal or absurd ranges, and those of a touchpad, say nothing about the shape")
  func unknownShape() throws {
    for (device, deviceClass) in [
      (Self.silent(4095, 4095), DeviceClass.touchscreen), (Self.silent(30_000, 10), .touchscreen),
      (Self.silent(720, 1440), .touchpad), (Self.silent(720, 1440), .tablet),
    ] {
      #expect(try Surface(of: device, class: deviceClass).size == deviceClass.defaultSize)
    }
  }

  @Test(
    "A touchscreen whose own size differs from its screen's by more than a fifth has the screen's",
    arguments: [(256.0, 146.0), (798, 478), (151, 60)])
  func wrongSize(_ width: Double, _ height: Double) throws {
    let deck = Self.stating(SurfaceSize(width: width, height: height))
    let (panel, landscape) = (SurfaceSize(width: 95, height: 151), SurfaceSize(width: 151, height: 95))
    for surface in [
      try Surface(of: deck, class: .touchscreen, panel: panel),
      try Surface(of: deck, class: .touchscreen, session: panel),
    ] {
      #expect(surface.size == landscape)
      #expect(surface.statedSize?.phrase == SurfaceSize(width: width, height: height).phrase)
      #expect([.panelNotDevice, .sessionNotDevice].contains(surface.sizeSource))
    }
    let wrong = SurfaceSize(width: 1600, height: 900)
    #expect(try Surface(of: deck, class: .touchscreen, panel: wrong).sizeSource == .device)
    #expect(try Surface(of: deck, class: .touchpad, panel: panel).sizeSource == .device)
    #expect(try Surface(of: deck, class: .touchscreen, configured: wrong, panel: panel).size == wrong)
  }

  private static func stating(_ size: SurfaceSize) -> DeviceDescription {
    var device = DeviceDescription.touchscreen()
    for (code, length) in [(EventCode.absMTPositionX, size.width), (.absMTPositionY, size.height)] {
      device.axes[code.code] = AbsoluteAxis(minimum: 0, maximum: Int32(length * 10), resolution: 10)
    }
    return device
  }

  @Test("The panel's size comes after the resolution, and needs the shape of the axes")
  func panel() throws {
    let panel = SurfaceSize(width: 64, height: 129)
    let surface = try Surface(of: Self.silent(720, 1440), class: .touchscreen, panel: panel)
    #expect(surface.size == panel && surface.sizeSource == .panel)
    for other in [SurfaceSize(width: 129, height: 64), SurfaceSize(width: 68, height: 129)] {
      let source = try Surface(of: Self.silent(720, 1440), class: .touchscreen, panel: other).sizeSource
      #expect(source == .assumption)
    }
    let near = SurfaceSize(width: 110, height: 55)
    #expect(try Surface(of: .touchscreen(), class: .touchscreen, panel: near).sizeSource == .device)
    let square = SurfaceSize(width: 70, height: 70)
    #expect(
      try Surface(of: Self.silent(99, 99), class: .touchscreen, panel: square).sizeSource == .assumption)
  }

  @Test(
    "The session's size is used for a touchscreen after the panel's, with the sides in the order that fits")
  func session() throws {
    let (panel, session) = (SurfaceSize(width: 64, height: 129), SurfaceSize(width: 70, height: 140))
    func surface(
      _ deviceClass: DeviceClass = .touchscreen, panel: SurfaceSize? = nil, session: SurfaceSize
    ) throws -> Surface {
      try Surface(
        of: Self.silent(720, 1440), class: deviceClass, panel: panel, session: session, rotation: .leftUp)
    }
    #expect(try surface(session: session).unrotatedSize == session)
    #expect(try surface(session: session).sizeSource == .session)
    #expect(try surface(session: SurfaceSize(width: 140, height: 70)) == surface(session: session))
    #expect(try surface(panel: panel, session: session).sizeSource == .panel)
    #expect(try surface(session: SurfaceSize(width: 75, height: 140)).sizeSource == .assumption)
    #expect(try surface(.touchpad, session: session).sizeSource == .assumption)
    #expect(
      try Surface(of: .touchscreen(), class: .touchscreen, session: SurfaceSize(width: 60, height: 105))
        .sizeSource
        == .device)
    #expect(
      try Surface(of: Self.silent(99, 99), class: .touchscreen, session: SurfaceSize(width: 70, height: 140))
        .sizeSource == .assumption)
  }

  @Test("A size that no surface has is ignored")
  func implausibleSize() throws {
    var device = DeviceDescription.singleTouch
    device.axes[EventCode.absX.code]?.resolution = 1_000_000
    #expect(try Surface(of: device, class: .touchscreen).sizeSource == .assumption)
  }

  @Test("An axis without extent is an error that names it")
  func noExtent() {
    var device = Self.device([.btnTouch], axes: [.absX, .absY])
    device.axes[EventCode.absY.code] = AbsoluteAxis(minimum: 7, maximum: 7)
    #expect(throws: SurfaceError.noExtent(.absY)) { try Surface(of: device, class: .touchscreen) }
    device.axes[EventCode.absX.code] = AbsoluteAxis(minimum: Int32.max, maximum: Int32.min)
    #expect(throws: SurfaceError.noExtent(.absX)) { try Surface(of: device, class: .touchscreen) }
  }

  @Test("The whole range of Int32 and an absurd slot count do not trap")
  func extremes() throws {
    var device = DeviceDescription.touchscreen(slots: Int32.max)
    device.axes[EventCode.absMTPositionX.code] = AbsoluteAxis(minimum: Int32.min, maximum: Int32.max)
    var tracker = ContactTracker(device: device, surface: try Surface(of: device, class: .touchscreen))
    for event in try Scenario.events("slot 200 id 1 mx 2147483647 my -2147483648 |") {
      _ = tracker.consume(event)
    }
    #expect(tracker.events.count == 1)
    #expect(tracker.events.first?.position.x == 217)
  }
}

@Suite("The state of a device")
struct DeviceStateTests {
  /// Whether a device with these keys down is touched.
  private static func isTouched(_ device: DeviceDescription, _ keys: EventCode...) -> Bool {
    var state = DeviceState(of: device)
    for key in keys { state.keys[key.code] = true }
    state.forgetStaleTouch()
    return state.isPressed
  }

  @Test("A device without tools is touched while BTN_TOUCH is down")
  func withoutTools() {
    #expect(!Self.isTouched(.singleTouch))
    #expect(Self.isTouched(.singleTouch, .btnTouch))
  }

  /// Some tablets leave BTN_TOUCH down when the pen has gone.
  @Test("A tablet is touched while BTN_TOUCH is down and its pen is near")
  func withTools() {
    #expect(!Self.isTouched(.pen))
    #expect(!Self.isTouched(.pen, .btnTouch))
    #expect(!Self.isTouched(.pen, .btnToolPen))
    #expect(Self.isTouched(.pen, .btnToolPen, .btnTouch))
  }

  @Test(
    "A state that was read shows whether events went to another program: by slots, keys and axes of its own")
  func isUpToDate() throws {
    func isUpToDate(_ device: DeviceDescription, _ text: String, _ change: (inout DeviceState) -> Void) throws
      -> Bool
    {
      var read = DeviceState(of: device)
      let passing = try PassingPipeline(device)
      for event in try Scenario.events(text) {
        _ = passing.pipeline.consume(event)
        if event.type != .synchronisation { read.apply(event) }
      }
      change(&read)
      return passing.pipeline.isUpToDate(with: read)
    }
    let lift = InputEvent(time: 0, .btnTouch, 0)
    let touch = "slot 1 id 7 mx 100 my 50 touch 1 x 100 y 50 |"
    #expect(try isUpToDate(.touchscreen(), touch) { _ in })
    // The kernel omits it.
    #expect(try isUpToDate(.touchscreen(), touch) { $0[axis: EventCode.absX.code] = 3 })
    #expect(
      try !isUpToDate(.touchscreen(), touch) { $0[axis: EventCode.absMTPositionX.code, inSlot: 1] = 101 })
    #expect(try !isUpToDate(.touchscreen(), touch) { $0[trackingIDIn: 1] = -1 })
    #expect(try !isUpToDate(.touchscreen(), touch) { $0.select(slot: 2) })
    #expect(try !isUpToDate(.touchscreen(), touch) { $0.apply(lift) })
    #expect(try !isUpToDate(.singleTouch, "touch 1 x 100 y 50 |") { $0[axis: EventCode.absX.code] = 3 })
    // Their lists are not in a state that was read.
    #expect(try isUpToDate(.unslotted, "mx 100 my 50 + touch 1 |") { _ in })
    #expect(
      try !isUpToDate(.unslotted, "mx 100 my 50 + touch 1 |") { $0.apply(lift) })
    #expect(try isUpToDate(.unslotted, "mx 100 my 50 + |") { _ in })
    // A pen that is not near may have left BTN_TOUCH down.
    #expect(try isUpToDate(.pen, "touch 1 x 100 y 50 |") { $0.forgetStaleTouch() })
    #expect(try !isUpToDate(.pen, "touch 1 x 100 y 50 |") { $0.apply(lift) })
    #expect(try isUpToDate(.unslottedWithoutButton, "mx 100 my 50 + |") { _ in })
  }

  @Test("Only keys that count fingers say how many there are")
  func fingers() {
    let two = EventCode(.key, 0x14d)
    for (keys, count) in [
      ([], 0), ([.btnToolPen], 0), ([.btnToolFinger], 1), ([two], 2),
      ([.btnToolFinger, .btnToolPen, two], 2),
    ] as [([EventCode], Int)] {
      #expect(ContactCodes.fingers(in: KeySet(keys.map(\.code))) == count, "\(keys)")
    }
  }
}
