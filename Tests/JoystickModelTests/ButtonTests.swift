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
