import Foundation
import Testing
import TestSupport

/// The worked examples of the model's values, as a user would run them.
@Suite("The worked examples of the values, through replay")
struct PipelineReplayTests {
  struct Examples: Decodable {
    let examples: [Example]
  }

  struct Example: Decodable {
    let name: String
    let offset: [Double]
    let radius: Double
    let params: [String: Parameter]
    let expected: Expectation
  }

  struct Expectation: Decodable {
    let abs: [Int]
  }

  /// A number or a word, as TOML writes it.
  struct Parameter: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let whole = try? container.decode(Int.self) {
        text = "\(whole)"
      } else if let number = try? container.decode(Double.self) {
        text = "\(number)"
      } else {
        text = "\"\(try container.decode(String.self))\""
      }
    }
  }

  struct Frame: Decodable {
    let axes: [String: Int]
  }

  /// A single-touch screen of 200 mm by 200 mm, with a thousand units per millimetre.
  private static let screen = Screen.description(width: 200_000, height: 200_000, resolution: 1000)

  private static func examples() throws -> [Example] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "JoystickModelTests/Examples/pipeline.json")
    return try JSONDecoder().decode(Examples.self, from: Data(contentsOf: file)).examples
  }

  @Test("Every example gives its axis values to within 1")
  func examplesPass() throws {
    let examples = try Self.examples()
    #expect(examples.count == 16)
    for example in examples {
      let configuration = try Programs.file("touchstick.toml", Self.configuration(example))
      let (status, output) = try Programs.tool(
        ["replay", "--json", "--config", configuration, "-"], input: Self.recording(example),
        isSilent: true)
      #expect(status == 0, "\(example.name): \(output)")
      let first = try #require(output.split(separator: "\n").first)
      let axes = try JSONDecoder().decode(Frame.self, from: Data(first.utf8)).axes
      for (axis, expected) in zip(["ABS_X", "ABS_Y"], example.expected.abs) {
        let value = try #require(axes[axis])
        #expect(abs(value - expected) <= 1, "\(example.name): \(axis) is \(value), not \(expected)")
      }
    }
  }

  private static func configuration(_ example: Example) -> String {
    let parameters = example.params.map { name, value in
      "\(name == "axis_snap_deg" ? "axis_snap" : name) = \(value.text)\n"
    }
    return """
      [[stick]]
      origin = "fixed"
      movable = false
      moved_tolerance = 0
      radius = \(example.radius)

      """ + parameters.joined()
  }

  private static func recording(_ example: Example) -> String {
    let position = example.offset.map { Int(((100 + $0) * 1000).rounded()) }
    return screen + """
      E: 0.000000 0003 0039 1
      E: 0.000000 0003 0035 \(position[0])
      E: 0.000000 0003 0036 \(position[1])
      E: 0.000000 0000 0000 0

      """
  }
}
