import Foundation
import Testing
import TestSupport

/// Changes of a stick between the frames of a recording, and after its end.
@Suite("Gestures, through replay")
struct GestureReplayTests {
  private typealias Touches = [(time: Int, place: (x: Int, y: Int)?)]

  /// A screen of 100 mm by 100 mm, with ten units per millimetre. The times are milliseconds from 1 s on.
  private static func recording(_ touches: Touches) -> String {
    Screen.description(width: 1_000, height: 1_000, resolution: 10)
      + Screen.events(touches.map { (1000 + $0.time, $0.place) })
  }

  private static func configuration(_ stick: String) throws -> String {
    try Programs.file("touchstick.toml", "[[stick]]\nname = \"left\"\n\(stick)\n")
  }

  private static func frames(_ stick: String, _ touches: Touches) throws -> [ReplayedFrame] {
    try ReplayedFrame.all(config: configuration(stick), input: recording(touches))
  }

  @Test("A tap's press ends by itself, also after the end of the recording")
  func tap() throws {
    let frames = try Self.frames("tap = \"A\"", [(0, (500, 500)), (100, nil)])
    #expect(frames.map(\.time) == [1, 1.1, 1.14])
    #expect(frames.map(\.buttons) == [[], ["BTN_SOUTH"], []])
    let replayed = try Programs.tool(
      ["replay", "--config", Self.configuration("tap = \"A\""), "-"],
      input: Self.recording([(0, (500, 500)), (100, nil)]), isSilent: true)
    let events = replayed.output.split(separator: "\n").filter { $0.hasPrefix("E:") }.map {
      $0.prefix { $0 != "\t" }
    }
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
