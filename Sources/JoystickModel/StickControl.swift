/// What a stick controls on the pad.
public enum StickTarget: Equatable, Sendable {
  /// ABS_X and ABS_Y.
  case left
  /// ABS_RX and ABS_RY.
  case right
  /// A direction for each deflection other than 0. `analog` directions count as eight.
  case direction(DirectionOutput)
}

/// A stick on the surface, with its name and its target.
public struct StickControl: Equatable, Sendable {
  /// The name, for logs and reports.
  public let name: String
  /// Whether the name is the user's, and not a default.
  public var isNamed = false
  /// What it controls on the pad.
  public let target: StickTarget
  /// The stick.
  public internal(set) var stick: Stick

  /// Makes a control from a stick.
  public init(name: String, target: StickTarget, stick: Stick) {
    self.name = name
    self.target = target
    self.stick = stick
    if case .direction = target, stick.parameters.response.directions == .analog {
      var parameters = stick.parameters
      parameters.response.directions = .eight
      self.stick = Stick(parameters, base: stick.base)
    }
  }

  /// Adds its effect to the pad's state.
  @inline(__always) func apply(to state: inout GamepadState) {
    state.buttons |= stick.buttons
    switch target {
    case .left: state.leftStick = GamepadState.StickAxes(stick.deflection)
    case .right: state.rightStick = GamepadState.StickAxes(stick.deflection)
    case .direction(let output): state.add(stick.direction, to: output)
    }
  }
}
