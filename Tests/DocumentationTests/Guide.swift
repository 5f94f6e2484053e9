import Foundation

/// `docs/joystick-model.md`, or another file there.
struct Guide {
  /// The folder that the package is in.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let folder = package.appending(path: "docs")

  let lines: [Substring]

  init(_ name: String = "joystick-model.md") throws {
    lines = try Self.read(name).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private init(lines: [Substring]) {
    self.lines = lines
  }

  /// What stands between this heading of the first level and the next.
  func part(_ heading: String) -> Guide {
    let rest = lines.drop { $0 != "# \(heading)" }.dropFirst()
    return Guide(lines: Array(rest.prefix { !$0.hasPrefix("# ") }))
  }

  /// What stands between this heading of the second level and the next of either.
  func section(_ heading: String) -> Guide {
    let rest = lines.drop { $0 != "## \(heading)" }.dropFirst()
    return Guide(lines: Array(rest.prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("# ") }))
  }

  /// The text of a file that the guide links to.
  static func read(_ link: String) throws -> String {
    try String(contentsOf: folder.appending(path: link), encoding: .utf8)
  }

  /// Whether there is a file that the guide links to.
  static func exists(_ link: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: link).path)
  }

  /// The names of the pictures in their folder.
  static func pictures() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "model").path))
  }

  /// The rows of all tables whose first column has this head, as their cells.
  func rows(under head: String) -> [[String]] {
    var rows: [[String]] = []
    var isInTable = false
    for line in lines {
      guard line.hasPrefix("|") else {
        isInTable = false
        continue
      }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.first == head {
        isInTable = true
      } else if isInTable, !line.hasPrefix("|---") {
        rows.append(cells)
      }
    }
    return rows
  }

  /// The text of the first block of code in this language.
  func block(_ language: String) -> String? { blocks(language).first }

  /// The texts of all blocks of code in this language.
  func blocks(_ language: String) -> [String] {
    lines.indices.filter { lines[$0] == "```\(language)" }.map { start in
      lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n") + "\n"
    }
  }
}

extension String {
  /// What stands in backticks.
  var codeSpans: [String] {
    split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// What stands in backticks, if that is all.
  var soleCodeSpan: String? {
    let spans = codeSpans
    return spans.count == 1 && "`\(spans[0])`" == self ? spans[0] : nil
  }
}
