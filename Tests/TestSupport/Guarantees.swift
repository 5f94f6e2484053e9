package import EventPipeline
package import JoystickModel

// What holds for any device, any events and any requests.
extension TouchPipeline {
  package var isAtRest: Bool {
    pads.allSatisfy { $0.gamepadState == GamepadState() } && keyboard.pressedKeys.isEmpty
  }

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
    guard !isTouched, deadline == nil else { return }
    for pad in pads {
      try ensure(pad.gamepadState == pad.staying, "a pad that nothing holds is not at rest")
    }
    try ensure(keyboard.pressedKeys.isEmpty, "a key is down that nothing holds")
  }

  /// Checks what holds after everything is cancelled.
  package func checkReleased() throws(Violation) {
    try ensure(isAtRest, "a pad that is not at rest after everything is cancelled")
    try ensure(deadline == nil, "a timer after everything is cancelled")
  }
}

extension SurfacePad {
  /// What the sliders that stay where a finger left them do. All else is at rest without a finger.
  package var staying: GamepadState {
    let sliders = layout.controls.filter { if case .slider(let slider) = $0 { slider.stays } else { false } }
    return Layout(surface: layout.surface, controls: sliders).gamepadState
  }
}

extension Desktop {
  /// Checks what holds of a clone that shows nothing.
  package func checkReleased() throws(Violation) {
    try ensure(contacts.isEmpty, "the clone shows \(contacts.count) contacts, and there are none")
    try ensure(keys.isEmpty, "the clone shows the keys \(keys.sorted()), and none is down")
  }
}
