import TestSupport
import Testing

@testable import JoystickModel

@Suite("Sliders")
struct SliderTests {
  /// From 10 to 90 mm along its direction.
  private static func slider(
    _ output: SliderOutput, _ direction: SliderDirection = .vertical, stays: Bool = false,
    deadZone: Double = 0,
    isInverted: Bool = false
  ) -> Control {
    let box =
      direction == .vertical
      ? Rectangle(x: 40, y: 10, width: 20, height: 80) : Rectangle(x: 10, y: 40, width: 80, height: 20)
    var slider = SliderControl(name: "slider", region: .rectangle(box), output: output, direction: direction)
    (slider.stays, slider.deadZone, slider.isInverted) = (stays, deadZone, isInverted)
    return .slider(slider)
  }

  @Test("Up pulls the right trigger, down the left one, and neither in the middle")
  func triggers() {
    var board = Board(Self.slider(.triggers))
    board.down(1, 50, 50, pad: "")
    board.move(1, 50, 30, pad: "rt 128")
    board.move(1, 50, 10, pad: "rt 255")
    board.move(1, 90, 0, pad: "rt 255")
    board.move(1, 50, 70, pad: "lt 128")
    board.move(1, 50, 95, pad: "lt 255")
    board.up(1, pad: "")
  }

  @Test("One trigger is pulled from the lower or left end")
  func trigger() {
    var board = Board(Self.slider(.trigger(.right)))
    board.down(1, 50, 90, pad: "")
    board.move(1, 50, 50, pad: "rt 128")
    board.move(1, 50, 5, pad: "rt 255")
    board.up(1, pad: "")
    board = Board(Self.slider(.trigger(.left), .horizontal))
    board.down(1, 10, 50, pad: "")
    board.move(1, 90, 50, pad: "lt 255")
  }

  @Test("An axis goes to the right or up, as on a stick")
  func axes() {
    var board = Board(Self.slider(.axis(.leftY)))
    board.down(1, 50, 10, pad: "ly -32767")
    board.move(1, 50, 70, pad: "ly 16384")
    board = Board(Self.slider(.axis(.rightX), .horizontal))
    board.down(1, 90, 50, pad: "rx 32767")
    board.move(1, 30, 50, pad: "rx -16384")
    board = Board(Self.slider(.axis(.leftX), isInverted: true))
    board.down(1, 50, 10, pad: "lx -32767")
  }

  @Test("The dead zone is around the rest, and the ends stay full")
  func deadZone() {
    var board = Board(Self.slider(.axis(.leftY), deadZone: 0.5))
    board.down(1, 50, 31, pad: "")
    board.move(1, 50, 20, pad: "ly -16384")
    board.move(1, 50, 10, pad: "ly -32767")
    board = Board(Self.slider(.trigger(.right), deadZone: 0.5))
    board.down(1, 50, 51, pad: "")
    board.move(1, 50, 30, pad: "rt 128")
  }

  @Test(
    "A slider that stays keeps its value at a lift, and is released by a reset and by a contact that is lost")
  func stay() {
    var board = Board(Self.slider(.triggers, stays: true))
    board.down(1, 50, 30)
    board.up(1, pad: "rt 128")
    board.down(2, 50, 70, pad: "lt 128")
    board.cancel(2, pad: "")
    board.down(3, 50, 30)
    board.up(3, pad: "rt 128")
    board.reset()
    #expect(board.pad == "")
  }

  @Test("Its report says where it rests and where it is")
  func report() {
    var layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 100, height: 100), controls: [Self.slider(.trigger(.right))])
    #expect(layout.report(at: 0).base == Point(x: 50, y: 90))
    layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: Point(x: 41, y: 30)), time: 0)
    #expect(layout.report(at: 0).handle == Point(x: 50, y: 30) && layout.report(at: 0).isTouched)
    #expect(layout.report(at: 0, hidesPositions: true).handle == Point(x: 50, y: 90))
  }
}

@Suite("Wheels")
struct WheelTests {
  /// A wheel around (50, 50), whose finger has landed at its top.
  private static func held(range: Double = 270, returnSpeed: Double = 540) -> Layout {
    let wheel = WheelControl(
      name: "wheel", region: Control.circle(50, 50, 40), range: range, returnSpeed: returnSpeed)
    var layout = Layout(surface: Rectangle(x: 0, y: 0, width: 100, height: 100), controls: [.wheel(wheel)])
    layout.turn(to: 0, .began)
    return layout
  }

  @Test(
    "The turn around the centre is the axis, wherever the finger lands and however far it is from the centre")
  func turn() {
    for start in stride(from: 0.0, to: 360, by: 30) {
      for radius in [10.0, 30, 39] {
        var layout = Self.held()
        layout.turn(to: 0, .ended)
        layout.turn(to: start, radius: radius, .began)
        #expect(layout.gamepadState == GamepadState())
        for angle in stride(from: 0.0, through: 67.5, by: 7.5) {
          layout.turn(to: start + angle, radius: radius)
        }
        #expect(abs(Int(layout.gamepadState.leftStick.x) - 16384) <= 1, "\(layout.gamepadState.leftStick)")
        for angle in stride(from: 67.5, through: -135, by: -7.5) {
          layout.turn(to: start + angle, radius: radius)
        }
        #expect(abs(Int(layout.gamepadState.leftStick.x) + 32767) <= 1, "\(layout.gamepadState.leftStick)")
      }
    }
  }

  @Test("Beyond an end the finger slips, and the way back counts at once")
  func ends() {
    var layout = Self.held(range: 180)
    for angle in stride(from: 0.0, through: 170, by: 10) { layout.turn(to: angle) }
    #expect(layout.gamepadState.leftStick.x == 32767)
    for angle in stride(from: 170.0, through: 125, by: -5) { layout.turn(to: angle) }
    #expect(abs(Int(layout.gamepadState.leftStick.x) - 16384) <= 1)
  }

  @Test("A range of several turns counts them")
  func turns() {
    var layout = Self.held(range: 900)
    for angle in stride(from: 0.0, through: 450, by: 15) { layout.turn(to: angle) }
    #expect(layout.gamepadState.leftStick.x == 32767)
  }

  @Test("A finger that crosses the centre does not turn it")
  func hub() {
    var layout = Self.held()
    for y in stride(from: 10.0, through: 90, by: 1) {
      layout.apply(
        ContactEvent(id: ContactID(1), phase: .moved, position: Point(x: 50, y: y)), time: 0)
    }
    #expect(layout.gamepadState == GamepadState())
  }

  @Test("After the lift it returns at its speed, to exactly 0, and then nothing is due")
  func returning() throws {
    var layout = Self.held(range: 270, returnSpeed: 100)
    for angle in stride(from: 0.0, through: 90, by: 10) { layout.turn(to: angle) }
    layout.turn(to: 90, .ended)
    var end: Int64 = 0
    while let next = layout.deadline {
      try #require(next > end && next - end <= 8000)
      end = next
      layout.advance(to: next)
      let angle = 90 - 100 * Double(next) / 1e6
      let expected = axisValue(max(0, angle) / 135)
      #expect(abs(Int(layout.gamepadState.leftStick.x) - Int(expected)) <= 1)
    }
    #expect((900_000...900_002).contains(end) && layout.gamepadState == GamepadState())
  }

  @Test("A finger that comes back in time continues from where the wheel is by then")
  func catching() throws {
    var layout = Self.held(range: 360, returnSpeed: 90)
    for angle in stride(from: 0.0, through: 90, by: 10) { layout.turn(to: angle) }
    layout.turn(to: 90, .ended)
    layout.turn(to: 200, .began, time: 500_000)
    #expect(layout.deadline == nil && layout.gamepadState.leftStick.x == axisValue(0.25))
    layout.turn(to: 155, time: 500_000)
    #expect(layout.gamepadState == GamepadState())
  }

  @Test("A contact that is lost, and a reset, release it at once")
  func release() {
    for isReset in [true, false] {
      var layout = Self.held()
      layout.turn(to: 60)
      #expect(layout.gamepadState.leftStick.x > 10_000)
      if isReset { layout.reset(time: 0) } else { layout.turn(to: 60, .cancelled) }
      #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
    }
  }
}

extension Layout {
  /// Moves the finger around (50, 50) to a compass direction.
  fileprivate mutating func turn(
    to angle: Double, radius: Double = 35, _ phase: ContactPhase = .moved, time: Int64 = 0
  ) {
    let position = Point(x: 50, y: 50) + Vector(compass: angle, length: radius)
    apply(ContactEvent(id: ContactID(1), phase: phase, position: position), time: time)
  }
}

@Suite("Controls that move the same axis")
struct SharedAxisTests {
  @Test("Of two that deflect the same axis the farther counts, in any order")
  func farther() {
    let wheel = WheelControl(name: "wheel", region: Control.circle(80, 80, 10), output: .leftX)
    for controls in [[Control.stick(.left, 20, 20), .wheel(wheel)], [.wheel(wheel), .stick(.left, 20, 20)]] {
      var layout = Layout(surface: Rectangle(x: 0, y: 0, width: 100, height: 100), controls: controls)
      layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: Point(x: 30, y: 20)), time: 0)
      layout.apply(ContactEvent(id: ContactID(2), phase: .began, position: Point(x: 80, y: 72)), time: 0)
      layout.apply(ContactEvent(id: ContactID(2), phase: .moved, position: Point(x: 72, y: 80)), time: 0)
      #expect(layout.gamepadState.leftStick.x == 32767)
      layout.apply(ContactEvent(id: ContactID(1), phase: .ended, position: .zero), time: 0)
      #expect(layout.gamepadState.leftStick.x == axisValue(-90.0 / 135))
    }
  }
}
