/// The state of a control, for programs that show it.
public struct ControlReport: Equatable, Sendable {
  /// Whether a contact holds it, or it stays in use without one: a button that stays down, for example.
  public var isTouched = false
  /// Where the part that a finger moves is at rest, in millimetres on the surface: the middle of a stick's base, for
  /// example.
  public var base = Point(x: 0, y: 0)
  /// Where that part is, in millimetres on the surface: a stick's handle, for example.
  public var handle = Point(x: 0, y: 0)
  /// The buttons that it or its gestures press, as in ``GamepadState/buttons``.
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

  init(
    isTouched: Bool, base: Point = Point(x: 0, y: 0), handle: Point = Point(x: 0, y: 0), buttons: UInt16 = 0,
    direction: PadDirection = .none, pull: UInt8 = 0
  ) {
    (self.isTouched, self.base, self.handle) = (isTouched, base, handle)
    (self.buttons, directionX, directionY, self.pull) = (buttons, direction.x, direction.y, pull)
  }
}

extension Layout {
  public var controlCount: Int { order.count }

  /// The state of a control. It allocates nothing.
  ///
  /// - Parameters:
  ///   - index: The control's place in the order of priority, from 0 to below ``controlCount``.
  ///   - hidesPositions: Whether base and handle are reported at home, wherever the finger is.
  public func report(at index: Int, hidesPositions: Bool = false) -> ControlReport {
    var report = store.read(order[index], ReportReader(hidesPositions: hidesPositions))
    report.isHidden = !exists(index)
    return report
  }

  /// Whether any control is in use, as in ``ControlReport/isTouched``.
  public var isInUse: Bool { order.contains { store.read($0, FeelReader()).isInUse } }

  /// The presses that fingers feel at a control: a bit for each. They are the button itself, whatever it holds, a pulled
  /// trigger, or the buttons of gestures.
  public func presses(at index: Int) -> UInt16 { store.read(order[index], FeelReader()).presses }

  /// How far a stick's handle is from the middle of its base: 1 is the rim. 0 for other controls.
  public func travel(at index: Int) -> Double { store.read(order[index], FeelReader()).travel }
}
