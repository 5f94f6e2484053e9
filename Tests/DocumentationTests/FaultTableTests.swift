import Foundation
import Testing

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
