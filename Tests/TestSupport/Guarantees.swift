package import EventPipeline
internal import JoystickModel

// What holds for any device, any events and any requests.
extension TouchPipeline {
  package var isAtRest: Bool { pads.allSatisfy { $0.gamepadState == GamepadState() } }

  /// Checks what holds after each step.
  package func checkStep() throws(Violation) {
    for state in pads.map(\.gamepadState) {
      for axes in [state.leftStick, state.rightStick] {
        let (x, y) = (Double(axes.x), Double(axes.y))
        try ensure((x * x + y * y).squareRoot() <= 32768, "a stick beyond its disc: \(axes)")
      }
    }
  }

  /// Checks what holds after each frame. During a frame a contact can be gone that the pads still hold.
  package func checkFrame() throws(Violation) {
    let isQuiet = !isTouched && deadline == nil
    try ensure(!isQuiet || isAtRest, "a pad that nothing holds is not at rest")
  }

  /// Checks what holds after everything is cancelled.
  package func checkReleased() throws(Violation) {
    try ensure(isAtRest, "a pad that is not at rest after everything is cancelled")
    try ensure(deadline == nil, "a timer after everything is cancelled")
  }
}

extension Desktop {
  /// Checks what holds of a clone that shows nothing.
  package func checkReleased() throws(Violation) {
    try ensure(contacts.isEmpty, "the clone shows \(contacts.count) contacts, and there are none")
    try ensure(keys.isEmpty, "the clone shows the keys \(keys.sorted()), and none is down")
  }
}
