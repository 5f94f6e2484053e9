import Recordings
import Testing

@Suite("The pictures of the guides")
struct PictureTests {
  @Test("Every picture is in a guide")
  func shown() throws {
    let lines = try Guide().lines + Guide("controls.md").lines
    let names = try Guide.pictures()
    #expect(names.count > 10)
    for name in names {
      #expect(lines.contains { $0.hasPrefix("![") && $0.hasSuffix("](model/\(name))") }, "\(name)")
    }
  }

  @Test(
    "Numbers have at most two decimals",
    arguments: [
      (0, "0"), (-0.001, "0"), (1.005, "1.01"), (-1.5, "-1.5"), (2.25, "2.25"), (100, "100"), (0.049, "0.05"),
    ])
  func decimals(_ number: Double, _ text: String) {
    #expect(decimal(number) == text)
  }
}
