import Testing

@testable import JoystickModel

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

  @Test("a button on top of a larger one is reached from there, the first in order first")
  func onTop() {
    var board = Board(.button(.south, 50, 50), .button(.east, 50, 50, radius: 30))
    board.down(1, 70, 50)
    #expect(board.pad == "east")
    board.move(1, 51, 50)
    #expect(board.pad == "south")
    board.move(1, 56, 50)
    #expect(board.pad == "south", "its margin")
    board.move(1, 58, 50)
    #expect(board.pad == "east")
    board.move(1, 50, 50)
    #expect(board.pad == "south")
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
