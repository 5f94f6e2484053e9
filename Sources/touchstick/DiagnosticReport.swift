internal import Configuration

struct DiagnosticReport {
  let diagnostics: [Diagnostic]
  /// Whether diagnostics without a place are printed in columns, with the hint below.
  var isTable = false

  /// A line for each, with the line of its file or its hint below; without a summary line.
  var text: String {
    var sources: [String: SourceLines] = [:]
    return diagnostics.map { diagnostic in
      if isTable, diagnostic.location == nil { return diagnostic.tableRow }
      let line =
        (diagnostic.location.map { "\($0): " } ?? "")
        + "\(diagnostic.severity.rawValue): \(diagnostic.text)\n"
      guard let file = diagnostic.file, let position = diagnostic.position else { return line }
      let lines = sources[file] ?? (try? Settings.text(ofFile: file)).map(SourceLines.init)
      sources[file] = lines
      guard let source = lines?.line(position.line) else { return line }
      let excerpt = SourceExcerpt(source, column: position.column ?? 1)
      return line + "    \(excerpt.text)\n    \(excerpt.mark)\n"
    }.joined()
  }

  /// One JSON array, an object a line.
  var json: String {
    get throws { try diagnostics.map(\.object).jsonLines }
  }

  /// `no errors, 2 warnings`
  var summary: String {
    let warnings = count(.warning)
    return (count(.error) == 0 ? "no errors" : counted(count(.error), "error"))
      + (warnings > 0 ? ", \(counted(warnings, "warning"))" : "")
  }

  func count(_ severity: Diagnostic.Severity) -> Int { diagnostics.count { $0.severity == severity } }
}

extension [Diagnostic] {
  /// The errors, then the warnings, then what is in order, each of these as they were.
  var problemsFirst: [Diagnostic] {
    Diagnostic.Severity.allCases.reversed().flatMap { severity in filter { $0.severity == severity } }
  }
}

extension Diagnostic {
  /// The severity and the message, and the hint on its own line.
  fileprivate var tableRow: String {
    func row(_ word: String, _ text: String) -> String {
      word + String(repeating: " ", count: 9 - word.count) + text + "\n"
    }
    return row(severity.rawValue, message) + (hint.map { row("", $0) } ?? "")
  }

  fileprivate var object: JSONObject {
    [
      "code": code, "severity": severity.rawValue, "file": file, "line": position?.line,
      "column": position?.column, "message": message, "hint": hint,
    ]
  }
}

struct SourceLines {
  private let lines: [ArraySlice<UInt8>]

  init(_ text: [UInt8]) {
    // In the parser, a byte order mark has no column.
    let text = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text[...]
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// A line, from 1, without its end; nil if the file does not have it.
  func line(_ number: Int) -> String? {
    guard lines.indices.contains(number - 1) else { return nil }
    let bytes = lines[number - 1]
    return String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
  }
}

/// A printable line of a file, with a mark under a column.
struct SourceExcerpt: Equatable {
  /// The line, with replacements for characters that a terminal would obey.
  let text: String
  /// As wide as the line up to the column, and a caret.
  let mark: String

  /// The number of scalars of a long line that are shown on either side.
  private static let reach = 60

  /// - Parameter column: From 1, in Unicode scalars; a column beyond the end is placed right after it.
  init(_ line: String, column: Int) {
    let scalars = Array(line.unicodeScalars)
    let caret = min(max(column - 1, 0), scalars.count)
    let isLong = scalars.count > 2 * Self.reach
    let shown = isLong ? max(0, caret - Self.reach)..<min(scalars.count, caret + Self.reach) : scalars.indices
    var text = shown.lowerBound > 0 ? "..." : ""
    var width = text.count
    var markWidth = width
    for index in shown {
      if index == caret { markWidth = width }
      let cell = Cell(scalars[index], after: width)
      text += cell.text
      width += cell.width
    }
    self.text = text + (shown.upperBound < scalars.count ? "..." : "")
    mark = String(repeating: " ", count: caret == shown.upperBound ? width : markWidth) + "^"
  }
}

/// The printable form of a scalar, and its width in columns of a terminal.
private struct Cell {
  let text: String
  let width: Int

  init(_ scalar: Unicode.Scalar, after column: Int) {
    switch scalar.properties.generalCategory {
    case .control where scalar == "\t":
      width = 8 - column % 8
      text = String(repeating: " ", count: width)
    // Characters that change the direction of text are format characters.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      (text, width) = ("\u{fffd}", 1)
    case .nonspacingMark, .enclosingMark: (text, width) = (String(scalar), 0)
    default: (text, width) = (String(scalar), scalar.isWide ? 2 : 1)
    }
  }
}

extension Unicode.Scalar {
  /// Whether terminals give it two columns: the wide scripts of East Asia, and emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
      true
    default: properties.isEmojiPresentation
    }
  }
}
