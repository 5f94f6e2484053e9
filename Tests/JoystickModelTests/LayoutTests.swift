import Testing

@testable import JoystickModel

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
