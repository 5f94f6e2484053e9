import Foundation
import Testing
import TestSupport

/// The files in config/ and config/profiles/, on real recordings.
@Suite("The shipped layouts")
struct ShippedLayoutTests {
  private struct Frame: Decodable {
    struct Stick: Decodable {
      let active: Bool
      let displacement: Double
    }

    let sticks: [String: Stick]
    let axes: [String: Int]
    let buttons: [String]
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "config")

  static let names = [
    "touchstick", "touchscreen", "phone", "touchpad", "tablet", "joystickview", "swiftui-joystick",
  ]

  /// The file with all settings, or a profile.
  static func file(_ name: String) -> URL {
    folder.appending(path: name == "touchstick" ? "touchstick.toml" : "profiles/\(name).toml")
  }

  @Test("The list of layouts is complete")
  func all() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "profiles").path)
    #expect(Set(files + ["touchstick.toml"]) == Set(Self.names.map { "\($0).toml" }))
  }

  @Test("Every recording leaves nothing pressed, pulled or deflected", arguments: names, RecordedCase.all)
  func rest(_ name: String, _ recorded: RecordedCase) throws {
    let frames = try Self.replay(name, recorded)
    let last = try #require(frames.last)
    #expect(last.axes.values.allSatisfy { $0 == 0 })
    #expect(last.buttons == [])
    #expect(last.sticks.values.allSatisfy { !$0.active && $0.displacement == 0 })
  }

  @Test("A recording of four fingers moves something on the whole pad")
  func fourFingers() throws {
    let four = try #require(
      RecordedCase.all.first { $0.events.contains("Atmel") && $0.events.contains("4-finger") })
    let frames = try Self.replay("touchscreen", four)
    #expect(frames.contains { $0.axes.values.contains { $0 != 0 } || !$0.buttons.isEmpty })
  }

  @Test("JoyStickView's base stays where a drag left it, and moves to a touch elsewhere")
  func joyStickView() throws {
    // A screen of 217 mm by 136 mm; the base's home is at 43.4, 95.2.
    let header = Screen.description(width: 2_170, height: 1_360, resolution: 10)
    let steps = [(434, true), (800, false), (-1, false), (720, true), (-1, false), (434, true), (-1, false)]
    let events = steps.enumerated().map { index, step in
      let event = "E: \(index + 1).000000 0003"
      let (x, begins) = step
      let position = "\(event) 0035 \(x)\n\(event) 0036 952\n"
      let id = x < 0 ? "\(event) 0039 -1\n" : begins ? "\(event) 0039 \(index)\n" : ""
      return id + (x < 0 ? "" : position) + "E: \(index + 1).000000 0000 0000 0\n"
    }
    let configuration = Self.file("joystickview").path
    let (status, output) = try Programs.tool(
      ["replay", "--json", "--config", configuration, "-"], input: header + events.joined(),
      isSilent: true)
    #expect(status == 0, "\(output)")
    let frames = try output.split(separator: "\n")
      .map { try JSONDecoder().decode(Frame.self, from: Data($0.utf8)) }
    let displacements = frames.compactMap { $0.sticks["left"]?.displacement }
    // The drag leaves the base at 72 mm. A touch there is in its middle, and so is one that brings the base home.
    #expect(zip(displacements, [0, 1, 0, 0, 0, 0, 0]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(displacements)")
    #expect(frames.map { $0.axes["ABS_X"] } == [0, 32767, 0, 0, 0, 0, 0])
  }

  private static func replay(_ name: String, _ recorded: RecordedCase) throws -> [Frame] {
    let configuration = file(name).path
    let (status, output) = try Programs.tool(
      ["replay", "--json", "--config", configuration] + recorded.replayArguments, isSilent: true)
    #expect(status == 0, "\(output.prefix(300))")
    let decoder = JSONDecoder()
    // The lines include standard error.
    return try output.split(separator: "\n").filter { $0.hasPrefix("{") }
      .map { try decoder.decode(Frame.self, from: Data($0.utf8)) }
  }
}
