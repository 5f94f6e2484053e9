import EventPipeline
import JoystickModel
import Testing
import TestSupport

@Suite("Random streams of events")
struct HostileStreamTests {
  static let devices: [DeviceDescription] = [
    .touchscreen(), .touchscreen(slots: 300), .unslotted, .unslottedWithoutButton, .singleTouch, .pen,
    .twoPairs,
    .semiMultitouchTouchpad, .penWithAll,
  ]

  private static let codes: [EventCode] = [
    .absMTSlot, .absMTTrackingID, .absMTPositionX, .absMTPositionY, .absMTPositionX, .absMTPositionY,
    .absMTToolType, .absMTDistance, .absX, .absY, .absZ, .absRX, .btnTouch, .btnToolPen, .absPressure,
    .btnTouch, .btnToolRubber, .btnToolFinger, EventCode(.key, 0x14d), .btnStylus, .btnLeft,
    EventCode(.miscellaneous, 5),
    .synMTReport, .synMTReport, .synReport, .synReport,
  ]

  /// A meaningful value most of the time, sometimes any value at all.
  static func event(_ generator: inout SeededGenerator) -> InputEvent {
    let isDrop = UInt16.random(in: 0..<500, using: &generator) == 0
    let code = isDrop ? .synDropped : codes.randomElement(using: &generator) ?? .synReport
    let value: Int32 =
      switch UInt8.random(in: 0...9, using: &generator) {
      case 0: Int32.random(in: .min ... .max, using: &generator)
      case 1...2: Int32.random(in: -1...2, using: &generator)
      default: Int32.random(in: 200...400, using: &generator)
      }
    return InputEvent(time: Int64.random(in: .min ... .max, using: &generator), code, value)
  }

  private static func randomState(_ generator: inout SeededGenerator) -> Shown {
    Shown(
      slots: (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        .init(
          trackingID: Int32.random(in: -1...3, using: &generator),
          x: Int32.random(in: 0...1000, using: &generator), y: 5,
          toolType: Int32.random(in: 0...2, using: &generator))
      },
      currentSlot: Int.random(in: -1...400, using: &generator),
      keys: ([.btnTouch] + (0x140...0x147).map { EventCode(.key, $0) }).filter { _ in
        Bool.random(using: &generator)
      },
      x: 7, y: 7)
  }

  @Test("Each contact that begins ends once, and moves only in between", arguments: devices)
  func contactsAreBalanced(_ device: DeviceDescription) throws {
    var generator = SeededGenerator(seed: 1)
    let surface = try Surface(of: device, class: .touchscreen)
    var tracker = ContactTracker(device: device, surface: surface)
    var live = LiveContacts()
    for step in 0..<50_000 {
      if tracker.consume(Self.event(&generator)) { live.apply(tracker.events) }
      if step % 997 == 0 {
        tracker.resynchronise(to: Self.randomState(&generator).state(of: device))
        live.apply(tracker.events)
      }
    }
    #expect(live.begun > 100)
    tracker.cancelAll()
    live.apply(tracker.events)
    #expect(live.ids.isEmpty)
  }

  /// A stick with everything that uses a timer.
  private static func busyPipeline(
    for device: DeviceDescription, on surface: Surface
  ) -> TouchPipeline {
    var parameters = StickParameters(region: .rectangle(surface.bounds))
    parameters.smoothing = Smoothing()
    parameters.homeReturn = .after(1)
    parameters.gestures.tap = .press(.south)
    parameters.gestures.doubleTap = .press(.east)
    parameters.gestures.hold = .press(.north)
    parameters.gestures.outerRing = .leftThumb
    let layout = Layout(
      surface: surface.bounds, sticks: [.init(name: "left", target: .left, stick: Stick(parameters))])
    return TouchPipeline(device: device, surface: surface, pads: [SurfacePad(layout: layout)])
  }

  @Test("The stick stays within its disc, and is at 0 whenever nobody holds it", arguments: devices)
  func stickIsBounded(_ device: DeviceDescription) throws {
    var generator = SeededGenerator(seed: 2)
    let surface = try Surface(of: device, class: .touchscreen)
    var pipeline = Self.busyPipeline(for: device, on: surface)
    var deflected = 0
    var pressed: UInt16 = 0
    func check() throws {
      let axes = pipeline.pads[0].gamepadState.leftStick
      pressed |= pipeline.pads[0].gamepadState.buttons
      try pipeline.checkStep()
      if axes != .init() { deflected += 1 }
      if let owner = pipeline.pads[0].layout.sticks.first?.stick.owner {
        #expect(owner.number > 0)
      } else {
        #expect(axes == .init())
        #expect(!pipeline.pads[0].gamepadState.isDown(.leftThumb))
      }
    }
    for _ in 0..<50_000 {
      let event = Self.event(&generator)
      while pipeline.advance(before: event.time) != nil { try check() }
      if pipeline.consume(event) { try check() }
    }
    #expect(deflected > 10)
    #expect(pressed & ~0b10_0000_0111 == 0)
    #expect(pressed != 0)
    pipeline.cancelAll(time: 0)
    try pipeline.checkReleased()
  }
}
