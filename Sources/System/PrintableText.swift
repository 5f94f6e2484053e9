// Terminals and logs obey control characters. A name of a device or a path may contain any.
extension Unicode.Scalar {
  /// Whether a terminal or a log may obey it, or D-Bus refuses it: control characters, line ends, characters that change
  /// the direction of text, and noncharacters.
  package var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isNoncharacterCodePoint
    }
  }

  fileprivate func replacedIfControl(_ replacement: (Unicode.Scalar) -> String) -> String {
    isControl ? replacement(self) : String(self)
  }
}

/// A number in hexadecimal, with at least this many digits.
package func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

extension UInt16 {
  /// In the notation of lsusb and the kernel.
  package var fourDigits: String { hexadecimal(self, digits: 4) }
}

extension String {
  /// The text with a question mark for each control character: for names.
  package var printable: String {
    unicodeScalars.reduce(into: "") { $0 += $1.replacedIfControl { _ in "?" } }
  }

  /// The text with `\n` or `\u{1B}` for each control character: for texts that a user wrote.
  package var escaped: String {
    unicodeScalars.reduce(into: "") { $0 += $1.replacedIfControl { $0.escaped(asASCII: true) } }
  }

  /// A JSON text with JSON's escapes for the control characters that an encoder leaves in strings.
  package var escapedForJSON: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.replacedIfControl { scalar in
        String(scalar).utf16.map { "\\u" + $0.fourDigits }.joined()
      }
    }
  }
}
