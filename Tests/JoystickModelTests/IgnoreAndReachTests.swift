import Testing

@testable import JoystickModel

@Suite("Glass that does nothing, and glass that forgives")
struct IgnoreAndReachTests {
  private static func ignore(_ x: Double, _ y: Double, _ radius: Double = 10) -> Control {
    .ignore(IgnoreControl(name: "ignore", region: Control.circle(x, y, radius)))
  }

  private static func button(_ output: GamepadButton, _ x: Double, reach: Double) -> Control {
    guard case .button(var button) = Control.button(output, x, 50) else { return ignore(0, 0) }
    button.reach = reach
    return .button(button)
  }

  @Test("Ignored glass holds any number of contacts, which press nothing wherever they go")
  func ignored() {
    var board = Board(Self.ignore(20, 20), .button(.south, 25, 20), .button(.east, 60, 20))
    board.down(1, 20, 20, pad: "")
    board.down(2, 25, 20, pad: "")
    #expect(board.layout.owns(ContactID(1)) && board.layout.owns(ContactID(2)))
    #expect(board.layout.report(at: 0).isTouched)
    board.move(2, 60, 20, pad: "")
    board.up(1)
    board.cancel(2)
    #expect(!board.layout.report(at: 0).isTouched && !board.layout.owns(ContactID(2)))
    board.down(3, 20, 20)
    board.reset()
    #expect(!board.layout.report(at: 0).isTouched)
  }

  @Test("Controls before ignored glass work as without it")
  func order() {
    var board = Board(.button(.south, 25, 20), Self.ignore(20, 20, 30))
    board.down(1, 25, 20, pad: "south")
    board.move(1, 40, 20, pad: "")
    board.down(2, 40, 20, pad: "")
    #expect(board.layout.owns(ContactID(2)))
  }

  @Test("A touch beside all controls belongs to the nearest that reaches it")
  func reach() {
    var board = Board(
      Self.button(.south, 20, reach: 6), Self.button(.east, 40, reach: 3), .button(.west, 60, 50))
    // The edges are at 25 mm and 35 mm.
    board.down(1, 30.9, 50, pad: "south")
    board.up(1, pad: "")
    board.down(2, 32, 50, pad: "east")
    board.up(2)
    board.down(3, 31.5, 50, pad: "")
    #expect(!board.layout.owns(ContactID(3)))
    board.down(4, 66, 50, pad: "")
    #expect(!board.layout.owns(ContactID(4)))
    board.down(5, 20, 61, pad: "south")
  }

  @Test("A finger that landed beside a button presses it as long as it stays within the reach")
  func margin() {
    var board = Board(Self.button(.south, 20, reach: 6))
    board.down(1, 30, 50, pad: "south")
    board.move(1, 30.9, 50, pad: "south")
    board.move(1, 31.1, 50, pad: "")
    board.move(1, 29, 50, pad: "")
    board.move(1, 24, 50, pad: "south")
  }

  @Test("A reach does not keep a finger from the button that it slides onto")
  func neighbour() {
    var board = Board(Self.button(.south, 20, reach: 8), Self.button(.east, 34, reach: 0))
    board.down(1, 20, 50, pad: "south")
    board.move(1, 27.5, 50, pad: "south")
    board.move(1, 30, 50, pad: "east")
    board.up(1, pad: "")
  }

  @Test("No control reaches into the region of another, even of one that is held")
  func held() {
    var board = Board(.stick(.left, 50, 50), Self.button(.south, 70, reach: 20))
    board.down(1, 50, 50)
    board.down(2, 58, 50, pad: "")
    #expect(!board.layout.owns(ContactID(2)))
    board.down(3, 62, 50, pad: "south")
  }

  @Test("A trigger reaches a touch, too, and pulls by the way from where it landed")
  func trigger() {
    var trigger = TriggerControl(
      name: "lt", region: Control.circle(50, 50, 5), target: .left, pull: .slide(distance: 10))
    trigger.reach = 3
    var board = Board(.trigger(trigger))
    board.down(1, 57, 50, pad: "")
    board.move(1, 62, 50, pad: "lt 128")
    board.down(2, 57, 50, pad: "lt 128")
    #expect(!board.layout.owns(ContactID(2)))
    board.up(1, pad: "")
  }

  @Test("Distances are those to the edge", arguments: [(13.0, 0.0), (15, 0), (18, 3)] as [(Double, Double)])
  func distance(_ x: Double, _ expected: Double) {
    #expect(Control.circle(10, 10, 5).distance(to: Point(x: x, y: 10)) == expected)
    let square = Region.rectangle(Rectangle(x: 5, y: 5, width: 10, height: 10))
    #expect(square.distance(to: Point(x: x, y: 10)) == expected)
    #expect(square.distance(to: Point(x: 18, y: 19)) == 5)
  }
}
