import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("touchstick layout")
struct LayoutPictureTests {
  /// The pictures that the README shows.
  struct Shown: CustomTestStringConvertible, Sendable {
    let name: String
    let size: String
    let labels: [String]
    var testDescription: String { name }
  }

  static let shown = [
    Shown(
      name: "touchscreen", size: "217x136",
      labels: [
        "Y", "X", "B", "A", "d-pad", "LT", "LB", "RT", "RB", "Back", "Guide", "Start", "left stick",
        "right stick",
      ]),
    Shown(name: "touchpad", size: "100x65", labels: ["left stick"]),
    Shown(name: "swiftui-joystick", size: "217x136", labels: ["A", "B", "Y", "X", "d-pad"]),
  ]

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func configuration(_ name: String) -> String {
    package.appending(path: "config/\(name).toml").path
  }

  /// The texts of a picture in their order, those that are no labels included.
  private static func texts(_ svg: String) throws -> [String] {
    let document = try XMLDocument(data: Data(svg.utf8))
    return try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
  }

  /// How many elements with this name have an attribute with this value.
  private static func count(_ name: String, _ attribute: String, _ value: String, in svg: String) throws
    -> Int
  {
    let document = try XMLDocument(data: Data(svg.utf8))
    return try document.nodes(forXPath: "//*[local-name()='\(name)'][@\(attribute)='\(value)']").count
  }

  private static func draw(_ toml: String, _ arguments: [String] = ["--size", "100x50"]) throws -> String {
    let (status, output) = try Programs.tool(["layout", Programs.file("own.toml", toml)] + arguments)
    #expect(status == 0, "\(output)")
    return output
  }

  @Test("the pictures of the README are what the command draws now", arguments: shown)
  func current(_ shown: Shown) throws {
    let (status, svg) = try Programs.tool(["layout", Self.configuration(shown.name), "--size", shown.size])
    #expect(status == 0)
    let file = Self.package.appending(path: "docs/layouts/\(shown.name).svg")
    let isCurrent = try String(contentsOf: file, encoding: .utf8) == svg
    #expect(isCurrent, "docs/layouts/\(shown.name).svg is another picture: run scripts/documents")
    let readme = try String(contentsOf: Self.package.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("](docs/layouts/\(shown.name).svg)"))
  }

  @Test("there are no other pictures")
  func noOthers() throws {
    let folder = Self.package.appending(path: "docs/layouts").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == Set(Self.shown.map { "\($0.name).svg" }))
  }

  @Test("a shipped layout has a label for every control", arguments: shown)
  func labels(_ shown: Shown) throws {
    let (_, svg) = try Programs.tool(["layout", Self.configuration(shown.name), "--size", shown.size])
    let texts = try Self.texts(svg)
    #expect(texts.first == "\(shown.name).toml, \(shown.size.replacing("x", with: " × ")) mm")
    #expect(Array(texts.dropFirst().prefix(shown.labels.count)) == shown.labels)
  }

  @Test("every shipped layout can be drawn", arguments: ShippedLayoutTests.names)
  func shipped(_ name: String) throws {
    let (status, svg) = try Programs.tool(["layout", Self.configuration(name), "--size", "150x90"])
    #expect(status == 0)
    #expect(try !Self.texts(svg).isEmpty)
  }

  @Test("a stick has its base, its reach, its dead zone and its bounds, to scale")
  func stick() throws {
    let svg = try Self.draw(
      """
      [[stick]]
      radius = 10
      travel = 1.5
      dead_zone = 0.2
      center = [50, 25]
      movable_bounds = { x = 10, y = 5, width = 80, height = 40 }
      """)
    // 688 pixels for 100 mm.
    #expect(try Self.count("circle", "r", "68.8", in: svg) == 1)
    #expect(try Self.count("circle", "r", "103.2", in: svg) == 1)
    #expect(try Self.count("circle", "r", "20.64", in: svg) == 1)
    #expect(try Self.count("rect", "width", "550.4", in: svg) == 1)
    #expect(try Self.texts(svg).contains("movable_bounds"))
  }

  @Test("buttons of a direction pad and of a direction stick, and how a trigger is pulled, are told")
  func details() throws {
    let svg = try Self.draw(
      """
      [[dpad]]
      region = { center = [20, 20], radius = 10 }
      output = { up = "Back", right = "B", down = "Start", left = "X" }
      [[stick]]
      region = { x = 40, y = 0, width = 20, height = 50 }
      target = { up = "L3", right = "R3", down = "A", left = "LB" }
      [[trigger]]
      region = { x = 70, y = 0, width = 30, height = 20 }
      target = "left"
      pull = "slide"
      distance = 12.5
      """)
    let texts = try Self.texts(svg)
    for text in ["Back", "B", "Start", "X", "L3", "R3", "A", "LB", "LT", "slide 12.5 mm"] {
      #expect(texts.contains(text), "\(text)")
    }
    #expect(texts.filter { $0 == "directions" }.count == 2)
  }

  @Test("names with what is special in XML make a picture all the same")
  func special() throws {
    let name = "a <b> & \"c\" <\u{301} \u{FFFF}"
    let toml = """
      [[button]]
      name = 'NAME'
      output = "A"
      region = { center = [20, 20], radius = 10 }
      """.replacing("NAME", with: name)
    let document = try XMLDocument(data: Data(Self.draw(toml).utf8))
    let titles = try document.nodes(forXPath: "//*[local-name()='g']/*[local-name()='title']")
    #expect(titles.map(\.stringValue) == ["a <b> & \"c\" <\u{301} \u{FFFD} (A)"])
  }
}
