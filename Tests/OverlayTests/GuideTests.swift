@testable import touchstick_overlay
import Foundation
import Testing

@testable import Configuration

@Suite("The overlay's guide")
struct OverlayGuideTests {
  private static let lines = try? String(
    contentsOf: URL(filePath: #filePath).appending(path: "../../../docs/overlay.md").standardized,
    encoding: .utf8
  ).split(separator: "\n").map(String.init)

  @Test("has every key of its tables, with its default and its meaning", arguments: OverlayTable.allCases)
  func keys(_ table: OverlayTable) throws {
    let lines = try #require(Self.lines)
    guard table != .buttonColors else {
      #expect(table.keys.allSatisfy { key in lines.contains { $0.contains("`\(key)`") } })
      return
    }
    let heading = table == .root ? "| key at the top level |" : "| key of `\(table.heading)` |"
    let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
    let rows = lines[start...].prefix { $0.hasPrefix("|") }
    for key in table.rows {
      let row = try #require(rows.first { $0.hasPrefix("| `\(key.name)` |") }, "\(key.name)")
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.contains(key.defaultText()), "\(key.name): \(key.defaultText())")
      let meaning = key.meaning.split(separator: "\n").joined(separator: " ").trimmingSuffix(".")
      #expect(cells.last?.hasPrefix(meaning) == true, "\(key.name)")
    }
  }

  @Test("its example is right")
  func example() throws {
    let lines = try #require(Self.lines)
    let start = try #require(lines.firstIndex { $0.hasPrefix("    theme = ") })
    let text = lines[start...].prefix { $0.hasPrefix("    ") }.joined(separator: "\n")
    let settings = try OverlaySettings.parse(Array(text.utf8), file: "/home/overlay.toml")
    #expect(settings.theme.stick.handleImage == "/home/thumb.png")
  }
}

extension String {
  /// The text without this at its end.
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
