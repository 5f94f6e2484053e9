import EventPipeline
import Foundation
import TestSupport
import Testing

@testable import Configuration

@Suite("The feel of a user")
struct FeelTests {
  private static let layout = """
    [[stick]]   # mine
    dead_zone = 0.1
    region = { x = 0, y = 0, width = 50, height = 50 }

    [[stick]]
    target = "right"
    sensitivity = 2
    saturation = 0.2
    region = { x = 60, y = 0, width = 30, height = 50 }

    [[look]]
    target = "mouse"
    when = "landscape"
    region = { x = 100, y = 0, width = 50, height = 50 }

    [[look]]
    target = "right"
    sensitivity = 400
    when = "portrait"
    region = { x = 100, y = 0, width = 50, height = 50 }
    """

  private func applied(_ feel: FeelSettings, to layout: String = Self.layout) throws -> [String] {
    let text = try ProfileText(Array(layout.utf8), file: "t.toml").applying(feel)
    return String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("changes dead zones and sensitivities of a layout, within their ranges, and nothing else")
  func values() throws {
    var feel = FeelSettings()
    #expect(feel.isEmpty)
    #expect(try applied(feel) == Self.layout.split(separator: "\n").map(String.init))
    feel.deadZone = 0.25
    (feel.stickFactor, feel.lookFactor) = (3, 2)
    let lines = try applied(feel)
    #expect(lines.filter { $0.hasPrefix("dead_zone") } == ["dead_zone = 0.25", "dead_zone = 0.19"])
    #expect(
      lines.filter { $0.hasPrefix("sensitivity") } == [
        "sensitivity = 3", "sensitivity = 6", "sensitivity = 200",
      ])
    #expect(lines.contains { $0.hasPrefix("counts_per_mm = ") } && lines[0] == "[[stick]]   # mine")
    let old = Self.layout.replacing("target = \"mouse\"", with: "target = \"mouse\"\ncounts = 5")
    #expect(
      try applied(feel, to: old).filter { $0.hasPrefix("counts") } == ["counts = 10"], "the old name stays")
    feel.stickFactor = 10
    #expect(try applied(feel).contains("sensitivity = 10"))
  }

  @Test("is set in the file by steps, which keep comments, and removes keys that change nothing")
  func file() throws {
    let path = try Programs.file("session.toml", "# Mine.\nlayout = \"racing\" # fast\n")
    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    try SavedChoices.setFeel(.stickFactor(1.5), path: path)
    try SavedChoices.setFeel(.deadZone(0.1), path: path)
    #expect(try text() == "# Mine.\nlayout = \"racing\" # fast\n\n[feel]\ndead_zone = 0.1\nstick = 1.5\n")
    try SavedChoices.setFeel(.stickFactor(1), path: path)
    #expect(try text() == "# Mine.\nlayout = \"racing\" # fast\n\n[feel]\ndead_zone = 0.1\n")
    #expect(try SavedChoices.read(path: path).feel.deadZone == 0.1)
  }

  @Test("weakens the rumble of a layout, which the layout's own factor multiplies")
  func rumble() throws {
    var feel = FeelSettings()
    feel.rumbleFactor = 0.5
    #expect(try applied(feel)[0] == "rumble_strength = 0.5")
    let layout = "rumble_strength = 0.4\n" + Self.layout
    let text = try ProfileText(Array(layout.utf8), file: "t.toml").applying(feel)
    var settings = try Settings.parse("[rumble]\nstrength = 0.5\n", file: "t.toml")
    #expect(settings.rumbleOfLayout.strength == 0.5)
    settings = settings.with(text.settings)
    #expect(settings.rumble.strength == 0.5 && abs(settings.rumbleOfLayout.strength - 0.1) < 1e-9)
  }

  @Test("The screen's rotation and size are set in the file, and read from it")
  func screen() throws {
    let path = try Programs.file("session.toml", "pads = \"on\"\n")
    try SavedChoices.setScreen(.rotation(.leftUp), path: path)
    try SavedChoices.setScreen(.size(SurfaceSize(width: 217.4, height: 135.9)), path: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "pads = \"on\"\n\n[screen]\nsize = \"217mm x 136mm\"\nrotation = 90\n")
    let screen = try SavedChoices.read(path: path).screen
    #expect(screen.rotation == .leftUp && screen.size == SurfaceSize(width: 217, height: 136))
    try SavedChoices.setScreen(.rotation(nil), path: path)
    #expect(try SavedChoices.read(path: path).screen.rotation == nil)
  }

  @Test("names what is wrong in the file")
  func errors() throws {
    for (line, part) in [
      ("dead_zone = 1", "dead_zone is 1"), ("stik = 2", "unknown key \"stik\" in [feel]"),
      ("look = 0", "look is 0"),
    ] {
      let path = try Programs.file("session.toml", "[feel]\n\(line)\n")
      let error = #expect(throws: ConfigurationError.self) { try SavedChoices.read(path: path) }
      #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
    }
  }
}
