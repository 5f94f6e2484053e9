import CAllocationCounter
import Configuration
import EventPipeline
import Foundation
import InputDevices
import Recordings
import TestSupport
import Testing

extension KernelTests {
  @Suite("The pad, as games and tools see it", .serialized)
  struct GamepadTests {
    @Test("SDL2 sees a game controller whose left stick goes all the way, in all directions, and returns")
    func sdl() throws {
      let circle = try #require(RecordedCase.all.first { $0.events.contains("single-center-circle") })
      let (recording, description) = try circle.load()
      let device = try Bed.makeDevice(description)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using \(description.name)")
      let pad = try daemon.openPad()

      let game = try SDLGame()
      let controller = try game.controller
      #expect(controller.is_controller)
      #expect((controller.axes, controller.hats, controller.buttons) == (6, 1, 11))
      try device.play(recording.trustworthyEvents) { daemon.settle() }
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      try game.wait { $0.left == [0, 0] }

      let places = try game.states.map(\.left)
      let full = places.filter { hypot(Double($0[0]), Double($0[1])) > 32000 }
      let octants = Set(full.map { Int((atan2(Double($0[1]), Double($0[0])) / .pi * 4).rounded()) & 7 })
      #expect(octants == Set(0..<8))
      for axis in 0...1 {
        #expect(places.map { $0[axis] }.max() ?? 0 >= 32700)
        #expect(places.map { $0[axis] }.min() ?? 0 <= -32700)
      }
      #expect(try game.states.allSatisfy { $0.right == [0, 0] && $0.down.isEmpty })
      daemon.stop()
    }

    @Test("evtest, jstest and udev see a pad, and nothing else")
    func tools() throws {
      let (daemon, screen, pad) = try Bed.start()

      let evtest = try Self.beginning("evtest '\(pad.path)'", upTo: "Testing")
      #expect(evtest.contains("Input device name: \"Microsoft X-Box 360 pad\""))
      #expect(evtest.contains("Input device ID: bus 0x3 vendor 0x45e product 0x28e version 0x114"))
      #expect(evtest.contains("(BTN_SOUTH)") && !evtest.contains("BTN_TOUCH"))

      let links = "/sys/class/input/\(URL(filePath: pad.path).lastPathComponent)/device"
      let joystick = try FileManager.default.contentsOfDirectory(atPath: links).first { $0.hasPrefix("js") }
      let js = "/dev/input/" + (try #require(joystick))
      #expect(Bed.wait { FileManager.default.fileExists(atPath: js) })
      let jstest = try Self.beginning("jstest --event '\(js)'", upTo: "Testing")
      #expect(jstest.contains("has 8 axes") && jstest.contains("and 11 buttons"), "\(jstest)")

      let properties = try Programs.run("udevadm", ["info", "--query=property", "--name=\(pad.path)"]).output
      let classes = properties.split(separator: "\n").filter { $0.hasPrefix("ID_INPUT") }
      #expect(Set(classes) == ["ID_INPUT=1", "ID_INPUT_JOYSTICK=1"])
      let phys = try String(contentsOfFile: links + "/phys", encoding: .utf8)
      #expect(phys == "touchstick/gamepad\n")
      _ = screen
      daemon.stop()
    }

    /// The output of a command before it waits for events.
    private static func beginning(_ command: String, upTo line: String) throws -> String {
      // KILL, because processes started by tests may block all other signals.
      let script = "exec 3< <(exec \(command)); sed '/\(line)/q' <&3; kill -KILL $!"
      return try Programs.run("bash", ["-c", script]).output
    }

    @Test("No daemon uses the pad as a touch device")
    func ownPad() throws {
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(configuration: "[device]\ntype = \"any\"\n")
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let other = try RunningDaemon(configuration: "[device]\ntype = \"any\"\nname = \"Microsoft*\"\n")
      other.waitUntilItSays("waiting for a touch device named “Microsoft*”")
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      try daemon.settleWithUdev()
      other.settle()
      #expect(!daemon.output.contains("using Microsoft"))
      #expect(!other.output.contains("using"))
      #expect(!pad.isGone)
      other.stop()
      daemon.stop()
      _ = screen
    }

    @Test("5,000 frames from touches to the pad allocate nothing after the first 1,000")
    func allocations() throws {
      let (daemon, screen, pad) = try Bed.start()
      let finger = Finger(on: screen)
      func play(_ frames: Range<Int32>) throws -> Int {
        for frame in frames {
          switch frame % 50 {
          case 0: try finger.touchDown(id: frame, x: 500, y: 500)
          case 49: try finger.lift()
          default: try finger.move(x: 500 + frame * 37 % 400, y: 500 + frame * 53 % 400)
          }
          guard frame % 4 == 3 else { continue }
          daemon.settle()
          // It would report more than 2,000 frames a second.
          usleep(2500)
        }
        daemon.settle()
        return try Heap(of: daemon.processIdentifier).allocations
      }
      let before = try play(0..<1000)
      let framesBefore = pad.frames
      let after = try play(1000..<6000)
      #expect(after == before, "\(daemon.output)")
      #expect(pad.frames - framesBefore > 4000)
      daemon.stop()
    }
  }

  @Suite("A whole pad on the glass", .serialized)
  struct ControlTests {
    /// On the ELAN screen of 331 mm by 187 mm: a control for each of SDL's names, in places that do not overlap.
    private static let everything: [(name: String, table: String, place: (x: Int32, y: Int32))] = {
      let buttons = ["A", "B", "X", "Y", "LB", "RB", "L3", "R3", "Back", "Start", "Guide"]
      let names = [
        "A", "B", "X", "Y", "LEFTSHOULDER", "RIGHTSHOULDER", "LEFTSTICK", "RIGHTSTICK", "BACK", "START",
        "GUIDE",
      ]
      var controls = zip(names, buttons).enumerated().map { index, pair in
        let x = 20 + 20 * index
        return (
          pair.0, "[[button]]\noutput = \"\(pair.1)\"\nregion = { center = [\(x), 20], radius = 8 }\n",
          (Int32(x * 10), Int32(200))
        )
      }
      for (name, side, x) in [("TRIGGERLEFT", "left", 20), ("TRIGGERRIGHT", "right", 60)] {
        controls.append(
          (
            name, "[[trigger]]\ntarget = \"\(side)\"\nregion = { center = [\(x), 60], radius = 8 }\n",
            (Int32(x * 10), Int32(600))
          ))
      }
      let pad = "[[dpad]]\nregion = { center = [120, 70], radius = 20 }\n"
      let ways: [(String, Int32, Int32)] = [
        ("DPAD_UP", 0, -100), ("DPAD_RIGHT", 100, 0), ("DPAD_DOWN", 0, 100), ("DPAD_LEFT", -100, 0),
      ]
      for (name, x, y) in ways {
        controls.append((name, name == "DPAD_UP" ? pad : "", (1200 + x, 700 + y)))
      }
      return controls
    }()

    private static let sticks = """
      [[stick]]
      target = "left"
      origin = "fixed"
      region = { center = [60, 140], radius = 20 }
      [[stick]]
      target = "right"
      origin = "fixed"
      region = { center = [260, 140], radius = 20 }

      """

    @Test(
      "SDL2 has the right name for every button, both triggers, the hat and both sticks",
      arguments: ["xbox-360", "generic"])
    func names(_ identity: String) throws {
      let (daemon, screen, pad) = try Bed.start(
        "[gamepad]\nidentity = \"\(identity)\"\n" + Self.everything.map(\.table).joined()
          + Self.sticks)
      let game = try SDLGame()
      #expect(try game.controller.is_controller)
      let finger = Finger(on: screen)
      for (index, control) in Self.everything.enumerated() {
        try finger.touchDown(id: Int32(index + 1), x: control.place.x, y: control.place.y)
        try game.wait { $0.down == [control.name] }
        try finger.lift()
        try game.wait { $0.down.isEmpty }
      }
      try finger.drag(id: 100, from: (600, 1400), to: (800, 1400))
      try game.wait { $0.left == [32767, 0] }
      try finger.lift()
      try game.wait { $0.left == [0, 0] }
      try finger.drag(id: 101, from: (2600, 1400), to: (2600, 1200))
      try game.wait { $0.right[0] == 0 && $0.right[1] < -32000 }
      try finger.lift()
      try game.wait { $0.right == [0, 0] && $0.left == [0, 0] && $0.down.isEmpty }
      #expect(try game.states.allSatisfy { $0.down.count <= 1 })
      #expect(try pad.isAtRest())
      daemon.stop()
    }

    @Test(
      "Of two, five and ten fingers, each moves its own control and no other", arguments: [2, 5, 10])
    func fingers(_ count: Int) throws {
      let (daemon, screen, pad) = try Bed.start(Self.everything.map(\.table).joined() + Self.sticks)
      let ofSticks: [(x: Int32, y: Int32)] = [(800, 1400), (1300, 700)]
      let places = Self.everything.prefix(count - 2).map(\.place) + ofSticks
      let fingers = places.indices.map { Finger(on: screen, slot: Int32($0)) }
      for (index, place) in places.enumerated() {
        try fingers[index].touchDown(id: Int32(index + 1), x: place.x, y: place.y)
      }
      let buttons: [EventCode] = [
        .btnSouth, .btnEast, .btnNorth, .btnWest, .btnTL, .btnTR, .btnThumbL, .btnThumbR, .btnSelect,
        .btnStart,
        .btnMode,
      ]
      #expect(Bed.wait { pad.value(of: .absX) == 32767 && pad.value(of: .absHat0X) == 1 })
      for (index, code) in buttons.enumerated() {
        #expect(pad.value(of: code) == (index < count - 2 ? 1 : 0), "\(code.name ?? "")")
      }
      // The last finger lifts first, and each leaves the others' controls unchanged.
      for index in places.indices.reversed() {
        try fingers[index].lift()
        let code = index == count - 1 ? .absHat0X : index == count - 2 ? .absX : buttons[index]
        #expect(Bed.wait { pad.value(of: code) == 0 })
        let others = buttons.prefix(min(index, count - 2))
        #expect(others.allSatisfy { pad.value(of: $0) == 1 })
      }
      #expect(try pad.isAtRest())
      daemon.stop()
    }
  }
}

/// A game: a process that uses SDL2.
final class SDLGame: Sendable {
  struct Controller: Decodable {
    let name: String
    let is_controller: Bool
    /// The number of joysticks that SDL sees.
    let joysticks: Int
    let axes: Int
    let hats: Int
    let buttons: Int
  }

  struct State: Decodable {
    let left: [Int]
    let right: [Int]
    /// SDL's names of pressed buttons and pulled triggers.
    let down: [String]
  }

  private let process: Process
  private let printed: PrintedText

  /// Starts the game, and waits until it has opened the controller.
  init(_ arguments: String...) throws {
    let script = Bed.script("sdl.py")
    process = Process(running: "python3", [script] + arguments)
    printed = try PrintedText(of: process, [\.standardOutput])
    try #require(Bed.wait { !lines.isEmpty }, "SDL has no controller")
  }

  deinit { process.kill() }

  private var lines: [Data] { printed.lines.map { Data($0.utf8) } }

  var controller: Controller {
    get throws { try JSONDecoder().decode(Controller.self, from: #require(lines.first)) }
  }

  var states: [State] {
    get throws { try lines.dropFirst().map { try JSONDecoder().decode(State.self, from: $0) } }
  }

  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until condition: (State) -> Bool
  ) throws {
    var last: State?
    let isSeen = try Bed.wait {
      last = try lines.dropFirst().last.map { try JSONDecoder().decode(State.self, from: $0) }
      return last.map(condition) ?? false
    }
    #expect(isSeen, "\(String(describing: last))", sourceLocation: sourceLocation)
  }
}
