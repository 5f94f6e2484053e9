import Testing

@testable import JoystickModel

@Suite("Buttons")
struct ButtonTests {
  @Test("A button is down while at least one finger is on it")
  func fingers() {
    var board = Board(.button(.south, 20, 20))
    board.down(1, 20, 20, pad: "south")
    board.down(2, 22, 20)
    board.up(1, pad: "south")
    board.cancel(2, pad: "")
  }

  @Test("A button's area grows by the margin only while it is pressed")
  func margin() {
    var board = Board(.button(.south, 20, 20))
    board.down(1, 26, 20, pad: "")
    board.down(2, 24, 20)
    board.move(2, 27, 20, pad: "south")
    board.move(2, 27.1, 20, pad: "")
    board.move(2, 26, 20, pad: "")
    board.move(2, 25, 20, pad: "south")
  }

  @Test("slide over: the finger presses the button that it is on")
  func over() {
    var board = Board(.button(.south, 20, 20), .button(.east, 40, 20))
    board.down(1, 20, 20)
    board.move(1, 30, 20, pad: "")
    board.move(1, 40, 20, pad: "east")
    board.move(1, 20, 20, pad: "south")
    board.up(1, pad: "")
  }

  @Test("slide over, side by side: the margin keeps the first button until the finger has left it")
  func sideBySide() {
    var board = Board(.button(.south, 20, 20), .button(.east, 30, 20))
    board.down(1, 20, 20)
    board.move(1, 26, 20, pad: "south")
    board.move(1, 28, 20, pad: "east")
  }

  @Test("A button on top of a larger one is reached by sliding, and the first in order wins")
  func onTop() {
    var board = Board(.button(.south, 50, 50), .button(.east, 50, 50, radius: 30))
    board.down(1, 70, 50, pad: "east")
    board.move(1, 51, 50, pad: "south")
    board.move(1, 56, 50)
    #expect(board.pad == "south", "its margin")
    board.move(1, 58, 50, pad: "east")
    board.move(1, 50, 50, pad: "south")
  }

  @Test(
    "slide off: the finger presses only the button where it touched down, and no finger slides to that button"
  )
  func off() {
    var board = Board(.button(.south, 20, 20, slide: .off), .button(.east, 40, 20))
    board.down(1, 20, 20)
    board.move(1, 40, 20, pad: "")
    board.move(1, 20, 20, pad: "south")
    board.down(2, 40, 20)
    board.move(2, 20, 20)
    board.up(1, pad: "")
  }

  @Test("slide hold_first: the first button stays down along with the one under the finger")
  func holdFirst() {
    var board = Board(
      .button(.south, 20, 20, slide: .holdFirst), .button(.east, 40, 20), .button(.west, 60, 20))
    board.down(1, 20, 20)
    board.move(1, 40, 20, pad: "south east")
    board.move(1, 60, 20, pad: "south west")
    board.move(1, 20, 20, pad: "south")
    board.move(1, 90, 90, pad: "south")
    board.up(1, pad: "")
  }

  @Test("A finger from beside the buttons or from a stick presses none")
  func foreign() {
    var board = Board(.button(.south, 20, 20), .stick(.left, 60, 60))
    board.down(1, 90, 20)
    board.move(1, 20, 20, pad: "")
    #expect(!board.layout.owns(ContactID(1)))
    board.down(2, 60, 60)
    board.move(2, 20, 60, pad: "lx -32767")
    board.move(2, 20, 20)
    #expect(board.layout.gamepadState.buttons == 0)
    #expect(board.layout.owns(ContactID(2)))
  }

  @Test("A second touch-down of a finger is ignored, and so is the lift of an unknown finger")
  func twice() {
    var board = Board(.button(.south, 20, 20), .button(.east, 40, 20))
    board.down(1, 20, 20)
    board.down(1, 40, 20, pad: "south")
    board.up(2)
    board.up(1)
    board.up(1, pad: "")
    board.down(1, 20, 20, pad: "south")
  }
}

@Suite("Direction pads")
struct DirectionPadTests {
  private static func pad(
    _ output: DirectionOutput = .hat, deadZone: Double = 0.15, directions: StickDirections = .eight
  ) -> Control {
    .directionPad(
      DirectionPadControl(
        name: "dpad", region: Control.circle(50, 50, 20), output: output, deadZone: deadZone,
        directions: directions))
  }

  @Test("A direction pad has eight directions, and none within the dead zone")
  func eight() {
    var board = Board(Self.pad())
    board.down(1, 53, 50, pad: "")
    let ways = [
      (50.0, 40.0, "hy -1"), (60, 40, "hx 1 hy -1"), (60, 50, "hx 1"), (60, 60, "hx 1 hy 1"),
      (50, 60, "hy 1"),
      (40, 60, "hx -1 hy 1"), (40, 50, "hx -1"), (40, 40, "hx -1 hy -1"), (50, 50, ""), (53.1, 50, "hx 1"),
    ]
    for (x, y, expected) in ways {
      board.move(1, x, y)
      #expect(board.pad == expected)
    }
    board.up(1, pad: "")
  }

  @Test("A direction pad can press buttons in four directions")
  func four() {
    var board = Board(
      Self.pad(.buttons(up: .west, right: .east, down: .south, left: .north), directions: .four))
    board.down(1, 60, 42, pad: "east")
    board.move(1, 59.2, 40)
    #expect(board.pad == "east", "5 degrees of hysteresis")
    board.move(1, 50, 40, pad: "west")
  }

  @Test("A direction pad keeps its finger wherever it goes, and no other finger steers")
  func sticky() {
    var board = Board(Self.pad())
    board.down(1, 60, 50)
    board.down(2, 50, 60, pad: "hx 1")
    board.move(1, 100, 0, pad: "hx 1 hy -1")
    board.cancel(1, pad: "")
    board.move(2, 40, 50, pad: "")
  }

  @Test("A stick can be a direction pad, with four or eight directions, to the hat or to buttons")
  func stick() {
    var board = Board(.stick(.direction(.hat), 50, 50))
    board.down(1, 50, 50, pad: "")
    board.move(1, 57, 43, pad: "hx 1 hy -1")
    board.move(1, 50, 60, pad: "hy 1")
    board.up(1, pad: "")

    var parameters = StickParameters(region: Control.circle(50, 50, 10))
    parameters.origin = .fixed
    parameters.response.invertY = true
    var inverted = Board(
      .stick(StickControl(name: "stick", target: .direction(.hat), stick: Stick(parameters))))
    inverted.down(1, 57, 43, pad: "hx 1 hy 1")

    let buttons = DirectionOutput.buttons(up: .west, right: .east, down: .south, left: .north)
    var other = Board(.stick(.direction(buttons), 50, 50))
    other.down(1, 43, 57, pad: "south north")
  }

  @Test("When two press opposite directions, the first one wins")
  func opposite() {
    var board = Board(
      .directionPad(DirectionPadControl(name: "one", region: Control.circle(20, 50, 10))),
      .directionPad(DirectionPadControl(name: "two", region: Control.circle(60, 50, 10))))
    board.down(1, 26, 50)
    board.down(2, 54, 50, pad: "hx 1")
    board.up(1, pad: "hx -1")
  }
}

@Suite("Triggers")
struct TriggerTests {
  private static func trigger(_ target: TriggerTarget, _ pull: TriggerPull) -> Control {
    .trigger(TriggerControl(name: "trigger", region: Control.circle(50, 50, 10), target: target, pull: pull))
  }

  @Test("A full pull lasts until the finger lifts, wherever it goes")
  func full() {
    var board = Board(Self.trigger(.left, .full))
    board.down(1, 50, 50, pad: "lt 255")
    board.move(1, 0, 0, pad: "lt 255")
    board.up(1, pad: "")
  }

  @Test("A slide pulls by the distance of the finger")
  func slide() {
    var board = Board(Self.trigger(.right, .slide(distance: 10)))
    board.down(1, 50, 50, pad: "")
    board.move(1, 50, 55, pad: "rt 128")
    board.move(1, 50, 75, pad: "rt 255")
    board.down(2, 50, 50)
    board.up(2, pad: "rt 255")
    board.cancel(1, pad: "")
  }

  @Test("Pressure pulls the trigger, and a device without pressure pulls it fully")
  func pressure() {
    var board = Board(Self.trigger(.left, .pressure))
    board.down(1, 50, 50, pressure: 0.1, pad: "lt 26")
    board.move(1, 50, 50, pressure: 0.5, pad: "lt 128")
    board.move(1, 50, 50, pressure: 1, pad: "lt 255")
    board.up(1)
    board.down(2, 50, 50, pad: "lt 255")
  }

  @Test("When two triggers share a side, the larger pull counts")
  func two() {
    var board = Board(
      .trigger(TriggerControl(name: "a", region: Control.circle(20, 20, 10), target: .left)),
      .trigger(
        TriggerControl(
          name: "b", region: Control.circle(60, 60, 10), target: .left, pull: .slide(distance: 10))))
    board.down(1, 60, 60)
    board.move(1, 60, 65)
    board.down(2, 20, 20, pad: "lt 255")
    board.up(2, pad: "lt 128")
  }
}

@Suite("Layouts with many controls")
struct LayoutTests {
  private static func full() -> Board {
    Board(
      .button(.south, 80, 70), .button(.east, 90, 60), .button(.west, 80, 50), .button(.north, 70, 60),
      .button(.leftShoulder, 10, 10), .button(.start, 50, 10), .stick(.left, 20, 70), .stick(.right, 60, 90),
      .directionPad(DirectionPadControl(name: "dpad", region: Control.circle(25, 40, 10))),
      .trigger(TriggerControl(name: "lt", region: Control.circle(30, 10, 5), target: .left)))
  }

  @Test("Ten fingers can each hold a control")
  func tenFingers() {
    var board = Self.full()
    let places = [
      (80.0, 70.0), (90, 60), (80, 50), (70, 60), (10, 10), (50, 10), (30, 70), (60, 80), (25, 33), (30, 10),
    ]
    for (finger, place) in places.enumerated() { board.down(UInt32(finger), place.0, place.1) }
    #expect(
      board.pad == "lx 32767 ry -32767 lt 255 hy -1 south east north west leftShoulder start")
    for finger in places.indices { #expect(board.layout.owns(ContactID(UInt32(finger)))) }
    for finger in places.indices.reversed() { board.up(UInt32(finger)) }
    #expect(board.pad == "")
  }

  @Test("Where regions overlap, the first free control gets the touch")
  func priority() {
    var board = Board(
      .button(.south, 50, 50), .stick(.left, 50, 50, 40), .stick(.right, 50, 50, 40))
    board.down(1, 50, 50, pad: "south")
    board.down(2, 60, 50, pad: "lx 32767 south")
    board.down(3, 40, 50, pad: "lx 32767 rx -32767 south")
    board.down(4, 30, 50)
    #expect(!board.layout.owns(ContactID(4)))
  }

  @Test("A reset releases everything, and ignores fingers that are still there")
  func reset() {
    var board = Self.full()
    board.down(1, 80, 70)
    board.down(2, 30, 70)
    board.down(3, 25, 33)
    board.down(4, 30, 10)
    #expect(board.pad != "")
    board.reset()
    #expect(board.pad == "")
    board.move(1, 90, 60)
    board.move(2, 20, 60)
    board.up(1)
    board.up(3, pad: "")
    board.down(5, 80, 70, pad: "south")
  }
}

/// Controls on a surface of 100 mm by 100 mm, with fingers.
struct Board {
  private(set) var layout: Layout

  init(_ controls: Control...) { self.init(controls, layers: []) }

  /// - Parameter layers: The layer of each control. Their names are in the order of the controls.
  init(_ controls: [Control], layers: [String?]) {
    let names: [String] = layers.compactMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 100, height: 100), controls: controls, layers: names,
      layersOfControls: layers)
  }

  // Each takes what the pad shows afterwards.

  mutating func down(
    _ finger: UInt32, _ x: Double, _ y: Double, pressure: Double? = nil, pad expected: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.began, finger, Point(x: x, y: y), pressure)
    expect(expected, sourceLocation)
  }

  mutating func move(
    _ finger: UInt32, _ x: Double, _ y: Double, pressure: Double? = nil, pad expected: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.moved, finger, Point(x: x, y: y), pressure)
    expect(expected, sourceLocation)
  }

  mutating func up(
    _ finger: UInt32, pad expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.ended, finger)
    expect(expected, sourceLocation)
  }

  mutating func cancel(
    _ finger: UInt32, pad expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.cancelled, finger)
    expect(expected, sourceLocation)
  }

  mutating func reset() { layout.reset(time: 0) }

  private mutating func apply(
    _ phase: ContactPhase, _ finger: UInt32, _ position: Point = .zero, _ pressure: Double? = nil
  ) {
    layout.apply(
      ContactEvent(id: ContactID(finger), phase: phase, position: position, pressure: pressure), time: 0)
  }

  private func expect(_ expected: String?, _ sourceLocation: SourceLocation) {
    if let expected { #expect(pad == expected, sourceLocation: sourceLocation) }
  }

  /// The pad's state, without axes and buttons at rest.
  var pad: String {
    let state = layout.gamepadState
    let axes = [
      ("lx", Int(state.leftStick.x)), ("ly", Int(state.leftStick.y)), ("rx", Int(state.rightStick.x)),
      ("ry", Int(state.rightStick.y)), ("lt", Int(state.leftTrigger)), ("rt", Int(state.rightTrigger)),
      ("hx", Int(state.hatX)), ("hy", Int(state.hatY)),
    ]
    return
      (axes.filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" }
      + GamepadButton.allCases.filter(state.isDown).map { "\($0)" }).joined(separator: " ")
  }
}

extension Control {
  static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Region {
    .circle(Circle(center: Point(x: x, y: y), radius: radius))
  }

  /// A round button, of 5 mm radius unless said otherwise, with a margin of 2 mm.
  static func button(
    _ output: GamepadButton, _ x: Double, _ y: Double, radius: Double = 5, slide: Slide = .over
  ) -> Control {
    var control = ButtonControl(name: "\(output)", region: circle(x, y, radius), output: output)
    control.slide = slide
    return .button(control)
  }

  /// A stick of 10 mm that deflects at once.
  static func stick(_ target: StickTarget, _ x: Double, _ y: Double, _ radius: Double = 10) -> Control {
    var parameters = StickParameters(region: circle(x, y, radius))
    parameters.radius = 10
    parameters.origin = .fixed
    parameters.movable = false
    parameters.movedTolerance = 0
    return .stick(StickControl(name: "stick", target: target, stick: Stick(parameters)))
  }
}
