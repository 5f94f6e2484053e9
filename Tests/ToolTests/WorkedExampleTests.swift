import Testing
import TestSupport

/// The worked examples of the model, as a user would run them: a configuration, a recording, and what
/// `touchstick replay --json` prints.
@Suite("The worked examples, through replay")
struct WorkedExampleTests {
  /// All examples except those with a reset in the middle of a touch, which no recorded event causes.
  private static let resetless = GeometryExample.all.filter { !$0.touches.contains { $0.phase == "reset" } }

  @Test("Each example of the geometry has its values to 1e-6", arguments: resetless)
  func geometry(_ example: GeometryExample) throws {
    let touches = example.touches.enumerated().map { index, touch in
      let place = (x: Int((touch.x * 1000).rounded()), y: Int((touch.y * 1000).rounded()))
      return (time: index * 1000, place: ["began", "moved"].contains(touch.phase) ? place : nil)
    }
    let frames = try ReplayedFrame.all(
      config: Programs.file("touchstick.toml", Self.configuration(example.config)),
      input: Screen.description(width: 500_000, height: 400_000, resolution: 1000) + Screen.events(touches))
    #expect(frames.count == example.expected.count)
    for (frame, expected) in zip(frames, example.expected) {
      let stick = try #require(frame.sticks["left"])
      let got = [stick.angle, stick.displacement, stick.x, stick.y] + stick.base + stick.handle
      let wanted =
        [expected.angleDeg, expected.displacement, expected.xUnit, expected.yUnit] + expected.baseCenter
        + expected.handlePosition
      #expect(got.count == wanted.count && zip(got, wanted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(got)")
    }
  }

  private static func configuration(_ settings: GeometryExample.Configuration) -> String {
    let frame = settings.frame
    var text = """
      [[stick]]
      name = "left"
      center = [\(frame[0] + frame[2] / 2), \(frame[1] + frame[3] / 2)]
      radius = \(frame[2] / 2)
      travel = \(settings.travel)
      origin = "\(settings.handlePositionMode == "relative" ? "relative" : "fixed")"
      movable = \(settings.movable)

      """
    if let bounds = settings.movableBounds { text += "movable_bounds = \(rectangle(bounds))\n" }
    if let constraint = settings.handleConstraint {
      // The examples measure it from the frame's corner, the configuration from the base's centre.
      let (x, y) = (constraint[0] - frame[2] / 2, constraint[1] - frame[3] / 2)
      text += "handle_constraint = \(rectangle([x, y] + constraint[2...]))\n"
    }
    return text
  }

  private static func rectangle(_ numbers: [Double]) -> String {
    "{ x = \(numbers[0]), y = \(numbers[1]), width = \(numbers[2]), height = \(numbers[3]) }"
  }

  @Test("Each example of the values has its axis values to within 1", arguments: PipelineExample.all)
  func values(_ example: PipelineExample) throws {
    let parameters = example.params.map { name, value in
      let name = name == "axis_snap_deg" ? "axis_snap" : name
      return switch value {
      case .number(let number): "\(name) = \(number == number.rounded() ? "\(Int(number))" : "\(number)")\n"
      case .word(let word): "\(name) = \"\(word)\"\n"
      }
    }
    let configuration =
      "[[stick]]\norigin = \"fixed\"\nmovable = false\nmoved_tolerance = 0\nradius = \(example.radius)\n"
      + parameters.joined()
    let place = example.offset.map { Int(((100 + $0) * 1000).rounded()) }
    let frames = try ReplayedFrame.all(
      config: Programs.file("touchstick.toml", configuration),
      input: Screen.description(width: 200_000, height: 200_000, resolution: 1000)
        + Screen.events([(0, (place[0], place[1]))]))
    for (axis, expected) in zip(["ABS_X", "ABS_Y"], example.expected.abs) {
      let value = try #require(frames.first?.axes[axis])
      #expect(abs(value - expected) <= 1, "\(axis)")
    }
  }

  @Test("There are as many examples as expected")
  func count() { #expect((Self.resetless.count, PipelineExample.all.count) == (21, 16)) }
}
