import Testing

@testable import JoystickModel

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
