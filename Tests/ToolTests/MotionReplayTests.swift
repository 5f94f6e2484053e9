import Foundation
import TestSupport
import Testing

@Suite("touchstick replay of motion sensors")
struct MotionReplayTests {
  private static let screen = Screen.description(width: 1000, height: 600, resolution: 10)

  /// Samples of both sensors at 100 Hz: a device that leans more and more to the right, upright, and then still.
  private static let lean: String = {
    var text = ""
    for step in 0..<200 {
      let angle = min(Double(step), 100) * 0.0024 * 2
      let (x, y, rate) = (-sin(angle) * 9.80665, cos(angle) * 9.80665, step > 0 && step <= 100 ? -0.48 : 0)
      let time = "\(step / 100).\(String(100 + step % 100).dropFirst())0000"
      text += "#M: \(time) rotation 0 0 \(Self.text(rate))\n"
      text += "#M: \(time) acceleration \(Self.text(x)) \(Self.text(y)) 0\n"
    }
    return text
  }()

  private static func text(_ number: Double) -> String { String(format: "%.6f", number) }

  private static func frames(_ configuration: String, _ input: String) throws -> [ReplayedFrame] {
    try ReplayedFrame.all(config: try Programs.file("touchstick.toml", configuration), input: screen + input)
  }

  @Test("A tilt follows the angle, and is at 0 when the recording ends")
  func tilt() throws {
    let frames = try Self.frames("[[tilt]]\nfull = \"30deg\"\ndead_zone = 0\n", Self.lean)
    // 0.48 rad of 30 degrees.
    let full = try #require(frames.map { $0.axes["ABS_X"] ?? 0 }.max())
    #expect(abs(Double(full) / 32767 - 0.48 * 180 / .pi / 30) < 0.01)
    let last = try #require(frames.last)
    #expect(last.isAtRest && abs(last.time - 2.24) < 1e-6, "250 ms after the last sample, at \(last.time)")
    let rise = frames.prefix { ($0.axes["ABS_X"] ?? 0) < full }.map { $0.axes["ABS_X"] ?? 0 }
    #expect(rise.count > 50 && zip(rise, rise.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("A gyro moves the mouse by its counts for each degree, only while its condition holds")
  func gyro() throws {
    let turn = (0...150).map { step in
      let time = "\(step / 100).\(String(100 + step % 100).dropFirst())0000"
      return "#M: \(time) rotation 0 \(Self.text(step > 50 && step <= 100 ? -Double.pi : 0)) 0\n"
    }
    let always = try Self.frames(
      "[[gyro]]\ntarget = \"mouse\"\nwhile = \"always\"\ncounts_per_degree = 10\n", turn.joined())
    #expect(abs(always.reduce(0) { $0 + Int($1.mouse[0]) } - 900) <= 1)
    let idle = try Self.frames(
      "[[gyro]]\ntarget = \"mouse\"\nwhile = \"button\"\ncounts_per_degree = 10\n", turn.joined())
    #expect(idle.allSatisfy { $0.mouse == [0, 0] })
  }

  @Test("A bad line of a sample is an error in its line")
  func badLine() throws {
    let input = Self.screen + "#M: 0.000000 rotation 0 0 nan\n"
    let line = input.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let (status, output) = try Programs.tool(["replay", "-"], input: input)
    #expect(status == 65 && output.contains("standard input:\(line): "), "\(output)")
  }

  @Test("A model that was written from the guide alone agrees about 100 random motions")
  func model() throws { try Self.compare(motions: 100) }

  @Test("The same for 500 motions")
  func modelThoroughly() throws { try Self.compare(motions: 500) }

  /// The model knows only the sections "Tilts", "Gyros" and "What the sensors say" of docs/controls.md.
  private static func compare(motions: Int) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "motion_model.py")
    let (status, output) = try Programs.run(
      "/usr/bin/python3", [script.path, Programs.path("touchstick"), "\(Seeds.first)", "\(motions)"])
    #expect(status == 0 && output.hasPrefix("\(motions) motions, "), "\(output)")
  }
}
