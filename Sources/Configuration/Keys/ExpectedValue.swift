internal import JoystickModel

package indirect enum ExpectedValue: Equatable, Sendable {
  case text(limit: Int?)
  case path
  case boolean
  case number(Quantity)
  case size
  /// `[x, y]`, two lengths.
  case pair(Quantity)
  /// One of these words. A word that looks like a number or a boolean means that value.
  case words([String])
  /// A list of these words.
  case wordList([String])
  case button
  /// What a button holds on the pad: an output, or a list of them.
  case outputs
  /// The same without changes of the layer.
  case padOutputs
  /// A list of steps, each of which holds no output, one or several.
  case sequence
  /// A list of names of keys.
  case keyboardKeys
  case region
  /// A table that has all keys of this one.
  case keys(ConfigurationTable)
  case either([ExpectedValue])
}

// The values that a key can have, in words.

extension Quantity.Unit {
  /// The text after a number; empty for a unit without a short name.
  package var suffix: String {
    switch self {
    case .number, .count, .identifier, .hertzPerSpeed: ""
    case .length: " mm"
    case .milliseconds: " ms"
    case .hertz: " Hz"
    case .degrees: " degrees"
    case .degreesPerSecond: " degrees/s"
    case .speed: " mm/s"
    }
  }

  /// The unit that a text with a number ends with; nil if a text has other units, or none.
  var word: String? {
    switch self {
    case .hertz: "Hz"
    case .degrees: "deg"
    case .number, .count, .identifier, .hertzPerSpeed, .length, .milliseconds, .degreesPerSecond, .speed: nil
    }
  }
}

extension NumericRange {
  /// The range, with a unit after each of its numbers.
  package func phrase(_ unit: String) -> String {
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
  /// The hint for a value that is none of these.
  package var hint: String { "it must be \(list(phrases, "or"))" }

  /// A hint for somebody who wrote this text; nil for the general ``hint``.
  package func hint(for text: String) -> String? {
    switch self {
    case .button: GamepadButton.hint(for: text)
    case .outputs: OutputWords.hint(for: text)
    case .padOutputs: OutputWords.hint(for: text, in: "this key")
    case .sequence: OutputWords.hint(for: text, in: "a sequence")
    case .keyboardKeys: KeyboardKey.hint(for: text, isPermission: true)
    case .either(let others): others.lazy.compactMap { $0.hint(for: text) }.first
    default: nil
    }
  }

  private var phrases: [String] {
    switch self {
    case .text, .path: ["a string"]
    case .boolean: ["true or false"]
    case .number(let quantity): [quantity.phrase]
    case .size: ["both sides in millimetres, such as \"217mm x 136mm\""]
    case .pair: ["two lengths, [x, y]"]
    case .words(let words): words.map(literal)
    case .wordList(let words): ["a list of the words \(list(words.map(literal), "and"))"]
    case .button:
      GamepadButton.labels.map { quoted($0.word) } + [Self.kernelName]
    case .outputs:
      Self.outputNames + [
        "a layer such as \"show NAME\", \"switch NAME\" or \"next layer\"", Self.listOfOutputs,
      ]
    case .padOutputs: Self.outputNames + [Self.listOfOutputs]
    case .sequence: ["a list of 1 to \(OutputWords.maxSteps) steps, each an output or a list of outputs"]
    case .keyboardKeys: ["a list of names of keys such as [\"KEY_ENTER\"]"]
    case .region: [ConfigurationTable.region.shape]
    case .keys(let table): [table.shape]
    case .either(let others): others.flatMap(\.phrases)
    }
  }

  private static let kernelName = "a name of the kernel such as \"BTN_SOUTH\""
  private static let outputNames =
    OutputWords.labels.map(quoted)
    + ["half an axis such as \"left.x-\"", "a key such as \"KEY_F1\"", kernelName]
  private static let listOfOutputs = "a list of 1 to \(OutputWords.maxCount) of these"

  /// The hint for a missing key. For a count it includes the range.
  package var asRequired: String {
    guard case .number(let quantity) = self, quantity.unit == .count else { return hint }
    return "\(hint), \(quantity.range.phrase(""))"
  }
}

extension Quantity {
  fileprivate var phrase: String {
    switch unit {
    case .number, .hertzPerSpeed, .speed: "a number"
    case .hertz: "a frequency such as 12 or \"12Hz\""
    case .degreesPerSecond: "a number of degrees per second"
    case .degrees: "an angle such as 30 or \"30deg\" (degrees)"
    case .length: "a length such as 12 or \"12mm\" (millimetres), \"40%\" or \"100% - 12mm\""
    case .milliseconds: "a time such as 200 or \"200ms\" (milliseconds), or \"0.5s\""
    case .count, .identifier: "an integer"
    }
  }
}
