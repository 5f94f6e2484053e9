public import JoystickModel

public struct GamepadEncoder: Sendable {
  /// The state after all events so far; a new pad is at rest.
  public private(set) var state = GamepadState()
  /// The events of the last frame, with SYN_REPORT at its end; empty if nothing changed.
  public private(set) var events: [InputEvent] = []
  public private(set) var hasPress = false

  public init() {
    events.reserveCapacity(GamepadAxis.allCases.count + GamepadButton.allCases.count + 1)
  }

  mutating func startFrame() {
    events.clear()
    hasPress = false
  }

  /// Writes the events that lead to `next` into ``events``.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds: that of the touch.
  public mutating func encode(_ next: GamepadState, time: Int64) {
    startFrame()
    // One by one rather than in a loop: the compiler then knows each axis, and compares two numbers.
    encode(.leftX, next, time: time)
    encode(.leftY, next, time: time)
    encode(.rightX, next, time: time)
    encode(.rightY, next, time: time)
    encode(.leftTrigger, next, time: time)
    encode(.rightTrigger, next, time: time)
    encode(.hatX, next, time: time)
    encode(.hatY, next, time: time)
    if next.buttons != state.buttons { encodeButtons(next, time: time) }
    guard !events.isEmpty else { return }
    events.append(InputEvent(time: time, .synReport, 0))
    state = next
  }

  @inline(__always)
  private mutating func encode(_ axis: GamepadAxis, _ next: GamepadState, time: Int64) {
    let value = axis.value(in: next)
    if value != axis.value(in: state) { events.append(InputEvent(time: time, axis.code, value)) }
  }

  private mutating func encodeButtons(_ next: GamepadState, time: Int64) {
    hasPress = next.buttons & ~state.buttons != 0
    for button in GamepadButton.allCases {
      let isDown = next.isDown(button)
      if isDown != state.isDown(button) {
        events.append(InputEvent(time: time, button.code, isDown ? 1 : 0))
      }
    }
  }
}
