/// What a gesture on a stick does.
public enum GestureAction: Equatable, Sendable {
  /// Presses a button for ``pressDuration``, long enough for a game that reads the pad once per frame.
  case press(GamepadButton)
  /// Returns the base to its home.
  case recenter

  /// The shortest press of a gesture, in microseconds: two frames of a game that draws 50 a second.
  public static let pressDuration: Int64 = 40_000
}

/// The gestures of a stick. Times are in microseconds.
public struct StickGestures: Equatable, Sendable {
  /// What a tap does: a touch that lifts within ``tapTime`` and never reaches the moved tolerance.
  public var tap: GestureAction?
  /// The longest duration of a tap, above 0.
  public var tapTime: Int64 = 200_000
  /// What a double tap does: a touch that begins within ``doubleTapTime`` of a tap's lift, and within
  /// ``doubleTapDistance`` of where the tap began. If it is set, a single tap waits that long.
  public var doubleTap: GestureAction?
  /// The longest time between a tap and the second touch, above 0.
  public var doubleTapTime: Int64 = 300_000
  /// The longest distance between a tap and the second touch, in millimetres.
  public var doubleTapDistance: Double = 10
  /// What a hold does: a touch that stays for ``holdTime`` and never reaches the moved tolerance. A button stays down
  /// until the touch lifts.
  public var hold: GestureAction?
  /// How long a touch must stay, at least ``tapTime``.
  public var holdTime: Int64 = 500_000
  /// The button that is down while the handle is near the rim, for example to sprint.
  public var outerRing: GamepadButton?
  /// Where the outer ring begins, as a part of the travel, above 0 and at most 1. The handle leaves it
  /// when it is a tenth below that.
  public var outerRingStart: Double = 0.9

  /// Makes a stick without gestures.
  public init() {}
}
