import Foundation
import Testing
import TestSupport

/// Changes of a stick between the frames of a recording, and after its end.
@Suite("Gestures, through replay")
struct GestureReplayTests {
  private struct Frame: Decodable {
    struct Stick: Decodable {
      let active: Bool
      let displacement: Double
      let base: [Double]
      let changed: Bool
    }

    let time: Double
    let sticks: [String: Stick]
    let buttons: [String]
  }

  /// A single-touch screen of 100 mm by 100 mm, with ten units per millimetre.
  private static let screen = Screen.description(width: 1_000, height: 1_000, resolution: 10)

  /// A finger at these times, in milliseconds from 1 s on; nil is the lift.
  private static func recording(_ touches: [(time: Int, position: (x: Int, y: Int)?)]) -> String {
    var text = screen
    var isDown = false
    for (time, position) in touches {
      let event = "E: 1.\(String(1000 + time).dropFirst())000 0003"
      if let position {
        if !isDown { text += "\(event) 0039 \(time)\n" }
        text += "\(event) 0035 \(position.x)\n\(event) 0036 \(position.y)\n"
      } else {
        text += "\(event) 0039 -1\n"
      }
      isDown = position != nil
      text += "E: 1.\(String(1000 + time).dropFirst())000 0000 0000 0\n"
    }
    return text
  }

  private static func replay(
    _ stick: String, _ touches: [(time: Int, position: (x: Int, y: Int)?)], json: Bool = true
  ) throws -> String {
    let configuration = try Programs.file("touchstick.toml", "[[stick]]\nname = \"left\"\n\(stick)\n")
    let (status, output) = try Programs.tool(
      ["replay", "--config", configuration, "-"] + (json ? ["--json"] : []), input: recording(touches),
      isSilent: true)
    #expect(status == 0, "\(output)")
    return output
  }

  private static func frames(
    _ stick: String, _ touches: [(time: Int, position: (x: Int, y: Int)?)]
  ) throws -> [Frame] {
    let decoder = JSONDecoder()
    return try replay(stick, touches).split(separator: "\n")
      .map { try decoder.decode(Frame.self, from: Data($0.utf8)) }
  }

  @Test("A tap's press ends by itself, also after the end of the recording")
  func tap() throws {
    let frames = try Self.frames("tap = \"A\"", [(0, (500, 500)), (100, nil)])
    #expect(frames.map(\.time) == [1, 1.1, 1.14])
    #expect(frames.map(\.buttons) == [[], ["BTN_SOUTH"], []])
    let events = try Self.replay("tap = \"A\"", [(0, (500, 500)), (100, nil)], json: false)
      .split(separator: "\n").filter { $0.hasPrefix("E:") }.map { $0.prefix { $0 != "\t" } }
    #expect(
      events == [
        "E: 1.100000 0001 0130 0001", "E: 1.100000 0000 0000 0000",
        "E: 1.140000 0001 0130 0000", "E: 1.140000 0000 0000 0000",
      ])
  }

  @Test("Timers between two frames have lines of their own")
  func between() throws {
    let frames = try Self.frames(
      "tap = \"A\"\ndouble_tap = \"B\"",
      [(0, (500, 500)), (100, nil), (500, (500, 500)), (600, nil), (700, (500, 500)), (900, nil)])
    #expect(frames.map(\.time) == [1, 1.1, 1.4, 1.44, 1.5, 1.6, 1.7, 1.74, 1.9])
    #expect(
      frames.map { $0.buttons.joined() } == ["", "", "BTN_SOUTH", "", "", "", "BTN_EAST", "", ""])
  }

  @Test("A hold begins while the device is silent, and a finger that never lifts ends with the device")
  func hold() throws {
    let frames = try Self.frames("hold = \"X\"", [(0, (500, 500))])
    #expect(frames.map(\.time) == [1, 1.5, 1.5])
    #expect(frames.map(\.buttons) == [[], ["BTN_NORTH"], []])
    #expect(frames.map { $0.sticks["left"]?.active } == [true, true, false])
  }

  @Test("The base returns after its delay, without a change of the pad")
  func homeReturn() throws {
    let frames = try Self.frames("home_return = 250", [(0, (200, 300)), (100, nil)])
    #expect(frames.map(\.time) == [1, 1.1, 1.35])
    #expect(frames.map { $0.sticks["left"]?.base } == [[20, 30], [20, 30], [50, 50]])
  }

  @Test("changed reports movements of the stick, and not samples without an effect")
  func changed() throws {
    let frames = try Self.frames(
      "movable = false\norigin = \"fixed\"",
      [(0, (500, 500)), (10, (550, 500)), (20, (700, 500)), (30, (800, 500)), (40, (800, 500)), (50, nil)])
    let displacements = frames.compactMap { $0.sticks["left"]?.displacement }
    #expect(zip(displacements, [0, 5.0 / 9, 1, 1, 1, 0]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(frames.map { $0.sticks["left"]?.changed } == [false, true, true, false, false, true])
  }

  @Test("A smoothed stick reaches a resting finger between frames")
  func smoothing() throws {
    let frames = try Self.frames(
      "movable = false\nsmoothing = true", [(0, (500, 500)), (10, (540, 500)), (900, nil)])
    let displacements = frames.compactMap { $0.sticks["left"]?.displacement }.dropLast()
    #expect(displacements.count > 5)
    #expect(zip(displacements, displacements.dropFirst()).allSatisfy { $0 < $1 })
    #expect(displacements.last == 4.0 / 9)
  }
}
