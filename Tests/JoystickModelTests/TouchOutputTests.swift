import Testing

@testable import JoystickModel

@Suite("What a stick or a look pad holds while it is touched")
struct TouchOutputTests {
  /// A stick or a look pad of 10 mm at 20, 20.
  private static func control(_ isStick: Bool, _ outputs: [PadOutput]) -> Control {
    let touch = TouchOutputs(outputs)
    guard isStick, case .stick(var stick) = Control.stick(.left, 20, 20) else {
      var look = LookControl(name: "look", region: Control.circle(20, 20, 10))
      look.touchOutputs = touch
      return .look(look)
    }
    stick.touchOutputs = touch
    return .stick(stick)
  }

  @Test("From the touch-down until the lift, wherever the finger goes", arguments: [true, false])
  func touch(_ isStick: Bool) {
    var board = Board(Self.control(isStick, [.trigger(.right), .button(.south)]))
    board.down(1, 20, 20, pad: "rt 255 south")
    #expect(board.layout.report(at: 0).buttons == GamepadButton.south.mask)
    #expect(board.layout.presses(at: 0) == TouchOutputs.press)
    board.down(2, 21, 20, pad: "rt 255 south")
    board.move(1, 90, 20)
    #expect(board.pad.hasSuffix("rt 255 south"))
    board.up(2)
    #expect(board.pad.hasSuffix("rt 255 south"))
    board.up(1, pad: "")
    #expect(board.layout.presses(at: 0) == 0 && board.layout.report(at: 0).buttons == 0)
    board.down(3, 20, 20, pad: "rt 255 south")
    board.cancel(3, pad: "")
    board.down(4, 20, 20, pad: "rt 255 south")
    board.reset()
    #expect(board.pad == "")
  }

  @Test("A layer that is hidden releases it", arguments: [true, false])
  func layers(_ isStick: Bool) {
    var change = ButtonAction([])
    change.layerChange = .next
    let next = ButtonControl(name: "next", region: Control.circle(80, 20, 5), action: change)
    var board = Board(
      [Self.control(isStick, [.button(.east)]), .button(next), .button(.south, 50, 50)],
      layers: ["one", nil, "two"])
    board.down(1, 20, 20, pad: "east")
    board.down(2, 80, 20, pad: "")
    board.up(1, pad: "")
  }

  @Test("It can be a key of a keyboard, and leaves the others' keys alone", arguments: [true, false])
  func keys(_ isStick: Bool) throws {
    let (first, second) = (try #require(KeyboardKey("KEY_F1")), try #require(KeyboardKey("KEY_F2")))
    let button = ButtonControl(
      name: "F2", region: Control.circle(80, 20, 5), action: ButtonAction([.key(second)]))
    var board = Board(Self.control(isStick, [.key(first)]), .button(button))
    var held: [KeyboardKey] {
      var keys: [KeyboardKey] = []
      board.layout.forEachHeldKey { keys.append($0) }
      return keys
    }
    #expect(board.layout.keys == [first, second] && held.isEmpty)
    board.down(1, 20, 20, pad: "")
    #expect(held == [first])
    board.down(2, 80, 20, pad: "")
    #expect(held == [first, second])
    board.up(1)
    #expect(held == [second])
  }

  @Test("Without outputs there is nothing to hold")
  func none() { #expect(TouchOutputs([]) == nil) }
}
