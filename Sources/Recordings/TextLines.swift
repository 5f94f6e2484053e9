/// The lines of a text, without what ends them (LF, or CR LF), and their numbers.
struct TextLines: IteratorProtocol {
  /// The number of the last line from ``next()``, from 1; 0 before the first.
  private(set) var number = 0
  private var rest: ArraySlice<UInt8>

  /// Iterates over a file's bytes. A UTF-8 byte order mark at their start is skipped.
  init(_ bytes: [UInt8]) {
    rest = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    let line = rest[..<end]
    rest = rest[end...].dropFirst()
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The number, from 1, of the line that holds the byte at an index.
  static func number(at index: Int, of bytes: [UInt8]) -> Int {
    bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
  }
}

extension ArraySlice<UInt8> {
  /// The text without the spaces and tabs before and after it.
  func trimmingBlanks() -> ArraySlice<UInt8> {
    let start = drop(while: Self.isBlank)
    guard let last = start.lastIndex(where: { !Self.isBlank($0) }) else { return start }
    return start[...last]
  }

  func fields() -> [ArraySlice<UInt8>] { split(whereSeparator: Self.isBlank) }

  /// The text for quotation in errors: with U+FFFD for invalid UTF-8, cut after 40 characters.
  var excerpt: String {
    // Characters longer than 40 bytes may be lost.
    let text = String(decoding: prefix(1600), as: UTF8.self)
    return text.count > 40 ? text.prefix(40) + "…" : text
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

/// Numbers as text. Only digits are accepted, and a minus sign if the range has negative numbers: no plus sign, no 0x,
/// no blanks.
enum Number {
  /// A hexadecimal number of one to four digits; nil for other texts, and above the limit.
  static func hexadecimal(_ text: ArraySlice<UInt8>, upTo limit: UInt16) -> UInt16? {
    guard text.count <= 4, text.first != UInt8(ascii: "-"),
      let number = integer(text, UInt16.self, radix: 16)
    else { return nil }
    return number <= limit ? number : nil
  }

  /// A decimal number; nil for other texts, and outside the range.
  static func decimal(_ text: some Collection<UInt8>, in range: ClosedRange<Int64>) -> Int64? {
    integer(text, Int64.self, radix: 10).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Unlike the standard library's own, it accepts no plus sign.
  private static func integer<Integer: FixedWidthInteger>(
    _ text: some Collection<UInt8>, _ type: Integer.Type, radix: Int
  ) -> Integer? {
    guard text.first != UInt8(ascii: "+") else { return nil }
    return Integer(String(decoding: text, as: UTF8.self), radix: radix)
  }

  /// Seconds and microseconds as microseconds; nil if they do not fit into an `Int64`.
  static func microseconds(seconds: Int64, microseconds: Int64) -> Int64? {
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000)
    let sum = whole.partialValue.addingReportingOverflow(microseconds)
    return whole.overflow || sum.overflow ? nil : sum.partialValue
  }

  static func phrase(_ range: ClosedRange<Int64>) -> String {
    "a decimal number from \(range.lowerBound) to \(range.upperBound)"
  }

  static let values = Int64(Int32.min)...Int64(Int32.max)
}

/// The kernel's own limits, from `linux/input-event-codes.h`.
enum KernelLimits {
  static let type: UInt16 = 0x1f
  static let code: UInt16 = 0x2ff
  static let axis: UInt16 = 0x3f
  /// The highest property that evemu's one `P:` line has room for (`INPUT_PROP_MAX` is 0x1f).
  static let property: UInt16 = 0x3f
}
