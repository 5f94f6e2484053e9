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
  public let name: String
  public var isNamed = false
  public var appearance = Appearance()
  /// What it controls on the pad.
  public let target: StickTarget
  public internal(set) var stick: Stick
  /// What it holds while a contact holds it; nil is nothing more.
  public var touchOutputs: TouchOutputs?

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
}

extension StickControl: SurfaceControl {
  var control: Control { .stick(self) }
  var region: Region { stick.parameters.region }
  var isTouched: Bool { stick.owner != nil }
  var presses: UInt16 { stick.buttons | (isTouched && touchOutputs != nil ? TouchOutputs.press : 0) }
  var keys: [KeyboardKey] { touchOutputs?.keys ?? [] }
  var heldKeys: [KeyboardKey] { isTouched ? keys : [] }
  var motionCommands: MotionCommands { touchOutputs?.motionCommands ?? [] }
  var heldMotionCommands: MotionCommands { isTouched ? motionCommands : [] }
  var travel: Double { stick.placement.offset.length / stick.parameters.reach }
  var hasTimer: Bool { true }
  @inline(__always) var deadline: Int64? { stick.deadline }

  @inline(__always) func apply(to state: inout GamepadState) {
    state.buttons |= stick.buttons
    switch target {
    case .left: state.deflect(.left, GamepadState.StickAxes(stick.deflection))
    case .right: state.deflect(.right, GamepadState.StickAxes(stick.deflection))
    case .direction(let output): state.add(stick.direction, to: output)
    }
    if let effect = touchOutputs?.effect, isTouched { state.add(effect) }
  }

  func report(hidesPositions: Bool) -> ControlReport {
    let base = hidesPositions ? stick.parameters.center : stick.base
    return ControlReport(
      isTouched: isTouched, base: base, handle: hidesPositions ? base : base + stick.placement.offset,
      buttons: stick.buttons | (isTouched ? touchOutputs?.effect.buttons ?? 0 : 0), direction: stick.direction
    )
  }

  mutating func begin(_ contact: ContactEvent, time: Int64) {
    stick.begin(contact.id, at: contact.position, time: time)
  }

  mutating func move(_ contact: ContactEvent, time: Int64) { stick.move(to: contact.position, time: time) }
  mutating func end(time: Int64) { stick.end(time: time) }
  mutating func cancel(time: Int64) { stick.cancel(time: time) }
  mutating func reset(time: Int64) { stick.reset(time: time) }
  mutating func advance(to time: Int64) { stick.advance(to: time) }
}
