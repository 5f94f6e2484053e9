import Diagnostics

/// A value in a YAML file, with its key and its place.
struct YAMLValue {
  private let node: YAMLNode
  /// The key that the value belongs to; a list's items have that of the list. Empty for
  /// the whole file.
  private let key: String

  /// The maximum size of a YAML file in bytes. Its contents need about six times as much memory, and forty times in a
  /// malicious file.
  static let sizeLimit = 16 << 20

  /// Reads a YAML file of one document.
  ///
  /// Anchors and aliases are rejected before the parser sees them. A few lines of them can stand for more
  /// nodes than any machine can visit.
  static func root(of bytes: [UInt8]) throws(Diagnostic) -> YAMLValue {
    if bytes.count > sizeLimit { throw .tooLarge(limit: sizeLimit) }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw Diagnostic(
        .error, "not-utf-8", "is not UTF-8", hint: "YAML should be written in UTF-8",
        at: SourcePosition(line: TextLines.number(at: error.byteOffsets.lowerBound, of: bytes)))
    }
    if let index = anchorOrAlias(in: bytes) {
      throw .alias(line: TextLines.number(at: index, of: bytes))
    }
    let node = try unsafe bytes.withUnsafeBufferPointer { text throws(Diagnostic) in
      try unsafe YAMLNode.root(of: text)
    }
    guard let node else { throw .nothingRecorded }
    return YAMLValue(node: node, key: "")
  }

  /// An error about this value.
  func error(_ code: String, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(.error, code, message, hint: hint, at: SourcePosition(line: node.line))
  }

  private func isNot(_ shape: String) -> Diagnostic {
    let name = key.isEmpty ? "the file" : "the value of \(quoted(key))"
    return error("wrong-shape", "\(name) is not \(shape)", hint: "it should be")
  }

  /// Whether there is no value, as in `events:` with nothing after it.
  var isEmpty: Bool { node.text?.isEmpty == true }

  /// The text of a single value.
  func text() throws(Diagnostic) -> String {
    guard let text = node.text else { throw isNot("a single value") }
    return text
  }

  /// The value as a decimal number in a range.
  func number(_ field: String, in range: ClosedRange<Int64>) throws(Diagnostic) -> Int64 {
    let text = try text()
    guard let number = Number.decimal(text.utf8, in: range) else {
      let excerpt = Array(text.utf8)[...].excerpt
      throw Diagnostic(badNumber: excerpt, of: field, Number.phrase(range))
        .located(in: nil, at: SourcePosition(line: node.line))
    }
    return number
  }

  /// The items of a list; exactly `count` if that is given.
  func items(count: Int? = nil) throws(Diagnostic) -> [YAMLValue] {
    guard case .sequence(let nodes) = node.content else { throw isNot("a list") }
    if let count, nodes.count != count {
      throw error(
        "item-count", "a list under \(quoted(key)) has \(counted(nodes.count, "item"))",
        hint: "it should have \(count)")
    }
    return nodes.map { YAMLValue(node: $0, key: key) }
  }

  /// The items of a list of decimal numbers.
  func numbers(
    _ field: String, in range: ClosedRange<Int64>, count: Int? = nil
  ) throws(Diagnostic) -> [Int64] {
    var numbers: [Int64] = []
    for item in try items(count: count) { numbers.append(try item.number(field, in: range)) }
    return numbers
  }

  /// The keys and values of a mapping.
  func pairs() throws(Diagnostic) -> [(key: YAMLValue, value: YAMLValue)] {
    guard case .mapping(let pairs) = node.content else { throw isNot("a mapping (key: value)") }
    return pairs.map { pair in
      (
        YAMLValue(node: pair.key, key: key),
        YAMLValue(node: pair.value, key: pair.key.text ?? key)
      )
    }
  }

  /// The value of a key; nil if the mapping does not have it.
  func optionalValue(_ name: String) throws(Diagnostic) -> YAMLValue? {
    try pairs().first { $0.key.node.text == name }?.value
  }

  /// The value of a required key.
  func value(_ name: String) throws(Diagnostic) -> YAMLValue {
    guard let value = try optionalValue(name) else {
      throw error(
        "missing-key", "the key \(name) is missing", hint: "it should be there, as libinput record writes it")
    }
    return value
  }
}

extension YAMLValue {
  /// The first possible anchor or alias: an & or * before a letter, a digit, _ or -, and not after a letter, a digit or
  /// _. After one of those, it cannot begin a token, so this misses none. A few plain words such as `(*x)` are mistaken
  /// for one; `libinput record` never writes them.
  private static func anchorOrAlias(in bytes: [UInt8]) -> Int? {
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return bytes.indices.first { index in
      guard bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "*"), index + 1 < bytes.count
      else { return false }
      let next = bytes[index + 1]
      return (isWord(next) || next == UInt8(ascii: "-")) && (index == 0 || !isWord(bytes[index - 1]))
    }
  }
}
