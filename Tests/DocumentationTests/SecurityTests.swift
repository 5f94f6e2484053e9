import System
import Testing

@Suite("SECURITY.md")
struct SecurityTests {
  /// The rows of its table of callers, each with its verb, its names and whether each caller may do it.
  private func rows() throws -> [(verb: Substring, names: [String], cells: [String])] {
    try Guide("../SECURITY.md").rows(under: "on the system bus").map { row in
      (try #require(row[0].split(separator: " ").first), row[0].codeSpans, Array(row.dropFirst()))
    }
  }

  @Test("The table of callers has each method and property of the interface once")
  func names() throws {
    let rows = try rows()
    func names(_ verb: String) -> [String] { rows.filter { $0.verb == verb }.flatMap(\.names).sorted() }
    #expect(names("calls") == PadsInterface.Method.allCases.map(\.rawValue).sorted())
    let properties = PadStatus.Property.allCases.map(\.rawValue).sorted()
    #expect(names("reads") == properties && names("writes") == properties)
    #expect(names("hears") == ["PropertiesChanged"])
    #expect(Set(rows.map(\.verb)) == ["calls", "reads", "writes", "hears"])
  }

  @Test("The table of callers says yes or no for each caller; whoever has more rights may do no less")
  func cells() throws {
    for row in try rows() {
      #expect(row.cells.count == 4 && row.cells.allSatisfy(["no", "yes"].contains), "\(row)")
      #expect(row.cells == row.cells.sorted(), "\(row)")
    }
  }
}
