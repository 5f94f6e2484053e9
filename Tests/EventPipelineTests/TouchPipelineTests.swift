import CAllocationCounter
import EventPipeline
import JoystickModel
import Testing
import TestSupport

@Suite("From a device's events to a pad's")
struct TouchPipelineTests {
  private static func makePipeline(
    for device: DeviceDescription, beside others: [Control] = [], passesThrough: Bool = false,
    toggle: ToggleGesture? = nil, _ change: (inout StickParameters) -> Void = { _ in }
  ) throws -> TouchPipeline {
    let surface = try Surface(of: device, class: .touchscreen)
    var parameters = StickParameters(region: .rectangle(surface.bounds))
    change(&parameters)
    let stick = StickControl(name: "left", target: .left, stick: Stick(parameters))
    let layout = Layout(surface: surface.bounds, controls: others + [.stick(stick)])
    return TouchPipeline(
      device: device, surface: surface, pads: [SurfacePad(layout: layout)], passesThrough: passesThrough,
      toggle: toggle)
  }

  /// The output of a scenario, one frame per line.
  private static func run(_ pipeline: inout TouchPipeline, _ text: String) throws -> [String] {
    var frames: [String] = []
    for event in try Scenario.events(text) where pipeline.consume(event) {
      frames.append(Self.text(pipeline.pads[0].output))
    }
    return frames
  }

  private static func text(_ events: [InputEvent]) -> String {
    events.map { event in
      let name = EventCode(event.type, event.code).name ?? "?"
      return name == "SYN_REPORT" ? "|" : "\(name) \(event.value)"
    }.joined(separator: " ")
  }

  private static let drag = "slot 0 id 1 mx 500 my 300 | mx 590 |"

  @Test("A drag to the right deflects, and only changes are sent")
  func drag() throws {
    var pipeline = try Self.makePipeline(for: .touchscreen())
    #expect(
      try Self.run(&pipeline, Self.drag + " my 300 | mx 680 | id -1 |")
        == ["", "ABS_X 32767 |", "", "", "ABS_X 0 |"])
  }

  @Test("A look pad moves the mouse as far as its finger, and only while the pads are on")
  func mouse() throws {
    let surface = try Surface(of: .touchscreen(), class: .touchscreen)
    var parameters = LookParameters()
    parameters.countsPerMillimetre = 10
    let look = LookControl(
      name: "look", region: .rectangle(surface.bounds), target: .mouse, parameters: parameters)
    let layout = Layout(surface: surface.bounds, controls: [.look(look)])
    var pipeline = TouchPipeline(
      device: .touchscreen(), surface: surface, pads: [SurfacePad(layout: layout)])
    func run(_ text: String) throws -> [String] {
      var frames: [String] = []
      for event in try Scenario.events(text) where pipeline.consume(event) {
        frames.append(Self.text(pipeline.pads[0].mouseEvents))
        #expect(pipeline.pads[0].output.isEmpty)
      }
      return frames
    }
    let drag = "slot 0 id 1 mx 500 my 300 | mx 520 | my 290 | mx 520 | id -1 |"
    let moved = try run(drag)
    let (x, y) = (surface.bounds.width / 1000 * 20 * 10, surface.bounds.height / 600 * 10 * 10)
    #expect(moved == ["", "REL_X \(Int(x)) |", "REL_Y -\(Int(y)) |", "", ""], "\(surface.bounds)")
    pipeline.set(on: false, time: 0)
    #expect(try run(drag).allSatisfy(\.isEmpty))
  }

  /// The keyboard's events of each frame.
  private static func keyFrames(of pipeline: inout TouchPipeline, _ text: String) throws -> [String] {
    var frames: [String] = []
    for event in try Scenario.events(text) where pipeline.consume(event) {
      frames.append(Self.text(pipeline.keyboard.events))
    }
    return frames
  }

  @Test("Pads share the keys of the keyboard with each other and with the device's buttons")
  func keys() throws {
    let key = try #require(KeyboardKey("KEY_F1"))
    let device = DeviceDescription.pen
    let surface = try Surface(of: device, class: .tablet)
    let button = ButtonControl(
      name: "F1", region: .rectangle(surface.bounds), action: ButtonAction([.key(key)]))
    var pipeline = TouchPipeline(
      device: device, surface: surface,
      pads: [
        SurfacePad(layout: Layout(surface: surface.bounds, controls: [.button(button)])),
        SurfacePad(
          layout: Layout(surface: surface.bounds, controls: []),
          deviceButtons: [DeviceButton(input: .btnStylus, effect: GamepadState(), keys: [key])]),
      ])
    #expect(pipeline.keyboard.keys == [key])
    #expect(
      try Self.keyFrames(of: &pipeline, "pen 1 x 500 y 300 | touch 1 | stylus 1 | touch 0 | stylus 0 |")
        == ["", "KEY_F1 1 |", "", "", "KEY_F1 0 |"])
    #expect(try Self.keyFrames(of: &pipeline, "touch 1 | stylus 1 |") == ["KEY_F1 1 |", ""])
    pipeline.switchOffAtOnce(time: 0)
    #expect(Self.text(pipeline.keyboard.events) == "KEY_F1 0 |")
  }

  @Test(
    "Modifiers are pressed before other keys, and released after them, in whatever order buttons name them")
  func modifiers() throws {
    let names = ["KEY_F1", "KEY_LEFTSHIFT", "KEY_LEFTCTRL"]
    let keys = try names.map { PadOutput.key(try #require(KeyboardKey($0))) }
    let surface = try Surface(of: .touchscreen(), class: .touchscreen)
    let third = surface.bounds.width / 3
    let buttons = [[keys[0]], [keys[0], keys[1]], keys].enumerated().map { index, keys in
      Control.button(
        ButtonControl(
          name: "\(index)",
          region: .rectangle(
            Rectangle(x: Double(index) * third, y: 0, width: third, height: surface.bounds.height)),
          action: ButtonAction(keys)))
    }
    var pipeline = TouchPipeline(
      device: .touchscreen(), surface: surface,
      pads: [SurfacePad(layout: Layout(surface: surface.bounds, controls: buttons))])
    #expect(
      try Self.keyFrames(of: &pipeline, "slot 0 id 1 mx 500 my 300 | id -1 |")
        == ["KEY_LEFTSHIFT 1 KEY_F1 1 |", "KEY_F1 0 KEY_LEFTSHIFT 0 |"])
    #expect(
      try Self.keyFrames(
        of: &pipeline, "slot 0 id 2 mx 900 my 300 | slot 1 id 3 mx 100 my 300 | slot 0 id -1 | slot 1 id -1 |"
      )
        == [
          "KEY_LEFTSHIFT 1 KEY_LEFTCTRL 1 KEY_F1 1 |", "", "KEY_LEFTCTRL 0 KEY_LEFTSHIFT 0 |", "KEY_F1 0 |",
        ])
  }

  @Test("A touch on a control while the pads are off is reported once, after its lift, and no other touch")
  func restingTouch() throws {
    let surface = try Surface(of: .touchscreen(), class: .touchscreen)
    let third = surface.bounds.width / 3
    let regions = (0..<2).map {
      Region.rectangle(
        Rectangle(x: Double($0) * third, y: 0, width: third - 1, height: surface.bounds.height))
    }
    let layout = Layout(
      surface: surface.bounds,
      controls: [
        .button(ButtonControl(name: "A", region: regions[0], output: .south)),
        .ignore(IgnoreControl(name: "palm", region: regions[1])),
      ])
    var pipeline = TouchPipeline(
      device: .touchscreen(), surface: surface, pads: [SurfacePad(layout: layout)])
    func touch(_ x: Int) throws -> [Bool] {
      for event in try Scenario.events("slot 0 id \(x) mx \(x) my 300 | id -1 |") {
        _ = pipeline.consume(event)
      }
      return [pipeline.consumeRestingTouch(), pipeline.consumeRestingTouch()]
    }
    #expect(try touch(100) == [false, false])
    pipeline.set(on: false, time: 0)
    #expect(try touch(100) == [true, false])
    #expect(try touch(500) == [false, false] && touch(900) == [false, false])
    func down(_ events: String) throws -> Bool {
      for event in try Scenario.events(events) { _ = pipeline.consume(event) }
      return pipeline.consumeRestingTouch()
    }
    #expect(try !down("slot 0 id 1 mx 100 my 300 | slot 1 id 2 mx 900 my 300 | slot 0 id -1 |"))
    #expect(try down("slot 1 id -1 |"))
    // A switch meanwhile is worth more.
    #expect(try !down("slot 0 id 3 mx 100 my 300 |"))
    pipeline.set(on: false, time: 0)
    #expect(try !down("id -1 |"))
  }

  @Test("The events have the time of the touch")
  func time() throws {
    var pipeline = try Self.makePipeline(for: .touchscreen())
    for event in try Scenario.events(Self.drag) { _ = pipeline.consume(event) }
    #expect(pipeline.pads[0].output.map(\.time) == [6, 6])
  }

  @Test("A second finger never disturbs the stick")
  func secondFinger() throws {
    var pipeline = try Self.makePipeline(for: .touchscreen())
    #expect(
      try Self.run(&pipeline, Self.drag + " slot 1 id 2 mx 100 my 100 | mx 200 | id -1 |")
        == ["", "ABS_X 32767 |", "", "", ""])
  }

  @Test(
    "Every end of a touch leaves the stick at exactly 0",
    arguments: ["id -1 |", "tool 2 |", "distance 1 |", "DROPPED", "touch 0 RELEASED"])
  func ends(_ end: String) throws {
    var pipeline = try Self.makePipeline(for: .touchscreen())
    #expect(try Self.run(&pipeline, Self.drag).last == "ABS_X 32767 |")
    #expect(try Self.run(&pipeline, end) == ["ABS_X 0 |"])
    #expect(pipeline.pads[0].gamepadState == GamepadState())
  }

  @Test("The loss of the device, or of a lift, leaves the stick at exactly 0")
  func lossOfDevice() throws {
    var pipeline = try Self.makePipeline(for: .touchscreen())
    _ = try Self.run(&pipeline, Self.drag)
    pipeline.cancelAll(time: 7)
    #expect(Self.text(pipeline.pads[0].output) == "ABS_X 0 |")

    var other = try Self.makePipeline(for: .touchscreen())
    _ = try Self.run(&other, Self.drag)
    other.resynchronise(to: DeviceState(of: .touchscreen()), time: 7)
    #expect(Self.text(other.pads[0].output) == "ABS_X 0 |")
  }

  @Test("Timers between frames run first, at their own time, and timers due with a frame run after it")
  func deadlines() throws {
    var pipeline = try Self.makePipeline(for: .touchscreen()) { $0.gestures.tap = .press(.south) }
    var frames: [String] = []
    // Scenarios have a microsecond per event. Here each frame is 40 ms after the previous one.
    var time: Int64 = 0
    for var event in try Scenario.events("slot 0 id 1 mx 500 my 300 | id -1 | id 2 | | id -1 |") {
      event.time = time
      while let due = pipeline.advance(before: time) {
        frames.append("\(due / 1000) \(Self.text(pipeline.pads[0].output))")
      }
      guard pipeline.consume(event) else { continue }
      frames.append("\(time / 1000) \(Self.text(pipeline.pads[0].output))")
      #expect(pipeline.pads[0].output.allSatisfy { $0.time == time })
      time += 40_000
    }
    #expect(frames == ["0 ", "40 BTN_SOUTH 1 |", "80 ", "80 BTN_SOUTH 0 |", "120 ", "160 BTN_SOUTH 1 |"])
    #expect(pipeline.deadline == 200_000)
    #expect(pipeline.advance(before: 200_000) == nil)
    #expect(pipeline.advance(before: 200_001) == 200_000)
    #expect(pipeline.pads[0].output.map(\.time) == [200_000, 200_000])
    #expect(pipeline.deadline == nil)
  }

  @Test("A suspended device leaves no timer pending")
  func suspended() throws {
    var pipeline = try Self.makePipeline(for: .touchscreen()) {
      $0.gestures.tap = .press(.south)
      $0.gestures.doubleTap = .press(.east)
    }
    let tap = "slot 0 id 1 mx 500 my 300 | id -1 |"
    #expect(try Self.run(&pipeline, tap) == ["", ""])
    #expect(pipeline.deadline != nil)
    #expect(try Self.run(&pipeline, "RELEASED") == [""])
    #expect(pipeline.deadline == nil)
    // A finger that is there after lost events is not released once more.
    var state = DeviceState(of: .touchscreen())
    state[trackingIDIn: 0] = 7
    pipeline.resynchronise(to: state, time: 100)
    #expect(pipeline.pads[0].layout.sticks.first?.stick.owner != nil)
    pipeline.resynchronise(to: DeviceState(of: .touchscreen()), time: 101)
    #expect(try Self.run(&pipeline, tap) == ["", ""])
    #expect(pipeline.deadline != nil, "the next tap counts")
  }

  @Test("The loss of the device ends a tap's press, and all timers")
  func lossWhilePressed() throws {
    var pipeline = try Self.makePipeline(for: .touchscreen()) { $0.gestures.tap = .press(.south) }
    #expect(
      try Self.run(&pipeline, "slot 0 id 1 mx 500 my 300 | id -1 |") == ["", "BTN_SOUTH 1 |"])
    pipeline.cancelAll(time: 9)
    #expect(Self.text(pipeline.pads[0].output) == "BTN_SOUTH 0 |")
    #expect(pipeline.deadline == nil)
  }

  @Test("All of the pad's axes and buttons are encoded once, in a fixed order")
  func encoder() {
    var state = GamepadState()
    state.leftStick = .init(Vector(dx: 1, dy: -1))
    state.rightStick = .init(Vector(dx: -0.5, dy: 0.5))
    (state.leftTrigger, state.rightTrigger, state.hatX, state.hatY) = (1, 255, -1, 1)
    state.buttons = 0b111_1111_1111
    var encoder = GamepadEncoder()
    encoder.encode(state, time: 1)
    #expect(
      Self.text(encoder.events)
        == "ABS_X 32767 ABS_Y -32767 ABS_RX -16384 ABS_RY 16384 ABS_Z 1 ABS_RZ 255 ABS_HAT0X -1 ABS_HAT0Y 1 "
        + "BTN_SOUTH 1 BTN_EAST 1 BTN_NORTH 1 BTN_WEST 1 BTN_TL 1 BTN_TR 1 BTN_SELECT 1 BTN_START 1 "
        + "BTN_MODE 1 BTN_THUMBL 1 BTN_THUMBR 1 |")
    encoder.encode(state, time: 2)
    #expect(encoder.events.isEmpty)
    encoder.encode(GamepadState(), time: 3)
    #expect(encoder.events.filter { $0.value != 0 }.isEmpty)
    #expect(encoder.events.count == 20)
  }

  @Test(
    "Thousands of frames allocate nothing after the first 100",
    arguments: [
      (
        DeviceDescription.touchscreen(),
        "slot 0 id 1 mx 500 my 300 slot 1 id 2 mx 9 my 9 slot 2 id 3 mx 9 my 9 slot 3 id 4 mx 9 my 9 "
          + "slot 4 id 5 mx 900 my 500 touch 1 |",
        "slot 0 id -1 slot 1 id -1 slot 2 id -1 slot 3 id -1 slot 4 id -1 touch 0 |"
      ),
      (.unslotted, "mx 500 my 300 + mx 900 my 500 + touch 1 |", "+ touch 0 |"),
      (.singleTouch, "touch 1 x 500 y 300 |", "touch 0 |"),
      (.penWithAll, "pen 1 touch 1 x 500 y 300 stylus 1 |", "touch 0 stylus 0 pen 0 |"),
    ])
  func allocations(_ device: DeviceDescription, _ down: String, _ up: String) throws {
    let corner = Region.circle(Circle(center: Point(x: 0, y: 0), radius: 5))
    let others: [Control] = [
      .trigger(TriggerControl(name: "trigger", region: corner, target: .left, pull: .slide(distance: 5))),
      .directionPad(DirectionPadControl(name: "pad", region: corner)),
      .button(ButtonControl(name: "button", region: corner, output: .east)),
    ]
    var pipeline = try Self.makePipeline(
      for: device, beside: others, passesThrough: true, toggle: ToggleGesture(fingers: 2, holdTime: 100_000)
    ) { parameters in
      parameters.smoothing = Smoothing()
      parameters.homeReturn = .after(1)
      parameters.response.directions = .eight
      parameters.response.curve = 2
      parameters.response.deadZoneShape = .scaledAxial
      parameters.response.outputShape = .square
      parameters.gestures.tap = .press(.south)
      parameters.gestures.doubleTap = .recenter
      parameters.gestures.hold = .press(.north)
      parameters.gestures.outerRing = .leftThumb
    }
    let (down, up) = (try Scenario.events(down), try Scenario.events(up))
    func frames(_ count: Int) {
      for frame in 0..<count {
        switch frame % 100 {
        case 98: for event in up { Self.take(event, frame, &pipeline) }
        case 99: for event in down { Self.take(event, frame, &pipeline) }
        default: for event in Self.moved(down, frame) { Self.take(event, frame, &pipeline) }
        }
      }
    }
    frames(100)
    let before = kept_allocation_count()
    frames(Self.frameCount)
    #expect(kept_allocation_count() <= before)
  }

  @Test("Thousands of frames on look pads, a slider and a wheel allocate nothing after the first 100")
  func motionAllocations() throws {
    let surface = try Surface(of: .touchscreen(), class: .touchscreen)
    let width = surface.bounds.width / 4
    let strips = (0..<4).map { index in
      Region.rectangle(
        Rectangle(x: Double(index) * width, y: 0, width: width, height: surface.bounds.height))
    }
    var parameters = LookParameters()
    (parameters.acceleration, parameters.tap, parameters.hold) = (0.5, .south, .east)
    let controls: [Control] = [
      .look(LookControl(name: "look", region: strips[0], parameters: parameters)),
      .look(LookControl(name: "mouse", region: strips[1], target: .mouse, parameters: parameters)),
      .slider(SliderControl(name: "slider", region: strips[2], output: .triggers)),
      .wheel(WheelControl(name: "wheel", region: strips[3])),
    ]
    let layout = Layout(surface: surface.bounds, controls: controls)
    var pipeline = TouchPipeline(
      device: .touchscreen(), surface: surface, pads: [SurfacePad(layout: layout)])
    let fingers = zip(0..<4, [100, 350, 600, 850])
    let down = try Scenario.events(
      fingers.map { "slot \($0) id \($0 + 1) mx \($1) my 300" }.joined(separator: " ") + " touch 1 |")
    let up = try Scenario.events((0..<4).map { "slot \($0) id -1" }.joined(separator: " ") + " touch 0 |")
    var (turn, counts) = (UInt16(0), 0)
    func frames(_ count: Int) {
      for frame in 0..<count {
        switch frame % 100 {
        case 98: for event in up { Self.take(event, frame, &pipeline) }
        case 99: for event in down { Self.take(event, frame, &pipeline) }
        default: for event in Self.moved(down, frame) { Self.take(event, frame, &pipeline) }
        }
        counts += pipeline.pads[0].mouseEvents.count
        turn = max(turn, pipeline.pads[0].gamepadState.leftStick.x.magnitude)
      }
    }
    frames(100)
    let before = kept_allocation_count()
    frames(Self.frameCount)
    #expect(kept_allocation_count() <= before)
    #expect(turn > 1000 && counts > Self.frameCount)
  }

  private static let frameCount = 20_000

  /// At a time with a timer due now and then.
  private static func take(_ event: InputEvent, _ frame: Int, _ pipeline: inout TouchPipeline) {
    var event = event
    event.time = Int64(frame) * 50_000
    while pipeline.advance(before: event.time) != nil {}
    _ = pipeline.consume(event)
  }

  /// Moves the same fingers, without allocating a list.
  private static func moved(_ down: [InputEvent], _ frame: Int) -> some Sequence<InputEvent> {
    down.lazy.map { event in
      let isPosition = event.value >= 100
      guard isPosition else { return event }
      return InputEvent(
        time: 0, type: event.type, code: event.code, value: event.value + Int32(frame % 97))
    }
  }
}
