import JoystickModel
import EventPipeline
import Testing

@testable import touchstick

@Suite("touchstick monitor")
struct MonitorTests {
  private static let controls: [FeedControl] = [
    FeedControl(
      pad: 0, kind: .stick(.left), region: .rectangle(Rectangle(x: 0, y: 0, width: 100, height: 100)),
      name: "left", base: Circle(center: Point(x: 50, y: 50), radius: 9), reach: 9, isFloating: true),
    FeedControl(
      pad: 0, kind: .button(.south), region: .circle(Circle(center: Point(x: 180, y: 50), radius: 8)),
      name: "jump"),
    FeedControl(
      pad: 0, kind: .directionPad, region: .circle(Circle(center: Point(x: 130, y: 80), radius: 9)),
      name: "dpad"),
    FeedControl(
      pad: 1, kind: .trigger(.right), region: .circle(Circle(center: Point(x: 130, y: 20), radius: 5)),
      name: "gas"),
  ]

  private func layout(_ generation: UInt32 = 1, hidesPositions: Bool = false) -> FeedMessage {
    .layout(
      FeedLayout(
        generation: generation, surface: 0, surfaceCount: 1, width: 200, height: 100.4, rotation: 0,
        deviceClass: .touchscreen, device: "a \u{1b}screen", node: "/dev/input/event5",
        controls: Self.controls,
        hidesPositions: hidesPositions))
  }

  private func state(_ generation: UInt32 = 1, _ change: (inout [ControlReport]) -> Void = { _ in })
    -> FeedMessage
  {
    var controls = Self.controls.map { control in
      var state = ControlReport()
      if let base = control.base { (state.base, state.handle) = (base.center, base.center) }
      return state
    }
    change(&controls)
    return .state(FeedState(generation: generation, surface: 0, controls: controls))
  }

  private func contacts(_ contacts: FeedContact...) -> FeedMessage {
    .contacts(FeedContacts(generation: 1, surface: 0, contacts: contacts))
  }

  private func lines(_ messages: FeedMessage...) -> [String] {
    var events = MonitorEvents()
    return messages.flatMap { events.handle($0) }.map(\.text)
  }

  private let using = "using a ?screen, 200 x 100 mm, 4 controls"

  @Test("prints what a finger does to a stick, and not each movement")
  func stick() {
    let held = { (x: Double) in
      state {
        $0[0].isTouched = true
        $0[0].handle = Point(x: x, y: 92.4)
      }
    }
    #expect(
      lines(layout(), state(), held(40.6), held(45), held(47), state())
        == [using, "left stick down at 41, 92 mm", "left stick released"])
  }

  @Test("prints presses, directions and triggers")
  func others() {
    let pressed = state {
      $0[1].isTouched = true
      $0[1].buttons = 1
      $0[2].isTouched = true
      ($0[2].directionX, $0[2].directionY) = (-1, -1)
      $0[3].isTouched = true
      $0[3].pull = 255
    }
    #expect(
      lines(layout(), pressed, state()) == [
        using, "A pressed", "direction pad down", "direction pad up left", "pad 2: right trigger down",
        "A released", "direction pad in the middle", "direction pad released",
        "pad 2: right trigger released",
      ])
  }

  @Test("prints the control for a button that holds more than one of the pad's")
  func list() {
    var reported = FeedControl(
      pad: 0, kind: .button(nil), region: .circle(Circle(center: Point(x: 5, y: 5), radius: 5)), name: "A+LT")
    reported.isNamed = false
    let layout = FeedLayout(
      generation: 1, surface: 0, surfaceCount: 1, width: 217, height: 136, rotation: 0,
      deviceClass: .touchscreen, device: "screen", node: "/dev/input/event5", controls: [reported])
    var held = ControlReport()
    (held.isTouched, held.buttons) = (true, 1)
    let states = [held, ControlReport()].map {
      FeedMessage.state(FeedState(generation: 1, surface: 0, controls: [$0]))
    }
    #expect(
      Array(lines(.layout(layout), states[0], states[1]).dropFirst())
        == ["A+LT down", "A pressed", "A released", "A+LT released"])
  }

  @Test("prints the layer that appears, and not the first one")
  func layers() {
    guard case .layout(var reported) = layout(), case .state(var first) = state() else { return }
    reported.layers = ["run", "fi\u{1b}ght"]
    first.layers = [0]
    var second = first
    second.layers = [1]
    let messages = [
      FeedMessage.layout(reported), .state(first), .state(second), .state(second), .state(first),
    ]
    var events = MonitorEvents()
    #expect(messages.flatMap { events.handle($0) }.map(\.text) == [using, "layer fi?ght", "layer run"])
  }

  @Test("prints a button that a gesture on a stick presses")
  func gesture() {
    let tap = state { $0[0].buttons = 1 << GamepadButton.leftThumb.rawValue }
    #expect(lines(layout(), tap, state()) == [using, "L3 pressed", "L3 released"])
  }

  @Test("prints that all is released when the pads are off or have another layout")
  func releases() {
    let held = { (generation: UInt32) in
      state(generation) {
        $0[0].isTouched = true
        $0[1].buttons = 1
      }
    }
    #expect(
      lines(layout(), held(1), layout(2), held(2), .off) == [
        using, "left stick down at 50, 50 mm", "A pressed", "left stick released", "A released", using,
        "left stick down at 50, 50 mm", "A pressed", "left stick released", "A released", "the pads are off",
      ])
    // What is late, or fits no layout, is nothing.
    #expect(lines(held(1), layout(2), held(1)) == [using])
    #expect(lines(layout(), .state(FeedState(generation: 1, surface: 0, controls: []))) == [using])
    #expect(lines(layout(), .state(FeedState(generation: 1, surface: 1, controls: []))) == [using])
  }

  @Test("prints no position where positions are hidden")
  func hidden() {
    #expect(
      lines(layout(hidesPositions: true), state { $0[0].isTouched = true }) == [using, "left stick down"])
  }

  @Test("prints to root where touches go that no control holds")
  func strays() {
    let point = Point(x: 130.2, y: 19.7)
    #expect(
      lines(
        layout(), contacts(FeedContact(id: 1, position: point, reason: .desktop)),
        contacts(FeedContact(id: 1, position: Point(x: 1, y: 1), reason: .desktop)),
        contacts(
          FeedContact(id: 2, position: nil, reason: .downBefore),
          FeedContact(id: 3, position: point, reason: .nobody)),
        contacts(
          FeedContact(id: 3, position: point, reason: .palm),
          FeedContact(id: 4, position: nil, reason: .released)),
        contacts(FeedContact(id: 5, position: nil, reason: .notGrabbed)),
        .off
      ) == [
        using, "touch at 130, 20 mm -> desktop (no control here)", "touch lifted at 1, 1 mm",
        "touch ignored until it lifts (down at start)",
        "touch at 130, 20 mm -> nobody (no control here, and the desktop gets nothing)", "touch lifted",
        "touch at 130, 20 mm ignored until it lifts (a palm)",
        "touch ignored until it lifts (its control was released)", "touch lifted at 130, 20 mm",
        "touch lifted", "touch -> desktop (the device is not grabbed yet)", "touch lifted",
        "the pads are off",
      ])
  }

  @Test("--json prints an object for each event, without what does not apply")
  func json() throws {
    var events = MonitorEvents()
    let held = state {
      $0[0].isTouched = true
      $0[0].handle = Point(x: 40.64, y: 92)
    }
    let objects = try [layout(), held, contacts(FeedContact(id: 1, position: nil, reason: .palm))]
      .flatMap { events.handle($0) }.map { try $0.jsonLine }
    #expect(
      objects == [
        #"{"controls":4,"device":"a \u001bscreen","event":"layout","height":100.4,"width":200}"#,
        #"{"control":"left stick","device":"a \u001bscreen","event":"down","pad":1,"x":40.6,"y":92}"#,
        #"{"device":"a \u001bscreen","event":"touch","reason":"a palm"}"#,
      ])
  }

  @Test("draws the controls, bases, handles and touches in a terminal")
  func drawing() throws {
    var events = MonitorEvents()
    let held = state {
      $0[0].isTouched = true
      $0[0].handle = Point(x: 65, y: 50)
    }
    for message in [
      layout(), held, contacts(FeedContact(id: 1, position: Point(x: 199, y: 99), reason: .desktop)),
    ] {
      _ = events.handle(message)
    }
    let rows = MonitorDrawing.rows(try #require(events.surfaces.first))
    #expect(
      rows == [
        "······························                              ",
        "······························                              ",
        "······························        RT                    ",
        "······························        ░░                    ",
        "······························                              ",
        "······························                              ",
        "·············▒▒▒▒·············                       ░░     ",
        "············▒▒▒+▒▒·●··········                      ░░A░    ",
        "·············▒▒▒▒·············                       ░░     ",
        "······························                              ",
        "······························                              ",
        "······························      ░D-pad                  ",
        "······························       ░░░░                   ",
        "······························                              ",
        "······························                             x",
      ])
  }

  @Test("names look pads, sliders and wheels, and draws a finger on the first and where the others are")
  func motion() throws {
    func box(_ x: Double, _ width: Double) -> Region {
      .rectangle(Rectangle(x: x, y: 0, width: width, height: 100))
    }
    let controls = [
      FeedControl(pad: 0, kind: .look, region: box(100, 100), name: "aim", isNamed: true),
      FeedControl(pad: 0, kind: .slider(.vertical), region: box(0, 20), name: "slider"),
      FeedControl(pad: 0, kind: .wheel, region: box(40, 40), name: "wheel"),
    ]
    let layout = FeedLayout(
      generation: 1, surface: 0, surfaceCount: 1, width: 200, height: 100, rotation: 0,
      deviceClass: .touchscreen, device: "screen", node: "/dev/input/event5", controls: controls)
    var states = Array(repeating: ControlReport(), count: 3)
    (states[0].isTouched, states[0].handle) = (true, Point(x: 150, y: 20))
    (states[1].isTouched, states[1].handle) = (true, Point(x: 10, y: 80))
    (states[2].handle, states[0].buttons) = (Point(x: 60, y: 10), 1)
    var events = MonitorEvents()
    _ = events.handle(.layout(layout))
    let used = events.handle(.state(FeedState(generation: 1, surface: 0, controls: states)))
    #expect(used.map(\.text) == ["look pad aim down", "A pressed", "slider down"])
    let rows = MonitorDrawing.rows(try #require(events.surfaces.first), columns: 20)
    #expect(
      rows == [
        "▒▒  ░░○░  ··········",
        "▒▒  ░░░░  ·····●····",
        "▒▒  ░░░░  ··········",
        "sl  whee  ····aim···",
        "▒●  ░░░░  ··········",
        "▒▒  ░░░░  ··········",
      ])
  }

  @Test("the drawing fits the terminal, and has the last events")
  func size() throws {
    var events = MonitorEvents()
    _ = events.handle(layout())
    var drawing = MonitorDrawing()
    for number in 1...20 { drawing.add("line \(number)") }
    for (rows, columns, count) in [
      (50, 120, 23), (24, 80, 23), (20, 40, 17), (14, 80, 13), (13, 80, 6), (50, 10, 6), (3, 80, 2),
    ] {
      let lines = drawing.lines(events.surfaces, in: Terminal(rows: rows, columns: columns))
      #expect(lines.count == count && count < rows && lines.last == "line 20", "\(rows) x \(columns)")
      #expect(columns < 20 || lines.allSatisfy { $0.count < columns })
    }
  }

  @Test("each drawing replaces the one before, and never scrolls the terminal")
  func terminal() {
    #expect(
      Terminal(rows: 3, columns: 5).text(["a", "bcdefg", "h"])
        == "\u{1b}[Ha\u{1b}[K\nbcde\u{1b}[K\n\u{1b}[J")
  }
}
