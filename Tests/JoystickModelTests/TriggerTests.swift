import Testing

@testable import JoystickModel

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
