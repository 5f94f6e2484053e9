import JoystickModel
import Testing

@testable import Configuration

/// A key of a table, and a file that contains it.
struct KeyPlace: CustomTestStringConvertible {
  let table: ConfigurationTable
  let row: Key

  var key: String { row.name }
  var testDescription: String { "\(key) of \(table.heading)" }

  static let all = ConfigurationTable.allCases.flatMap { table in
    table.rows.map { KeyPlace(table: table, row: $0) }
  }

  /// A file in which the key has this value or is missing, with no other error.
  func file(with value: String?) -> String {
    let others = companions(ofMissing: value == nil).filter { $0.key != key }
    let fields = (others + [(key, value)].compactMap { key, value in value.map { (key, $0) } })
      .map { "\($0.0) = \($0.1)" }
    switch table {
    case .root, .profile: return fields.joined(separator: "\n")
    case .device, .gamepad, .toggle, .stick, .button, .buttons, .dpad, .trigger:
      return ([table.heading] + fields).joined(separator: "\n")
    case .region, .movableBounds, .handleConstraint, .directionTarget, .directionOutput:
      let outer = table == .directionOutput ? "[[dpad]]\nregion = \(Self.circle)" : "[[stick]]"
      return "\(outer)\n\(table.rawValue) = { \(fields.joined(separator: ", ")) }"
    }
  }

  /// The other keys that the key requires.
  private func companions(ofMissing isMissing: Bool) -> [(key: String, value: String)] {
    switch table {
    case .toggle: [("fingers", "3")]
    case .stick:
      switch key {
      // Without them they have no effect.
      case "catch_distance": [("origin", "\"semi\"")]
      case "min_cutoff", "beta": [("smoothing", "true")]
      default: []
      }
    case .button: [("output", "\"A\"")] + (key == "input" && !isMissing ? [] : [("region", Self.circle)])
    case .buttons: [("layout", "\"abcd\""), ("region", Self.circle)]
    case .dpad: [("region", Self.circle)]
    case .trigger:
      [("region", Self.circle), ("target", "\"left\"")] + (key == "distance" ? [("pull", "\"slide\"")] : [])
    case .region where key == "center" || key == "radius": [("center", "[9, 9]"), ("radius", "9")]
    case .region, .movableBounds, .handleConstraint: ["x", "y", "width", "height"].map { ($0, "9") }
    case .directionTarget, .directionOutput: table.keys.map { ($0, "\"A\"") }
    case .root, .profile, .device, .gamepad: []
    }
  }

  private static let circle = "{ center = [9, 9], radius = 9 }"

  /// All words that any key accepts.
  static let words: [String] = {
    let words = all.flatMap(\.row.accepts.allWords)
    return Array(Set(words)).sorted()
  }()

  /// Values of all sorts. Each number in a string is in the range of all keys with its unit, because a schema cannot
  /// express such ranges.
  static let values =
    [
      "true", "false", "-1", "0", "0.5", "1", "2", "4", "4.5", "8", "11", "[]", "[1]", "[1, 2]", "[-1, 2]",
      "[1, 2, 3]", "[true, 2]", "[\"50%\", \"5mm\"]", "{}", "[{}]", circle, "{ x = 1, center = [1, 1] }",
      "{ x = 1, y = 1, width = 1, height = 1 }", "{ x = 1, y = 1, width = 1 }", "{ up = \"A\" }",
      "{ up = \"A\", right = \"B\", down = \"X\", left = \"Y\" }",
    ] + (texts + words).map { "\"\($0)\"" }

  private static let texts =
    [
      "", " ", "?!", "0", "12", "12mm", "-12mm", "12 mm", "1e2mm", "12cm", ".5mm", "mm", "40%", "+40.5%",
      "-40%",
      "200ms", "0.5s", "-5ms", "217mm x 136mm", "217x136", "217", "/dev/x",
      "100% - 25mm", "50%+8mm", "8mm + 50 %", "100% - ", "50% + 10%", "8mm - 2mm", "100% - -5mm",
      "100% - 5mm - 5mm",
    ] + [64, 65, 79, 80, 81].map { String(repeating: "n", count: $0) }

  /// The bounds of a number, and values just inside and outside.
  static func bounds(of place: KeyPlace) -> [String] {
    place.row.accepts.quantities.flatMap { quantity in
      let (low, high) = (quantity.range.lower, quantity.range.upper)
      let isWhole = quantity.unit == .count || quantity.unit == .identifier
      let step = isWhole ? 1 : 0.001
      return [low - step, low, low + step, high - step, high, high + step].map { number in
        isWhole ? "\(Int(number))" : "\(number)"
      }
    }
  }
}

extension ExpectedValue {
  /// The words among the values of a key.
  var allWords: [String] {
    switch self {
    case .words(let words): words
    case .button: GamepadButton.names.map(\.word)
    case .either(let others): others.flatMap(\.allWords)
    default: []
    }
  }

  /// The numbers among the values of a key.
  fileprivate var quantities: [Quantity] {
    switch self {
    case .number(let quantity): [quantity]
    case .either(let others): others.flatMap(\.quantities)
    default: []
    }
  }
}
