internal import Diagnostics

// Places in a file's text, which is UTF-8.
extension [UInt8] {
  /// The index of the first byte after a byte order mark.
  var start: Int { starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }

  /// The index of the byte at a place. As in the parser, a byte order mark has no column.
  func index(of place: SourcePosition) -> Int {
    var index = start
    for _ in 1..<Swift.max(1, place.line) {
      index = self[index...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? count
    }
    for _ in 1..<Swift.max(1, place.column ?? 1) where index < count {
      repeat { index += 1 } while index < count && self[index] & 0xc0 == 0x80
    }
    return index
  }

  /// The line break that the file uses.
  func newline(after start: Int) -> [UInt8] {
    let end = endOfLine(from: start)
    return end < count && self[end] == UInt8(ascii: "\r") ? Array("\r\n".utf8) : Array("\n".utf8)
  }

  /// The index of the line break, or of the end of the file.
  func endOfLine(from start: Int) -> Int {
    let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count
    return end > start && self[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }
}

extension [UInt8] {
  /// Changes the value of a key above all tables; nil removes the key. Everything else stays as it is written.
  ///
  /// - Parameter file: The name of the file in errors.
  mutating func set(_ key: String, to value: TextChange.Value?, file: String) throws(ConfigurationError) {
    let root = try Settings.root(of: self, file: file)
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

  /// Adds a line after the keys above all tables, or before the first table: below a heading, it would be a key of that
  /// table.
  private mutating func insert(_ line: String, below root: [TOMLEntry]) {
    let pair = Array(line.utf8)
    let keys = root.filter { if case .table = $0.node.value { false } else { true } }
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
