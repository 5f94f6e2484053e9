import Configuration

/// The texts that are generated from the rows, completely or partly.
enum Reference {
  /// The files by their paths in the project, each with the function that updates its text.
  static let files: [(path: String, text: @Sendable (String) throws(UnknownKey) -> String)] = [
    ("config/touchstick.schema.json", { _ in Schema.text }), ("docs/man/touchstick.toml.5.md", page),
    ("docs/joystick-model.md", guide), ("docs/controls.md", guide), ("config/touchstick.toml", example),
  ]

  /// The tables that the manual page describes.
  static let tables = ConfigurationTable.allCases.filter {
    $0 != .profile && $0 != .directionTarget && $0 != .directionOutput
  }

  /// The manual page, whose tables are between two headings.
  private static func page(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let (start, end) = (lines.firstIndex(of: "# TABLES") ?? 0, lines.firstIndex(of: "# FILES") ?? lines.count)
    let tables = tables.map { table in
      let introduction = table.introduction.unwrapped.wrapped(width: 124).joined(separator: "\n")
      return
        (["## \(table.heading)\n"] + (introduction.isEmpty ? [] : [introduction + "\n"])
        + table.keys.map(\.entry)).joined(separator: "\n")
    }
    // In steps: Swift 6.2 does not find the types of one sum in time.
    var page = lines[...start].map(String.init)
    page += [""] + tables
    page += lines[end...].map(String.init)
    return page.joined(separator: "\n")
  }

  /// A guide. The first cell of a table's head names the table of the keys that it describes.
  private static func guide(_ text: String) throws(UnknownKey) -> String {
    var table: ConfigurationTable?
    var lines: [String] = []
    let old = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in old.enumerated() {
      let cell = line.split(separator: "|").first.map(String.init) ?? ""
      if !line.hasPrefix("|") {
        table = nil
      } else if let other = tables.first(where: { cell == " key of `\($0.heading)` " }) {
        table = other
      } else if let table, !line.hasPrefix("|--") {
        let name = cell.filter { $0 != "`" && $0 != " " }
        guard let key = table.keys.first(where: { $0.name == name }) else {
          throw UnknownKey(key: name, table: table)
        }
        // A table without it is about the buttons of the device.
        let hasSequence = name != "output" || old.tableHasRow("sequence", around: index)
        lines.append(
          hasSequence ? key.guideRow : key.guideRow.replacing(", unless there is a `sequence`", with: ""))
        continue
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  /// The file with all settings. The text before its first table and the values of its keys are its own. A missing key
  /// gets its default.
  private static func example(_ text: String) throws(UnknownKey) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { Section($0) != nil } ?? lines.count
    var sections: [Section] = []
    for line in lines[start...] {
      if let section = Section(line) {
        sections.append(section)
      } else if !sections.isEmpty, let key = line.key {
        sections[sections.count - 1].lines[key, default: []].append(line)
      }
    }
    for index in sections.indices { try sections[index].complete(among: sections) }
    return (lines[..<start] + sections.map(\.text)).joined(separator: "\n")
  }
}

/// A table of the file with all settings.
private struct Section {
  let heading: String
  let table: ConfigurationTable
  /// The lines that have a key.
  var lines: [String: [String]] = [:]

  /// Nil if the line is not a heading.
  init?(_ line: String) {
    guard let table = Reference.tables.first(where: { line == $0.heading || line == "#" + $0.heading })
    else { return nil }
    (heading, self.table) = (line, table)
  }

  /// Adds the keys that no section of the table has, if this is the first.
  mutating func complete(among sections: [Section]) throws(UnknownKey) {
    let others = sections.filter { $0.table == table }
    if let key = lines.keys.first(where: { !table.keyNames.contains($0) }) {
      throw UnknownKey(key: key, table: table)
    }
    guard others.first?.lines == lines else { return }
    for key in table.keys where !others.contains(where: { $0.lines[key.name] != nil }) {
      let mark = heading.hasPrefix("#") ? "#" : ""
      lines[key.name] = key.defaultValue.map { ["\(mark)\(key.name) = \($0)"] }
    }
  }

  var text: String {
    let keys = table.keys.compactMap { key in
      lines[key.name].map { lines in
        let values = lines.map { String($0.drop { $0 != "=" }.dropFirst(2)) }
        return "\n" + key.comment(above: values) + "\n" + lines.joined(separator: "\n")
      }
    }
    return ([heading, table.introduction.unwrapped.comment] + keys).joined(separator: "\n") + "\n"
  }
}

extension [String] {
  /// Whether the table of Markdown that a line is in has a row for a key.
  fileprivate func tableHasRow(_ key: String, around index: Int) -> Bool {
    let before = self[..<index].reversed().prefix { $0.hasPrefix("|") }
    let after = self[index...].prefix { $0.hasPrefix("|") }
    return (Array(before) + after).contains { $0.hasPrefix("| `\(key)` |") }
  }
}

extension String {
  /// The key of a line, also of an example, which has a "#" before it.
  fileprivate var key: String? {
    let line = hasPrefix("#") ? dropFirst() : Substring(self)
    let name = line.prefix { $0.isLetter || $0 == "_" }
    return !name.isEmpty && line.dropFirst(name.count).hasPrefix(" = ") ? String(name) : nil
  }
}

/// A key that a document describes, but the reader does not know.
struct UnknownKey: Error {
  let key: String
  let table: ConfigurationTable
}
