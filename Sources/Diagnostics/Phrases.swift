internal import OperatingSystem

// Parts of messages.

/// A number, without ".0".
public func plain(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A user's text in quotes: at most 60 characters, safe to print on a terminal.
public func quoted(_ text: String) -> String {
  let limit = 60
  let short = text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "..." : text
  return "\"\(short.escaped)\""
}

/// `a, b and c`
public func list(_ words: [String], _ conjunction: String) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// `1 file`, `2 files`
public func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
