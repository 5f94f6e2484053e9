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

  @Test("The keys that a button holds are shown, and released with the device")
  func keys() throws {
    let configuration = try Programs.file(
      "keys.toml",
      "[[button]]\nregion = { center = [\"50%\", \"50%\"], radius = 99 }\noutput = \"KEY_F1\"\nmode = \"toggle\"\n"
    )
    let frames = try ReplayedFrame.all(config: configuration, input: Self.touches([(200, 300)]))
    #expect(frames.map(\.keys).contains(["KEY_F1"]) && frames.last?.isAtRest == true)
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
  let keys: [String]
  let layer: String?
  let mouse: [Int]

  var isAtRest: Bool {
    axes.values.allSatisfy { $0 == 0 } && buttons == [] && keys == []
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

/// The files in config/ and config/profiles/, on real recordings.
@Suite("The shipped layouts")
struct ShippedLayoutTests {
  private static let folder = Fixtures.project.appending(path: "config")

  static let names = [
    "touchstick", "touchscreen", "phone", "touchpad", "tablet", "shooter", "racing", "racing-tilt",
    "fighting", "retro",
    "gba", "snes",
    "playstation", "n64", "psp", "platformer", "pen", "one-hand-left", "one-hand-right", "joystickview",
    "swiftui-joystick",
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
