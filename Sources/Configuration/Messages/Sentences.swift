internal import OperatingSystem
internal import EventPipeline
internal import JoystickModel

// Every sentence that this module says, each as "what is wrong; what would be right".

extension ConfigurationError {
  /// The sentences of all problems, one a line.
  public var sentence: String { problems.map(\.sentence).joined(separator: "\n") }
}

extension ConfigurationProblem {
  /// `FILE:LINE:COLUMN`, or as much of it as there is; nil for settings that are from no file.
  public var place: String? { phrase(file, position) }

  /// `FILE:LINE:COLUMN: what is wrong; what would be right`, in one line.
  public var sentence: String { place.map { "\($0): \(kind.sentence)" } ?? kind.sentence }
}

extension ConfigurationProblem.Kind {
  /// `what is wrong; what would be right`, without the place.
  public var sentence: String {
    switch self {
    case .file(let problem): problem.sentence
    case .text(let problem): problem.sentence
    case .key(let problem): problem.sentence
    case .value(let problem, let key): problem.sentence(of: key)
    case .device(let problem): problem.sentence
    case .stick(let problem): problem.sentence
    case .control(let problem): problem.sentence
    case .layout(let problem, let size): problem.sentence(on: size)
    }
  }
}

extension FileProblem {
  fileprivate var sentence: String {
    switch self {
    case .unreadable(let number): "cannot be read: \(SystemError(number).text)"
    case .notRegular(let type): "is \(type.phrase); a configuration is a regular file"
    case .tooLarge(let limit): "is too large; a configuration has at most \(limit) bytes"
    case .emptyFolder: "has no configuration; put a file there whose name ends in .toml"
    case .severalFiles(let names):
      "has \(names.count) configurations, \(quoted(names[0])) the first; the tool takes one file, so name that file"
    }
  }
}

extension FileType {
  fileprivate var phrase: String {
    switch self {
    case .folder: "a folder"
    case .fifo: "a FIFO"
    case .socket: "a socket"
    case .device: "a device"
    case .other: "no file"
    }
  }
}

extension TextProblem {
  fileprivate var sentence: String {
    switch self {
    case .nul: "there is a NUL byte; a configuration is text"
    case .notUTF8: "this is not UTF-8; save the file in that encoding"
    case .noMemory: "there is not enough memory to read this"
    case .tooDeep(let limit): "this is nested too deep; \(limit) levels of tables and arrays are the most"
    case .syntax(let description):
      "this is not TOML, \(lead(description).escaped)\(hint(for: description))"
    }
  }

  /// The parser begins with "Error while parsing", or with a capital.
  private func lead(_ description: String) -> String {
    let error = "Error "
    if description.hasPrefix(error) { return String(description.dropFirst(error.count)) }
    return description.prefix(1).lowercased() + description.dropFirst()
  }

  /// What the parser's most frequent complaints come from here.
  private func hint(for description: String) -> String {
    let isWordOrLength =
      description.hasWord("could not determine value type") || description.hasWord("expected digit, saw")
    return isWordOrLength ? "; words, and lengths with a unit, take quotes: \"left\", \"12mm\"" : ""
  }
}

extension KeyProblem {
  fileprivate var sentence: String {
    switch self {
    case .unknown(let key, let table, let nearest?):
      "unknown key \(quoted(key)) \(table.place); did you mean \(quoted(nearest))?"
    case .unknown(let key, let table, nil):
      "unknown key \(quoted(key)) \(table.place); there can be \(list(table.keys, "and"))"
    case .required(let key, let table, let expected):
      "there is no \(key) \(table.place); give it one: \(expected.phrase)\(expected.ofCount)"
    case .missing(let key, let table): "there is no \(key) \(table.place); it takes \(table.shape)"
    case .withoutUse(let key, let other): "\(key) has no effect here; it goes with \(other)"
    case .shapeless: "region is no rectangle and no circle; it takes \(ConfigurationTable.region.shape)"
    }
  }
}

extension ConfigurationTable {
  fileprivate var place: String { self == .root ? "at the top level" : "in \(heading)" }

  /// What a table that is a value has.
  fileprivate var shape: String {
    list(shapes.map { "{ \($0.map(\.name).joined(separator: ", ")) }" }, "or")
  }
}

extension ValueProblem {
  fileprivate func sentence(of key: String) -> String {
    switch self {
    case .wrongType(let type, let expected): "\(key) is \(type.phrase); it takes \(expected.phrase)"
    case .empty: "\(key) is empty; give it a value or leave it out"
    case .unfit(let text, _, let nearest?): "\(key) is \(quoted(text)); did you mean \(quoted(nearest))?"
    case .unfit(let text, let expected, nil): "\(key) is \(quoted(text)); it takes \(expected.phrase)"
    case .unfitNumber(let number, let expected): "\(key) is \(number); it takes \(expected.phrase)"
    case .outOfRange(let number, let isPercentage, let quantity):
      outOfRange(key, number, isPercentage, quantity)
    case .neverInRange(let text, let quantity):
      "\(key) is \(quoted(text)), but it takes \(quantity.range.phrase(" mm")); no surface is such that the sum is that"
    case .noPattern(let text):
      "\(key) is \(quoted(text)); in a pattern, [ needs its ] and a range its order, as [a-z]"
    case .tooLong(let count, let limit): "\(key) has \(count) bytes; it takes at most \(limit)"
    case .controlCharacter: "\(key) has a control character; it takes one line of text"
    case .ignoredBySDL(let rule):
      "\(key) \(rule.place.phrase) \(quoted(rule.word)), and most games ignore such a pad; take another name"
    case .relativePath(let path):
      "\(key) is \(quoted(path)); it takes an absolute path, as \"/dev/input/event0\""
    case .noPair(let count): "\(key) has \(count) \(count == 1 ? "length" : "lengths"); it takes two, [x, y]"
    }
  }

  private func outOfRange(
    _ key: String, _ number: Double, _ isPercentage: Bool, _ quantity: Quantity
  ) -> String {
    let range = isPercentage ? quantity.percentages : quantity.range
    let unit = isPercentage ? "%" : quantity.unit.suffix
    let sentence = "\(key) is \(decimal(number))\(unit); it takes \(range.phrase(unit))"
    return quantity.unit == .identifier ? sentence + ", that is 0x0000 to 0xffff" : sentence
  }
}

extension Quantity.Unit {
  /// What stands behind the number.
  fileprivate var suffix: String {
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
    let (low, high) = (decimal(lower) + unit, decimal(upper) + unit)
    return switch (includesLower, includesUpper) {
    case (true, true): "\(low) to \(high)"
    case (true, false): "\(low) or more, below \(high)"
    case (false, true): "more than \(low), at most \(high)"
    case (false, false): "more than \(low), below \(high)"
    }
  }
}

extension ValueType {
  fileprivate var phrase: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .dateOrTime: "a date or time"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

extension ExpectedValue {
  fileprivate var phrase: String { list(phrases, "or") }

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

  /// The range of a number of things, which is worth telling before there is one.
  fileprivate var ofCount: String {
    guard case .number(let quantity) = self, quantity.unit == .count else { return "" }
    return ", \(quantity.range.phrase(""))"
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

extension Need {
  /// What goes with the key.
  var phrase: String { "\(key) = \(list(words.map(literal), "or"))" }
}

extension IgnoredName.Place {
  fileprivate var phrase: String {
    switch self {
    case .beginning: "begins with"
    case .anywhere: "contains"
    case .end: "ends with"
    }
  }
}
