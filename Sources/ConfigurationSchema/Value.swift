import Configuration

/// What a key can be.
indirect enum Value {
  case boolean
  /// One of these; a number where it is one.
  case words([String])
  /// Text of 1 to so many characters, which may have to look like this regular expression.
  case text(atMost: Int?, pattern: String? = nil)
  case number(NumericParameter)
  case integer(NumericParameter)
  case length(NumericParameter)
  case time(NumericParameter)
  /// `[x, y]`
  case pair(NumericParameter, NumericParameter)
  /// A table that has all of these keys, and no others.
  case table(ConfigurationTable, keys: [String])
  case any([Value])

  /// What the table of numbers says of a key, if it does.
  init?(of key: String, in table: ConfigurationTable) {
    let parameters = NumericParameter.all.filter { $0.table == table && $0.name == key }
    guard let parameter = parameters.first else { return nil }
    if parameters.count > 1 {
      self = .pair(parameter, parameters[1])
      return
    }
    switch parameter.unit {
    case .length, .lengthAlongX, .lengthAlongY: self = .length(parameter)
    case .milliseconds: self = .time(parameter)
    case .count, .identifier: self = .integer(parameter)
    case .degrees, .factor, .hertz, .hertzPerSpeed, .millimetres, .part: self = .number(parameter)
    }
  }

  /// The members of its schema.
  func schema(_ page: ManualPage) -> [JSON.Member] {
    switch self {
    case .boolean: members(["type": .text("boolean")])
    case .words(let words): members(["enum": .array(words.flatMap(JSON.word))])
    case .text(let most, let pattern): text(atMost: most, pattern)
    case .number(let parameter): range("number", parameter.range)
    case .integer(let parameter): range("integer", parameter.range)
    case .length(let parameter): quantity(parameter, units: "mm|%")
    case .time(let parameter): quantity(parameter, units: "ms|s")
    case .pair(let x, let y): pair(Value.length(x).schema(page), Value.length(y).schema(page))
    case .table(let table, let keys):
      table.schema(page, keys: keys, conditions: ["required": .array(keys.map(JSON.text))])
    case .any(let values): members(["anyOf": .array(values.map { .object($0.schema(page)) })])
    }
  }

  private func members(_ members: KeyValuePairs<String, JSON>) -> [JSON.Member] {
    members.map { JSON.Member(name: $0.key, value: $0.value) }
  }

  private func text(atMost most: Int?, _ pattern: String?) -> [JSON.Member] {
    var text = members(["type": .text("string"), "minLength": .number(1)])
    if let most { text += members(["maxLength": .number(Double(most))]) }
    if let pattern { text += members(["pattern": .text(pattern)]) }
    return text
  }

  private func range(_ type: String, _ range: NumericRange) -> [JSON.Member] {
    members([
      "type": .text(type),
      range.includesLower ? "minimum" : "exclusiveMinimum": .number(range.lower),
      range.includesUpper ? "maximum" : "exclusiveMaximum": .number(range.upper),
    ])
  }

  /// A number, or text with a unit, whose own range a schema cannot say but for its sign.
  private func quantity(_ parameter: NumericParameter, units: String) -> [JSON.Member] {
    let sign = parameter.range.lower < 0 ? "[-+]?" : "[+]?"
    let text = members([
      "type": .text("string"), "pattern": .text("^\(sign)[0-9]+([.][0-9]+)? *(\(units))$"),
    ])
    return members(["anyOf": .array([.object(range("number", parameter.range)), .object(text)])])
  }

  private func pair(_ x: [JSON.Member], _ y: [JSON.Member]) -> [JSON.Member] {
    members([
      "type": .text("array"), "items": .array([.object(x), .object(y)]), "minItems": .number(2),
      "maxItems": .number(2),
    ])
  }
}

extension JSON {
  /// A word; one that is a number stands for itself too, and `true` and `false` are no words.
  fileprivate static func word(_ word: String) -> [JSON] {
    if word == "true" || word == "false" { return [.literal(word)] }
    return word.allSatisfy(\.isNumber) ? [.literal(word), .text(word)] : [.text(word)]
  }
}
