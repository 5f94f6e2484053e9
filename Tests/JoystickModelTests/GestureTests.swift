import Testing

@testable import JoystickModel

@Suite("Gestures on a stick")
struct GestureTests {
  typealias Change = @Sendable (inout StickParameters) -> Void

  private static let fixed: Change = {
    $0.origin = .fixed
    $0.movable = false
  }
  private static let tap: Change = {
    fixed(&$0)
    $0.gestures.tap = .press(.south)
  }
  static let doubleTap: Change = {
    tap(&$0)
    $0.gestures.doubleTap = .press(.east)
  }
  private static let relative: Change = {
    doubleTap(&$0)
    $0.origin = .relative
  }
  private static let doubleTapAlone: Change = {
    fixed(&$0)
    $0.gestures.doubleTap = .press(.east)
  }
  private static let hold: Change = {
    tap(&$0)
    $0.gestures.hold = .press(.north)
  }
  private static let ring: Change = {
    fixed(&$0)
    $0.gestures.outerRing = .leftThumb
  }

  /// Steps of touches, and what they cause.
  struct Script: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: Change
    let steps: [TouchStep]
    let log: [String]

    init(_ title: String, _ change: @escaping Change, _ steps: [TouchStep], _ log: [String]) {
      (testDescription, self.change, self.steps, self.log) = (title, change, steps, log)
    }
  }

  private static let taps = [
    Script("presses for 40 ms", tap, [.down(0, 50, 50), .up(150)], ["150 south", "190"]),
    Script("of 200 ms", tap, [.down(0, 50, 50), .up(200)], ["200 south", "240"]),
    Script("is no longer", tap, [.down(0, 50, 50), .up(201)], []),
    Script(
      "is no longer than tap_time",
      {
        tap(&$0)
        $0.gestures.tapTime = 100_000
      }, [.down(0, 50, 50), .up(101)], []),
    Script(
      "within the tolerance", tap, [.down(0, 50, 50), .move(50, 51.4, 51.4), .up(100)], ["100 south", "140"]),
    Script(
      "has not reached the tolerance, even if it came back", tap,
      [.down(0, 50, 50), .move(50, 51.5, 50), .move(60, 50, 50), .up(100)], []),
    Script("does not begin with a deflection", tap, [.down(0, 55, 50), .up(100)], []),
    Script("is not cancelled", tap, [.down(0, 50, 50), .cancel(100)], []),
    Script(
      "during the press of another makes that longer", tap,
      [.down(0, 50, 50), .up(20), .down(30, 50, 50), .up(50)], ["20 south", "90"]),
    Script(
      "can return the base", { $0.gestures.tap = .recenter }, [.down(0, 70, 70), .up(100)],
      ["0 base 70 70", "100 base 50 50"]),
  ]

  private static let doubleTaps = [
    Script(
      "presses when its second touch begins, and the single tap's button not at all", doubleTap,
      [.down(0, 50, 50), .up(100), .down(250, 50, 50), .up(350)], ["250 east", "290"]),
    Script("is what a single tap waits for", doubleTap, [.down(0, 50, 50), .up(100)], ["400 south", "440"]),
    Script(
      "begins again within 300 ms of the first lift", doubleTap,
      [.down(0, 50, 50), .up(100), .down(400, 50, 50), .up(500)], ["400 east", "440"]),
    Script(
      "begins again no later", doubleTap, [.down(0, 50, 50), .up(100), .down(401, 50, 50), .up(500)],
      ["400 south", "440", "800 south", "840"]),
    Script(
      "begins again within 10 mm", relative, [.down(0, 40, 50), .up(100), .down(200, 46, 58), .up(250)],
      ["200 east", "240"]),
    Script(
      "begins again no farther away: the first is a single tap at once", relative,
      [.down(0, 40, 50), .up(100), .down(200, 46, 59), .up(250)], ["200 south", "240", "550 south", "590"]),
    Script(
      "has a second touch that is not a tap", doubleTap,
      [.down(0, 50, 50), .up(50), .down(100, 50, 50), .up(150), .down(200, 50, 50), .up(250)],
      ["100 east", "140", "550 south", "590"]),
    Script(
      "is not a tap and a drag that is too late", doubleTap,
      [.down(0, 50, 50), .up(50), .down(360, 50, 50), .move(370, 60, 50), .up(400)], ["350 south", "390"]),
    Script("alone makes single taps do nothing", doubleTapAlone, [.down(0, 50, 50), .up(100)], []),
    Script(
      "alone presses", doubleTapAlone, [.down(0, 50, 50), .up(100), .down(200, 50, 50), .up(300)],
      ["200 east", "240"]),
  ]

  private static let holds = [
    Script("presses after 500 ms", hold, [.down(0, 50, 50), .up(900)], ["500 north", "900"]),
    Script(
      "lasts while the finger moves", hold, [.down(0, 50, 50), .move(600, 60, 50), .up(900)],
      ["500 north", "900"]),
    Script("presses for 40 ms at least", hold, [.down(0, 50, 50), .up(510)], ["500 north", "540"]),
    Script("is no shorter", hold, [.down(0, 50, 50), .up(500)], []),
    Script("does not move before", hold, [.down(0, 50, 50), .move(400, 52, 50), .up(900)], []),
    Script("ends when it is cancelled", hold, [.down(0, 50, 50), .cancel(520)], ["500 north", "520"]),
    Script(
      "can return the base", { $0.gestures.hold = .recenter }, [.down(0, 70, 70), .up(900)],
      ["0 base 70 70", "500 base 50 50"]),
  ]

  private static let rings = [
    Script(
      "starts at 0.9, and ends a tenth below or when the finger lifts", ring,
      [
        .down(0, 50, 50), .move(10, 58.9, 50), .move(20, 59, 50), .move(30, 58.2, 50), .move(40, 58, 50),
        .move(50, 50, 70), .up(60),
      ], ["20 leftThumb", "40", "50 leftThumb", "60"]),
    Script(
      "starts at outer_ring_start",
      {
        ring(&$0)
        $0.gestures.outerRingStart = 0.5
      }, [.down(0, 55, 50), .move(10, 54.4, 50), .cancel(20)], ["0 leftThumb", "10"]),
    Script(
      "can be down together with a tap's button",
      {
        tap(&$0)
        $0.gestures.outerRing = .leftThumb
      }, [.down(0, 50, 50), .up(10), .down(20, 59, 50), .up(80)],
      ["10 south", "20 south leftThumb", "50 leftThumb", "80"]),
  ]

  @Test("A tap", arguments: taps)
  func playTap(_ script: Script) { play(script) }

  @Test("A double tap", arguments: doubleTaps)
  func playDoubleTap(_ script: Script) { play(script) }

  @Test("A hold", arguments: holds)
  func playHold(_ script: Script) { play(script) }

  @Test("The outer ring", arguments: rings)
  func playRing(_ script: Script) { play(script) }

  private func play(_ script: Script) { #expect(TouchScript.log(script.steps, script.change) == script.log) }

  @Test("A flick is not a tap, even if smoothing keeps the handle within the tolerance")
  func flickIsNoTap() {
    var script = TouchScript {
      Self.tap(&$0)
      $0.smoothing = Smoothing()
      $0.smoothing?.minCutoff = 0.1
      $0.smoothing?.beta = 0
    }
    for time: Int64 in [10, 0] {
      script.take(.down(0, 50, 50))
      script.take(.move(time, 56, 50))
      #expect(script.stick.report.handle.x < 51.5)
      script.take(.up(20))
      script.finish()
      #expect(script.log == [])
    }
  }

  @Test("The second touch of a double tap moves the stick")
  func doubleTapAndDrag() {
    var script = TouchScript(Self.doubleTap)
    for step in [TouchStep.down(0, 50, 50), .up(50), .down(100, 50, 50), .move(110, 60, 50)] {
      script.take(step)
    }
    #expect(script.stick.deflection == Vector(dx: 1, dy: 0))
  }

  @Test("A double tap can return the base, and a held handle keeps its deflection")
  func doubleTapRecenters() {
    var script = TouchScript {
      $0.origin = .fixed
      $0.gestures.doubleTap = .recenter
    }
    // The base follows to 60, 50; the two taps there return it.
    let steps: [TouchStep] = [
      .down(0, 50, 50), .move(10, 70, 50), .up(300), .down(400, 60, 50), .up(450), .down(500, 61, 50),
    ]
    for step in steps { script.take(step) }
    #expect(script.log == ["10 base 60 50", "500 base 50 50"])
    #expect(script.stick.report.handle == Point(x: 51, y: 50))
    // Fixed is measured from the base, wherever that is, as soon as the finger moves.
    script.take(.move(510, 58, 50))
    #expect(script.stick.report.polar.displacement == 0.8)
    #expect(script.stick.base == TouchScript.home)
  }

  @Test("When the base of a floating stick returns under a finger, its handle stays at the finger")
  func floatingRecenters() {
    var script = TouchScript { $0.gestures.hold = .recenter }
    script.take(.down(0, 20, 20))
    script.take(.move(600, 21, 20))
    #expect(script.stick.base == TouchScript.home)
    script.take(.move(610, 25, 20))
    #expect(script.stick.report.polar.displacement == 0.5)
  }
}

/// A step of a touch; times in milliseconds, positions in millimetres.
enum TouchStep: Sendable {
  case down(Int64, Double, Double)
  case move(Int64, Double, Double)
  case up(Int64)
  case cancel(Int64)
}

/// A stick of 10 mm in the middle of a surface of 100 mm by 100 mm, and a log of its changes.
struct TouchScript {
  static let home = Point(x: 50, y: 50)
  static let everywhere = Region.rectangle(Rectangle(x: 0, y: 0, width: 100, height: 100))

  var parameters: StickParameters
  /// The changes, as `TIME BUTTONS` or `TIME base X Y`. A line without a button says that all are up.
  private(set) var log: [String] = []
  private(set) var stick: Stick
  private var contact: UInt32 = 0
  private var time: Int64 = 0

  /// Runs the steps, and then all timers.
  static func log(_ steps: [TouchStep], _ change: (inout StickParameters) -> Void) -> [String] {
    var script = TouchScript(change)
    for step in steps { script.take(step) }
    script.finish()
    return script.log
  }

  init(_ change: (inout StickParameters) -> Void) {
    parameters = StickParameters(region: Self.everywhere, center: Self.home)
    parameters.radius = 10
    change(&parameters)
    stick = Stick(parameters)
  }

  mutating func take(_ step: TouchStep) {
    switch step {
    case .down(let milliseconds, let x, let y):
      contact += 1
      let id = ContactID(contact)
      at(milliseconds) { $0.begin(id, at: Point(x: x, y: y), time: $1) }
    case .move(let milliseconds, let x, let y):
      at(milliseconds) { $0.move(to: Point(x: x, y: y), time: $1) }
    case .up(let milliseconds): at(milliseconds) { $0.end(time: $1) }
    case .cancel(let milliseconds): at(milliseconds) { $0.cancel(time: $1) }
    }
  }

  /// Runs timers until nothing is due.
  mutating func finish() { pass(before: .max) }

  private mutating func at(_ milliseconds: Int64, _ body: (inout Stick, Int64) -> Void) {
    pass(before: milliseconds * 1000)
    time = milliseconds * 1000
    change { body(&$0, $1) }
  }

  private mutating func pass(before end: Int64) {
    while let deadline = stick.deadline, deadline < end {
      time = deadline
      change { $0.advance(to: $1) }
    }
  }

  private mutating func change(_ body: (inout Stick, Int64) -> Void) {
    let (buttons, base) = (stick.buttons, stick.base)
    body(&stick, time)
    let milliseconds = Double(time) / 1000
    if stick.buttons != buttons {
      let down = GamepadButton.allCases.filter { stick.buttons & $0.mask != 0 }
      log.append(([Self.text(milliseconds)] + down.map { "\($0)" }).joined(separator: " "))
    }
    if stick.base != base {
      log.append("\(Self.text(milliseconds)) base \(Self.text(stick.base.x)) \(Self.text(stick.base.y))")
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
