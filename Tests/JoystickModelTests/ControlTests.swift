import Testing

@testable import JoystickModel

/// Controls on a surface of 100 mm by 100 mm, and what fingers do to them.
struct Board {
  private(set) var layout: Layout

  init(_ controls: Control...) {
    layout = Layout(surface: Rectangle(x: 0, y: 0, width: 100, height: 100), controls: controls)
  }

  mutating func down(_ finger: UInt32, _ x: Double, _ y: Double, pressure: Double? = nil) {
    apply(.began, finger, x, y, pressure)
  }

  mutating func move(_ finger: UInt32, _ x: Double, _ y: Double, pressure: Double? = nil) {
    apply(.moved, finger, x, y, pressure)
  }

  mutating func up(_ finger: UInt32) { apply(.ended, finger, 0, 0, nil) }

  mutating func cancel(_ finger: UInt32) { apply(.cancelled, finger, 0, 0, nil) }

  mutating func reset() { layout.reset(time: 0) }

  private mutating func apply(
    _ phase: ContactPhase, _ finger: UInt32, _ x: Double, _ y: Double, _ pressure: Double?
  ) {
    layout.apply(
      ContactEvent(id: ContactID(finger), phase: phase, position: Point(x: x, y: y), pressure: pressure),
      time: 0)
  }

  /// What the pad shows, but for what is at rest.
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

  /// A round button of 5 mm radius with a margin of 2 mm.
  static func button(_ output: GamepadButton, _ x: Double, _ y: Double, slide: Slide = .over) -> Control {
    var control = ButtonControl(name: "\(output)", region: circle(x, y, 5), output: output)
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

@Suite("Buttons")
struct ButtonTests {
  @Test("a button is down while at least one finger is on it")
  func fingers() {
    var board = Board(.button(.south, 20, 20))
    board.down(1, 20, 20)
    #expect(board.pad == "south")
    board.down(2, 22, 20)
    board.up(1)
    #expect(board.pad == "south")
    board.cancel(2)
    #expect(board.pad == "")
  }

  @Test("its area grows by the margin while it is pressed, and only then")
  func margin() {
    var board = Board(.button(.south, 20, 20))
    board.down(1, 26, 20)
    #expect(board.pad == "")
    board.down(2, 24, 20)
    board.move(2, 27, 20)
    #expect(board.pad == "south")
    board.move(2, 27.1, 20)
    #expect(board.pad == "")
    board.move(2, 26, 20)
    #expect(board.pad == "")
    board.move(2, 25, 20)
    #expect(board.pad == "south")
  }

  @Test("slide over: the finger presses the button that it is on")
  func over() {
    var board = Board(.button(.south, 20, 20), .button(.east, 40, 20))
    board.down(1, 20, 20)
    board.move(1, 30, 20)
    #expect(board.pad == "")
    board.move(1, 40, 20)
    #expect(board.pad == "east")
    board.move(1, 20, 20)
    #expect(board.pad == "south")
    board.up(1)
    #expect(board.pad == "")
  }

  @Test("slide over, side by side: the margin keeps the first button until the finger has left it")
  func sideBySide() {
    var board = Board(.button(.south, 20, 20), .button(.east, 30, 20))
    board.down(1, 20, 20)
    board.move(1, 26, 20)
    #expect(board.pad == "south")
    board.move(1, 28, 20)
    #expect(board.pad == "east")
  }

  @Test("slide off: the finger presses only the button on which it came down, and none slides to that")
  func off() {
    var board = Board(.button(.south, 20, 20, slide: .off), .button(.east, 40, 20))
    board.down(1, 20, 20)
    board.move(1, 40, 20)
    #expect(board.pad == "")
    board.move(1, 20, 20)
    #expect(board.pad == "south")
    board.down(2, 40, 20)
    board.move(2, 20, 20)
    board.up(1)
    #expect(board.pad == "")
  }

  @Test("slide hold_first: the first button stays down, and so is the one that the finger is on")
  func holdFirst() {
    var board = Board(
      .button(.south, 20, 20, slide: .holdFirst), .button(.east, 40, 20), .button(.west, 60, 20))
    board.down(1, 20, 20)
    board.move(1, 40, 20)
    #expect(board.pad == "south east")
    board.move(1, 60, 20)
    #expect(board.pad == "south west")
    board.move(1, 20, 20)
    #expect(board.pad == "south")
    board.move(1, 90, 90)
    #expect(board.pad == "south")
    board.up(1)
    #expect(board.pad == "")
  }

  @Test("a finger from beside the buttons presses none, and one on a stick neither")
  func foreign() {
    var board = Board(.button(.south, 20, 20), .stick(.left, 60, 60))
    board.down(1, 90, 20)
    board.move(1, 20, 20)
    #expect(board.pad == "")
    #expect(!board.layout.owns(ContactID(1)))
    board.down(2, 60, 60)
    board.move(2, 20, 60)
    #expect(board.pad == "lx -32767")
    board.move(2, 20, 20)
    #expect(board.layout.gamepadState.buttons == 0)
    #expect(board.layout.owns(ContactID(2)))
  }

  @Test("a finger that touches down twice is taken once, and a lift of nobody's changes nothing")
  func twice() {
    var board = Board(.button(.south, 20, 20), .button(.east, 40, 20))
    board.down(1, 20, 20)
    board.down(1, 40, 20)
    #expect(board.pad == "south")
    board.up(2)
    board.up(1)
    board.up(1)
    #expect(board.pad == "")
    board.down(1, 20, 20)
    #expect(board.pad == "south")
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

  @Test("eight directions, and none within the dead zone")
  func eight() {
    var board = Board(Self.pad())
    board.down(1, 53, 50)
    #expect(board.pad == "")
    let ways = [
      (50.0, 40.0, "hy -1"), (60, 40, "hx 1 hy -1"), (60, 50, "hx 1"), (60, 60, "hx 1 hy 1"),
      (50, 60, "hy 1"),
      (40, 60, "hx -1 hy 1"), (40, 50, "hx -1"), (40, 40, "hx -1 hy -1"), (50, 50, ""), (53.1, 50, "hx 1"),
    ]
    for (x, y, expected) in ways {
      board.move(1, x, y)
      #expect(board.pad == expected)
    }
    board.up(1)
    #expect(board.pad == "")
  }

  @Test("four directions, to buttons")
  func four() {
    var board = Board(
      Self.pad(.buttons(up: .west, right: .east, down: .south, left: .north), directions: .four))
    board.down(1, 60, 42)
    #expect(board.pad == "east")
    board.move(1, 59.2, 40)
    #expect(board.pad == "east", "5 degrees of hysteresis")
    board.move(1, 50, 40)
    #expect(board.pad == "west")
  }

  @Test("it keeps its finger wherever that goes, and no other steers it")
  func sticky() {
    var board = Board(Self.pad())
    board.down(1, 60, 50)
    board.down(2, 50, 60)
    #expect(board.pad == "hx 1")
    board.move(1, 100, 0)
    #expect(board.pad == "hx 1 hy -1")
    board.cancel(1)
    #expect(board.pad == "")
    board.move(2, 40, 50)
    #expect(board.pad == "")
  }

  @Test("a stick can be one: eight directions, or as many as it has, to the hat or to buttons")
  func stick() {
    var board = Board(.stick(.direction(.hat), 50, 50))
    board.down(1, 50, 50)
    #expect(board.pad == "")
    board.move(1, 57, 43)
    #expect(board.pad == "hx 1 hy -1")
    board.move(1, 50, 60)
    #expect(board.pad == "hy 1")
    board.up(1)
    #expect(board.pad == "")

    var parameters = StickParameters(region: Control.circle(50, 50, 10))
    parameters.origin = .fixed
    parameters.response.invertY = true
    var inverted = Board(
      .stick(StickControl(name: "stick", target: .direction(.hat), stick: Stick(parameters))))
    inverted.down(1, 57, 43)
    #expect(inverted.pad == "hx 1 hy 1")

    let buttons = DirectionOutput.buttons(up: .west, right: .east, down: .south, left: .north)
    var other = Board(.stick(.direction(buttons), 50, 50))
    other.down(1, 43, 57)
    #expect(other.pad == "south north")
  }

  @Test("two that press opposite ways leave the pad with the first")
  func opposite() {
    var board = Board(
      .directionPad(DirectionPadControl(name: "one", region: Control.circle(20, 50, 10))),
      .directionPad(DirectionPadControl(name: "two", region: Control.circle(60, 50, 10))))
    board.down(1, 26, 50)
    board.down(2, 54, 50)
    #expect(board.pad == "hx 1")
    board.up(1)
    #expect(board.pad == "hx -1")
  }
}

@Suite("Triggers")
struct TriggerTests {
  private static func trigger(_ target: TriggerTarget, _ pull: TriggerPull) -> Control {
    .trigger(TriggerControl(name: "trigger", region: Control.circle(50, 50, 10), target: target, pull: pull))
  }

  @Test("a full pull, until the finger lifts, wherever it goes")
  func full() {
    var board = Board(Self.trigger(.left, .full))
    board.down(1, 50, 50)
    #expect(board.pad == "lt 255")
    board.move(1, 0, 0)
    #expect(board.pad == "lt 255")
    board.up(1)
    #expect(board.pad == "")
  }

  @Test("a pull by how far the finger slides")
  func slide() {
    var board = Board(Self.trigger(.right, .slide(distance: 10)))
    board.down(1, 50, 50)
    #expect(board.pad == "")
    board.move(1, 50, 55)
    #expect(board.pad == "rt 128")
    board.move(1, 50, 75)
    #expect(board.pad == "rt 255")
    board.down(2, 50, 50)
    board.up(2)
    #expect(board.pad == "rt 255")
    board.cancel(1)
    #expect(board.pad == "")
  }

  @Test("a pull by pressure, and a full one on a device that does not tell it")
  func pressure() {
    var board = Board(Self.trigger(.left, .pressure))
    board.down(1, 50, 50, pressure: 0.1)
    #expect(board.pad == "lt 26")
    board.move(1, 50, 50, pressure: 0.5)
    #expect(board.pad == "lt 128")
    board.move(1, 50, 50, pressure: 1)
    #expect(board.pad == "lt 255")
    board.up(1)
    board.down(2, 50, 50)
    #expect(board.pad == "lt 255")
  }

  @Test("of two triggers of one side, the one that is pulled farther counts")
  func two() {
    var board = Board(
      .trigger(TriggerControl(name: "a", region: Control.circle(20, 20, 10), target: .left)),
      .trigger(
        TriggerControl(
          name: "b", region: Control.circle(60, 60, 10), target: .left, pull: .slide(distance: 10))))
    board.down(1, 60, 60)
    board.move(1, 60, 65)
    board.down(2, 20, 20)
    #expect(board.pad == "lt 255")
    board.up(2)
    #expect(board.pad == "lt 128")
  }
}

@Suite("Many controls at once")
struct LayoutTests {
  private static func full() -> Board {
    Board(
      .button(.south, 80, 70), .button(.east, 90, 60), .button(.west, 80, 50), .button(.north, 70, 60),
      .button(.leftShoulder, 10, 10), .button(.start, 50, 10), .stick(.left, 20, 70), .stick(.right, 60, 90),
      .directionPad(DirectionPadControl(name: "dpad", region: Control.circle(25, 40, 10))),
      .trigger(TriggerControl(name: "lt", region: Control.circle(30, 10, 5), target: .left)))
  }

  @Test("ten fingers, each on a control of its own")
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

  @Test("where regions overlap, the first control that is free takes the touch")
  func priority() {
    var board = Board(
      .button(.south, 50, 50), .stick(.left, 50, 50, 40), .stick(.right, 50, 50, 40))
    board.down(1, 50, 50)
    #expect(board.pad == "south")
    board.down(2, 60, 50)
    #expect(board.pad == "lx 32767 south")
    board.down(3, 40, 50)
    #expect(board.pad == "lx 32767 rx -32767 south")
    board.down(4, 30, 50)
    #expect(!board.layout.owns(ContactID(4)))
  }

  @Test("a reset lets go of everything, and fingers that are still there count no more")
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
    board.up(3)
    #expect(board.pad == "")
    board.down(5, 80, 70)
    #expect(board.pad == "south")
  }
}
