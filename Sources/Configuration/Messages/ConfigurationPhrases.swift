internal import Diagnostics

// The parts that sentences are made from.

/// A length that was reckoned, to a hundredth.
func rounded(_ length: Double) -> String {
  plain((length * 100).rounded() / 100)
}

/// Whether a word is no text in a file.
func isBoolean(_ word: String) -> Bool { word == "true" || word == "false" }

/// A word as a file has it: in quotes, unless it is a number or a boolean.
public func literal(_ word: String) -> String {
  isBoolean(word) || Int64(word) != nil ? word : quoted(word)
}

extension String {
  /// Whether these bytes are somewhere in it. The `contains` that takes a string is in the library of
  /// regular expressions, which would make the daemon larger by a third.
  func hasWord(_ word: String) -> Bool {
    var rest = Substring(self).utf8
    while !rest.starts(with: word.utf8) {
      guard rest.popFirst() != nil else { return false }
    }
    return true
  }
}
