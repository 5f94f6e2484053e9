/// What a gesture on a stick does.
public enum GestureAction: Equatable, Sendable {
  /// Presses a button for ``pressDuration``, so that a game that looks at the pad once a frame sees it.
  case press(GamepadButton)
  /// Returns the base to its home.
  case recenter

  /// How long a gesture presses a button at least, in microseconds: two frames of a game that draws 50 a second.
  public static let pressDuration: Int64 = 40_000
}

/// What a touch on a stick does beside moving the handle. Times are in microseconds.
public struct StickGestures: Equatable, Sendable {
  /// What a touch does that lifts within ``tapTime`` and never reached the moved tolerance.
  public var tap: GestureAction?
  /// How long a tap may last, above 0.
  public var tapTime: Int64 = 200_000
  /// What a touch does that begins within ``doubleTapTime`` of a tap's lift, and within
  /// ``doubleTapDistance`` of where the tap began. While there is one, a single tap waits that long.
  public var doubleTap: GestureAction?
  /// How long after a tap its second touch may begin, above 0.
  public var doubleTapTime: Int64 = 300_000
  /// How far from a tap, in millimetres, its second touch may begin.
  public var doubleTapDistance: Double = 10
  /// What a touch does that stays for ``holdTime`` and never reached the moved tolerance. A button stays
  /// down until the touch lifts.
  public var hold: GestureAction?
  /// How long a touch has to stay, at least ``tapTime``.
  public var holdTime: Int64 = 500_000
  /// The button that is down while the handle is near the rim: to run, or to sprint.
  public var outerRing: GamepadButton?
  /// Where the outer ring begins, as a part of the travel, above 0 and at most 1. The handle leaves it
  /// when it is a tenth below that.
  public var outerRingStart: Double = 0.9

  /// Makes a stick without gestures.
  public init() {}
}
