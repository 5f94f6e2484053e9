/// Something on the surface that a contact can take.
///
/// An enum, rather than a protocol, so that a frame goes through it without an allocation.
public enum Control: Equatable, Sendable {
  /// A stick.
  case stick(StickControl)
  /// A button.
  case button(ButtonControl)
  /// A direction pad.
  case directionPad(DirectionPadControl)
  /// A trigger.
  case trigger(TriggerControl)

  /// The name, for logs, reports and pictures.
  public var name: String {
    switch self {
    case .stick(let control): control.name
    case .button(let control): control.name
    case .directionPad(let control): control.name
    case .trigger(let control): control.name
    }
  }

  /// Where a touch-down takes it.
  public var region: Region {
    switch self {
    case .stick(let control): control.stick.parameters.region
    case .button(let control): control.region
    case .directionPad(let control): control.region
    case .trigger(let control): control.region
    }
  }

  /// The stick, if it is one.
  var stick: StickControl? { if case .stick(let control) = self { control } else { nil } }

  /// The button, if it is one.
  var button: ButtonControl? { if case .button(let control) = self { control } else { nil } }

  /// Whether a contact that touches down in its region gets it: a button is for any number of contacts, all
  /// else for one at a time.
  var isFree: Bool {
    switch self {
    case .stick(let control): control.stick.owner == nil
    case .button: true
    case .directionPad(let control): !control.isTouched
    case .trigger(let control): !control.isTouched
    }
  }

  /// Adds what it does to what the pad shows.
  func apply(to state: inout GamepadState) {
    switch self {
    case .stick(let control): control.apply(to: &state)
    case .button(let control): if control.isPressed { state.press(control.output) }
    case .directionPad(let control): state.add(control.direction, to: control.output)
    case .trigger(let control): state.pull(control.target, control.value)
    }
  }
}

// What contacts do to it.
extension Control {
  mutating func begin(_ event: ContactEvent, time: Int64) {
    switch self {
    case .stick(var control):
      control.stick.begin(event.id, at: event.position, time: time)
      self = .stick(control)
    case .button: press()
    case .directionPad(var control):
      control.begin(at: event.position)
      self = .directionPad(control)
    case .trigger(var control):
      control.begin(at: event.position, pressure: event.pressure)
      self = .trigger(control)
    }
  }

  /// A button is left to the layout, for it has to do with others.
  mutating func move(_ event: ContactEvent, time: Int64) {
    switch self {
    case .stick(var control):
      control.stick.move(to: event.position, time: time)
      self = .stick(control)
    case .button: break
    case .directionPad(var control):
      control.move(to: event.position)
      self = .directionPad(control)
    case .trigger(var control):
      control.move(to: event.position, pressure: event.pressure)
      self = .trigger(control)
    }
  }

  /// A button is left to the layout, which knows which ones the contact presses.
  mutating func end(_ event: ContactEvent, time: Int64) {
    switch self {
    case .stick(var control):
      if event.phase == .ended { control.stick.end(time: time) } else { control.stick.cancel(time: time) }
      self = .stick(control)
    case .button: break
    case .directionPad(var control):
      control.end()
      self = .directionPad(control)
    case .trigger(var control):
      control.end()
      self = .trigger(control)
    }
  }

  mutating func press() {
    guard case .button(var control) = self else { return }
    control.press()
    self = .button(control)
  }

  mutating func release() {
    guard case .button(var control) = self else { return }
    control.release()
    self = .button(control)
  }

  mutating func advance(to time: Int64) {
    guard case .stick(var control) = self else { return }
    control.stick.advance(to: time)
    self = .stick(control)
  }

  mutating func recenter() {
    guard case .stick(var control) = self else { return }
    control.stick.recenter()
    self = .stick(control)
  }

  mutating func reset(time: Int64) {
    switch self {
    case .stick(var control):
      control.stick.reset(time: time)
      self = .stick(control)
    case .button(var control):
      control.reset()
      self = .button(control)
    case .directionPad(var control):
      control.end()
      self = .directionPad(control)
    case .trigger(var control):
      control.end()
      self = .trigger(control)
    }
  }
}
