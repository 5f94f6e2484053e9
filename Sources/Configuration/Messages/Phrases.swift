internal import OperatingSystem

// The parts that sentences are made from.

/// A number, without a fraction where it has none.
func decimal(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A length that was reckoned, to a hundredth.
func rounded(_ length: Double) -> String {
  decimal((length * 100).rounded() / 100)
}

/// Whether a word is no text in a file.
func isBoolean(_ word: String) -> Bool { word == "true" || word == "false" }

/// A word as a file has it: in quotes, unless it is a number or a boolean.
public func literal(_ word: String) -> String {
  isBoolean(word) || Int64(word) != nil ? word : quoted(word)
}

/// A text of the file in quotes, short, and safe to print on a terminal.
func quoted(_ text: String) -> String {
  let limit = 60
  let short = text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "..." : text
  return "\"\(short.escaped)\""
}

/// `a, b and c`
public func list(_ words: [String], _ conjunction: String) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
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

/// `FILE:LINE:COLUMN`, or as much of it as there is.
func phrase(_ file: String?, _ position: SourcePosition?) -> String? {
  var parts = file.map { [$0.escaped] } ?? []
  if let position { parts += [String(position.line), String(position.column)] }
  return parts.isEmpty ? nil : parts.joined(separator: ":")
}

/// A path as a shell takes it, and a program that does not take it for an option.
func shellWord(_ path: String) -> String {
  let path = path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
  let isPlain = path.unicodeScalars.allSatisfy { scalar in
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "/._-+@%:,".unicodeScalars.contains(scalar)
  }
  guard !isPlain || path.isEmpty else { return path }
  var word = "'"
  for scalar in path.unicodeScalars { word += scalar == "'" ? #"'\''"# : String(scalar) }
  return (word + "'").escaped
}
