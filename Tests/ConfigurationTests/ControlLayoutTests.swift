import Configuration
import EventPipeline
import JoystickModel
import Testing

@Suite("Layouts of controls")
struct ControlLayoutTests {
  private func controls(_ text: String) throws -> [Control] {
    try Settings.parse(text, file: "t.toml").layout(width: 200, height: 100, deviceClass: .touchscreen)
      .controls
  }

  /// A circle of 10 mm around (150 mm, 50 mm).
  private static let region = "region = { center = [\"75%\", \"50%\"], radius = \"10%\" }\n"
  private static let circle = Region.circle(Circle(center: Point(x: 150, y: 50), radius: 10))

  @Test("[[button]] makes a button")
  func button() throws {
    var expected = ButtonControl(name: "LB", region: Self.circle, output: .leftShoulder)
    #expect(expected.pressMargin == 2 && expected.slide == .over)
    let text = "[[button]]\n\(Self.region)"
    #expect(try controls(text + "output = 'LB'") == [.button(expected)])
    (expected.pressMargin, expected.slide) = (5, .off)
    #expect(try controls(text + "output = 'LB'\npress_margin = '5%'\nslide = 'off'") == [.button(expected)])
    // Its name is that of the output as written, or its own.
    expected = ButtonControl(name: "BTN_EAST", region: Self.circle, output: .east)
    #expect(try controls(text + "output = 'BTN_EAST'") == [.button(expected)])
    expected = ButtonControl(name: "fire", region: Self.circle, output: .east)
    (expected.isNamed, expected.pressMargin) = (true, 0)
    #expect(try controls(text + "name = 'fire'\noutput = 'B'\npress_margin = '0%'") == [.button(expected)])
  }

  @Test(
    "slide sets what a sliding finger does",
    arguments: [("off", .off), ("over", .over), ("hold_first", .holdFirst)] as [(String, Slide)])
  func slides(_ word: String, _ slide: Slide) throws {
    let buttons = try ["[[button]]\noutput = 'A'", "[[buttons]]\nlayout = 'diamond'"].flatMap { table in
      try controls("\(table)\n\(Self.region)slide = '\(word)'")
    }
    let slides = buttons.map { if case .button(let button) = $0 { button.slide } else { Slide?.none } }
    #expect(slides == Array(repeating: slide, count: 5))
  }

  @Test("[[dpad]] makes a direction pad")
  func directionPad() throws {
    let text = "[[dpad]]\n\(Self.region)"
    let standard = DirectionPadControl(name: "dpad", region: Self.circle)
    for same in ["", "output = 'hat'", "directions = '8'", "directions = 8"] {
      #expect(try controls(text + same) == [.directionPad(standard)])
    }
    let output = DirectionOutput.buttons(up: .west, right: .east, down: .south, left: .north)
    for deadZone in [0.3, 0] {
      var expected = DirectionPadControl(
        name: "d", region: Self.circle, output: output, deadZone: deadZone, directions: .four)
      expected.isNamed = true
      let own = """
        name = 'd'
        dead_zone = \(deadZone)
        directions = 4
        output = { left = 'X', up = 'BTN_WEST', right = 'B', down = 'A' }
        """
      #expect(try controls(text + own) == [.directionPad(expected)])
    }
  }

  @Test(
    "[[trigger]] makes a trigger",
    arguments: [
      ("", .full), ("pull = 'full'", .full), ("pull = 'pressure'", .pressure),
      ("pull = 'slide'", .slide(distance: 15)), ("pull = 'slide'\ndistance = '20%'", .slide(distance: 20)),
    ] as [(String, TriggerPull)])
  func trigger(_ text: String, _ pull: TriggerPull) throws {
    for (side, target) in [("left", TriggerTarget.left), ("right", .right)] {
      let expected = TriggerControl(name: "\(side) trigger", region: Self.circle, target: target, pull: pull)
      #expect(
        try controls("[[trigger]]\ntarget = '\(side)'\n\(Self.region)\(text)") == [.trigger(expected)])
    }
  }

  @Test("[[look]] makes a look pad")
  func look() throws {
    let text = "[[look]]\n\(Self.region)"
    #expect(try controls(text) == [.look(LookControl(name: "look", region: Self.circle))])
    var parameters = LookParameters()
    (parameters.sensitivity, parameters.acceleration, parameters.antiDeadZone) = (120, 0.5, 0.24)
    (parameters.smoothing, parameters.settle) = (0, 50_000)
    (parameters.invertX, parameters.invertY) = (true, true)
    (parameters.tap, parameters.tapTime) = (.rightShoulder, 100_000)
    (parameters.hold, parameters.holdTime, parameters.movedTolerance) = (.south, 300_000, 4)
    var expected = LookControl(name: "aim", region: Self.circle, target: .left, parameters: parameters)
    expected.isNamed = true
    let own = """
      name = 'aim'
      target = 'left'
      sensitivity = 120
      acceleration = 0.5
      anti_dead_zone = 0.24
      smoothing = 0
      settle = '50ms'
      invert_x = true
      invert_y = true
      tap = 'RB'
      tap_time = 100
      hold = 'A'
      hold_time = '0.3s'
      moved_tolerance = '4%'

      """
    #expect(try controls(text + own) == [.look(expected)])
    expected.touchOutputs = TouchOutputs([.trigger(.right), .button(.south)])
    #expect(try controls(text + own + "touch = ['RT', 'BTN_SOUTH']") == [.look(expected)])
    parameters = LookParameters()
    parameters.countsPerMillimetre = 31.5
    let mouse = LookControl(name: "look", region: Self.circle, target: .mouse, parameters: parameters)
    for key in ["counts_per_mm", "counts"] {
      #expect(try controls(text + "target = 'mouse'\n\(key) = 31.5") == [.look(mouse)])
    }
    let both = text + "target = 'mouse'\ncounts = 31.5\ncounts_per_mm = 31.5"
    let error = try #require(throws: ConfigurationError.self) { try controls(both) }
    #expect(error.diagnostics.map(\.message) == ["unknown key \"counts\" in [[look]]"])
  }

  @Test(
    "[[slider]] makes a slider",
    arguments: [
      ("triggers", .triggers), ("RT", .trigger(.right)), ("LT", .trigger(.left)), ("left.x", .axis(.leftX)),
      ("left.y", .axis(.leftY)), ("right.x", .axis(.rightX)), ("right.y", .axis(.rightY)),
    ] as [(String, SliderOutput)])
  func slider(_ word: String, _ output: SliderOutput) throws {
    let text = "[[slider]]\n\(Self.region)"
    var standard = SliderControl(name: "slider", region: Self.circle, output: .triggers)
    standard.appearance.label = "RT/LT"
    #expect(try controls(text) == [.slider(standard)])
    var expected = SliderControl(name: "gas", region: Self.circle, output: output, direction: .horizontal)
    (expected.isNamed, expected.stays, expected.deadZone, expected.isInverted) = (true, true, 0.2, true)
    let own = """
      name = 'gas'
      output = '\(word)'
      direction = 'horizontal'
      release = 'stay'
      dead_zone = 0.2
      invert = true
      """
    #expect(try controls(text + own) == [.slider(expected)])
  }

  @Test("[[wheel]] makes a wheel")
  func wheel() throws {
    let text = "[[wheel]]\n\(Self.region)"
    #expect(try controls(text) == [.wheel(WheelControl(name: "wheel", region: Self.circle))])
    let expected = WheelControl(
      name: "wheel", region: Self.circle, output: .rightY, range: 900, returnSpeed: 360)
    for range in ["900", "'900deg'", "'900.0 deg'"] {
      let own = "output = 'right.y'\nrange = \(range)\nreturn_speed = 360"
      #expect(try controls(text + own) == [.wheel(expected)])
    }
  }

  @Test(
    "A control is named if the file sets its name, unless that is the default; a button of a group is not",
    arguments: [
      ("[[stick]]", false), ("[[stick]]\nname = 'left'", false), ("[[stick]]\nname = 'aim'", true),
      ("[[button]]\noutput = 'BTN_SOUTH'", false), ("[[button]]\nname = 'A'\noutput = 'A'", false),
      ("[[button]]\nname = 'jump'\noutput = 'A'", true), ("[[dpad]]\nname = 'dpad'", false),
      ("[[dpad]]\nname = 'ways'", true), ("[[trigger]]\ntarget = 'left'", false),
      ("[[trigger]]\ntarget = 'left'\nname = 'brake'", true), ("[[look]]", false),
      ("[[look]]\nname = 'aim'", true), ("[[slider]]\nname = 'slider'", false),
      ("[[slider]]\nname = 'gas'", true), ("[[wheel]]", false), ("[[wheel]]\nname = 'helm'", true),
      ("[[buttons]]\nlayout = 'diamond'\nname = 'face'", false),
    ])
  func named(_ text: String, _ isNamed: Bool) throws {
    #expect(try controls("\(text)\n\(Self.region)").allSatisfy { $0.isNamed == isNamed })
  }

  @Test(
    "A stick can have directions instead of axes, eight by default",
    arguments: [
      ("'hat'", "hat", .hat),
      (
        "{ up = 'Y', right = 'B', down = 'A', left = 'X' }", "directions",
        .buttons(up: .west, right: .east, down: .south, left: .north)
      ),
    ] as [(String, String, DirectionOutput)])
  func directionStick(_ target: String, _ name: String, _ output: DirectionOutput) throws {
    for (text, directions) in [("", StickDirections.eight), ("directions = 4", .four)] {
      let layout = try controls("[[stick]]\ntarget = \(target)\n\(text)")
      guard case .stick(let control) = layout.first else {
        Issue.record("no stick")
        return
      }
      #expect(control.name == name && control.target == .direction(output))
      #expect(control.stick.parameters.response.directions == directions)
    }
  }

  private static let abcd = "[[buttons]]\nlayout = 'abcd'\n"

  @Test(
    "Four buttons fill the cells of a rectangle, or of the square around a circle",
    arguments: [
      (
        "region = { x = '50%', y = 10, width = 40, height = '60%' }",
        [
          Rectangle(x: 100, y: 10, width: 20, height: 30), Rectangle(x: 120, y: 10, width: 20, height: 30),
          Rectangle(x: 100, y: 40, width: 20, height: 30), Rectangle(x: 120, y: 40, width: 20, height: 30),
        ]
      ),
      (
        region,
        [
          Rectangle(x: 140, y: 40, width: 10, height: 10), Rectangle(x: 150, y: 40, width: 10, height: 10),
          Rectangle(x: 140, y: 50, width: 10, height: 10), Rectangle(x: 150, y: 50, width: 10, height: 10),
        ]
      ),
    ])
  func grid(_ region: String, _ cells: [Rectangle]) throws {
    let layout = try controls(Self.abcd + region)
    #expect(layout.map(\.name) == ["abcd A", "abcd B", "abcd C", "abcd D"])
    #expect(layout.map(\.region) == cells.map(Region.rectangle))
  }

  @Test("A grid assigns its buttons by label or by position")
  func gridOutputs() throws {
    #expect(try outputs(Self.abcd + Self.region) == [.south, .east, .west, .north])
    #expect(
      try outputs(Self.abcd + Self.region + "by_position = true") == [.north, .west, .south, .east])
  }

  @Test("The circles of a diamond touch each other and the rim")
  func diamond() throws {
    let text = "[[buttons]]\nname = 'face'\nlayout = 'diamond'\npress_margin = 1\nslide = 'hold_first'\n"
    let layout = try controls(text + "region = { x = 100, y = 20, width = 60, height = 40 }")
    #expect(layout.map(\.name) == ["face Y", "face X", "face B", "face A"])
    #expect(try outputs(text + Self.region) == [.west, .north, .east, .south])
    // The largest circle inside has a radius of 20 mm around (130 mm, 40 mm).
    let circles = layout.map { control -> Circle in
      if case .circle(let circle) = control.region {
        circle
      } else {
        Circle(center: Point(x: 0, y: 0), radius: 0)
      }
    }
    let places = [(130.0, 28.284271), (118.284271, 40.0), (141.715729, 40.0), (130.0, 51.715729)]
    for (circle, (x, y)) in zip(circles, places) {
      #expect(abs(circle.radius - 8.284271) < 1e-6)
      #expect(abs(circle.center.x - x) < 1e-6 && abs(circle.center.y - y) < 1e-6)
    }
    let (top, left) = (circles[0], circles[1])
    let apart = Vector(dx: top.center.x - left.center.x, dy: top.center.y - left.center.y).length
    #expect(abs(apart - 2 * top.radius) < 1e-9)
    for control in layout {
      guard case .button(let button) = control else { continue }
      #expect(button.pressMargin == 1)
      #expect(button.slide == .holdFirst)
    }
  }

  private func outputs(_ text: String) throws -> [GamepadButton] {
    try controls(text).compactMap { control in
      if case .button(let button) = control { button.action.button } else { nil }
    }
  }

  @Test("Where controls overlap, the first in the file gets the touch, whatever its kind")
  func priority() throws {
    let pad = "[[dpad]]\n\(Self.region)"
    let group = Self.abcd + Self.region
    for (text, name) in [(pad + "[[stick]]\n" + group, "dpad"), (group + pad + "[[stick]]\n", "abcd D")] {
      var layout = try Settings.parse(text, file: "t.toml")
        .layout(width: 200, height: 100, deviceClass: .touchscreen)
      let touched = Point(x: 155, y: 57)
      #expect(layout.controls.first { $0.region.contains(touched) }?.name == name)
      layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: touched), time: 0)
      #expect(layout.gamepadState.isDown(.north) == (name == "abcd D"))
      #expect(layout.gamepadState.hatY == (name == "dpad" ? 1 : 0))
    }
  }

  @Test("A control of any kind replaces the default stick")
  func noStick() throws {
    #expect(try controls("[[dpad]]\n\(Self.region)").map(\.name) == ["dpad"])
    #expect(try controls("").map(\.name) == ["left"])
  }

  @Test("A control covered by another is not an error")
  func covered() throws {
    let layout = try controls("[[stick]]\n[[dpad]]\n\(Self.region)")
    #expect(layout.map(\.name) == ["left", "dpad"])
  }
}

@Suite("when, and sums of lengths")
struct OrientationTests {
  private static let region = "region = { x = 0, y = 0, width = 20, height = 20 }\n"

  private func controls(_ text: String, _ width: Double, _ height: Double) throws -> [Control] {
    let settings = try Settings.parse(text, file: "t.toml")
    return try settings.layout(width: width, height: height, deviceClass: .touchscreen).controls
  }

  @Test("A control of any kind exists only in its orientation")
  func existence() throws {
    let tables = [
      "[[stick]]\n", "[[button]]\noutput = 'A'\n" + Self.region,
      "[[buttons]]\nlayout = 'abcd'\n" + Self.region,
      "[[dpad]]\n" + Self.region, "[[trigger]]\ntarget = 'left'\n" + Self.region,
    ]
    for (table, count) in zip(tables, [1, 1, 4, 1, 1]) {
      let (upright, sideways) = (table + "when = 'portrait'\n", table + "when = 'landscape'\n")
      #expect(try controls(upright, 60, 110).count == count && controls(upright, 110, 60).isEmpty)
      #expect(try controls(sideways, 110, 60).count == count && controls(sideways, 60, 110).isEmpty)
      // A square surface is landscape.
      #expect(try controls(sideways, 60, 60).count == count && controls(upright, 60, 60).isEmpty)
      #expect(try controls(table, 60, 110).count == count && controls(table, 110, 60).count == count)
    }
  }

  @Test("A device button exists only in its orientation")
  func deviceButton() throws {
    let settings = try Settings.parse(
      "[[button]]\ninput = 'BTN_LEFT'\noutput = 'A'\nwhen = 'portrait'\n"
        + "[[button]]\ninput = 'BTN_LEFT'\noutput = 'B'\nwhen = 'landscape'", file: "t.toml")
    #expect(settings.deviceButtons(on: SurfaceSize(width: 60, height: 110)).map(\.action.button) == [.south])
    #expect(settings.deviceButtons(on: SurfaceSize(width: 110, height: 60)).map(\.action.button) == [.east])
  }

  @Test("Controls that never exist together may share a name and a stick")
  func names() throws {
    let both = "[[stick]]\nwhen = 'portrait'\nradius = 8\n[[stick]]\nwhen = 'landscape'\n"
    #expect(try controls(both, 60, 110).map(\.name) == ["left"])
    #expect(try controls(both, 110, 60).map(\.name) == ["left"])
    for other in ["", "when = 'portrait'", "when = 'landscape'"] {
      let error = #expect(throws: ConfigurationError.self) {
        try Settings.parse(both + "[[stick]]\n\(other)", file: "t.toml")
      }
      let line = other == "when = 'landscape'" ? 4 : 1
      #expect(
        error?.diagnostics.map(\.sentence) == [
          "t.toml:6:1: line \(line) already moves the left stick; use target = \"right\""
        ])
    }
  }

  @Test("Only a file without controls on the surface has the default stick")
  func standard() throws {
    #expect(try controls("", 60, 110).count == 1)
    #expect(try controls("[[stick]]\nwhen = 'landscape'", 60, 110).isEmpty)
  }

  @Test("A sum reaches the right and the lower edge of any surface")
  func sums() throws {
    let text = """
      [[dpad]]
      region = { x = "100% - 25mm", y = "50% + 8mm", width = "10% + 5mm", height = "8mm + 2%" }
      [[button]]
      output = "A"
      region = { center = ["100% - 7mm", "-7mm + 100%"], radius = "1% + 5mm" }
      """
    for (width, height) in [(200.0, 100.0), (60, 110)] {
      let controls = try controls(text, width, height)
      #expect(
        controls.map(\.region) == [
          .rectangle(
            Rectangle(
              x: width - 25, y: height * 50 / 100 + 8, width: width * 10 / 100 + 5,
              height: height * 2 / 100 + 8)),
          .circle(
            Circle(center: Point(x: width - 7, y: height - 7), radius: min(width, height) * 1 / 100 + 5)),
        ])
    }
  }

  @Test("A sum that is out of range on a surface is an error there, with its place")
  func beyond() throws {
    let settings = try Settings.parse(
      "[[dpad]]\nregion = { x = 0, y = 0, width = '100% - 80mm', height = 20 }\n"
        + "[[stick]]\nradius = '20% - 12mm'\ncenter = ['50% - 40mm', '50%']", file: "t.toml")
    _ = try settings.layout(width: 200, height: 100, deviceClass: .touchscreen)
    let error = #expect(throws: ConfigurationError.self) {
      try settings.layout(width: 60, height: 110, deviceClass: .touchscreen)
    }
    let surface = "on the surface (60 mm x 110 mm); it must be"
    #expect(
      error?.diagnostics.map(\.sentence) == [
        "t.toml:2:34: region.width is -20 mm \(surface) more than 0 mm, at most 10000 mm",
        "t.toml:4:10: radius is 0 mm \(surface) more than 0 mm, at most 10000 mm",
        "t.toml:5:11: center is -10 mm \(surface) 0 mm to 10000 mm",
      ])
    let pad = #expect(throws: ConfigurationError.self) {
      try settings.layout(width: 200, height: 60, deviceClass: .touchscreen)
    }
    #expect(
      pad?.diagnostics.map(\.sentence) == [
        "t.toml:4:10: radius is 0 mm on the surface (200 mm x 60 mm); it must be more than 0 mm, at most 10000 mm"
      ])
  }
}
