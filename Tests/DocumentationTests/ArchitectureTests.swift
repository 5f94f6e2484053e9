import Foundation
import TestSupport
import Testing

@Suite("A kind of control")
struct ArchitectureTests {
  @Test(
    "is named in its own files and in the lists of kinds only",
    arguments: [("wheel", "Wheel"), ("slider", "Slider"), ("look", "Look")])
  func files(_ name: String, _ type: String) throws {
    let mention = try Regex("\\.\(name)\\b|case \(name)\\b|\\b\(type)(Control|Settings|Drawing)\\b")
    let sources = Fixtures.project.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .filter { try String(contentsOf: $0, encoding: .utf8).contains(mention) }
      .map { String($0.path.dropFirst(sources.path.count + 1)) }
      // Other programs' words for kinds.
      .filter { !$0.hasPrefix("LayoutImport/") }
    #expect(Set(files).isSubset(of: Self.lists + Self.own(type)), "\(files)")
  }

  private static let lists = [
    "JoystickModel/Controls/Control.swift", "Configuration/Keys/ConfigurationTable.swift",
    "Drawing/Controls/ControlDrawing.swift", "EventPipeline/Feed/FeedControlKind.swift",
  ]

  private static func own(_ type: String) -> [String] {
    [
      "JoystickModel/Controls/\(type)Control.swift", "Drawing/Controls/\(type)Drawing.swift",
      "Configuration/Controls/\(type).swift", "Configuration/Controls/\(type)Pad.swift",
    ]
  }
}
