/// The state of a pad's axes and buttons, as the pad reports it.
public struct GamepadState: Equatable, Sendable {
  /// The two axes of a stick, -32767 to 32767, y downwards.
  public struct StickAxes: Equatable, Sendable {
    /// To the right.
    public var x: Int16 = 0
    /// Downwards.
    public var y: Int16 = 0

    /// A stick at rest.
    public init() {}

    /// The axes for a deflection within the unit square.
    public init(_ deflection: Vector) {
      x = axisValue(deflection.dx)
      y = axisValue(deflection.dy)
    }
  }

  /// The left stick.
  public var leftStick = StickAxes()
  /// The right stick.
  public var rightStick = StickAxes()
  /// The left trigger, 0 to 255.
  public var leftTrigger: UInt8 = 0
  /// The right trigger, 0 to 255.
  public var rightTrigger: UInt8 = 0
  /// The direction pad's horizontal part: -1 left, 1 right.
  public var hatX: Int8 = 0
  /// The direction pad's vertical part: -1 up, 1 down.
  public var hatY: Int8 = 0
  /// The buttons that are down: bit n is the button with the raw value n.
  public var buttons: UInt16 = 0

  /// A pad at rest.
  public init() {}

  /// Whether a button is down.
  public func isDown(_ button: GamepadButton) -> Bool {
    buttons & button.mask != 0
  }

  /// Presses a button.
  public mutating func press(_ button: GamepadButton) { buttons |= button.mask }
}
