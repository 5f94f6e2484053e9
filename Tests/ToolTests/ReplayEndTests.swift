import Foundation
import TestSupport
import Testing

/// A screen of 200 mm by 120 mm, with a hundred units per millimetre.
private let screen = Screen.description(width: 20_000, height: 12_000, resolution: 100)

/// The frames for touches: the times are milliseconds, the places millimetres.
private func frames(
  _ configuration: String, _ touches: [(time: Int, place: (x: Int, y: Int)?)]
) throws -> [ReplayedFrame] {
  let touches = touches.map { ($0.time, $0.place.map { (x: $0.x * 100, y: $0.y * 100) }) }
  return try ReplayedFrame.all(
    config: Programs.file("touchstick.toml", configuration), input: screen + Screen.events(touches))
}

private func button(_ text: String, x: Int = 20, y: Int = 20) -> String {
  "[[button]]\nregion = { center = [\(x), \(y)], radius = 10 }\n\(text)\n"
}

@Suite("The end of a recording, through replay")
struct ReplayEndTests {
  @Test("Turbo that nobody ends is over with the recording")
  func turbo() throws {
    let held = try frames(button("output = \"A\"\nturbo = 10"), [(100, (20, 20))])
    #expect(held.map(\.time) == [0.1, 0.1])
    #expect(held.map(\.buttons) == [["BTN_SOUTH"], []])
    let latched = try frames(
      button("output = \"A\"\nturbo = 10\nmode = \"toggle\""), [(100, (20, 20)), (180, nil)])
    #expect(latched.map(\.time) == [0.1, 0.15, 0.18])
    #expect(latched.last?.isAtRest == true)
  }

  @Test("What ends by itself is shown to its end, with the turbo that goes on meanwhile")
  func sequence() throws {
    let text =
      button("output = \"A\"\nturbo = 10\nmode = \"toggle\"")
      + button("name = \"s\"\nsequence = [\"X\", [], \"X\"]\nstep = \"2s\"", y: 80)
    let frames = try frames(text, [(100, (20, 20)), (150, nil), (200, (20, 80)), (210, nil)])
    #expect(frames.last?.time == 6.2 && frames.last?.isAtRest == true)
    // From 100 ms on it changes every 50 ms: 122 times to 6.2 s, of which 61 press.
    let presses = zip(frames, frames.dropFirst()).count { one, next in
      !one.buttons.contains("BTN_SOUTH") && next.buttons.contains("BTN_SOUTH")
    }
    #expect(presses == 61)
    #expect(frames.contains { $0.time > 4.2 && $0.buttons.contains("BTN_NORTH") })
  }

  @Test("A wheel returns, and a slow one is not cut off")
  func wheel() throws {
    let wheel = "[[wheel]]\nregion = { center = [100, 60], radius = 30 }\nreturn_speed = 27\n"
    let frames = try frames(wheel, [(100, (120, 60)), (200, (100, 80)), (300, nil)])
    #expect(frames.last?.isAtRest == true)
    #expect(try #require(frames.last).time > 3)
  }

  @Test("A pause of minutes loses no press of a turbo")
  func pause() throws {
    let touches: [(time: Int, place: (x: Int, y: Int)?)] = [(0, (20, 20)), (300_000, nil)]
    let frames = try frames(button("output = \"A\"\nturbo = 2"), touches)
    #expect(frames.count { $0.buttons == ["BTN_SOUTH"] } == 600)
    #expect(frames.last?.time == 300)
  }

  @Test("A recording that leaps by a year is replayed in time, and says that turbo is left out")
  func leap() throws {
    let file = try Programs.file("touchstick.toml", button("output = \"A\"\nturbo = 0.5"))
    let touches: [(time: Int, place: (x: Int, y: Int)?)] = [(0, (2000, 2000)), (31_536_000_000, nil)]
    let (status, output) = try Programs.tool(
      ["replay", "--json", "--config", file, "-"], input: screen + Screen.events(touches))
    #expect(status == 0)
    #expect(output.contains("replay: the recording pauses for more than an hour before 31536000 s"))
    #expect(output.split(separator: "\n").count < 4000)
  }
}

@Suite("The layer, the mouse and what does not fit, through replay")
struct ReplayStateTests {
  @Test("The layer is shown, and left out without layers")
  func layer() throws {
    let text =
      button("output = \"A\"\nlayer = \"one\"") + button("output = \"B\"\nlayer = \"two\"")
      + button("output = \"next layer\"", y: 80)
    let layers = try frames(text, [(0, (20, 80)), (100, nil), (200, (20, 80)), (300, nil)]).map(\.layer)
    #expect(layers == ["two", "two", "one", "one"])
    #expect(try frames(button("output = \"A\""), [(0, (20, 20))]).allSatisfy { $0.layer == nil })
  }

  @Test("The mouse goes as far as the finger, and no part of a count is lost")
  func mouse() throws {
    let look = """
      [[look]]
      region = { x = 0, y = 0, width = "100%", height = "100%" }
      target = "mouse"
      counts_per_mm = 3.25

      """
    let way = (0...20).map { (time: $0 * 10, place: Optional((x: 20 + $0, y: 80 - 2 * $0))) }
    let frames = try frames(look, way + [(300, nil)])
    #expect(frames.map { $0.mouse[0] }.reduce(0, +) == 65)
    #expect(frames.map { $0.mouse[1] }.reduce(0, +) == -130)
    #expect(frames.last?.mouse == [0, 0])
  }

  @Test(
    "Controls that do not fit are named, as by check --device",
    arguments: [
      (
        button("name = \"a\"\noutput = \"A\"\npress_margin = \"50% - 90mm\"")
          + button("name = \"b\"\noutput = \"B\"", x: 80),
        "\"a\" is left out"
      ),
      (button("name = \"far\"\noutput = \"A\"", x: 400), "\"far\" was moved inside"),
      (
        "[[dpad]]\nregion = { x = \"100% + 5mm\", y = 0, width = 30, height = 30 }\n",
        "\"dpad\" was moved inside"
      ),
    ])
  func misfits(_ text: String, _ words: String) throws {
    let file = try Programs.file("touchstick.toml", text)
    let (status, output) = try Programs.tool(
      ["replay", "--config", file, "-"], input: screen + Screen.events([(0, (2000, 2000)), (100, nil)]))
    #expect(status == 0)
    let warnings = output.split(separator: "\n").filter { $0.contains(file) }
    #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains(words) }, "\(output)")
  }
}
