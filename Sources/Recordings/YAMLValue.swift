/// A value in a YAML file, what its key is, and where it stands.
struct YAMLValue {
  private let node: YAMLNode
  /// The key that the value belongs to; a list's items have that of the list. Empty for
  /// the whole file.
  private let key: String
  private let file: String

  /// A YAML file of more bytes than this is not read: what stands in it needs about six times as much memory,
  /// and forty times in a file made to need it.
  static let sizeLimit = 16 << 20

  /// Reads a YAML file of one document.
  ///
  /// Anchors and aliases are rejected before the parser sees them. A few lines of them can stand for more
  /// nodes than any machine can visit.
  static func root(of bytes: [UInt8], file: String) throws(RecordingError) -> YAMLValue {
    if bytes.count > sizeLimit { throw RecordingError(file: file, problem: .tooLarge(limit: sizeLimit)) }
    if let line = lineThatIsNotUTF8(bytes) { throw RecordingError(file: file, line: line, problem: .notUTF8) }
    if let index = anchorOrAlias(in: bytes) {
      throw RecordingError(file: file, line: TextLines.number(at: index, of: bytes), problem: .alias)
    }
    let node = try unsafe bytes.withUnsafeBufferPointer { text throws(RecordingError) in
      try unsafe YAMLNode.root(of: text, file: file)
    }
    guard let node else { throw RecordingError(file: file, problem: .nothingRecorded) }
    return YAMLValue(node: node, key: "", file: file)
  }

  /// An error about this value.
  func error(_ problem: RecordingError.Problem) -> RecordingError {
    RecordingError(file: file, line: node.line, problem: problem)
  }

  /// Whether there is no value, as in `events:` with nothing after it.
  var isEmpty: Bool { node.text?.isEmpty == true }

  /// The text of a single value.
  func text() throws(RecordingError) -> String {
    guard let text = node.text else { throw error(.wrongShape(key: key, .scalar)) }
    return text
  }

  /// The value as a decimal number in a range.
  func number(_ field: RecordingError.Field, in range: ClosedRange<Int64>) throws(RecordingError) -> Int64 {
    let text = try text()
    guard let number = Number.decimal(text.utf8, in: range) else {
      throw error(.badNumber(field, text: Array(text.utf8)[...].excerpt, .decimal(range)))
    }
    return number
  }

  /// The items of a list, of which there have to be `count` where it is given.
  func items(count: Int? = nil) throws(RecordingError) -> [YAMLValue] {
    guard case .sequence(let nodes) = node.content else { throw error(.wrongShape(key: key, .list)) }
    if let count, nodes.count != count {
      throw error(.itemCount(key: key, right: count, found: nodes.count))
    }
    return nodes.map { YAMLValue(node: $0, key: key, file: file) }
  }

  /// The items of a list of decimal numbers.
  func numbers(
    _ field: RecordingError.Field, in range: ClosedRange<Int64>, count: Int? = nil
  ) throws(RecordingError) -> [Int64] {
    var numbers: [Int64] = []
    for item in try items(count: count) { numbers.append(try item.number(field, in: range)) }
    return numbers
  }

  /// The keys and values of a mapping.
  func pairs() throws(RecordingError) -> [(key: YAMLValue, value: YAMLValue)] {
    try nodePairs().map { pair in
      (
        YAMLValue(node: pair.key, key: key, file: file),
        YAMLValue(node: pair.value, key: pair.key.text ?? key, file: file)
      )
    }
  }

  private func nodePairs() throws(RecordingError) -> [(key: YAMLNode, value: YAMLNode)] {
    guard case .mapping(let pairs) = node.content else { throw error(.wrongShape(key: key, .mapping)) }
    return pairs
  }

  /// The value of a key; nil where the mapping has none.
  func optionalValue(_ name: String) throws(RecordingError) -> YAMLValue? {
    try nodePairs().first { $0.key.text == name }.map { YAMLValue(node: $0.value, key: name, file: file) }
  }

  /// The value of a key that has to be there.
  func value(_ name: String) throws(RecordingError) -> YAMLValue {
    guard let value = try optionalValue(name) else { throw error(.missingKey(name)) }
    return value
  }
}

extension YAMLValue {
  private static func lineThatIsNotUTF8(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var lines = TextLines(bytes)
    while let line = lines.next() {
      if String(validating: line, as: UTF8.self) == nil { return lines.number }
    }
    return lines.number
  }

  /// Where the first anchor or alias may be: an & or * before a letter, a digit, _ or -, and not after a
  /// letter, a digit or _. After one of those it cannot begin a token, so there are none that this misses;
  /// a few plain words such as `(*x)` are taken for one, which `libinput record` has no cause to write.
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
