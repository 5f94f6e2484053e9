import Foundation
import Testing
import TestSupport

/// The files in config/ and config/profiles/, on real recordings.
@Suite("The shipped layouts")
struct ShippedLayoutTests {
  private static let folder = Fixtures.project.appending(path: "config")

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
    #expect(last.isAtRest)
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
    let xs = [434, 800, nil, 720, nil, 434, nil]
    let touches = xs.enumerated().map { index, x in (1000 * (index + 1), x.map { ($0, 952) }) }
    let frames = try ReplayedFrame.all(
      config: Self.file("joystickview").path,
      input: Screen.description(width: 2_170, height: 1_360, resolution: 10) + Screen.events(touches))
    let displacements = frames.compactMap { $0.sticks["left"]?.displacement }
    // The drag leaves the base at 72 mm. A touch there is in its middle, and so is one that brings the base home.
    #expect(zip(displacements, [0, 1, 0, 0, 0, 0, 0]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(displacements)")
    #expect(frames.map { $0.axes["ABS_X"] } == [0, 32767, 0, 0, 0, 0, 0])
  }

  private static func replay(_ name: String, _ recorded: RecordedCase) throws -> [ReplayedFrame] {
    try ReplayedFrame.all(config: file(name).path, recorded.replayArguments)
  }
}
