import Foundation
import Testing
import TestSupport

/// The worked examples of the model's geometry, as a user would run them: a configuration, a recording, and
/// what `touchstick replay --json` prints.
@Suite("The worked examples of the geometry, through replay")
struct GeometryReplayTests {
  private typealias Object = [String: Any]

  /// A screen with slots, of 500 mm by 400 mm, with a thousand units per millimetre.
  private static let screen = Screen.description(width: 500_000, height: 400_000, resolution: 1000)

  /// All examples except those with a reset in the middle of a touch, which no recorded event causes.
  private static func examples() throws -> [Object] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "JoystickModelTests/Examples/geometry.json")
    let content = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? Object
    let all = try #require(content?["examples"] as? [Object])
    return all.filter { example in
      let touches = example["touches"] as? [Object] ?? []
      return !touches.contains { $0["phase"] as? String == "reset" }
    }
  }

  @Test("Every example without a reset gives its values to 1e-6")
  func examplesPass() throws {
    let examples = try Self.examples()
    #expect(examples.count == 21)
    for example in examples {
      let name = try #require(example["name"] as? String)
      let settings = try #require(example["config"] as? Object)
      let touches = try #require(example["touches"] as? [Object])
      let configuration = try Programs.file("touchstick.toml", Self.configuration(settings))
      let (status, output) = try Programs.tool(
        ["replay", "--json", "--config", configuration, "-"], input: Self.recording(touches),
        isSilent: true)
      #expect(status == 0, "\(name): \(output)")
      let lines = output.split(separator: "\n")
      let expected = try #require(example["expected"] as? [Object])
      #expect(lines.count == expected.count, "\(name)")
      for (line, expectation) in zip(lines, expected) {
        let got = try Self.numbers(inLine: String(line))
        let wanted = Self.numbers(in: expectation)
        #expect(zip(got, wanted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(name): \(got), not \(wanted)")
        #expect(got.count == wanted.count)
      }
    }
  }

  private static func configuration(_ settings: Object) throws -> String {
    let frame = try #require(settings["frame"] as? [Double])
    let isRelative = settings["handle_position_mode"] as? String == "relative"
    var text = """
      [[stick]]
      name = "left"
      center = [\(frame[0] + frame[2] / 2), \(frame[1] + frame[3] / 2)]
      radius = \(frame[2] / 2)
      travel = \(try #require(settings["travel"] as? Double))
      origin = "\(isRelative ? "relative" : "fixed")"
      movable = \(try #require(settings["movable"] as? Bool))

      """
    if let bounds = settings["movable_bounds"] as? [Double] {
      text += "movable_bounds = \(rectangle(bounds))\n"
    }
    if let constraint = settings["handle_constraint"] as? [Double] {
      // The examples measure it from the frame's corner, the configuration from the base's centre.
      let (x, y) = (constraint[0] - frame[2] / 2, constraint[1] - frame[3] / 2)
      text += "handle_constraint = \(rectangle([x, y] + constraint[2...]))\n"
    }
    return text
  }

  private static func rectangle(_ numbers: [Double]) -> String {
    "{ x = \(numbers[0]), y = \(numbers[1]), width = \(numbers[2]), height = \(numbers[3]) }"
  }

  private static func recording(_ touches: [Object]) throws -> String {
    var text = screen
    for (index, touch) in touches.enumerated() {
      let event = "E: \(index).000000 0003"
      let position = [touch["x"], touch["y"]].map { Int((($0 as? Double ?? 0) * 1000).rounded()) }
      let phase = try #require(touch["phase"] as? String)
      if phase == "began" { text += "\(event) 0039 \(index)\n" }
      if phase == "began" || phase == "moved" {
        text += "\(event) 0035 \(position[0])\n\(event) 0036 \(position[1])\n"
      } else {
        text += "\(event) 0039 -1\n"
      }
      text += "E: \(index).000000 0000 0000 0\n"
    }
    return text
  }

  private static func numbers(inLine line: String) throws -> [Double] {
    let frame = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object
    let stick = try #require((frame?["sticks"] as? Object)?["left"] as? Object)
    return ["angle", "displacement", "x", "y"].compactMap { stick[$0] as? Double }
      + ["base", "handle"].flatMap { stick[$0] as? [Double] ?? [] }
  }

  private static func numbers(in expectation: Object) -> [Double] {
    ["angle_deg", "displacement", "x_unit", "y_unit"].compactMap { expectation[$0] as? Double }
      + ["base_center", "handle_position"].flatMap { expectation[$0] as? [Double] ?? [] }
  }
}
