import Configuration

// The documentation of keys, from their rows.

extension String {
  /// Markdown with each paragraph, and each item of a list, in one line.
  var unwrapped: String {
    var text = ""
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      let isOwnLine = text.isEmpty || line.isEmpty || line.hasPrefix("- ") || text.hasSuffix("\n")
      text += (text.isEmpty ? "" : isOwnLine ? "\n" : " ") + line
    }
    return text
  }

  /// The lines of an unwrapped text, none longer than the width unless it is a word.
  func wrapped(width: Int, indent: String = "") -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
      var lines: [String] = []
      for word in paragraph.split(separator: " ") {
        if let last = lines.last, indent.count + last.count + word.count < width {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append((lines.isEmpty || !paragraph.hasPrefix("- ") ? "" : "  ") + word)
        }
      }
      return lines.isEmpty ? [""] : lines.map { indent + $0 }
    }
  }

  /// An unwrapped text as a comment, without the marks of Markdown.
  var comment: String {
    let parts = split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index.isMultiple(of: 2) ? part.filter { $0 != "*" } : String(part)
    }
    return parts.joined().wrapped(width: 118, indent: "# ").filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The text between backticks, if there is nothing else.
  fileprivate var soleCodeSpan: String? {
    let parts = split(separator: "`", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].isEmpty && parts[2].isEmpty ? String(parts[1]) : nil
  }
}

extension Key {
  /// The default in the notation of the file; nil if it is not a value.
  var defaultValue: String? { defaultText().soleCodeSpan }

  /// The first sentence of its meaning.
  var summary: String {
    let paragraph = meaning.unwrapped.prefix { $0 != "\n" }
    let words = paragraph.split(separator: " ")
    let end = words.firstIndex { $0.hasSuffix(".") } ?? words.count - 1
    let sentence = words[...end].joined(separator: " ")
    return sentence.hasSuffix(":") ? sentence.dropLast() + "." : sentence
  }

  /// The text that replaces words that are in a list.
  fileprivate static let listed = "one of these words"

  /// Whether its meaning has a list of its words.
  private var listsWords: Bool { meaning.contains("\n- ") }

  /// The key in the manual page.
  var entry: String {
    let text = meaning.unwrapped.wrapped(width: 124, indent: "    ").joined(separator: "\n")
    return "`\(name)` = \(list(accepts.values(listed: listsWords), "or")) (\(defaultText()))\n:"
      + text.dropFirst()
      + "\n"
  }

  /// The comment on the key in a file that has these values for it.
  func comment(above values: [String]) -> String {
    let accepts = list(accepts.values(listed: listsWords), "or")
    let value = defaultText()
    var facts = value.hasPrefix("required") ? "R\(value.dropFirst())." : "Default: \(value)."
    if let defaultValue, values.contains(defaultValue) { facts = "" }
    if accepts != Self.listed { facts = "Values: \(accepts). \(facts)" }
    return "\(meaning.unwrapped)\n\(facts)".comment
  }

  /// The key in a table of the guides.
  var guideRow: String {
    "| `\(name)` | \(defaultText()) | \(list(accepts.guideValues, "or")) | \(summary) |"
  }
}

extension ExpectedValue {
  /// The values of a key in the manual page, which explains regions.
  ///
  /// - Parameter listed: Whether the words are listed elsewhere.
  fileprivate func values(listed: Bool = false) -> [String] {
    switch self {
    case .text(let most): ["text" + (most.map { ", at most \($0) bytes" } ?? "")]
    case .path: ["absolute path"]
    case .boolean: ["`true`", "`false`"]
    case .number(let quantity): [quantity.values]
    case .size: ["text such as `\"217mm x 136mm\"`, each side 1 to 10000 mm"]
    case .pair(let quantity): ["`[x, y]`, lengths, each \(quantity.range.phrase(""))\(quantity.suffix)"]
    case .words(let words): listed ? [Key.listed] : words.map { "`\(literal($0))`" }
    case .wordList(let words): ["list of \(list(words.map { "`\(literal($0))`" }, "and"))"]
    case .button: ["button"]
    case .outputs, .padOutputs: ["output", "list of outputs"]
    case .sequence: ["list of steps"]
    case .keyboardKeys: ["list of keys"]
    case .region: ["region"]
    case .keys(let table): [table.keys.map(\.accepts).contains(.button) ? "four buttons" : "area"]
    case .either(let others): others.flatMap { $0.values(listed: listed) }
    }
  }

  /// The values of a key in a guide.
  fileprivate var guideValues: [String] {
    switch self {
    case .region:
      ConfigurationTable.region.keySets.map { "`{ \($0.map(\.name).joined(separator: ", ")) }`" }
    case .keys(let table): ["`{ \(table.keyNames.joined(separator: ", ")) }`"]
    case .either(let others): others.flatMap(\.guideValues)
    default: values()
    }
  }
}

extension Quantity {
  fileprivate var values: String {
    let range = range.phrase("") + suffix
    return switch unit {
    case .length: "length, \(range)"
    case .milliseconds: "time, \(range)"
    case .identifier: "identifier, \(range)"
    case .hertz: "frequency, \(range)"
    case .degrees: "angle, \(range)"
    case .number, .hertzPerSpeed, .degreesPerSecond, .speed, .count: range
    }
  }

  fileprivate var suffix: String { unit == .hertzPerSpeed ? " Hz for each mm/s" : unit.suffix }
}
