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
    case .toCome(let key, _): "\(quoted(key)) is not supported by this version; leave it out"
    case .required(let key, let table, let expected):
      "there is no \(key) \(table.place); give it one: \(expected.phrase)"
    case .missing(let key, let table): "there is no \(key) \(table.place); it takes \(table.shape)"
    case .shapeless: "region is no rectangle and no circle; it takes \(ConfigurationTable.region.shape)"
    }
  }
}

extension ConfigurationTable {
  fileprivate var place: String {
    switch self {
    case .root: "at the top level"
    case .device: "in [device]"
    case .gamepad: "in [gamepad]"
    case .toggle: "in [toggle]"
    case .stick: "in [[stick]]"
    case .button: "in [[button]]"
    case .buttons: "in [[buttons]]"
    case .dpad: "in [[dpad]]"
    case .trigger: "in [[trigger]]"
    case .region: "in region"
    case .movableBounds: "in movable_bounds"
    case .handleConstraint: "in handle_constraint"
    case .directionTarget: "in target"
    case .directionOutput: "in output"
    }
  }

  /// What a table that is a value has.
  fileprivate var shape: String {
    let keys = "{ \(keys.joined(separator: ", ")) }"
    return self == .region ? "{ x, y, width, height } or { center, radius }" : keys
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
    case .outOfRange(let number, let isPercentage, let parameter):
      outOfRange(key, number, isPercentage, parameter)
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
    _ key: String, _ number: Double, _ isPercentage: Bool, _ parameter: NumericParameter
  ) -> String {
    let range = isPercentage ? parameter.percentages : parameter.range
    let unit = isPercentage ? "%" : parameter.unit.suffix
    let sentence = "\(key) is \(decimal(number))\(unit); it takes \(range.phrase(unit))"
    return parameter.unit == .identifier ? sentence + ", that is 0x0000 to 0xffff" : sentence
  }
}

extension NumericParameter.Unit {
  /// What stands behind the number.
  fileprivate var suffix: String {
    switch self {
    case .part, .factor, .count, .identifier, .hertzPerSpeed: ""
    case .millimetres, .length, .lengthAlongX, .lengthAlongY: " mm"
    case .milliseconds: " ms"
    case .hertz: " Hz"
    case .degrees: " degrees"
    }
  }
}

extension NumericRange {
  fileprivate func phrase(_ unit: String) -> String {
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
  fileprivate var phrase: String {
    switch self {
    case .string: "a string"
    case .boolean: "true or false"
    case .integer: "an integer"
    case .number: "a number"
    case .length: "a length such as 12 or \"12mm\" (millimetres), or \"40%\""
    case .time: "a time such as 200 or \"200ms\" (milliseconds), or \"0.5s\""
    case .size: "both sides in millimetres, as \"217mm x 136mm\""
    case .pair: "two lengths, [x, y]"
    case .area: "{ x, y, width, height }"
    case .region: ConfigurationTable.region.shape
    case .smoothing: "true, false, \"off\", \"on\" or \"one_euro\""
    case .homeReturn: "\"never\", \"release\", \"double_tap\" or \(ExpectedValue.time.phrase)"
    case .directions: "\"analog\", 4 or 8"
    case .fourOrEight: "4 or 8"
    case .button: list(buttonNames, "or")
    case .gesture: list(["\"recenter\""] + buttonNames, "or")
    case .stickTarget:
      "\(StickTarget.words.map { quoted($0.word) }.joined(separator: ", ")) or "
        + ConfigurationTable.directionTarget.shape
    case .directionOutput: "\"hat\" or \(ConfigurationTable.directionOutput.shape)"
    case .regionOrInput:
      "\(ConfigurationTable.region.shape), or else an input, a button of the device such as \"BTN_STYLUS\""
    case .integerIn(let range): "an integer, \(range.phrase(""))"
    case .words(let words): list(words.map(quoted), "or")
    case .table(let name): "one table, under [\(name)]"
    case .tables(let name): "any number of tables, each under [[\(name)]]"
    }
  }

  private var buttonNames: [String] {
    GamepadButton.labels.map { quoted($0.word) } + ["a name of the kernel's such as \"BTN_SOUTH\""]
  }
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
