import Testing

@testable import JoystickModel

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
