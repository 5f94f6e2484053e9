internal import Diagnostics

// Parts of sentences.

/// A computed length, rounded to a hundredth.
func rounded(_ length: Double) -> String {
  plain((length * 100).rounded() / 100)
}

/// Whether a word is a boolean in a file.
func isBoolean(_ word: String) -> Bool { word == "true" || word == "false" }

/// A word in the notation of the file: in quotes, unless it is a number or a boolean.
public func literal(_ word: String) -> String {
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
