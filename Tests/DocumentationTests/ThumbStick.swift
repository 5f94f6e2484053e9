import JoystickModel

/// A stick on the left half of a surface, for a program with touches of its own.
struct ThumbStick {
  private var layout: Layout
  private var monitor: StickMonitor

  init() {
    let leftHalf = Rectangle(x: 0, y: 0, width: 108, height: 136)
    var parameters = StickParameters(region: .rectangle(leftHalf))
    parameters.response.curve = 1.5
    parameters.gestures.tap = .press(.south)
    let stick = Stick(parameters)
    monitor = StickMonitor(stick)
    layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 217, height: 136),
      sticks: [StickControl(name: "left", target: .left, stick: stick)])
  }

  /// The state of the pad.
  var pad: GamepadState { layout.gamepadState }

  /// When to call `advance(to:)` if no touch comes before, in microseconds; nil is never.
  var deadline: Int64? { layout.deadline }

  /// A finger came down, moved or lifted. The number is the same for as long as it is down.
  mutating func touch(_ phase: ContactPhase, finger: UInt32, at position: Point, time: Int64) {
    // Run the timers that were due before.
    while let due = layout.deadline, due < time { layout.advance(to: due) }
    layout.apply(ContactEvent(id: ContactID(finger), phase: phase, position: position), time: time)
  }

  /// Call this when the deadline has come.
  mutating func advance(to time: Int64) { layout.advance(to: time) }

  /// The stick's position, if the finger has moved its handle or its base since the last call.
  mutating func change() -> StickReport? {
    layout.sticks.first.flatMap { monitor.change(of: $0.stick) }
  }
}
