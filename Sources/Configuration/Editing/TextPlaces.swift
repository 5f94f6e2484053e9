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
