import Foundation
import TestSupport
import Testing

extension KernelTests {
  @Suite("What evtest and SDL2 see of each control", .serialized)
  struct EvtestTests {
    /// A button at (x mm, 20 mm) of the ELAN screen, which has 10 units for a millimetre.
    private static func button(_ keys: String, x: Int = 20) -> String {
      "[[button]]\nregion = { center = [\(x), 20], radius = 8 }\n\(keys)\n"
    }

    private static let wholeGlass = "region = { x = 0, y = 0, width = \"100%\", height = \"100%\" }"

    @Test("A button with a list holds all its outputs until the lift")
    func list() throws {
      let (daemon, screen, pad) = try Bed.start(
        Self.button("output = [\"A\", \"Up\", \"left.x-\", \"RT\"]\nvalue = 0.5"))
      let (evtest, game) = (try Evtest(pad.path), try SDLGame())
      let finger = Finger(on: screen)
      try finger.touchDown(x: 200, y: 200)
      try game.wait { $0.down == ["A", "DPAD_UP"] && $0.left == [-16384, 0] }
      try finger.lift()
      try game.wait { $0.down.isEmpty && $0.left == [0, 0] }
      evtest.wait(
        for: ["BTN_SOUTH": [1, 0], "ABS_HAT0Y": [-1, 0], "ABS_X": [-16384, 0], "ABS_RZ": [128, 0]])
      daemon.stop()
    }

    @Test("A toggle is pressed by a touch, and released by the next")
    func toggleThoroughly() throws {
      let (daemon, screen, pad) = try Bed.start(Self.button("output = \"A\"\nmode = \"toggle\""))
      let (evtest, game) = (try Evtest(pad.path), try SDLGame())
      let finger = Finger(on: screen)
      try finger.tap(ids: [1], x: 200, y: 200)
      try game.wait { $0.down == ["A"] }
      daemon.settle()
      evtest.wait(for: ["BTN_SOUTH": [1]])
      try finger.tap(ids: [2], x: 200, y: 200)
      try game.wait { $0.down.isEmpty }
      evtest.wait(for: ["BTN_SOUTH": [1, 0]])
      daemon.stop()
    }

    @Test("Turbo presses and releases in turn, and ends released")
    func turbo() throws {
      let (daemon, screen, pad) = try Bed.start(Self.button("output = \"A\"\nturbo = \"10Hz\""))
      let (evtest, game) = (try Evtest(pad.path), try SDLGame())
      let finger = Finger(on: screen)
      try finger.touchDown(x: 200, y: 200)
      #expect(Bed.wait { evtest.values["BTN_SOUTH", default: []].count >= 5 })
      try finger.lift()
      daemon.settle()
      try game.wait { $0.down.isEmpty }
      #expect(try game.states.count { $0.down == ["A"] } >= 3)
      #expect(Bed.wait { evtest.values["BTN_SOUTH"]?.last == 0 })
      let values = evtest.values
      #expect(values.keys.elementsEqual(["BTN_SOUTH"]), "\(values)")
      for (index, value) in values["BTN_SOUTH", default: []].enumerated() {
        #expect(value == (index + 1) % 2)
      }
      daemon.stop()
    }

    @Test("A sequence plays its steps in their order")
    func sequenceThoroughly() throws {
      let (daemon, screen, pad) = try Bed.start(
        Self.button("sequence = [\"Down\", [\"Down\", \"Right\"], [\"Right\", \"A\"]]\nstep = 60"))
      let (evtest, game) = (try Evtest(pad.path), try SDLGame())
      try Finger(on: screen).tap(ids: [1], x: 200, y: 200)
      evtest.wait(for: ["ABS_HAT0Y": [1, 0], "ABS_HAT0X": [1, 0], "BTN_SOUTH": [1, 0]])
      let presses = evtest.events.filter { $0.hasSuffix(" 1") }
      #expect(presses == ["ABS_HAT0Y 1", "ABS_HAT0X 1", "BTN_SOUTH 1"])
      try game.wait { $0.down.isEmpty }
      let combinations = try game.states.map(\.down)
      #expect(
        combinations.contains(["DPAD_DOWN", "DPAD_RIGHT"]) && combinations.contains(["A", "DPAD_RIGHT"]))
      daemon.stop()
    }

    @Test("A slider pulls its trigger, and returns at the lift")
    func sliderThoroughly() throws {
      let (daemon, screen, pad) = try Bed.start(
        "[[slider]]\nregion = { x = 0, y = 0, width = 20, height = 160 }\noutput = \"RT\"\n")
      let (evtest, game) = (try Evtest(pad.path), try SDLGame())
      let finger = Finger(on: screen)
      try finger.drag(from: (100, 800), to: (100, 0))
      try game.wait { $0.down == ["TRIGGERRIGHT"] }
      try finger.lift()
      try game.wait { $0.down.isEmpty }
      evtest.waitForRest(of: ["ABS_RZ": 255])
      daemon.stop()
    }

    @Test("A wheel turns the stick's axis, and returns after the lift")
    func wheelThoroughly() throws {
      let (daemon, screen, pad) = try Bed.start(
        "[[wheel]]\nregion = { center = [100, 90], radius = 50 }\nrange = \"180deg\"\nreturn_speed = 450\n")
      let (evtest, game) = (try Evtest(pad.path), try SDLGame())
      let finger = Finger(on: screen)
      try finger.touchDown(x: 1000, y: 500)
      for degrees in stride(from: 15.0, through: 90, by: 15) {
        let radians = degrees * .pi / 180
        try finger.move(x: 1000 + Int32(400 * sin(radians)), y: 900 - Int32(400 * cos(radians)))
      }
      try game.wait { $0.left == [32767, 0] }
      try finger.lift()
      try game.wait { $0.left == [0, 0] }
      evtest.waitForRest(of: ["ABS_X": 32767])
      daemon.stop()
    }

    @Test("A look pad deflects the right stick, and leaves it at rest")
    func look() throws {
      let (daemon, screen, pad) = try Bed.start("[[look]]\n\(Self.wholeGlass)\nsensitivity = 100\n")
      let (evtest, game) = (try Evtest(pad.path), try SDLGame())
      let finger = Finger(on: screen)
      try finger.touchDown(x: 500, y: 900)
      for step: Int32 in 1...40 {
        usleep(8000)
        try finger.move(x: 500 + step * 40, y: 900)
      }
      try finger.lift()
      try game.wait { $0.right == [0, 0] }
      #expect(try game.states.contains { $0.right[0] > 32000 })
      evtest.waitForRest(of: ["ABS_RX": 32767])
      daemon.stop()
    }

    @Test("A look pad's mouse counts the way of the finger")
    func mouse() throws {
      let (daemon, screen, _) = try Bed.start(
        "[[look]]\n\(Self.wholeGlass)\ntarget = \"mouse\"\ncounts_per_mm = 12\n")
      daemon.waitUntilItSays("look pads move the mouse")
      let node = try #require(daemon.output.firstMatch(of: /the mouse .* \((\/dev\/input\/event\d+)\)/)?.1)
      let evtest = try Evtest(String(node))
      let finger = Finger(on: screen)
      try finger.touchDown(x: 500, y: 900)
      for step: Int32 in 1...37 { try finger.move(x: 500 + step, y: 900 - 3 * step) }
      try finger.lift()
      let sums = ["REL_X": 44, "REL_Y": -133]
      #expect(Bed.wait { evtest.values.mapValues { $0.reduce(0, +) } == sums }, "\(evtest.values)")
      daemon.stop()
    }

    @Test("Keys are pressed and released on the keyboard")
    func keys() throws {
      let (daemon, screen, _) = try Bed.start(
        Self.button("output = [\"KEY_F1\", \"KEY_PAGEUP\"]")
          + Self.button("output = \"KEY_ESC\"\nmode = \"toggle\"", x: 60))
      daemon.waitUntilItSays("buttons press the keys of the keyboard")
      let node = try #require(
        daemon.output.firstMatch(of: /of the keyboard .* \((\/dev\/input\/event\d+)\)/)?.1)
      let evtest = try Evtest(String(node))
      let finger = Finger(on: screen)
      try finger.tap(ids: [1], x: 600, y: 200)
      evtest.wait(for: ["KEY_ESC": [1]])
      try finger.tap(ids: [2], x: 200, y: 200)
      evtest.wait(for: ["KEY_ESC": [1], "KEY_F1": [1, 0], "KEY_PAGEUP": [1, 0]])
      try finger.tap(ids: [3], x: 600, y: 200)
      evtest.wait(for: ["KEY_ESC": [1, 0], "KEY_F1": [1, 0], "KEY_PAGEUP": [1, 0]])
      daemon.stop()
    }
  }
}

/// What `evtest` prints of a device.
private final class Evtest {
  private let process: Process
  private let printed: PrintedText

  /// Starts it, and waits until it reads the device.
  init(_ node: String) throws {
    process = Process(running: "stdbuf", ["-oL", "evtest", node])
    process.standardInput = FileHandle.nullDevice
    printed = try PrintedText(of: process, [\.standardOutput, \.standardError])
    try #require(Bed.wait { printed.text.contains("Testing ...") }, "\(printed.text)")
  }

  deinit { process.kill() }

  private var all: [(code: String, value: Int)] {
    printed.text.matches(of: /type \d+ \(EV_\w+\), code \d+ \((\w+)\), value (-?\d+)/).compactMap { match in
      Int(match.2).map { (String(match.1), $0) }
    }
  }

  /// Such as `BTN_SOUTH 1`, without the ends of frames.
  var events: [String] { all.map { "\($0.code) \($0.value)" } }

  /// The values of each axis and button, in their order. On a busy machine, two of them can be in other frames than usual.
  var values: [String: [Int]] { all.reduce(into: [:]) { $0[$1.code, default: []].append($1.value) } }

  func wait(for expected: [String: [Int]], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Bed.wait { values == expected }, "\(printed.text)", sourceLocation: sourceLocation)
  }

  /// Waits until each of these axes, and no other, has gone to this maximum and back.
  func waitForRest(of maxima: [String: Int], sourceLocation: SourceLocation = #_sourceLocation) {
    let rests = Bed.wait {
      values.allSatisfy { $0.value.last == 0 } && values.mapValues { $0.max() } == maxima
    }
    #expect(rests, "\(printed.text)", sourceLocation: sourceLocation)
  }
}
