import Foundation
import Testing

@Suite("The links of the guides")
struct LinkTests {
  @Test(
    "Links lead to existing files and headings", arguments: [("joystick-model.md", 30), ("controls.md", 10)])
  func links(_ name: String, _ least: Int) throws {
    var count = 0
    for line in try Guide(name).lines {
      for part in line.components(separatedBy: "](").dropFirst() {
        let link = String(part.prefix { $0 != ")" })
        if link.hasPrefix("https://") { continue }
        count += 1
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let file = parts[0].isEmpty ? name : parts[0]
        #expect(Guide.exists(file), "\(link)")
        if parts.count > 1 { #expect(try headings(of: file).contains("#\(parts[1])"), "\(link)") }
      }
    }
    #expect(count >= least)
  }

  private func headings(of name: String) throws -> Set<String> {
    Set(try Guide(name).lines.filter { $0.hasPrefix("#") }.map(anchor))
  }

  /// A link to a heading, as GitHub generates it.
  private func anchor(_ heading: Substring) -> String {
    let text = heading.drop { $0 == "#" }.dropFirst().lowercased()
    return "#"
      + text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      .replacingOccurrences(of: " ", with: "-")
  }
}
