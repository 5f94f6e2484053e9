import Foundation
import Testing
import TestSupport

/// `docs/joystick-model.md`, or another file there.
struct Guide {
  private static let folder = Fixtures.project.appending(path: "docs")

  let lines: [Substring]

  init(_ name: String = "joystick-model.md") throws {
    lines = try Self.read(name).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private init(lines: [Substring]) {
    self.lines = lines
  }

  /// The text between this first-level heading and the next.
  func part(_ heading: String) -> Guide {
    let rest = lines.drop { $0 != "# \(heading)" }.dropFirst()
    return Guide(lines: Array(rest.prefix { !$0.hasPrefix("# ") }))
  }

  /// The text between this second-level heading and the next of either level.
  func section(_ heading: String) -> Guide {
    let rest = lines.drop { $0 != "## \(heading)" }.dropFirst()
    return Guide(lines: Array(rest.prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("# ") }))
  }

  /// The text of a file that the guide links to.
  static func read(_ link: String) throws -> String {
    try String(contentsOf: folder.appending(path: link), encoding: .utf8)
  }

  /// Whether a file that the guide links to exists.
  static func exists(_ link: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: link).path)
  }

  /// The names of the pictures in their folder.
  static func pictures() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "model").path))
  }

  /// The cells of each row, of all tables whose first column has this head.
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
  /// The code spans.
  var codeSpans: [String] {
    split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// The code span, if there is no other text.
  var soleCodeSpan: String? {
    let spans = codeSpans
    return spans.count == 1 && "`\(spans[0])`" == self ? spans[0] : nil
  }
}

@Suite("The table of faults")
struct FaultTableTests {
  private static let file = "faults.md"

  private static func rows() throws -> [[String]] { try Guide(file).rows(under: "fault") }

  @Test("Each fault names an existing test")
  func tests() throws {
    let rows = try Self.rows()
    #expect(rows.count >= 40)
    for row in rows {
      try #require(row.count == 3, "\(row)")
      for link in row[2].components(separatedBy: "<br>") {
        let parts = try #require(link.wholeMatch(of: /\[(.+)\]\((\.\.\/Tests\/.+)\)/), "\(row[0]): \(link)")
        let isThere = try Self.tests(in: String(parts.2)).contains(String(parts.1))
        #expect(isThere, "\(row[0]): there is no test “\(parts.1)” in \(parts.2)")
      }
    }
  }

  @Test("Each fault appears once, and says what the daemon does")
  func faults() throws {
    let rows = try Self.rows()
    #expect(Set(rows.map { $0[0] }).count == rows.count)
    #expect(rows.allSatisfy { $0[0].count > 5 && $0[1].count > 10 })
  }

  /// The names of a file's tests: `@Test("…")` in Swift, `check "…"` in a script.
  private static func tests(in file: String) throws -> [String] {
    let text = try Guide.read(file)
    return file.hasSuffix(".swift")
      ? text.matches(of: /@Test\(\s*"([^"]+)"/).map { String($0.1) }
      : text.matches(of: /(?:^|\n)\s*check "([^"]+)"/).map { String($0.1) }
  }
}
