/// The part of touchstick.toml(5) that describes tables and their keys, read from the page's Markdown.
struct ManualPage {
  /// A key, as the page has it: `` `key` = values (default) ``, and what it means.
  struct Entry {
    let table: String
    let key: String
    /// What it can be.
    let values: String
    /// What holds without it.
    let standard: String
    /// What it means, in Markdown.
    let meaning: String
  }

  /// What stands between a table's heading and its first key.
  private(set) var introductions: [String: String] = [:]
  private(set) var entries: [Entry] = []

  /// Reads a page. Only sections of the second level are tables.
  init(_ text: String) {
    var table: String?
    var term: Substring?
    var body: [Substring] = []
    func paragraph() -> String { Self.text(body) }
    let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false) + ["# "]
    for line in lines {
      let isHeading = line.hasPrefix("#")
      guard isHeading || Self.isTerm(line) else {
        body.append(line)
        continue
      }
      if let table {
        if let term {
          entries.append(Entry(table: table, term: term, meaning: paragraph()))
        } else {
          introductions[table] = paragraph()
        }
      }
      body = []
      term = isHeading ? nil : line
      if isHeading { table = line.hasPrefix("## ") ? String(line.dropFirst(3)) : nil }
    }
  }

  /// Lines of the page with each paragraph and each item of a list in one.
  private static func text(_ lines: [Substring]) -> String {
    var text = ""
    for line in lines.map({ $0.drop { $0 == ":" || $0 == " " } }) {
      let isOwnLine = line.isEmpty || line.hasPrefix("- ") || text.hasSuffix("\n")
      text += (isOwnLine ? "\n" : " ") + line
    }
    return text.trimmed
  }

  private static func isTerm(_ line: Substring) -> Bool {
    guard line.hasPrefix("`"), line.hasSuffix(")") else { return false }
    return line.dropFirst().drop { $0 != "`" }.hasPrefix("` = ")
  }

  /// The key of a table, if the page has it.
  func entry(_ key: String, of table: String) -> Entry? {
    entries.first { $0.key == key && $0.table == table }
  }
}

extension ManualPage.Entry {
  fileprivate init(table: String, term: Substring, meaning: String) {
    key = String(term.dropFirst().prefix { $0 != "`" })
    let rest = term.dropFirst(key.count + "`` = ".count)
    let bracket = rest.lastIndex(of: "(") ?? rest.endIndex
    values = String(rest[..<bracket]).trimmed
    standard = String(rest[bracket...].dropFirst().dropLast())
    self.table = table
    self.meaning = meaning
  }

  /// The default, as the file would have it; nil where that is no value.
  var standardValue: String? {
    let spans = standard.split(separator: "`", omittingEmptySubsequences: false)
    return spans.count == 3 && spans[0].isEmpty && spans[2].isEmpty ? String(spans[1]) : nil
  }
}

extension String {
  fileprivate var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\n" }
    return String(Substring(self).drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
