internal import Diagnostics
internal import JoystickModel

// What a key takes, in words.

extension ConfigurationTable {
  var place: String { self == .root ? "at the top level" : "in \(heading)" }

  /// What a table that is a value has.
  var shape: String {
    list(shapes.map { "{ \($0.map(\.name).joined(separator: ", ")) }" }, "or")
  }
}

extension Quantity.Unit {
  /// What stands behind the number.
  var suffix: String {
    switch self {
    case .number, .count, .identifier, .hertzPerSpeed: ""
    case .length: " mm"
    case .milliseconds: " ms"
    case .hertz: " Hz"
    case .degrees: " degrees"
    }
  }
}

extension NumericRange {
  /// The range, with this behind each of its numbers.
  public func phrase(_ unit: String) -> String {
    let (low, high) = (plain(lower) + unit, plain(upper) + unit)
    return switch (includesLower, includesUpper) {
    case (true, true): "\(low) to \(high)"
    case (true, false): "\(low) or more, below \(high)"
    case (false, true): "more than \(low), at most \(high)"
    case (false, false): "more than \(low), below \(high)"
    }
  }
}

extension ExpectedValue {
  var phrase: String { list(phrases, "or") }

  private var phrases: [String] {
    switch self {
    case .text, .path: ["a string"]
    case .boolean: ["true or false"]
    case .number(let quantity): [quantity.phrase]
    case .size: ["both sides in millimetres, as \"217mm x 136mm\""]
    case .pair: ["two lengths, [x, y]"]
    case .words(let words): words.map(literal)
    case .button:
      GamepadButton.labels.map { quoted($0.word) } + ["a name of the kernel's such as \"BTN_SOUTH\""]
    case .region: [ConfigurationTable.region.shape]
    case .regionOrInput:
      [
        "\(ConfigurationTable.region.shape), or else an input, a button of the device such as \"BTN_STYLUS\""
      ]
    case .keys(let table): [table.shape]
    case .either(let others): others.flatMap(\.phrases)
    case .table(let name): ["one table, under [\(name)]"]
    case .tables(let name): ["any number of tables, each under [[\(name)]]"]
    }
  }

  /// What a key has to be given that is not there. The range of a number of things is worth telling before there is
  /// one.
  var asRequired: String {
    guard case .number(let quantity) = self, quantity.unit == .count else { return "give it one: \(phrase)" }
    return "give it one: \(phrase), \(quantity.range.phrase(""))"
  }
}

extension Quantity {
  fileprivate var phrase: String {
    switch unit {
    case .number, .hertz, .hertzPerSpeed, .degrees: "a number"
    case .length: "a length such as 12 or \"12mm\" (millimetres), \"40%\" or \"100% - 12mm\""
    case .milliseconds: "a time such as 200 or \"200ms\" (milliseconds), or \"0.5s\""
    case .count, .identifier: "an integer"
    }
  }
}
