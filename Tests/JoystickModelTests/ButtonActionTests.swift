import Foundation
import TestSupport
import Testing

@testable import JoystickModel

@Suite("What buttons do on the pad")
struct ButtonActionTests {
  private static func button(
    _ outputs: [PadOutput], _ x: Double = 20, _ change: (inout ButtonAction) -> Void = { _ in }
  ) -> Control {
    var action = ButtonAction(outputs)
    change(&action)
    return .button(
      ButtonControl(name: action.label + " \(x)", region: Control.circle(x, 20, 5), action: action))
  }

  private static func sequence(_ steps: [[PadOutput]], _ x: Double = 20) -> Control {
    button([], x) { action in
      action.steps = steps
      action.isSequence = true
    }
  }

  @Test("A button holds all its outputs at once")
  func list() {
    var board = Board(Self.button([.button(.south), .hat(.up), .halfAxis(.right, .down), .trigger(.left)]))
    board.down(1, 20, 20, pad: "ry 32767 lt 255 hy -1 south")
    board.up(1, pad: "")
  }

  @Test("The keys of a keyboard have the kernel's names and numbers, and eight of them are modifiers")
  func kernelKeys() throws {
    let header = try String(contentsOfFile: "/usr/include/linux/input-event-codes.h", encoding: .utf8)
    let defined = header.matches(of: /#define (KEY_\w+)\s+(\d+)\b/).map { (String($0.1), UInt16($0.2) ?? 0) }
    let codes = Dictionary(uniqueKeysWithValues: defined)
    #expect(KeyboardKey.all.allSatisfy { codes[$0.name] == $0.code })
    let last = try #require(codes["KEY_MICMUTE"])
    let missing = defined.filter { name, code in code <= last && KeyboardKey(name)?.code != code }.map(\.0)
    #expect(missing == ["KEY_RESERVED", "KEY_UNKNOWN"])
    #expect(KeyboardKey.all.count { $0.isModifier } == 8)
  }

  @Test("The value is a part of an axis, and of a trigger")
  func value() {
    let half = Self.button([.halfAxis(.left, .left), .trigger(.right), .button(.east)]) { $0.value = 0.5 }
    var board = Board(half)
    board.down(1, 20, 20, pad: "lx -16384 rt 128 east")
    board.up(1, pad: "")
  }

  @Test("Each output has a name of its own, and is alone on the pad")
  func outputs() {
    #expect(Set(PadOutput.all.map(\.label)).count == 25)
    for output in PadOutput.all {
      let state = GamepadState([output])
      #expect(state != GamepadState())
      for other in PadOutput.all where other != output { #expect(GamepadState([other]) != state) }
      guard let opposite = output.opposite else { continue }
      #expect(opposite.opposite == output && GamepadState([output, opposite]) == state)
    }
  }

  @Test("A button holds keys of a keyboard, which the pad does not show, for as long as its other outputs")
  func keys() throws {
    let (first, second) = (try #require(KeyboardKey("KEY_F1")), try #require(KeyboardKey("KEY_ESC")))
    let list = Self.button([.button(.south), .key(first)]) { $0.mode = .toggle }
    var board = Board(list, Self.sequence([[.key(second)], [], [.key(first), .key(second)]], 60))
    func heldKeys(of layout: Layout) -> Set<KeyboardKey> {
      var keys: Set<KeyboardKey> = []
      layout.forEachHeldKey { keys.insert($0) }
      return keys
    }
    var held: Set<KeyboardKey> { heldKeys(of: board.layout) }
    #expect(board.layout.keys == [first, second] && held.isEmpty)
    board.down(1, 20, 20, pad: "south")
    board.up(1, pad: "south")
    #expect(held == [first])
    board.down(2, 60, 20, pad: "south")
    #expect(held == [first, second])
    var layout = board.layout
    let steps = [50_000, 100_000, 150_000].map { (time: Int64) in
      layout.advance(to: time)
      return heldKeys(of: layout)
    }
    #expect(steps == [[first], [first, second], [first]])
    board.reset()
    #expect(held.isEmpty)
  }

  @Test("Each key has a name of its own, which is short on a picture")
  func keyNames() {
    #expect(Set(KeyboardKey.all.map(\.name)).count == KeyboardKey.all.count)
    for key in KeyboardKey.all { #expect(KeyboardKey(key.name) == key) }
    #expect(["F1", "KEY_", "KEY_F25", "KEY_-", ""].allSatisfy { KeyboardKey($0) == nil })
    #expect(KeyboardKey.shortened("A+KEY_LEFTCTRL+KEY_F1+KEY") == "A+LEFTCTRL+F1+KEY")
  }

  @Test("Of a stick and half an axis, the larger deflection of each axis counts")
  func stickAndHalfAxis() {
    var board = Board(Self.button([.halfAxis(.left, .right)]) { $0.value = 0.5 }, .stick(.left, 60, 60))
    board.down(1, 60, 60)
    board.move(1, 67, 55)
    let alone = board.pad
    board.down(2, 20, 20)
    #expect(board.pad == alone)
    board.move(1, 57, 55)
    board.move(1, 58, 51)
    #expect(board.pad.hasPrefix("lx 16384 ly -"))
    board.up(1, pad: "lx 16384")
    board.up(2, pad: "")
  }

  @Test("Of two equal opposite half axes, the first counts")
  func opposite() {
    var board = Board(Self.button([.halfAxis(.left, .left)]), Self.button([.halfAxis(.left, .right)], 50))
    board.down(1, 50, 20, pad: "lx 32767")
    board.down(2, 20, 20, pad: "lx -32767")
    board.up(2, pad: "lx 32767")
  }

  @Test("Of two buttons with the same output, either holds it")
  func same() {
    var board = Board(
      Self.button([.button(.south), .trigger(.left)]), Self.button([.button(.south)], 50))
    board.down(1, 20, 20)
    board.down(2, 50, 20)
    board.up(1, pad: "south")
    board.up(2, pad: "")
  }

  @Test("A toggle stays down until the next press, however many fingers are on it")
  func toggle() {
    var board = Board(Self.button([.button(.south)]) { $0.mode = .toggle }, .button(.east, 50, 20))
    board.down(1, 20, 20, pad: "south")
    board.down(2, 20, 20, pad: "south")
    board.up(1)
    board.up(2, pad: "south")
    #expect(board.layout.report(at: 0).isTouched)
    // A finger that slides onto it presses it, too.
    board.down(3, 50, 20, pad: "south east")
    board.move(3, 20, 20, pad: "")
    board.up(3, pad: "")
    board.down(4, 20, 20, pad: "south")
    board.reset()
    #expect(board.pad == "" && board.layout.deadline == nil)
    board.down(5, 20, 20, pad: "south")
  }

  @Test("A touch switches each toggle once, although it slides away and comes back")
  func switchesOnce() {
    func toggle(_ button: GamepadButton, _ x: Double) -> Control {
      Self.button([.button(button)], x) { $0.mode = .toggle }
    }
    var board = Board(toggle(.south, 20), toggle(.west, 50))
    board.down(1, 20, 20, pad: "south")
    board.move(1, 35, 60, pad: "south")
    board.move(1, 20, 20, pad: "south")
    board.move(1, 50, 20, pad: "south west")
    board.move(1, 20, 20, pad: "south west")
    board.down(2, 20, 20, pad: "west")
    board.up(2)
    board.move(1, 35, 60)
    board.move(1, 20, 20, pad: "west")
    board.up(1)
    board.down(1, 20, 20, pad: "south west")
    board.reset()
    board.down(1, 20, 20, pad: "south")
  }

  @Test("A touch plays a sequence once, although it slides away and comes back")
  func playsOnce() {
    var layout = Board(Self.sequence([[.button(.south)]])).layout
    layout.touch(1, .began, time: 0)
    layout.advance(to: 50_000)
    layout.touch(1, .moved, x: 60, time: 60_000)
    layout.touch(1, .moved, time: 70_000)
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
    layout.touch(1, .ended, time: 80_000)
    layout.touch(1, .began, time: 90_000)
    #expect(layout.gamepadState.isDown(.south))
  }

  @Test("What a palm or a lost finger has latched or started ends with it", arguments: [false, true])
  func cancelled(isTurbo: Bool) {
    var board = Board(
      Self.button([.button(.south)]) { action in
        action.mode = .toggle
        action.turboHalf = isTurbo ? 20_000 : nil
      },
      Self.sequence([[.button(.east)], [.button(.west)]], 50))
    board.down(1, 20, 20, pad: "south")
    board.cancel(1, pad: "")
    board.down(2, 50, 20, pad: "east")
    board.cancel(2, pad: "")
    #expect(board.layout.deadline == nil)
  }

  @Test("Turbo is down for half of each time, and up when the finger lifts", arguments: [true, false])
  func turbo(liftsWhileDown: Bool) {
    let half: Int64 = 41_667
    var layout = Board(Self.button([.button(.south)]) { $0.turboHalf = half }).layout
    layout.touch(1, .began, time: 1000)
    for count in 1..<(liftsWhileDown ? 5 : 6) {
      #expect(layout.gamepadState.isDown(.south) == (count % 2 == 1))
      #expect(layout.deadline == 1000 + Int64(count) * half)
      layout.advance(to: 1000 + Int64(count) * half)
    }
    #expect(layout.gamepadState.isDown(.south) == liftsWhileDown)
    layout.touch(1, .ended, time: 300_000)
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
  }

  @Test("Turbo that is late keeps its rhythm, and a leap leaves whole times out")
  func late() {
    var layout = Board(Self.button([.button(.south)]) { $0.turboHalf = 20_000 }).layout
    layout.touch(1, .began, time: 0)
    layout.advance(to: 50_000)
    #expect(layout.gamepadState.isDown(.south) && layout.deadline == 60_000)
    layout.skipRepetitions(before: 1_000_000_000_007, limit: 1_000_000)
    #expect(layout.deadline == 999_998_980_000)
    layout.skipRepetitions(before: .max, limit: 1_000_000)
    #expect(layout.deadline.map { $0 > .max - 2_000_000 } == true)
    layout.advance(to: .max)
    layout.touch(1, .ended, time: .max)
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
  }

  @Test("A toggle with turbo repeats until the next press")
  func toggledTurbo() {
    let both = Self.button([.button(.south)]) { action in
      action.mode = .toggle
      action.turboHalf = 20_000
    }
    var layout = Board(both).layout
    layout.touch(1, .began, time: 0)
    layout.touch(1, .ended, time: 1000)
    layout.advance(to: 20_000)
    #expect(!layout.gamepadState.isDown(.south) && layout.report(at: 0).isTouched)
    layout.advance(to: 40_000)
    #expect(layout.gamepadState.isDown(.south))
    layout.touch(2, .began, time: 41_000)
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
    layout.touch(2, .ended, time: 42_000)
    #expect(layout.gamepadState == GamepadState())
  }

  @Test("A sequence plays each step once, although the finger lifts, and ends by itself")
  func sequence() {
    let steps: [[PadOutput]] = [
      [.hat(.down)], [.hat(.down), .hat(.right)], [], [.hat(.right), .button(.south)],
    ]
    var layout = Board(Self.sequence(steps)).layout
    layout.touch(1, .began, time: 0)
    layout.touch(1, .ended, time: 10)
    for (index, step) in steps.enumerated() {
      #expect(layout.gamepadState == GamepadState(step) && layout.report(at: 0).isTouched)
      #expect(layout.deadline == Int64(index + 1) * 50_000)
      layout.advance(to: Int64(index + 1) * 50_000)
    }
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
    #expect(!layout.report(at: 0).isTouched)
  }

  @Test("A press during a sequence starts it anew, and a finger that stays does not")
  func restart() {
    var layout = Board(Self.sequence([[.button(.south)], [.button(.east)]])).layout
    layout.touch(1, .began, time: 0)
    layout.advance(to: 50_000)
    layout.touch(2, .began, time: 60_000)
    #expect(layout.gamepadState.isDown(.east) && layout.deadline == 100_000)
    layout.touch(1, .ended, time: 60_000)
    layout.touch(2, .ended, time: 60_000)
    layout.touch(3, .began, time: 60_000)
    #expect(layout.gamepadState.isDown(.south) && layout.deadline == 110_000)
    layout.advance(to: 1_000_000)
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
  }
}

extension Layout {
  /// A finger, unless elsewhere on the button at (20 mm, 20 mm).
  fileprivate mutating func touch(_ finger: UInt32, _ phase: ContactPhase, x: Double = 20, time: Int64) {
    apply(ContactEvent(id: ContactID(finger), phase: phase, position: Point(x: x, y: 20)), time: time)
  }
}
