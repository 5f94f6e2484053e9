package import Configuration

/// A text, and the conditions for the messages about any text.
package struct FuzzedText {
  package let bytes: [UInt8]
  /// The number of Unicode scalars in each line.
  private let lines: [Int]

  package static let file = "t.toml"

  /// - Parameter breaksAt: Whether a scalar ends a line. YAML has more than one that does.
  package init(_ bytes: [UInt8], breaksAt isBreak: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") }) {
    self.bytes = bytes
    // As for the parser, a byte order mark has no column.
    let shown = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    lines = shown.split(omittingEmptySubsequences: false, whereSeparator: isBreak).map { line in
      line.count { $0 & 0xc0 != 0x80 }
    }
  }

  package func check(_ error: ConfigurationError) {
    precondition(!error.diagnostics.isEmpty, "an error without a message")
    check(error.diagnostics)
  }

  /// A place is in the text or directly after one of its lines, and a message is one line.
  package func check(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      let sentence = diagnostic.sentence
      precondition(sentence.hasPrefix("\(Self.file):"), "a message that does not name the file: \(sentence)")
      precondition(
        sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
        "a control character: \(sentence)")
      guard let place = diagnostic.position else { continue }
      precondition(lines.indices.contains(place.line - 1), "a line that does not exist: \(sentence)")
      precondition(
        (1...lines[place.line - 1] + 1).contains(place.column ?? 1),
        "a column that does not exist: \(sentence)")
    }
  }
}
