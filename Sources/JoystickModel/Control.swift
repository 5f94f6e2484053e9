/// A control on the surface, which a contact can hold.
///
/// A layout consists of controls. It stores each kind in an array of its own.
public enum Control: Equatable, Sendable {
  /// A stick.
  case stick(StickControl)
  /// A button.
  case button(ButtonControl)
  /// A direction pad.
  case directionPad(DirectionPadControl)
  /// A trigger.
  case trigger(TriggerControl)
  /// A look pad.
  case look(LookControl)
  /// A slider.
  case slider(SliderControl)
  /// A wheel.
  case wheel(WheelControl)
  /// A part of the surface where contacts do nothing.
  case ignore(IgnoreControl)

  /// The name, for logs, reports and pictures.
  public var name: String {
    switch self {
    case .stick(let control): control.name
    case .button(let control): control.name
    case .directionPad(let control): control.name
    case .trigger(let control): control.name
    case .look(let control): control.name
    case .slider(let control): control.name
    case .wheel(let control): control.name
    case .ignore(let control): control.name
    }
  }

  /// Whether the name is the user's, and not a default.
  public var isNamed: Bool {
    switch self {
    case .stick(let control): control.isNamed
    case .button(let control): control.isNamed
    case .directionPad(let control): control.isNamed
    case .trigger(let control): control.isNamed
    case .look(let control): control.isNamed
    case .slider(let control): control.isNamed
    case .wheel(let control): control.isNamed
    case .ignore(let control): control.isNamed
    }
  }

  /// Where a contact must land to hold it.
  public var region: Region {
    switch self {
    case .stick(let control): control.stick.parameters.region
    case .button(let control): control.region
    case .directionPad(let control): control.region
    case .trigger(let control): control.region
    case .look(let control): control.region
    case .slider(let control): control.region
    case .wheel(let control): control.region
    case .ignore(let control): control.region
    }
  }
}

/// The identity of a contact: one stay of a finger or pen on the surface. A finger that lifts and comes back is another
/// contact.
public struct ContactID: Hashable, Sendable {
  /// The number, unique among 2^32 consecutive contacts of the same device.
  public let number: UInt32

  /// Makes an identity from its number.
  public init(_ number: UInt32) { self.number = number }
}

/// What happened to a contact.
public enum ContactPhase: Sendable {
  /// It touched down.
  case began
  /// Its position or pressure changed, or the device reported the same position again.
  case moved
  /// It lifted.
  case ended
  /// It no longer counts, whatever the finger does: a palm, a lost device, lost events.
  case cancelled
}

/// An event of one contact.
public struct ContactEvent: Equatable, Sendable {
  /// The contact.
  public var id: ContactID
  /// What happened.
  public var phase: ContactPhase
  /// Its current or last position, in millimetres.
  public var position: Point
  /// The pressure, 0 to 1, where 1 is the device's maximum; nil if the device does not report pressure.
  public var pressure: Double?

  /// Makes an event from its parts.
  public init(id: ContactID, phase: ContactPhase, position: Point, pressure: Double? = nil) {
    self.id = id
    self.phase = phase
    self.position = position
    self.pressure = pressure
  }
}

/// The state of a control, for programs that show it.
public struct ControlReport: Equatable, Sendable {
  /// Whether a contact holds it or presses it, or it is a button that stays down, or a slider or a wheel that is not at
  /// rest.
  public var isTouched = false
  /// The middle of a stick's base, of a look pad or of a wheel, or where a slider is at rest, in millimetres on the
  /// surface.
  public var base = Point(x: 0, y: 0)
  /// The position of a stick's handle, of the finger on a look pad, of a slider, or of the upper spoke of a wheel on its
  /// rim, in millimetres on the surface.
  public var handle = Point(x: 0, y: 0)
  /// The buttons that a button, or the gestures of a stick or a look pad press, as in ``GamepadState/buttons``.
  public var buttons: UInt16 = 0
  /// The horizontal direction of a direction pad, or of a stick with four or eight directions: -1 left, 1 right.
  public var directionX: Int8 = 0
  /// The vertical direction: -1 up, 1 down.
  public var directionY: Int8 = 0
  /// How far a trigger is pulled, 0 to 255.
  public var pull: UInt8 = 0
  /// Whether its layer is hidden, so that no contact can hold it.
  public var isHidden = false

  /// Makes a report of a control at rest.
  public init() {}
}

extension Layout {
  /// The number of controls.
  public var controlCount: Int { places.count }

  /// The state of a control. It allocates nothing.
  ///
  /// - Parameters:
  ///   - index: The control's place in the order of priority, from 0 to below ``controlCount``.
  ///   - hidesPositions: Whether base and handle are reported at home, wherever the finger is.
  public func report(at index: Int, hidesPositions: Bool = false) -> ControlReport {
    var report = ownReport(at: index, hidesPositions: hidesPositions)
    report.isHidden = !exists(index)
    return report
  }

  private func ownReport(at index: Int, hidesPositions: Bool) -> ControlReport {
    switch places[index] {
    case .stick(let index): sticks[index].stick.controlReport(hidesPositions: hidesPositions)
    case .button(let index): buttons[index].report
    case .directionPad(let index): directionPads[index].report
    case .trigger(let index): triggers[index].report
    case .look(let index): looks[index].report(hidesPositions: hidesPositions)
    case .slider(let index): sliders[index].report(hidesPositions: hidesPositions)
    case .wheel(let index): wheels[index].report(hidesPositions: hidesPositions)
    case .ignore(let index): ignored[index].report
    }
  }
}

extension Layout {
  /// Whether any control is in use, as in ``ControlReport/isTouched``.
  public var isInUse: Bool { places.indices.contains { report(at: $0).isTouched } }

  /// The presses that fingers feel at a control: a bit for each. They are the button itself, whatever it holds, a pulled
  /// trigger, or the buttons of gestures.
  public func presses(at index: Int) -> UInt16 {
    switch places[index] {
    case .stick(let index): sticks[index].stick.buttons
    case .button(let index): buttons[index].isFelt ? 1 : 0
    case .trigger(let index): triggers[index].value > 0 ? 1 : 0
    case .look(let index): looks[index].buttons
    case .directionPad, .slider, .wheel, .ignore: 0
    }
  }

  /// How far a stick's handle is from the middle of its base: 1 is the rim. 0 for other controls.
  public func travel(at index: Int) -> Double {
    guard case .stick(let index) = places[index] else { return 0 }
    return sticks[index].stick.travel
  }
}

extension Stick {
  fileprivate var travel: Double { placement.offset.length / parameters.reach }

  fileprivate func controlReport(hidesPositions: Bool) -> ControlReport {
    var report = ControlReport()
    report.isTouched = owner != nil
    report.base = hidesPositions ? parameters.center : base
    report.handle = hidesPositions ? parameters.center : base + placement.offset
    report.buttons = buttons
    (report.directionX, report.directionY) = (direction.x, direction.y)
    return report
  }
}

extension ButtonControl {
  fileprivate var report: ControlReport {
    var report = ControlReport()
    report.isTouched = isInUse
    report.buttons = effect?.buttons ?? 0
    return report
  }
}

extension DirectionPadControl {
  fileprivate var report: ControlReport {
    var report = ControlReport()
    report.isTouched = isTouched
    (report.directionX, report.directionY) = (direction.x, direction.y)
    return report
  }
}

extension IgnoreControl {
  fileprivate var report: ControlReport {
    var report = ControlReport()
    report.isTouched = isTouched
    return report
  }
}

extension TriggerControl {
  fileprivate var report: ControlReport {
    var report = ControlReport()
    report.isTouched = isTouched
    report.pull = value
    return report
  }
}

extension LookControl {
  fileprivate func report(hidesPositions: Bool) -> ControlReport {
    var report = ControlReport()
    report.isTouched = isTouched
    report.base = region.center
    report.handle = hidesPositions ? region.center : finger ?? region.center
    report.buttons = buttons
    return report
  }
}

extension SliderControl {
  fileprivate func report(hidesPositions: Bool) -> ControlReport {
    var report = ControlReport()
    report.isTouched = isTouched || value != 0
    report.base = rest
    report.handle = hidesPositions ? rest : knob
    return report
  }
}

extension WheelControl {
  fileprivate func report(hidesPositions: Bool) -> ControlReport {
    var report = ControlReport()
    report.isTouched = isTouched || angle != 0
    report.base = region.center
    report.handle = hidesPositions ? spoke(at: 0) : spoke(at: angle)
    return report
  }
}
