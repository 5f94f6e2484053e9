/// A JSON value that is to be written.
indirect enum JSON: Equatable {
  case text(String)
  case number(Double)
  case boolean(Bool)
  /// A value that is JSON already.
  case literal(String)
  case array([JSON])
  case object([Member])

  /// A name in an object, with its value. Their order stays.
  struct Member: Equatable {
    let name: String
    let value: JSON
  }

  static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// The value as text, in which what fits in a line has one.
  func written(indent: String = "") -> String {
    let line = line
    if indent.count + line.count <= 100 { return line }
    let deeper = indent + "  "
    func lines(_ items: [String], _ open: String, _ close: String) -> String {
      "\(open)\n" + items.map { deeper + $0 }.joined(separator: ",\n") + "\n\(indent)\(close)"
    }
    return switch self {
    case .array(let values): lines(values.map { $0.written(indent: deeper) }, "[", "]")
    case .object(let members):
      lines(members.map { "\(quoted($0.name)): \($0.value.written(indent: deeper))" }, "{", "}")
    default: line
    }
  }

  private var line: String {
    switch self {
    case .text(let text): quoted(text)
    case .number(let number): decimal(number)
    case .boolean(let boolean): "\(boolean)"
    case .literal(let literal): literal
    case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(quoted($0.name)): \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }
}

/// A JSON string: RFC 8259, section 7.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A number, without a fraction where it has none.
private func decimal(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
