public import JoystickModel

/// What a `[[stick]]` table says of gestures. What is nil has the default of the model (`StickGestures`). Times
/// are in microseconds.
public struct GestureSettings: Equatable, Sendable {
  /// What a tap does.
  public var tap: GestureAction?
  /// How long a tap may last, 10,000 to 2,000,000.
  public var tapTime: Int64?
  /// What a second tap does that follows a first one.
  public var doubleTap: GestureAction?
  /// How long after the first tap the second may begin, 10,000 to 2,000,000.
  public var doubleTapTime: Int64?
  /// How far from the first tap the second may begin.
  public var doubleTapDistance: Length?
  /// What a touch does that stays where it is.
  public var hold: GestureAction?
  /// How long it has to stay, 10,000 to 10,000,000 and at least as long as a tap may last.
  public var holdTime: Int64?
  /// The button that is down while the handle is near the rim.
  public var outerRing: GamepadButton?
  /// Where the outer ring begins, as a part of the travel, above 0 and at most 1.
  public var outerRingStart: Double?

  /// Makes a stick without gestures.
  public init() {}
}
