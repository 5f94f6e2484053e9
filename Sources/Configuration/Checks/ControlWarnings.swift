internal import Diagnostics
internal import JoystickModel

// Warnings about a table that do not depend on the surface.
extension ControlSettings {
  var warnings: [Diagnostic] { places.useless + ownWarnings.compactMap { $0 } }

  private var ownWarnings: [Diagnostic?] {
    switch self {
    case .stick(let stick):
      let output: DirectionOutput? = if case .direction(let output) = stick.target { output } else { nil }
      return [stick.boundsWithoutRoom, stick.sameTaps, sameDirections(output, stick.effectiveName)]
    case .directionPad(let pad): return [sameDirections(pad.output, pad.name)]
    case .button, .buttonGroup, .trigger: return []
    }
  }

  private func sameDirections(_ output: DirectionOutput?, _ name: String) -> Diagnostic? {
    guard case .buttons(let up, let right, let down, let left)? = output,
      [right, down, left].allSatisfy({ $0 == up })
    else { return nil }
    return Diagnostic(
      .warning, "same-directions", "all four directions of \(quoted(name)) press \(up.label)",
      hint: "use a different button for each, or a [[button]]", about: name,
      at: places.place(of: "output", "target"))
  }
}

extension StickSettings {
  fileprivate var boundsWithoutRoom: Diagnostic? {
    guard let bounds = movableBounds, bounds.width.isZero, bounds.height.isZero, canMove else { return nil }
    return Diagnostic(
      .warning, "bounds-without-room", "movable_bounds is a point, so the base never moves",
      hint: "give it a width or a height, or remove it", at: places.place(of: "movable_bounds"))
  }

  fileprivate var sameTaps: Diagnostic? {
    guard let tap = parameters.gestures.tap, tap == parameters.gestures.doubleTap else { return nil }
    return Diagnostic(
      .warning, "same-taps", "double_tap does the same as tap, and delays each tap",
      hint: "remove it", at: places.place(of: "double_tap"))
  }
}

extension Length {
  /// Whether it is 0 on every surface.
  fileprivate var isZero: Bool { millimetres(of: 0) == 0 && millimetres(of: 100) == 0 }
}
