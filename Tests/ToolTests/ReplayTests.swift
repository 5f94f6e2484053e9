import EventPipeline
import Foundation
import Recordings
import TestSupport
import Testing

@Suite("touchstick replay")
struct ReplayTests {
  /// A screen of 100 mm by 60 mm with ten units per millimetre, and one finger on it.
  private static let screen = """
    N: screen
    I: 0003 0001 0002 0003
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 03 00 00 00 00 00 00 00
    A: 00 0 1000 0 0 10
    A: 01 0 600 0 0 10

    """

  private static func touches(_ positions: [(x: Int, y: Int)]) -> String {
    var text = screen
    for (index, position) in positions.enumerated() {
      let time = "1.\(String(100 + index).dropFirst())0000"
      text += "E: \(time) 0003 0000 \(position.x)\nE: \(time) 0003 0001 \(position.y)\n"
      if index == 0 { text += "E: \(time) 0001 014a 1\n" }
      text += "E: \(time) 0000 0000 0\n"
    }
    return text + "E: 2.000000 0001 014a 0\nE: 2.000000 0000 0000 0\n"
  }

  @Test("--json has a line for each frame, with the stick in millimetres and the pad's axes")
  func json() throws {
    let configuration = try Programs.file(
      "touchstick.toml", "[[stick]]\nname = \"thumb\"\nradius = 10\nmovable = false\n")
    let frames = try ReplayedFrame.all(
      config: configuration, input: Self.touches([(200, 300), (250, 300), (200, 100)]))
    #expect(frames.map(\.time) == [1.0, 1.01, 1.02, 2.0])
    let sticks = try frames.map { try #require($0.sticks["thumb"]) }
    #expect(sticks.map(\.active) == [true, true, true, false])
    #expect(sticks.map(\.angle) == [0, 90, 0, 0])
    #expect(sticks.map(\.displacement) == [0, 0.5, 1, 0])
    #expect(sticks.map(\.x) == [0, 0.5, 0, 0])
    #expect(sticks.map(\.y) == [0, 0, 1, 0])
    #expect(sticks.map(\.base) == Array(repeating: [20, 30], count: 4))
    #expect(sticks.map(\.handle) == [[20, 30], [25, 30], [20, 20], [20, 30]])
    // (0.5 - 0.08) / (0.95 - 0.08) of 32767, by stages 9, 10 and 15 of the model.
    #expect(frames.map { $0.axes["ABS_X"] } == [0, 15819, 0, 0])
    #expect(frames.map { $0.axes["ABS_Y"] } == [0, 0, -32767, 0])
    #expect(frames[0].axes.count == 8)
    #expect(frames.flatMap(\.buttons) == [])
  }

  @Test("The surface's size, its source and the rotation are on standard error")
  func surface() throws {
    let configuration = try Programs.file("touchstick.toml", "[device]\nrotation = 90\n")
    let (status, output) = try Programs.tool(
      ["replay", "--json", "--config", configuration, "-"], input: Self.touches([(200, 300), (250, 300)]))
    #expect(status == 0)
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix("{") }
    #expect(lines == ["replay: on a surface of 60 x 100 mm (from the device), rotated by 90 degrees"])
    // To the device's right, which is down for the user.
    let frames = try output.split(separator: "\n").filter { $0.hasPrefix("{") }.map(ReplayedFrame.init)
    #expect(frames[1].sticks["left"]?.angle == 180)
  }

  @Test("Every recording replays, and leaves every axis at 0", arguments: RecordedCase.all)
  func recordings(_ recorded: RecordedCase) throws {
    let last = try #require(try ReplayedFrame.all(recorded.replayArguments).last)
    #expect(last.isAtRest)
  }

  @Test(
    "A device without slots moves the stick and centres it at the lift, however that is reported",
    arguments: RecordedCase.listed)
  func listed(_ recorded: RecordedCase, _ lifts: [Int64]) throws {
    let configuration = try Programs.file(
      "touchstick.toml",
      """
      [[stick]]
      origin = "fixed"
      region = { x = 0, y = 0, width = "100%", height = "100%" }
      """)
    let (status, output) = try Programs.tool(
      ["replay", "--config", configuration] + recorded.replayArguments, isSilent: true)
    #expect(status == 0, "\(output)")
    var axes: [EventCode: Int32] = [:]
    var (centred, wasMoved): ([Int64], Bool) = ([], false)
    for event in try Recording.parse(output, file: "replay").events {
      axes[EventCode(event.type, event.code)] = event.value
      let isMoved = axes[.absX, default: 0] != 0 || axes[.absY, default: 0] != 0
      if event.is(.synReport), wasMoved, !isMoved { centred.append(event.time) }
      if event.is(.synReport) { wasMoved = isMoved }
    }
    #expect(centred == lifts)
  }

  @Test("A description of an old evemu replays, and the ignored axis is reported")
  func oldDescription() throws {
    let path = RecordedCase.oldDescription.eventsPath
    let (status, output) = try Programs.tool(["replay", path])
    #expect(status == 0)
    #expect(output.contains("\(path):23: the axis 3f is ignored, because ABS_MAX is no axis;"))
    #expect(output.split(separator: "\n").count { $0.hasPrefix("E:") } > 10)
    let check = try Programs.tool(["check", "--device", path, try Programs.file("a.toml", "")])
    #expect(check.status == 0 && check.output.contains("\(path):23: the axis 3f is ignored"))
  }

  @Test("A recording that ends with a finger down ends with the device's removal")
  func endsTouched() throws {
    let lines = Self.touches([(200, 300), (400, 300)]).split(separator: "\n").dropLast(2)
    let (status, output) = try Programs.tool(["replay", "-"], input: lines.joined(separator: "\n"))
    #expect(status == 0)
    let events = output.split(separator: "\n").filter { $0.hasPrefix("E:") }.map { $0.prefix(27) }
    #expect(
      events == [
        "E: 1.010000 0003 0000 32767", "E: 1.010000 0000 0000 0000\t",
        "E: 1.010000 0003 0000 0000\t", "E: 1.010000 0000 0000 0000\t",
      ])
  }

  @Test("Errors in a file name the place, and have their exit status")
  func errors() throws {
    let broken = try Programs.file("broken.evemu", Self.screen + "E: 1.0 0003 zero 5\n")
    let line = Self.screen.split(separator: "\n").count + 1
    let events = Fixtures.folder.appending(path: "events/eGalax-Inc.-USB-TouchController.events").path
    let mouse = try Programs.file(
      "mouse.desc",
      "N: mouse\nI: 0003 0001 0002 0003\nP: 00 00 00 00 00 00 00 00\nB: 02 03 00 00 00 00 00 00 00\n")
    let flat = try Programs.file(
      "flat.evemu", Self.screen.replacing("A: 01 0 600", with: "A: 01 6 6") + "E: 1.0 0000 0000 0\n")
    let configuration = try Programs.file("bad.toml", "[[stick]]\nradius = -1\n")
    let cases: [(arguments: [String], status: Int32, said: String)] = [
      ([broken], 65, "\(broken):\(line): "), (["/nonexistent"], 66, "/nonexistent: "), (["/"], 66, "/: "),
      ([events], 65, "name its description with --device"),
      ([events, "--device", mouse], 65, "mouse is not a touchscreen, touchpad or tablet"),
      ([flat], 65, "the range of ABS_Y is empty"),
      ([flat, "--config", configuration], 65, "\(configuration):2:"),
      ([flat, "--config", "/nonexistent"], 66, "/nonexistent: "),
      ([flat, "--bogus"], 64, "Unknown option"), ([], 64, "Missing expected argument"),
    ]
    for (arguments, status, said) in cases {
      let result = try Programs.tool(["replay"] + arguments)
      #expect(result.status == status, "\(arguments)")
      #expect(result.output.contains(said), "\(result.output)")
    }
  }

  @Test("Both programs answer --help and --version", arguments: ["touchstick", "touchstickd"])
  func help(_ program: String) throws {
    let path = Programs.path(program)
    let help = try Programs.run(path, ["--help"])
    #expect(help.status == 0 && help.output.contains("Exit status"))
    let version = try Programs.run(path, ["--version"])
    #expect(version.status == 0 && version.output == "\(program) \(touchstickVersion)\n")
  }

  @Test(
    "Without /dev/uinput, play and the daemon say so at once",
    .enabled(if: unsafe access("/dev/uinput", F_OK) != 0))
  func withoutUinput() throws {
    let recording = Fixtures.folder.appending(path: "events/EP0430M09.1-finger-drag-up-down.events").path
    let play = try Programs.tool(["play", recording])
    #expect(play.status == 69 && play.output.contains("modprobe uinput"))
    let daemon = try Programs.run(Programs.path("touchstickd"), [])
    #expect(daemon.status == 69 && daemon.output.contains("modprobe uinput"))
  }

  @Test("Neither program contains Foundation, which would add 45 MB")
  func foundation() throws {
    let tool = try Data(contentsOf: Programs.folder.appending(path: "touchstick"))
    let daemon = try Data(contentsOf: Programs.folder.appending(path: "touchstickd"))
    // The tool's signs show a static Foundation, or a shared one. The daemon has not even its symbols.
    for sign in ["FoundationInternationalization", "libFoundation.so"] {
      #expect(tool.range(of: Data(sign.utf8)) == nil, "\(sign)")
    }
    for sign in ["libFoundation", "$s10Foundation"] {
      #expect(daemon.range(of: Data(sign.utf8)) == nil, "\(sign)")
    }
    #expect(tool.range(of: Data("Foundation".utf8)) != nil, "the test looks at the right thing")
  }
}

/// A frame that `touchstick replay --json` prints.
struct ReplayedFrame: Decodable {
  struct Stick: Decodable {
    let active: Bool
    let changed: Bool
    let angle: Double
    let displacement: Double
    let x: Double
    let y: Double
    let base: [Double]
    let handle: [Double]
  }

  let time: Double
  let sticks: [String: Stick]
  let axes: [String: Int]
  let buttons: [String]

  var isAtRest: Bool {
    axes.values.allSatisfy { $0 == 0 } && buttons == []
      && sticks.values.allSatisfy { !$0.active && $0.displacement == 0 }
  }

  /// Replays a recording, which is a file with options or `-`, the input.
  static func all(
    config path: String? = nil, _ arguments: [String] = ["-"], input: String = ""
  ) throws -> [ReplayedFrame] {
    let options = ["replay", "--json"] + (path.map { ["--config", $0] } ?? [])
    let (status, output) = try Programs.tool(options + arguments, input: input, isSilent: true)
    #expect(status == 0, "\(output.prefix(300))")
    return try output.split(separator: "\n").map(Self.init)
  }

  init(_ line: Substring) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }
}

/// A touchscreen with ten slots, as evemu describes it.
enum Screen {
  /// - Parameters:
  ///   - width: In the device's units.
  ///   - height: In the device's units.
  ///   - resolution: Units per millimetre.
  static func description(width: Int, height: Int, resolution: Int) -> String {
    """
    N: screen
    I: 0003 0001 0002 0003
    P: 02 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 0 \(width) 0 0 \(resolution)
    A: 36 0 \(height) 0 0 \(resolution)
    A: 39 0 65535 0 0 0

    """
  }

  /// A finger at these times, in milliseconds; nil is the lift.
  static func events(_ touches: [(time: Int, place: (x: Int, y: Int)?)]) -> String {
    var (text, isDown) = ("", false)
    for (time, place) in touches {
      let event = "E: \(time / 1000).\(String(1000 + time % 1000).dropFirst())000"
      if let place {
        if !isDown { text += "\(event) 0003 0039 \(time)\n" }
        text += "\(event) 0003 0035 \(place.x)\n\(event) 0003 0036 \(place.y)\n"
      } else {
        text += "\(event) 0003 0039 -1\n"
      }
      isDown = place != nil
      text += "\(event) 0000 0000 0\n"
    }
    return text
  }
}
