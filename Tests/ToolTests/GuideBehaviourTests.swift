import Foundation
import TestSupport
import Testing

/// What docs/controls.md says about fingers that meet, slide and lift, through replay.
@Suite("The guide to controls, through replay")
struct GuideBehaviourTests {
  /// What a slot reports at a time, in milliseconds: a place in millimetres, a lift, or a palm.
  private struct Step {
    let time: Int
    let slot: Int
    var place: (x: Double, y: Double)?
    var isPalm = false

    init(_ time: Int, _ slot: Int = 0, _ place: (x: Double, y: Double)?) {
      (self.time, self.slot, self.place) = (time, slot, place)
    }

    init(palmAt time: Int, _ slot: Int = 0) { (self.time, self.slot, isPalm) = (time, slot, true) }
  }

  /// A screen of 200 mm by 120 mm, with a hundred units per millimetre, that reports palms.
  private static let screen = """
    N: screen
    I: 0003 0001 0002 0003
    P: 02 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 e0 02
    A: 2f 0 9 0 0 0
    A: 35 0 20000 0 0 100
    A: 36 0 12000 0 0 100
    A: 37 0 2 0 0 0
    A: 39 0 65535 0 0 0

    """

  private static func recording(_ steps: [Step]) -> String {
    var (text, down): (String, Set<Int>) = (screen, [])
    for (index, step) in steps.enumerated() {
      let event = "E: \(step.time / 1000).\(String(1000 + step.time % 1000).dropFirst())000"
      text += "\(event) 0003 002f \(step.slot)\n"
      if step.isPalm {
        text += "\(event) 0003 0037 2\n"
      } else if let (x, y) = step.place {
        if down.insert(step.slot).inserted {
          text += "\(event) 0003 0039 \(index + 1)\n\(event) 0003 0037 0\n"
        }
        text += "\(event) 0003 0035 \(Int(x * 100))\n\(event) 0003 0036 \(Int(y * 100))\n"
      } else {
        down.remove(step.slot)
        text += "\(event) 0003 0039 -1\n"
      }
      // Steps of the same time are one report.
      if index + 1 == steps.count || steps[index + 1].time != step.time { text += "\(event) 0000 0000 0\n" }
    }
    return text
  }

  private static func frames(_ configuration: String, _ steps: [Step]) throws -> [ReplayedFrame] {
    try ReplayedFrame.all(
      config: Programs.file("touchstick.toml", configuration), input: recording(steps))
  }

  /// The buttons, without repetitions, as "A B".
  private static func buttons(_ configuration: String, _ steps: [Step]) throws -> [String] {
    try frames(configuration, steps).map { $0.buttons.map(name).joined(separator: " ") }.reduce(into: []) {
      if $0.last != $1 { $0.append($1) }
    }
  }

  private static func name(_ button: String) -> String {
    ["BTN_SOUTH": "A", "BTN_EAST": "B", "BTN_NORTH": "X", "BTN_WEST": "Y", "BTN_TL": "LB"][button] ?? button
  }

  private static func button(_ text: String, x: Int, y: Int = 20, radius: Int = 10) -> String {
    "[[button]]\nregion = { center = [\(x), \(y)], radius = \(radius) }\n\(text)\n"
  }

  @Test("A palm ends what is latched, also if another finger latched it")
  func palm() throws {
    let toggle = Self.button("name = \"t\"\noutput = \"A\"\nmode = \"toggle\"", x: 20)
    let latched: [Step] = [Step(0, 0, (20, 20)), Step(50, 0, nil)]
    #expect(try Self.buttons(toggle, latched + [Step(900, 1, (100, 100)), Step(950, 1, nil)]) == ["A", ""])
    let palm = latched + [Step(200, 0, (100, 100)), Step(250, 0, nil), Step(300, 1, (21, 20))]
    #expect(try Self.buttons(toggle, palm + [Step(palmAt: 350, 1), Step(900, 1, nil)]) == ["A", ""])
    let last = try Self.frames(toggle, palm + [Step(palmAt: 350, 1), Step(900, 1, nil)])
    #expect(last.first { $0.time >= 0.3 }?.buttons == [])
    let sequence = Self.button("sequence = [\"A\", \"B\"]\nstep = \"500ms\"", x: 20)
    let frames = try Self.frames(sequence, [Step(0, 0, (20, 20)), Step(palmAt: 100), Step(900, 0, nil)])
    #expect(frames.first { $0.time == 0.1 }?.buttons == [] && frames.last?.time == 0.9)
  }

  @Test("A second finger on a button that is down does not press it again")
  func secondFinger() throws {
    let toggle = Self.button("name = \"t\"\noutput = \"A\"\nmode = \"toggle\"", x: 20)
    let steps: [Step] = [
      Step(0, 0, (20, 20)), Step(100, 1, (22, 20)), Step(200, 1, nil), Step(300, 0, nil),
    ]
    #expect(try Self.frames(toggle, steps).dropLast().allSatisfy { $0.buttons == ["BTN_SOUTH"] })
  }

  private static let layers =
    button("output = \"A\"\nlayer = \"one\"", x: 20) + button("output = \"B\"\nlayer = \"two\"", x: 20)
    + button("output = \"X\"\nlayer = \"three\"", x: 20)

  @Test("A finger that comes back to a button that switches does not switch again")
  func back() throws {
    let frames = try Self.frames(
      Self.layers + Self.button("output = \"next layer\"", x: 100),
      [Step(0, 0, (100, 20)), Step(50, 0, (130, 20)), Step(100, 0, (100, 20)), Step(150, 0, nil)])
    #expect(frames.map(\.layer).prefix(3) == ["two", "two", "two"])
  }

  @Test("While a button shows a layer, a switch has no visible effect, and next counts from the chosen layer")
  func hiddenSwitch() throws {
    let text =
      Self.layers + Self.button("output = \"show three\"", x: 60)
      + Self.button("output = \"next layer\"", x: 100) + Self.button("output = \"switch one\"", x: 140)
    let frames = try Self.frames(
      text,
      [
        Step(0, 0, (60, 20)), Step(100, 1, (100, 20)), Step(150, 1, nil), Step(200, 0, nil),
        Step(300, 0, (60, 20)), Step(400, 1, (140, 20)), Step(450, 1, nil), Step(500, 0, nil),
      ])
    #expect(
      frames.map(\.layer).prefix(8) == ["three", "three", "three", "two", "three", "three", "three", "one"])
  }

  @Test("A switch releases a latched button that shows a layer, with its other outputs")
  func latchedShow() throws {
    let text =
      Self.layers + Self.button("output = [\"LB\", \"show two\"]\nmode = \"toggle\"", x: 60)
      + Self.button("output = \"switch three\"", x: 100)
    let frames = try Self.frames(
      text, [Step(0, 0, (60, 20)), Step(50, 0, nil), Step(100, 0, (100, 20)), Step(150, 0, nil)])
    #expect(frames.map(\.layer).prefix(4) == ["two", "two", "three", "three"])
    #expect(frames.map(\.buttons).prefix(4) == [["BTN_TL"], ["BTN_TL"], [], []])
    let held = try Self.frames(
      text, [Step(0, 0, (60, 20)), Step(100, 1, (100, 20)), Step(150, 1, nil), Step(200, 0, nil)])
    #expect(held.map(\.buttons).prefix(3) == [["BTN_TL"], ["BTN_TL"], ["BTN_TL"]])
  }

  @Test("A button that switches away from its own layer presses its other outputs until its finger lifts")
  func ownLayer() throws {
    let text =
      Self.button("output = [\"LB\", \"switch two\"]\nlayer = \"one\"", x: 20)
      + Self.button("output = \"B\"\nlayer = \"two\"", x: 60)
    let frames = try Self.frames(text, [Step(0, 0, (20, 20)), Step(100, 0, nil)])
    #expect(frames[0].buttons == ["BTN_TL"] && frames[0].layer == "two" && frames[1].buttons == [])
  }

  @Test("With turbo, a button shows its layer without a pause")
  func turboShow() throws {
    let text = Self.layers + Self.button("output = [\"LB\", \"show two\"]\nturbo = 20", x: 60)
    let frames = try Self.frames(text, [Step(0, 0, (60, 20)), Step(300, 0, nil)])
    #expect(frames.filter { $0.time < 0.3 }.allSatisfy { $0.layer == "two" })
    #expect(frames.contains { $0.time < 0.3 && $0.buttons == [] })
  }

  @Test("A finger that slides from a button that shows a layer presses what comes")
  func slideFromShow() throws {
    let text =
      Self.button("output = \"show two\"", x: 60) + Self.button("output = \"A\"\nlayer = \"one\"", x: 90)
      + Self.button("output = \"B\"\nlayer = \"two\"", x: 150)
    let frames = try Self.frames(
      text,
      [Step(0, 0, (60, 20)), Step(100, 0, (90, 20)), Step(200, 0, (91, 20)), Step(300, 0, nil)])
    #expect(frames.map(\.layer).prefix(3) == ["two", "one", "one"])
    #expect(frames[1].buttons == ["BTN_SOUTH"] && frames[2].buttons == ["BTN_SOUTH"])
  }

  @Test("A sequence that starts anew keeps an output that is down")
  func anew() throws {
    let text = Self.button("sequence = [\"A\", [\"A\", \"B\"], \"X\"]\nstep = \"200ms\"", x: 20)
    let frames = try Self.frames(
      text, [Step(0, 0, (20, 20)), Step(50, 0, nil), Step(250, 0, (20, 20)), Step(300, 0, nil)])
    #expect(frames.filter { $0.time < 0.6 }.allSatisfy { $0.buttons.contains("BTN_SOUTH") })
  }

  @Test("Of two controls in reach the nearer counts, of two equally near ones the first, and no held trigger")
  func reach() throws {
    let text =
      "[[trigger]]\ntarget = \"left\"\nreach = 10\nregion = { x = 20, y = 20, width = 20, height = 20 }\n"
      + "[[button]]\noutput = \"B\"\nreach = 10\nregion = { x = 50, y = 20, width = 20, height = 20 }\n"
    let middle = try Self.frames(text, [Step(0, 0, (45, 30)), Step(100, 0, nil)])
    #expect(middle[0].axes["ABS_Z"] == 255 && middle[0].buttons == [])
    let nearer = try Self.frames(text, [Step(0, 0, (46, 30)), Step(100, 0, nil)])
    #expect(nearer[0].axes["ABS_Z"] == 0 && nearer[0].buttons == ["BTN_EAST"])
    let held = try Self.frames(text, [Step(0, 0, (30, 30)), Step(50, 1, (45, 30)), Step(100, 1, nil)])
    #expect(held[1].buttons == ["BTN_EAST"])
  }

  @Test("The reach is also a margin, beyond a corner along x and y")
  func reachAsMargin() throws {
    let text =
      "[[button]]\noutput = \"B\"\nreach = 10\nregion = { x = 50, y = 20, width = 20, height = 20 }\n"
    // 9 mm along x and y are more than 10 mm from the corner.
    #expect(try Self.buttons(text, [Step(0, 0, (79, 49)), Step(100, 0, nil)]) == [""])
    #expect(
      try Self.buttons(text, [Step(0, 0, (60, 30)), Step(50, 0, (79, 49)), Step(100, 0, nil)]) == ["B", ""])
    let frames = try Self.frames(
      text, [Step(0, 0, (60, 30)), Step(50, 0, (79, 49)), Step(100, 0, (81, 49)), Step(150, 0, nil)])
    #expect(frames.map { $0.buttons.isEmpty }.prefix(3) == [false, false, true])
  }

  @Test("In one report, lifts come first, whichever slots they are in", arguments: [0, 1])
  func order(_ slot: Int) throws {
    let text = "[[trigger]]\ntarget = \"left\"\nregion = { x = 20, y = 20, width = 20, height = 20 }\n"
    let both = [Step(100, slot, nil), Step(100, 1 - slot, (30, 30))].sorted { $0.slot < $1.slot }
    let frames = try Self.frames(text, [Step(0, slot, (30, 30))] + both + [Step(200, 1 - slot, nil)])
    #expect(frames.map { $0.axes["ABS_Z"] }.prefix(3) == [255, 255, 0])
  }

  @Test(
    "A sliding finger presses the first of two overlapping buttons, and not one below a hold_first button")
  func overlap() throws {
    let (under, over) = (
      Self.button("output = \"B\"", x: 60, radius: 15), Self.button("output = \"A\"", x: 50, radius: 10)
    )
    let way: [Step] = [Step(0, 0, (20, 60)), Step(50, 0, (52, 20)), Step(100, 0, nil)]
    let start = Self.button("output = \"Y\"", x: 20, y: 60)
    #expect(try Self.buttons(over + under + start, way) == ["Y", "A", ""])
    #expect(try Self.buttons(under + over + start, way) == ["Y", "B", ""])
    let first = Self.button("output = \"A\"\nslide = \"hold_first\"", x: 50, radius: 10)
    let on: [Step] = [Step(0, 0, (45, 20)), Step(50, 0, (55, 20)), Step(100, 0, (65, 20)), Step(150, 0, nil)]
    #expect(try Self.buttons(first + under, on) == ["A", "A B", ""])
    #expect(try Self.frames(first + under, on)[1].buttons == ["BTN_SOUTH"])
  }

  @Test("A hold of a look pad presses for at least 40 ms, and a tap lengthens a press")
  func look() throws {
    let text = """
      [[look]]
      region = { x = 0, y = 0, width = 200, height = 120 }
      tap = "A"
      hold = "B"
      hold_time = "300ms"

      """
    let hold = try Self.frames(text, [Step(0, 0, (50, 50)), Step(310, 0, nil)])
    let down = hold.filter { $0.buttons == ["BTN_EAST"] }
    #expect(down.first?.time == 0.3 && hold.last?.time == 0.34 && hold.last?.isAtRest == true)
    let taps = try Self.buttons(
      text, [Step(0, 0, (50, 50)), Step(20, 0, nil), Step(30, 0, (50, 50)), Step(50, 0, nil)])
    #expect(taps == ["", "A", ""])
  }

  @Test("A wheel turns the shorter way, starts anew at its middle, and is gripped between two steps")
  func wheel() throws {
    let text = "[[wheel]]\nregion = { center = [100, 60], radius = 30 }\nrange = 180\n"
    func value(_ steps: [Step]) throws -> [Int] {
      try Self.frames(text, steps + [Step(9000, 0, nil)]).map { $0.axes["ABS_X"] ?? 0 }
    }
    // From the top to the lower right is 135 degrees, to the lower left too, the other way.
    let right = try value([Step(0, 0, (100, 40)), Step(50, 0, (115, 75))])
    let left = try value([Step(0, 0, (100, 40)), Step(50, 0, (85, 75))])
    #expect(right[1] > 0 && left[1] < 0)
    // Through the middle, nothing is turned: the finger starts anew on the other side.
    let through = try value([Step(0, 0, (100, 40)), Step(50, 0, (100, 61)), Step(100, 0, (100, 80))])
    #expect(through[2] == 0)
    let frames = try Self.frames(
      text,
      [
        Step(0, 0, (100, 40)), Step(50, 0, (120, 60)), Step(100, 0, nil), Step(111, 0, (100, 40)),
        Step(200, 0, (100, 40)), Step(300, 0, nil),
      ])
    // 90 degrees less 540 degrees a second for 11 ms, of 90 degrees.
    let gripped = try #require(frames.first { $0.time == 0.111 }?.axes["ABS_X"])
    #expect(abs(Double(gripped) - 32767 * (90 - 5.94) / 90) < 3)
  }

  @Test("Lost events release nothing that is latched, and change neither the layer nor a slider that stays")
  func lostEvents() throws {
    let text =
      Self.button("name = \"t\"\noutput = \"A\"\nmode = \"toggle\"", x: 20)
      + Self.layers.replacing("= [20, 20]", with: "= [20, 60]")
      + Self.button("output = \"switch two\"", x: 60)
      + "[[slider]]\noutput = \"RT\"\nrelease = \"stay\"\n"
      + "region = { x = 140, y = 0, width = 20, height = 100 }\n"
    let touches: [Step] = [
      Step(0, 0, (20, 20)), Step(50, 0, nil), Step(100, 0, (60, 20)), Step(150, 0, nil),
      Step(200, 0, (150, 40)),
      Step(250, 0, nil),
    ]
    let lost = "E: 0.300000 0000 0003 0\nE: 0.300000 0000 0000 0\n"
    let rest = Self.recording([Step(400, 0, (100, 100)), Step(500, 0, nil)]).dropFirst(Self.screen.count)
    let frames = try ReplayedFrame.all(
      config: Programs.file("touchstick.toml", text), input: Self.recording(touches) + lost + rest)
    let after = frames.filter { $0.time >= 0.3 && $0.time < 0.5 }
    #expect(after.count >= 2)
    #expect(after.allSatisfy { $0.buttons == ["BTN_SOUTH"] && $0.layer == "two" && $0.axes["ABS_RZ"] != 0 })
  }

  @Test("The gesture of fingers that never lift is completed after a recording, although turbo goes on")
  func gestureAtEnd() throws {
    let text = "[toggle]\nfingers = 2\n" + Self.button("output = \"A\"\nturbo = 10", x: 20)
    let frames = try Self.frames(text, [Step(100, 0, (20, 20)), Step(200, 1, (100, 100))])
    #expect(frames.last?.time == 1.15 && frames.last?.isAtRest == true)
    #expect(frames.count { $0.buttons == ["BTN_SOUTH"] } >= 10)
  }

  @Test("A slider begins at 0 at the edge of its dead zone")
  func slider() throws {
    let text = """
      [[slider]]
      output = "RT"
      dead_zone = 0.2
      region = { x = 20, y = 10, width = 20, height = 100 }

      """
    let values = try [91, 89.9, 49].map { y in
      try Self.frames(text, [Step(0, 0, (30, y)), Step(50, 0, nil)])[0].axes["ABS_RZ"] ?? -1
    }
    // Up from 110 mm: 0.19, 0.201 and 0.61 of the way.
    #expect(values == [0, 0, 131])
  }
}
