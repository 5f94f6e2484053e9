/// The errors of a configuration, in the order of the file or files.
package struct ConfigurationError: Error, Equatable, Sendable {
  package let diagnostics: [Diagnostic]

  /// Whether there was nothing to read, or reading failed (EX_NOINPUT, 66). Otherwise the content is wrong (EX_DATAERR,
  /// 65).
  package var isUnreadable: Bool { diagnostics.contains(where: \.isUnreadable) }

  /// Whether the system could not read something for now.
  package var isTemporary: Bool { diagnostics.contains(where: \.isTemporary) }

  package var sentence: String { diagnostics.map(\.sentence).joined(separator: "\n") }

  /// The same errors; those without a file are at this place in this one.
  package func located(in file: String, at position: SourcePosition?) -> ConfigurationError {
    ConfigurationError(diagnostics.map { $0.file == nil ? $0.located(in: file, at: position) : $0 })
  }

  init(inOrder errors: [ConfigurationError]) {
    diagnostics = errors.flatMap(\.diagnostics)
  }

  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.inOrderOfPositions
  }

  init(
    unreadable path: String, _ code: String, _ message: String, hint: String? = nil, isTemporary: Bool = false
  ) {
    diagnostics = [
      Diagnostic(.error, code, message, hint: hint, in: path, isUnreadable: true, isTemporary: isTemporary)
    ]
  }
}

// Parts of sentences.

func rounded(_ length: Double) -> String {
  plain((length * 100).rounded() / 100)
}

func isBoolean(_ word: String) -> Bool { word == "true" || word == "false" }

/// A word in the notation of the file: in quotes, unless it is a number or a boolean.
package func literal(_ word: String) -> String {
  isBoolean(word) || Int64(word) != nil ? word : quoted(word)
}

extension String {
  /// Whether it contains these bytes. The standard `contains` with a string is in the library of regular expressions,
  /// which would make the daemon larger by a third.
  func hasWord(_ word: String) -> Bool {
    var rest = Substring(self).utf8
    while !rest.starts(with: word.utf8) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
