import EventPipeline
import Testing
@testable import Configuration

@Suite("Lengths, sizes, patterns and suggestions")
struct PatternTests {
  @Test(
    "Lengths are millimetres, percentages or sums of both",
    arguments: [
      ("0", .zero), ("12mm", .millimetres(12)), ("12 mm", .millimetres(12)), ("-1.5mm", .millimetres(-1.5)),
      ("+3mm", .millimetres(3)), ("40%", .percent(40)), ("0.5 %", .percent(0.5)), ("007mm", .millimetres(7)),
      ("100% - 25mm", .sum(percent: 100, millimetres: -25)), ("50%+8mm", .sum(percent: 50, millimetres: 8)),
      ("8.5 mm + 50 %", .sum(percent: 50, millimetres: 8.5)),
      ("-5mm - 1%", .sum(percent: -1, millimetres: -5)),
    ] as [(String, Length)])
  func lengths(_ text: String, _ length: Length) {
    #expect(Length(text) == length)
  }

  @Test(
    "Other texts are not lengths",
    arguments: [
      "", "mm", "12", "00", "-0", "0.0", " 0", "0m", "12m", "12mmm", " 12mm", "12mm ", "1e3mm", ".5mm",
      "5.mm", "--5mm", "nanmm", "inf%",
      "١٢mm", "12MM", "1,5mm", "100% - ", "100%-", "- 25mm", "100% 25mm", "50% + 10%", "5mm - 2mm",
      "100% - -5mm",
      "100% - 5mm - 5mm", "100% - 5", "100% * 2mm", " 100% - 5mm", "100% - 5mm ",
    ])
  func noLengths(_ text: String) {
    #expect(Length(text) == nil)
  }

  @Test(
    "Times are milliseconds or seconds",
    arguments: [
      ("200ms", 200), ("200 ms", 200), ("0.5s", 500), ("4.001 s", 4001), ("-1.5ms", -1.5), ("+3s", 3000),
      ("0s", 0),
    ] as [(String, Double)])
  func times(_ text: String, _ milliseconds: Double) {
    #expect(Time(text) == Time(milliseconds: milliseconds))
  }

  @Test(
    "Other texts are not times",
    arguments: ["", "ms", "s", "200", "200m", "1min", "200mss", " 1s", "1s ", "1e3ms", ".5s", "1S"])
  func noTimes(_ text: String) {
    #expect(Time(text) == nil)
  }

  @Test(
    "Sizes are a width and a height",
    arguments: ["217mm x 136mm", "217 x 136", "217x136", " 217 mm  x136 mm ", "217.0mmx136"])
  func sizes(_ text: String) {
    #expect(SurfaceSize(text) == SurfaceSize(width: 217, height: 136))
  }

  @Test(
    "Other texts are not sizes",
    arguments: ["", "217", "217 x", "x 136", "217cm x 136cm", "217 x 136 x 5", "217m x 136m", "50% x 5"])
  func noSizes(_ text: String) {
    #expect(SurfaceSize(text) == nil)
  }

  @Test("Percentages are of the whole")
  func percentages() {
    #expect(Length.percent(25).millimetres(of: 200) == 50)
    #expect(Length.millimetres(25).millimetres(of: 200) == 25)
    #expect(Length.sum(percent: 25, millimetres: -10).millimetres(of: 200) == 40)
  }

  @Test(
    "Patterns match names as fnmatch(3) does",
    arguments: [
      ("ELAN*", "ELAN2514:00 04F3:2514", true), ("ELAN*", "My ELAN", false), ("*ELAN*", "My ELAN x", true),
      ("*", "", true), ("?", "", false), ("?", "é", true), ("", "", true), ("a*b*c", "axxbxxbxc", true),
      ("a*b*c", "axxbxxb", false), ("**a", "bba", true), ("[abc]x", "bx", true), ("[a-c]x", "dx", false),
      ("[!a-c]x", "dx", true), ("[^a-c]x", "ax", false), ("[]]", "]", true), ("[!]]", "]", false),
      ("[a-]", "-", true), ("[*]", "*", true), ("[*]", "x", false), ("a\\*", "a\\x", true),
      ("ß", "ss", false),
      ("é", "e\u{301}", false),
    ])
  func patterns(_ pattern: String, _ name: String, _ expected: Bool) throws {
    #expect(try #require(GlobPattern(pattern)).matches(name) == expected)
  }

  @Test(
    "Incomplete brackets and reversed ranges are not patterns", arguments: ["[", "a[b", "[]", "[!]", "[c-a]"])
  func noPatterns(_ text: String) {
    #expect(GlobPattern(text) == nil)
  }

  @Test("Many stars are as fast as few")
  func manyStars() throws {
    let pattern = try #require(GlobPattern(String(repeating: "a*", count: 500) + "b"))
    #expect(!pattern.matches(String(repeating: "a", count: 2000)))
  }

  @Test(
    "The nearest word is suggested",
    arguments: [
      ("radius", "radius"), ("raduis", "radius"), ("Radius", "radius"), ("radii", nil), ("centre", "center"),
      ("x", nil), ("", nil), (String(repeating: "radius", count: 100), nil),
    ] as [(String, String?)])
  func nearest(_ word: String, _ expected: String?) {
    #expect(nearestWord(to: word, among: ["name", "radius", "center", "travel"]) == expected)
  }

  @Test(
    "The nearest word is suggested for short words and other capitals, too",
    arguments: [
      ("a", "A"), ("c", nil), ("lb", "LB"), ("L1", nil), ("start", "Start"), ("STATR", "Start"),
      ("of", "off"), ("if", nil),
    ] as [(String, String?)])
  func nearestShort(_ word: String, _ expected: String?) {
    #expect(nearestWord(to: word, among: ["A", "LB", "off", "on", "Start"]) == expected)
  }
}
