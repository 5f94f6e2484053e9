/// The text of a profile that can be changed in places. Everything else in it stays as it is written: comments, order,
/// units and spaces.
package struct ProfileText: Equatable, Sendable {
  /// UTF-8.
  package let bytes: [UInt8]
  package let settings: Settings
  let file: String
  /// The tables of the controls, in the order of the settings.
  let tables: [TOMLNode]
  private let beginnings: [SourcePosition]

  package init(_ bytes: [UInt8], file: String) throws(ConfigurationError) {
    let root = try Settings.root(of: bytes, file: file)
    settings = try Settings.read(root, file: file, as: .profile)
    self.bytes = bytes
    self.file = file
    tables = root.filter { ConfigurationTable(rawValue: $0.key)?.isList ?? false }.flatMap(\.node.children)
      .sorted { $0.position < $1.position }
    beginnings = root.map(\.node.position) + tables.map(\.position)
  }

  /// The number of its controls, or groups of them.
  package var count: Int { tables.count }

  package func changing(_ changes: [TextChange]) throws(ConfigurationError) -> ProfileText {
    try ProfileText(bytes(after: changes), file: file)
  }

  /// The text without a table. Comments above it stay.
  ///
  /// - Parameter table: Its number among the controls of the settings.
  package func removing(_ table: Int) throws(ConfigurationError) -> ProfileText {
    let lines = try lines(of: table)
    var rest = bytes
    rest.removeSubrange(lines)
    return try ProfileText(rest, file: file)
  }

  /// The text with a copy of a table below it, which has other values.
  ///
  /// - Parameter changes: What differs in the copy.
  package func copying(_ table: Int, _ changes: [TextChange]) throws(ConfigurationError) -> ProfileText {
    let lines = try lines(of: table)
    let changed = bytes(after: changes)
    let copy = changed[lines.lowerBound..<lines.upperBound + changed.count - bytes.count]
    let newline = bytes.newline(after: lines.lowerBound)
    let isEnded = bytes[..<lines.upperBound].last == UInt8(ascii: "\n")
    var text = bytes
    text.insert(contentsOf: (isEnded ? newline : newline + newline) + copy, at: lines.upperBound)
    return try ProfileText(text, file: file)
  }
}

/// A value in the text that is to change, or a key that is to appear or to go.
package struct TextChange: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    case length(Length)
    case point(PointSettings)
    case text(String)
    /// A word of the file's language.
    case word(String)
    case words([String])
    case number(Double)
    case flag(Bool)
  }

  /// The number of the table among the controls of the settings.
  let table: Int
  /// The keys that lead to the value, and numbers in arrays, from 0. A key that the table lacks has one part.
  let path: [String]
  /// Nil removes the key, which is the only part of the path.
  let value: Value?
}

// Bytes.
extension ProfileText {
  private func bytes(after changes: [TextChange]) -> [UInt8] {
    var changed = bytes
    // From the end of the text, so that the places before stay where they are.
    for (range, text) in changes.map(replacement).sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      changed.replaceSubrange(range, with: text)
    }
    return changed
  }

  private func replacement(of change: TextChange) -> (range: Range<Int>, text: [UInt8]) {
    let table = tables[change.table]
    guard let value = change.value else {
      return (range(of: change.path.first ?? "", in: table) ?? 0..<0, [])
    }
    if let node = table.descendant(change.path) {
      return (
        bytes.index(of: node.position)..<bytes.index(of: node.end),
        Array(value.spelled(like: node).utf8)
      )
    }
    let pair = "\(change.path.joined(separator: ".")) = \(value.spelled(like: nil))"
    let start = bytes.index(of: table.position)
    guard bytes[start] == UInt8(ascii: "{") else {
      let end = bytes.endOfLine(from: start)
      return (end..<end, bytes.newline(after: start) + Array(pair.utf8))
    }
    return (start + 1..<start + 1, Array(" \(pair)\(table.children.isEmpty ? "" : ",")".utf8))
  }

  /// A key with its value, and with its line or its comma; nil if the table lacks it. A comment stays.
  private func range(of key: String, in table: TOMLNode) -> Range<Int>? {
    guard case .table(let entries) = table.value, let entry = entries.first(where: { $0.key == key })
    else { return nil }
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let start = bytes.index(of: entry.keyPosition)
    let end = bytes[bytes.index(of: entry.node.end)...].firstIndex { !blanks.contains($0) } ?? bytes.count
    if bytes[bytes.index(of: table.position)] == UInt8(ascii: "{") {
      guard bytes[end] != UInt8(ascii: ",") else {
        return start..<(bytes[(end + 1)...].firstIndex { !blanks.contains($0) } ?? end + 1)
      }
      return (bytes[..<start].lastIndex(of: UInt8(ascii: ",")) ?? start)..<bytes.index(of: entry.node.end)
    }
    let line = (bytes[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    guard end == bytes.endOfLine(from: end) else { return start..<end }
    return line..<min(end + bytes.newline(after: end).count, bytes.count)
  }

  /// Whether a table is written below a heading.
  func hasHeading(_ table: TOMLNode) -> Bool { bytes[bytes.index(of: table.position)] == UInt8(ascii: "[") }

  /// The lines of a table, from its heading to its last value.
  func lines(of number: Int) throws(ConfigurationError) -> Range<Int> {
    try bytes.lines(of: tables[number], among: beginnings, "this control", file: file)
  }
}

extension TextChange.Value {
  /// The value in the notation of the file.
  ///
  /// - Parameter node: The value that it replaces. Millimetres without a unit stay so.
  func spelled(like node: TOMLNode?) -> String {
    switch self {
    case .length(.millimetres(let length)) where node?.value.number != nil: plain(length)
    case .length(let length): "\"\(length.text)\""
    case .point(let point): "[\"\(point.x.text)\", \"\(point.y.text)\"]"
    case .text(let text): "\"\(text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined())\""
    case .word(let word): literal(word)
    case .words(let words): "[\(words.map(literal).joined(separator: ", "))]"
    case .number(let number): plain(number)
    case .flag(let isOn): isOn ? "true" : "false"
    }
  }
}

extension TOMLNode {
  fileprivate var children: [TOMLNode] {
    switch value {
    case .array(let nodes): nodes
    case .table(let entries): entries.map(\.node)
    default: []
    }
  }

  fileprivate var isTable: Bool { if case .table = value { true } else { false } }

  fileprivate var lastPosition: SourcePosition { children.map(\.lastPosition).reduce(end, max) }

  fileprivate func descendant(_ path: [String]) -> TOMLNode? {
    guard let key = path.first else { return self }
    let child: TOMLNode? =
      switch value {
      case .table(let entries): entries.first { $0.key == key }?.node
      case .array(let nodes): Int(key).flatMap { nodes.indices.contains($0) ? nodes[$0] : nil }
      default: nil
      }
    return child?.descendant(Array(path.dropFirst()))
  }
}

// Places in a file's text, which is UTF-8.
extension [UInt8] {
  /// The index of the first byte after a byte order mark.
  var start: Int { starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }

  /// The index of the byte at a place. As in the parser, a byte order mark has no column.
  func index(of position: SourcePosition) -> Int {
    var index = start
    for _ in 1..<Swift.max(1, position.line) {
      index = self[index...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? count
    }
    for _ in 1..<Swift.max(1, position.column ?? 1) where index < count {
      repeat { index += 1 } while index < count && self[index] & 0xc0 == 0x80
    }
    return index
  }

  func newline(after start: Int) -> [UInt8] {
    let end = endOfLine(from: start)
    return end < count && self[end] == UInt8(ascii: "\r") ? Array("\r\n".utf8) : Array("\n".utf8)
  }

  func endOfLine(from start: Int) -> Int {
    let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count
    return end > start && self[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }
}

extension [UInt8] {
  /// The lines of a table, from its heading to its last value.
  ///
  /// - Parameters:
  ///   - beginnings: Where tables begin in the file.
  ///   - subject: What the table is, for an error.
  func lines(
    of table: TOMLNode, among beginnings: [SourcePosition], _ subject: String, file: String
  ) throws(ConfigurationError) -> Range<Int> {
    let last = table.lastPosition
    let start = index(of: table.position)
    let line = (self[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let end = self[index(of: last)...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? count
    guard self[start] == UInt8(ascii: "["), !beginnings.contains(where: { table.position < $0 && $0 < last })
    else {
      throw ConfigurationError([
        Diagnostic(
          .error, "no-heading", "\(subject) is not written as one table with a heading of its own",
          hint: "edit the file instead", at: table.position, in: file)
      ])
    }
    return line..<end
  }

  /// Changes the value of a key; nil removes the key. Everything else stays as it is written.
  ///
  /// - Parameter table: The table with the key; nil is above all tables.
  package mutating func set(
    _ key: String, in table: String? = nil, to value: TextChange.Value?, file: String
  ) throws(ConfigurationError) {
    let root = try Settings.root(of: self, file: file)
    if let table { return try set(key, in: table, among: root, to: value) }
    let entry = root.first { $0.key == key }
    guard let value else {
      guard let entry else { return }
      let end = endOfLine(from: index(of: entry.node.end))
      removeSubrange(index(of: entry.keyPosition)..<Swift.min(end + newline(after: end).count, count))
      return
    }
    let text = value.spelled(like: nil)
    guard let node = entry?.node else {
      return insert("\(key) = \(text)", below: root)
    }
    replaceSubrange(index(of: node.position)..<index(of: node.end), with: Array(text.utf8))
  }

  /// Whether a value is a table, or several that have headings.
  private func isHeaded(_ node: TOMLNode) -> Bool {
    switch node.value {
    case .table: true
    case .array(let nodes):
      nodes.first.map { self[index(of: $0.position)] == UInt8(ascii: "[") && $0.isTable } ?? false
    default: false
    }
  }

  private mutating func set(
    _ key: String, in table: String, among root: [TOMLEntry], to value: TextChange.Value?
  ) throws(ConfigurationError) {
    guard let node = root.first(where: { $0.key == table })?.node, case .table(let entries) = node.value
    else {
      guard let value else { return }
      let line = newline(after: start)
      if !isEmpty, last != UInt8(ascii: "\n") { append(contentsOf: line) }
      let lines = (isEmpty ? [] : line) + Array("[\(table)]".utf8) + line
      return append(contentsOf: lines + Array("\(key) = \(value.spelled(like: nil))".utf8) + line)
    }
    if let old = entries.first(where: { $0.key == key }) {
      guard let value else {
        let end = endOfLine(from: index(of: old.node.end))
        return removeSubrange(
          index(of: old.keyPosition)..<Swift.min(end + newline(after: end).count, count))
      }
      let place = index(of: old.node.position)..<index(of: old.node.end)
      replaceSubrange(place, with: Array(value.spelled(like: nil).utf8))
    } else if let value {
      let heading = index(of: node.position)
      let pair = Array("\(key) = \(value.spelled(like: nil))".utf8)
      guard self[heading] == UInt8(ascii: "{") else {
        let end = endOfLine(from: heading)
        return insert(contentsOf: newline(after: heading) + pair, at: end)
      }
      insert(contentsOf: Array(" ".utf8) + pair + (entries.isEmpty ? [] : Array(",".utf8)), at: heading + 1)
    }
  }

  /// Adds a line after the keys above all tables, or before the first table: below a heading, it would be a key of that
  /// table.
  private mutating func insert(_ line: String, below root: [TOMLEntry]) {
    let pair = Array(line.utf8)
    let keys = root.filter { !isHeaded($0.node) }
    if let last = keys.map(\.node.end).max() {
      let end = endOfLine(from: index(of: last))
      insert(contentsOf: newline(after: start) + pair, at: end)
    } else if root.isEmpty {
      let isNewLine = isEmpty || last == UInt8(ascii: "\n")
      append(contentsOf: (isNewLine ? [] : newline(after: start)) + pair + newline(after: start))
    } else {
      insert(contentsOf: pair + newline(after: start), at: start)
    }
  }
}
