internal import CLinux
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel

/// A gamepad's sticks and buttons as characters.
struct StickDrawing {
  private static let width = 21
  private static let height = 11
  private static let fullDeflection = 32767.0

  let name: String
  let inTerminal: Bool

  /// Draws the current state over the previous one.
  func draw(_ pad: borrowing DeviceState) {
    func value(_ axis: EventCode) -> Int32 { pad[axis: axis.code] }
    let left = (x: value(.absX), y: value(.absY))
    let right = (x: value(.absRX), y: value(.absRY))
    let others = Self.others(pad)
    let numbers = (["left \(Self.text(left))   right \(Self.text(right))"] + others).joined(separator: "   ")
    guard inTerminal else { return Touchstick.printOutput((numbers + "\n").utf8) }
    let rows = zip(Self.rows(left), Self.rows(right)).map { "  \($0)   \($1)" }
    let lines = [name, ""] + Self.shoulders(pad) + rows + Self.buttons(pad) + ["", "  \(numbers)"]
    Touchstick.printOutput(Terminal().text(lines).utf8)
  }

  /// What is above the sticks, as on a pad. What is pressed stands in brackets.
  private static func shoulders(_ pad: borrowing DeviceState) -> [String] {
    let triggers = [("LT", EventCode.absZ), ("RT", .absRZ)].map { mark($0, pad[axis: $1.code] > 0) }
    let middle = words([.select, .mode, .start], pad).joined(separator: " ")
    return [
      "  \(triggers[0])       \(middle)        \(triggers[1])",
      "  \(word(.leftShoulder, pad))\(String(repeating: " ", count: 37))\(word(.rightShoulder, pad))",
    ]
  }

  /// What is below the sticks: the direction pad, the sticks' own buttons, and the face buttons.
  private static func buttons(_ pad: borrowing DeviceState) -> [String] {
    let (x, y) = (pad[axis: EventCode.absHat0X.code], pad[axis: EventCode.absHat0Y.code])
    let face = words([.west, .north, .east, .south], pad)
    let gap = String(repeating: " ", count: 24)
    return [
      "      \(mark("↑", y < 0))    \(gap) \(face[0])",
      "   \(mark("←", x < 0))   \(mark("→", x > 0))  \(word(.leftThumb, pad))         \(word(.rightThumb, pad))"
        + "    \(face[1])   \(face[2])",
      "      \(mark("↓", y > 0))    \(gap) \(face[3])",
    ]
  }

  private static func words(_ buttons: [GamepadButton], _ pad: borrowing DeviceState) -> [String] {
    var words: [String] = []
    for button in buttons { words.append(word(button, pad)) }
    return words
  }

  private static func word(_ button: GamepadButton, _ pad: borrowing DeviceState) -> String {
    mark(button.label, pad.keys[button.code.code])
  }

  private static func mark(_ word: String, _ isHeld: Bool) -> String { isHeld ? "[\(word)]" : " \(word) " }

  /// The other axes and buttons that are not at rest.
  private static func others(_ pad: borrowing DeviceState) -> [String] {
    let axes: [EventCode] = [.absZ, .absRZ, .absHat0X, .absHat0Y]
    return axes.filter { pad[axis: $0.code] != 0 }.map { "\($0.name ?? "") \(pad[axis: $0.code])" }
      + GamepadButton.allCases.map(\.code).filter { pad.keys[$0.code] }.compactMap(\.name)
  }

  private static func text(_ stick: (x: Int32, y: Int32)) -> String {
    [stick.x, stick.y].map { number in
      let digits = String(number)
      return String(repeating: " ", count: max(0, 6 - digits.count)) + digits
    }.joined(separator: " ")
  }

  private static func rows(_ stick: (x: Int32, y: Int32)) -> [String] {
    let handle = (
      column: cell(stick.x, of: width), row: cell(stick.y, of: height)
    )
    return (0..<height).map { row in
      String((0..<width).map { character(column: $0, row: row, handle: handle) })
    }
  }

  private static func character(
    column: Int, row: Int, handle: (column: Int, row: Int)
  ) -> Character {
    if (column, row) == handle { return "●" }
    let x = Double(column) / Double(width - 1) * 2 - 1
    let y = Double(row) / Double(height - 1) * 2 - 1
    let distance = (x * x + y * y).squareRoot()
    if (column, row) == (width / 2, height / 2) { return "+" }
    return (0.92...1.08).contains(distance) ? "·" : " "
  }

  /// The column or row of a deflection.
  private static func cell(_ axis: Int32, of count: Int) -> Int {
    Int(((Double(axis) / fullDeflection + 1) / 2 * Double(count - 1)).rounded())
  }
}

/// A terminal whose screen is drawn again and again.
struct Terminal {
  let rows, columns: Int
}

extension Terminal {
  /// The terminal of the standard output, with its current size. One that does not know its size has the usual one.
  init() {
    var (rows, columns) = (Int32(0), Int32(0))
    let isKnown = unsafe clinux_terminal_size(STDOUT_FILENO, &rows, &columns) == 0 && rows > 0 && columns > 0
    self.init(rows: isKnown ? Int(rows) : 24, columns: isKnown ? Int(columns) : 80)
  }

  /// The text that draws lines over the previous ones. It leaves out what has no room: the terminal would scroll.
  func text(_ lines: [String]) -> String {
    // Each line over the old one, because clearing the screen first would flicker. The last column stays free: with a
    // character there, a terminal would clear that instead of the rest of the line.
    let shown = lines.prefix(rows - 1).map { $0.prefix(columns - 1) + "\u{1b}[K\n" }
    return "\u{1b}[H" + shown.joined() + "\u{1b}[J"
  }
}
