internal import JoystickModel

/// A stick that is touched, and what it showed each time that something happened. Times are in milliseconds.
struct StickRun {
  /// What a stick shows at one time.
  struct Moment {
    /// When.
    let time: Double
    /// Where the finger is; nil is nowhere.
    let finger: Point?
    /// Where the handle stands.
    let report: StickReport
    /// What the stick deflects the pad's axes by, y downwards.
    let deflection: Vector
    /// What the pad shows.
    let pad: GamepadState
  }

  /// What the stick showed, in the order of time.
  private(set) var moments: [Moment] = []
  private var layout: Layout
  private var contact: UInt32 = 0
  private var finger: Point?

  /// - Parameters:
  ///   - parameters: How the stick behaves.
  ///   - base: Where its base is to start; nil is its home.
  init(_ parameters: StickParameters, base: Point? = nil) {
    let stick = Stick(parameters, base: base)
    layout = Layout(
      surface: Rectangle(x: -1000, y: -1000, width: 2000, height: 2000),
      sticks: [StickControl(name: "left", target: .left, stick: stick)])
    note(0)
  }

  /// What the stick shows now.
  var now: Moment { moments[moments.count - 1] }

  /// A finger touches down.
  mutating func touchDown(at position: Point, time: Double = 0) {
    contact += 1
    apply(.began, position, time)
  }

  /// The finger goes on.
  mutating func move(to position: Point, time: Double = 0) {
    apply(.moved, position, time)
  }

  /// The finger lifts.
  mutating func lift(time: Double) {
    if let finger { apply(.ended, finger, time) }
  }

  /// Nothing happens but what is due until then.
  mutating func wait(until time: Double) {
    while let deadline = layout.deadline, milliseconds(deadline) <= time { advance(to: deadline) }
    note(time)
  }

  private mutating func apply(_ phase: ContactPhase, _ position: Point, _ time: Double) {
    while let deadline = layout.deadline, milliseconds(deadline) < time { advance(to: deadline) }
    layout.apply(
      ContactEvent(id: ContactID(contact), phase: phase, position: position), time: Int64(time * 1000))
    finger = phase == .ended ? nil : position
    note(time)
  }

  private mutating func advance(to deadline: Int64) {
    layout.advance(to: deadline)
    note(milliseconds(deadline))
  }

  private func milliseconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1000 }

  private mutating func note(_ time: Double) {
    for control in layout.sticks {
      moments.append(
        Moment(
          time: time, finger: finger, report: control.stick.report, deflection: control.stick.deflection,
          pad: layout.gamepadState))
    }
  }
}

extension StickParameters {
  /// A stick whose base is at home in one place, and which a touch takes wherever it is.
  static func example(home: Point = Point(x: 0, y: 0)) -> StickParameters {
    StickParameters(region: .circle(Circle(center: home, radius: 1000)), center: home)
  }
}

/// Where something is on the surface, so many millimetres right of and below another place.
func place(_ point: Point, _ dx: Double, _ dy: Double) -> Point { Point(x: point.x + dx, y: point.y + dy) }
