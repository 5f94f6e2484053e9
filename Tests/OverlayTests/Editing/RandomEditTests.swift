import Configuration
import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("Random editing")
struct RandomEditTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../../config/profiles")
    .standardized

  private static let profiles: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".toml") }.sorted().compactMap {
      try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }()

  private static let sizes = [(130.0, 65.0), (65.0, 130.0), (260.0, 160.0), (345.0, 195.0)]

  /// Does something by chance. Returns whether a control may have been deleted.
  private func act(_ hand: inout Hand, _ random: inout SeededGenerator) -> Bool {
    let size = hand.editor.size
    func point() -> Point {
      Point(x: random.number(-5...size.width + 5), y: random.number(-5...size.height + 5))
    }
    switch random.integer(0...9) {
    case 0...3:
      hand.touch(.began(point()), by: 1)
      for _ in 0...random.integer(0...3) { hand.touch(.moved(point()), by: 1) }
      hand.touch(random.chance(0.9) ? .ended : .cancelled, by: 1)
    case 4:
      hand.touch(.began(point()), by: 1)
      hand.touch(.began(point()), by: 2)
      for id in [1, 2, 1] { hand.touch(.moved(point()), by: id) }
      for id in [2, 1] { hand.touch(.ended, by: id) }
    case 5:
      let place = point()
      hand.tap(place.x, place.y)
    default:
      let cell = hand.editor.bar.cells.randomElement(using: &random)
      if let cell, cell.label != "Save" { hand.press(cell.label) }
      return cell?.label == "Delete"
    }
    return false
  }

  private func comments(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }
  }

  @Test(
    "leads to a profile that the reader accepts, with all comments, and undoing it returns the exact text")
  func property() throws {
    try #require(Self.profiles.count == 6)
    Seeds.forEach(Seeds.count / 20) { random throws(Violation) in
      let original = Self.profiles[random.integer(0...5)]
      let (width, height) = Self.sizes[random.integer(0...3)]
      // Some layouts do not fit on some surfaces.
      guard var hand = try? Hand(original, width: width, height: height) else { return }
      var mayLackComments = false
      for _ in 0...random.integer(0...20) {
        mayLackComments = act(&hand, &random) || mayLackComments
        let settings = try? Settings.parse(profile: hand.editor.text.bytes, file: "random.toml")
        try ensure(
          settings == hand.editor.text.settings, "the reader refuses the text, or reads it otherwise")
        let layout = try? settings?.layout(width: width, height: height, deviceClass: .touchscreen)
        try ensure(layout != nil, "the layout does not fit")
        var rest = comments(hand.text)[...]
        for comment in mayLackComments ? [] : comments(original) {
          guard let index = rest.firstIndex(of: comment) else { throw Violation(text: "\(comment) is gone") }
          rest = rest[(index + 1)...]
        }
      }
      while hand.editor.canUndo { hand.editor.undo() }
      try ensure(hand.text == original, "undoing does not return the text")
    }
  }
}
