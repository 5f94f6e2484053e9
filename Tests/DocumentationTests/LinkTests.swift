import Foundation
import Testing

@Suite("The links of the guide")
struct LinkTests {
  @Test("lead to files and headings that are there")
  func links() throws {
    let lines = try Guide().lines
    let headings = Set(lines.filter { $0.hasPrefix("#") }.map(anchor))
    var count = 0
    for line in lines {
      for part in line.components(separatedBy: "](").dropFirst() {
        let link = String(part.prefix { $0 != ")" })
        if link.hasPrefix("https://") { continue }
        count += 1
        if link.hasPrefix("#") {
          #expect(headings.contains(link), "\(link)")
        } else {
          #expect(Guide.exists(link), "\(link)")
        }
      }
    }
    #expect(count > 20)
  }

  /// The link to a heading, as GitHub makes it.
  private func anchor(_ heading: Substring) -> String {
    let text = heading.drop { $0 == "#" }.dropFirst().lowercased()
    return "#"
      + text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      .replacingOccurrences(of: " ", with: "-")
  }
}
