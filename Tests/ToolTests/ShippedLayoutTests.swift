import Foundation
import TestSupport
import Testing

/// The files in config/, on real recordings.
@Suite("The layouts that are shipped")
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

  static let names = ["touchstick", "touchscreen", "touchpad", "tablet", "joystickview", "swiftui-joystick"]

  @Test("there are no others")
  func all() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(Self.names.map { "\($0).toml" }))
  }

  @Test("every recording leaves nothing pressed, pulled or deflected", arguments: names, RecordedCase.all)
  func rest(_ name: String, _ recorded: RecordedCase) throws {
    let frames = try Self.replay(name, recorded)
    let last = try #require(frames.last)
    #expect(last.axes.values.allSatisfy { $0 == 0 })
    #expect(last.buttons == [])
    #expect(last.sticks.values.allSatisfy { !$0.active && $0.displacement == 0 })
  }

  @Test("with the whole pad, a recording of four fingers moves something")
  func fourFingers() throws {
    let four = try #require(
      RecordedCase.all.first { $0.events.contains("Atmel") && $0.events.contains("4-finger") })
    let frames = try Self.replay("touchscreen", four)
    #expect(frames.contains { $0.axes.values.contains { $0 != 0 } || !$0.buttons.isEmpty })
  }

  private static func replay(_ name: String, _ recorded: RecordedCase) throws -> [Frame] {
    let configuration = folder.appending(path: "\(name).toml").path
    let (status, output) = try Programs.tool(
      ["replay", "--json", "--config", configuration] + recorded.replayArguments)
    #expect(status == 0, "\(output.prefix(300))")
    let decoder = JSONDecoder()
    // What the tool says on the standard error is among the lines.
    return try output.split(separator: "\n").filter { $0.hasPrefix("{") }
      .map { try decoder.decode(Frame.self, from: Data($0.utf8)) }
  }
}
