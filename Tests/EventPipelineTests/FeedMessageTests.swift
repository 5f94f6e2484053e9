import CAllocationCounter
import JoystickModel
import EventPipeline
import Testing
import TestSupport

@Suite("Messages of the feed")
struct FeedMessageTests {
  private func bytes(_ message: FeedMessage) -> [UInt8] {
    var buffer = FeedBuffer()
    buffer.write(message)
    return buffer.bytes
  }

  @Test("are read as they were written, whatever the buffer had before")
  func roundTrip() {
    var buffer = FeedBuffer()
    Seeds.forEach { random throws(Violation) in
      let message = FeedMessage(random: &random)
      buffer.write(message)
      let read = Result { () throws(FeedError) in try FeedMessage(buffer.bytes) }
      try ensure(read == .success(message), "\(message) is read as \(read)")
    }
  }

  @Test("that are cut, continued or damaged are an error, or messages that can be written")
  func hostile() {
    Seeds.forEach { random throws(Violation) in
      let whole = bytes(FeedMessage(random: &random))
      let cut = Array(whole.prefix(random.integer(0...(whole.count - 1))))
      try ensure((try? FeedMessage(cut)) == nil, "\(cut) is a message")
      try ensure((try? FeedMessage(whole + [0])) == nil, "\(whole) and a 0 is a message")
      var damaged = whole
      for _ in 0..<random.integer(1...8) {
        damaged[random.integer(0...(damaged.count - 1))] = random.integer(0...UInt8.max)
      }
      if let message = try? FeedMessage(damaged) {
        try ensure((try? FeedMessage(bytes(message))) == message, "\(message)")
      }
      let noise = (0..<random.integer(0...64)).map { _ in random.integer(UInt8(0)...UInt8.max) }
      _ = try? FeedMessage([FeedMessage.version, random.integer(0...5)] + noise)
      _ = try? FeedMessage(noise)
    }
  }

  @Test(
    "say what is wrong with them",
    arguments: [
      ([], "the feed of touchstickd is damaged: it ends before the version"),
      (
        [1, 0],
        "the feed of touchstickd has version 1, but this program needs version 7; install the same version of both"
      ),
      ([7, 9], "the feed of touchstickd is damaged: there is no kind 9"),
      ([7, 0, 0], "the feed of touchstickd is damaged: 1 bytes too many"),
      ([7, 2, 0, 0, 0, 0, 0, 200], "the feed of touchstickd is damaged: 200 elements; the limit is 128"),
      ([7, 1, 0, 0, 0, 0, 3, 0, 3], "the feed of touchstickd is damaged: surface 3 of 3"),
      (
        [7, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 63, 0, 0, 200, 66],
        "the feed of touchstickd is damaged: a surface of 0.5 x 100.0 mm"
      ),
    ] as [([UInt8], String)])
  func sentences(_ bytes: [UInt8], _ sentence: String) {
    let error = #expect(throws: FeedError.self) { try FeedMessage(bytes) }
    #expect(error?.sentence == sentence)
  }

  @Test("are at most as large as the buffer, and leave out what is too much")
  func largest() throws {
    var control = FeedControl(
      pad: 0, kind: .button(.south), region: .circle(Circle(center: Point(x: 1, y: 2), radius: 3)),
      name: String(repeating: "é", count: 40))
    control.appearance.label = control.name
    let layout = FeedLayout(
      generation: 7, surface: 0, surfaceCount: 1, width: 300, height: 200, rotation: 0,
      deviceClass: .touchpad,
      device: String(repeating: "a", count: 300), node: String(repeating: "🎮", count: 20),
      controls: Array(repeating: control, count: 200),
      layers: Array(repeating: String(repeating: "a", count: 40), count: 40))
    let written = bytes(.layout(layout))
    // The last byte of a name and of a label, and the last three of the node are not enough for a character.
    #expect(written.count == FeedBuffer.capacity - 2 * FeedMessage.maxControls - 3)
    guard case .layout(let read) = try FeedMessage(written) else { return #expect(Bool(false)) }
    #expect(read.controls.count == 128 && read.controls[127].name == String(repeating: "é", count: 15))
    #expect(read.device == String(repeating: "a", count: 127))
    #expect(read.layers == Array(repeating: String(repeating: "a", count: 31), count: 32))
    #expect(read.node == String(repeating: "🎮", count: 15))
    let states = FeedState(
      generation: 7, surface: 0, controls: Array(repeating: ControlReport(), count: 200),
      layers: Array(repeating: 3, count: 40))
    guard case .state(let state) = try FeedMessage(bytes(.state(states))) else { return #expect(Bool(false)) }
    #expect(state.controls.count == 128 && state.layers == Array(repeating: 3, count: 32))
  }

  @Test("limit numbers that are none, or too large")
  func numbers() throws {
    var control = ControlReport()
    control.base = Point(x: .nan, y: .infinity)
    control.handle = Point(x: -.infinity, y: 1e300)
    let message = FeedMessage.state(FeedState(generation: 1, surface: 0, controls: [control]))
    guard case .state(let state) = try FeedMessage(bytes(message)) else { return #expect(Bool(false)) }
    #expect(state.controls[0].base == Point(x: 0, y: 1e6))
    #expect(state.controls[0].handle == Point(x: -1e6, y: 1e6))
  }
}

@Suite("A layout in the feed")
struct FeedLayoutTests {
  private static let stick: Control = {
    var parameters = StickParameters(
      region: .rectangle(Rectangle(x: 0, y: 0, width: 50, height: 50)), center: Point(x: 20, y: 30))
    parameters.radius = 10
    parameters.travel = 1.5
    parameters.gestures.outerRing = .leftThumb
    return .stick(StickControl(name: "left", target: .left, stick: Stick(parameters)))
  }()

  private static let jump: Control = {
    var button = ButtonControl(
      name: "jump", region: .circle(Circle(center: Point(x: 80, y: 10), radius: 5)), output: .south)
    button.isNamed = true
    return .button(button)
  }()

  private static let others: [Control] = [
    jump,
    .directionPad(
      DirectionPadControl(name: "dpad", region: .circle(Circle(center: Point(x: 80, y: 30), radius: 5)))),
    .trigger(
      TriggerControl(
        name: "gas", region: .circle(Circle(center: Point(x: 80, y: 45), radius: 4)), target: .right)),
  ]

  private static func layout() -> Layout {
    Layout(surface: Rectangle(x: 0, y: 0, width: 100, height: 50), controls: [stick] + others)
  }

  private func touch(_ layout: inout Layout, _ id: UInt32, _ phase: ContactPhase, _ x: Double, _ y: Double) {
    layout.apply(ContactEvent(id: ContactID(id), phase: phase, position: Point(x: x, y: y)), time: 0)
  }

  private func states(_ layout: Layout, hidesPositions: Bool = false) throws -> [ControlReport] {
    var buffer = FeedBuffer()
    buffer.startState(generation: 1, surface: 0)
    buffer.append(controlsOf: layout, hidesPositions: hidesPositions)
    buffer.startLayers()
    guard case .state(let state) = try FeedMessage(buffer.bytes) else { return [] }
    return state.controls
  }

  @Test("has each control with its kind, its place and its base")
  func controls() {
    let reported = Self.layout().controls.map { FeedControl($0, pad: 2) }
    #expect(reported.map(\.kind) == [.stick(.left), .button(.south), .directionPad, .trigger(.right)])
    #expect(reported.map(\.name) == ["left", "jump", "dpad", "gas"])
    #expect(reported.map(\.isNamed) == [false, true, false, false])
    #expect(reported.map(\.region) == Self.layout().controls.map(\.region))
    #expect(reported.map(\.pad) == [2, 2, 2, 2])
    #expect(reported[0].base == Circle(center: Point(x: 20, y: 30), radius: 10))
    #expect(reported[0].reach == 15 && reported[0].isFloating)
    #expect(reported[1].base == nil && reported[1].reach == 0 && !reported[1].isFloating)
  }

  @Test("shows what the fingers do to its controls, and that they are at rest again")
  func touched() throws {
    var layout = Self.layout()
    let rest = try states(layout)
    #expect(rest[0].base == Point(x: 20, y: 30) && rest[0].handle == rest[0].base)
    #expect(rest.allSatisfy { !$0.isTouched && $0.buttons == 0 && $0.pull == 0 })
    touch(&layout, 1, .began, 10, 10)
    touch(&layout, 1, .moved, 25, 10)
    touch(&layout, 2, .began, 80, 10)
    touch(&layout, 3, .began, 80, 26)
    touch(&layout, 4, .began, 80, 45)
    let held = try states(layout)
    #expect(held.map(\.isTouched) == [true, true, true, true])
    #expect(held[0].base == Point(x: 10, y: 10) && held[0].handle == Point(x: 25, y: 10))
    #expect(held.map(\.buttons) == [1 << GamepadButton.leftThumb.rawValue, 1, 0, 0])
    #expect(held[2].directionX == 0 && held[2].directionY == -1)
    #expect(held[3].pull == 255)
    for id in UInt32(1)...4 { touch(&layout, id, .ended, 0, 0) }
    let after = try states(layout)
    #expect(after[0].base == Point(x: 10, y: 10) && after[0].handle == after[0].base)
    #expect(Array(after.dropFirst()) == Array(rest.dropFirst()))
  }

  @Test("shows a stick at home if positions are hidden, but whether it is held")
  func hidden() throws {
    var layout = Self.layout()
    touch(&layout, 1, .began, 10, 10)
    touch(&layout, 1, .moved, 25, 10)
    let reported = try states(layout, hidesPositions: true)[0]
    #expect(reported.base == Point(x: 20, y: 30) && reported.handle == reported.base && reported.isTouched)
    #expect(reported.buttons == 1 << GamepadButton.leftThumb.rawValue)
  }

  @Test("is written without an allocation")
  func allocations() {
    var (layout, buffer) = (Self.layout(), FeedBuffer())
    func write(_ count: Int) {
      for step in 0..<count {
        touch(&layout, 1, step == 0 ? .began : .moved, 10 + Double(step % 9), 10)
        buffer.startState(generation: 1, surface: 0)
        buffer.append(controlsOf: layout, hidesPositions: false)
        buffer.startLayers()
        buffer.append(layer: 0)
      }
    }
    write(10)
    let before = kept_allocation_count()
    write(10_000)
    #expect(kept_allocation_count() == before)
  }
}

@Suite("Messages to the program that shakes the session's motor")
struct MotorMessageTests {
  @Test("A message is read as it was written, and nothing else is a message")
  func forms() {
    let message = MotorMessage(pad: 3, magnitude: 0x1234, milliseconds: 0x0102)
    let bytes: [UInt8] = [1, 3, 0x34, 0x12, 2, 1]
    #expect(message.bytes.indices.map { message.bytes[$0] } == bytes)
    #expect(MotorMessage(bytes) == message)
    let stop = MotorMessage(pad: 0, magnitude: 0, milliseconds: 0)
    #expect(MotorMessage([1, 0, 0, 0, 0, 0]) == stop)
    // The end of the socket, other lengths, another version, and shaking without an end.
    let others: [[UInt8]] = [
      [], [1, 3, 0x34, 0x12, 2], bytes + [0], [2, 3, 0x34, 0x12, 2, 1], [1, 0, 1, 0, 0, 0],
    ]
    for other in others { #expect(MotorMessage(other) == nil, "\(other)") }
  }
}
