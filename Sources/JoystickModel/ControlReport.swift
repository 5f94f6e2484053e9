/// The state of a control, for programs that show it.
public struct ControlReport: Equatable, Sendable {
  /// Whether a contact holds it, or presses it.
  public var isTouched = false
  /// The middle of a stick's base, in millimetres on the surface.
  public var base = Point(x: 0, y: 0)
  /// The position of a stick's handle, in millimetres on the surface.
  public var handle = Point(x: 0, y: 0)
  /// The buttons that a button or a stick's gestures press, as in ``GamepadState/buttons``.
  public var buttons: UInt16 = 0
  /// The horizontal direction of a direction pad, or of a stick with four or eight directions: -1 left, 1 right.
  public var directionX: Int8 = 0
  /// The vertical direction: -1 up, 1 down.
  public var directionY: Int8 = 0
  /// How far a trigger is pulled, 0 to 255.
  public var pull: UInt8 = 0

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
    switch places[index] {
    case .stick(let index): sticks[index].stick.controlReport(hidesPositions: hidesPositions)
    case .button(let index): buttons[index].report
    case .directionPad(let index): directionPads[index].report
    case .trigger(let index): triggers[index].report
    }
  }
}

extension Stick {
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
    report.isTouched = isPressed
    report.buttons = isPressed ? output.mask : 0
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

extension TriggerControl {
  fileprivate var report: ControlReport {
    var report = ControlReport()
    report.isTouched = isTouched
    report.pull = value
    return report
  }
}
