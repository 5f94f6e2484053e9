/// A JSON value for writing. The order of an object's members is kept.
indirect enum JSON {
  case text(String)
  /// A value that is already JSON.
  case literal(String)
  case array([JSON])
  case object([Member])

  typealias Member = (name: String, value: JSON)

  static func number(_ number: Double) -> JSON {
    .literal(number == number.rounded() ? "\(Int(number))" : "\(number)")
  }

  static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.text)) }

  /// An object with the members of both.
  static func + (first: JSON, second: JSON) -> JSON {
    guard case .object(let members) = first, case .object(let others) = second else { return first }
    return .object(members + others)
  }

  /// The value as text. Parts that fit are on one line.
  func written(indent: String = "") -> String {
    if indent.count + line.count <= 100 { return line }
    func lines(_ items: [String], _ open: String, _ close: String) -> String {
      "\(open)\n" + items.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)\(close)"
    }
    return switch self {
    case .array(let values): lines(values.map { $0.written(indent: indent + "  ") }, "[", "]")
    case .object(let members):
      lines(members.map { "\"\($0.name)\": \($0.value.written(indent: indent + "  "))" }, "{", "}")
    case .text, .literal: line
    }
  }

  private var line: String {
    switch self {
    case .text(let text):
      // RFC 8259, section 7.
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        + "\""
    case .literal(let literal): literal
    case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\": \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral boolean: Bool) { self = .literal("\(boolean)") }
  init(integerLiteral number: Int) { self = .literal("\(number)") }
  init(arrayLiteral values: JSON...) { self = .array(values) }
  init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { (name: $0.0, value: $0.1) })
  }
}
