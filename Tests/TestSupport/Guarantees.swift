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
    try checkUntouched()
  }

  /// Checks what holds after the last finger has lifted and the sticks, wheels and sequences have returned.
  package func checkUntouched() throws(Violation) {
    for pad in pads {
      try ensure(
        pad.gamepadState == pad.staying.gamepadState,
        "a pad that nothing holds is at \(pad.gamepadState), not \(pad.staying.gamepadState)")
    }
    var staying: Set<KeyboardKey> = []
    for pad in pads { pad.staying.forEachHeldKey { staying.insert($0) } }
    try ensure(
      Set(keyboard.pressedKeys) == staying, "a key is down without a button that holds it, or up with one")
  }

  /// Checks what holds after everything is cancelled.
  package func checkReleased() throws(Violation) {
    try ensure(isAtRest, "a pad that is not at rest after everything is cancelled")
    try ensure(deadline == nil, "a timer after everything is cancelled")
  }
}

extension SurfacePad {
  /// The controls that need no finger: sliders that stay where one left them, and latched buttons.
  package var staying: Layout {
    let controls = layout.controls.filter { control in
      switch control {
      case .slider(let slider): slider.stays
      case .button(let button): button.isLatched
      default: false
      }
    }
    return Layout(surface: layout.surface, controls: controls)
  }
}

extension Desktop {
  /// Checks what holds of a clone that shows nothing.
  package func checkReleased() throws(Violation) {
    try ensure(contacts.isEmpty, "the clone shows \(contacts.count) contacts, and there are none")
    try ensure(keys.isEmpty, "the clone shows the keys \(keys.sorted()), and none is down")
  }
}
