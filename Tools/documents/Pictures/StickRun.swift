import Foundation
import JoystickModel

/// A touched stick, and its state after each event. Times are in milliseconds.
struct StickRun {
  /// The state of a stick at one time.
  struct Moment {
    let time: Double
    /// Nil without a finger.
    let finger: Point?
    let report: StickReport
    let deflection: Vector
    let pad: GamepadState
  }

  private(set) var moments: [Moment] = []
  private var layout: Layout
  private var contact: UInt32 = 0
  private var finger: Point?

  /// A stick without a finger, or with a finger that lands at time 0.
  init(_ parameters: StickParameters, touch: Point? = nil) {
    layout = Layout(
      surface: Rectangle(x: -1000, y: -1000, width: 2000, height: 2000),
      sticks: [StickControl(name: "left", target: .left, stick: Stick(parameters))])
    note(0)
    if let touch { touchDown(at: touch) }
  }

  /// The current state of the stick.
  var now: Moment { moments[moments.count - 1] }

  mutating func touchDown(at position: Point, time: Double = 0) {
    contact += 1
    apply(.began, position, time)
  }

  mutating func move(to position: Point, time: Double = 0) { apply(.moved, position, time) }

  mutating func lift(time: Double) {
    if let finger { apply(.ended, finger, time) }
  }

  /// Only timers run until then.
  mutating func wait(until time: Double) {
    while let deadline = layout.deadline, Double(deadline) <= time * 1000 { advance(to: deadline) }
    note(time)
  }

  /// The spans of time in which a condition holds, up to the last moment.
  func spans(where holds: (Moment) -> Bool) -> [Span] {
    var spans: [Span] = []
    var start: Double?
    for moment in moments {
      let begin = start
      if holds(moment) {
        start = begin ?? moment.time
      } else if let begin {
        spans.append((begin, moment.time))
        start = nil
      }
    }
    return spans + (start.map { [($0, now.time)] } ?? [])
  }

  private mutating func apply(_ phase: ContactPhase, _ position: Point, _ time: Double) {
    while let deadline = layout.deadline, Double(deadline) < time * 1000 { advance(to: deadline) }
    layout.apply(
      ContactEvent(id: ContactID(contact), phase: phase, position: position), time: Int64(time * 1000))
    finger = phase == .ended ? nil : position
    note(time)
  }

  private mutating func advance(to deadline: Int64) {
    layout.advance(to: deadline)
    note(Double(deadline) / 1000)
  }

  private mutating func note(_ time: Double) {
    let stick = layout.sticks[0].stick
    moments.append(
      Moment(
        time: time, finger: finger, report: stick.report, deflection: stick.deflection,
        pad: layout.gamepadState))
  }
}

/// A span of time in milliseconds.
typealias Span = (start: Double, end: Double)

extension StickParameters {
  /// A stick whose base has its home in the origin, and which any touch holds.
  static let example = StickParameters(
    region: .circle(Circle(center: Point(x: 0, y: 0), radius: 1000)), center: Point(x: 0, y: 0))

  /// A copy with a change.
  func with(_ change: (inout StickParameters) -> Void) -> StickParameters {
    var copy = self
    change(&copy)
    return copy
  }
}

extension StickResponse {
  /// The default with a change.
  static func with(_ change: (inout StickResponse) -> Void) -> StickResponse {
    var response = StickResponse()
    change(&response)
    return response
  }
}

/// The vector of this length in a compass direction: 0 is up, 90 right, y grows downwards.
func compass(_ degrees: Double, _ length: Double = 1) -> Vector {
  let radians = degrees * .pi / 180
  return Vector(dx: length * sin(radians), dy: length * -cos(radians))
}

/// The point of the surface this many millimetres right of and below another.
func place(_ point: Point, _ dx: Double, _ dy: Double) -> Point { Point(x: point.x + dx, y: point.y + dy) }

/// The tremor of a finger: the same numbers each time.
struct Tremor {
  var state: UInt64

  /// The next distance, around 0, seldom above 2.
  mutating func next() -> Double {
    // The sum of twelve numbers from 0 to 1 has a variance of 1.
    (0..<12).reduce(-6) { sum, _ in sum + uniform() }
  }

  /// SplitMix64: Guy Steele, Doug Lea and Christine Flood, "Fast Splittable Pseudorandom Number Generators",
  /// 2014.
  private mutating func uniform() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53
  }
}
