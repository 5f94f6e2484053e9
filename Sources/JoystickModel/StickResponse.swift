/// The shape of a stick's dead zone.
public enum DeadZoneShape: Equatable, Sendable, CaseIterable {
  /// No dead zone, and no saturation: the deflection is the handle's displacement.
  case none
  /// A disc. At its rim, the deflection jumps to the handle's displacement.
  case radial
  /// A cross: a bar along each axis, in which the other axis is 0. That axis jumps at the bar's edge.
  case axial
  /// A disc. The deflection rises from 0 at its rim.
  case scaledRadial
  /// A cross. Each axis rises from 0 at the bar's edge.
  case scaledAxial
}

/// The directions that a stick can have.
public enum StickDirections: Equatable, Sendable, CaseIterable {
  /// Any.
  case analog
  /// Up, right, down and left.
  case four
  /// These four and the diagonals.
  case eight
}

/// The outline that a fully deflected stick follows.
public enum OutputShape: Equatable, Sendable, CaseIterable {
  /// A circle: the axes of a diagonal reach 0.71.
  case circle
  /// A square: the axes of a diagonal reach 1.
  case square
}

/// How a handle's offset becomes the deflection of the pad's axes: stages 9 to 14.
public struct StickResponse: Equatable, Sendable {
  /// The part of the travel, in the middle, without deflection: 0 or more, below ``saturation``.
  public var deadZone: Double = 0.08
  /// The shape of the dead zone.
  public var deadZoneShape: DeadZoneShape = .scaledRadial
  /// The part of the travel at which the axes are fully deflected: above ``deadZone``, at most 1.
  public var saturation: Double = 0.95
  /// The exponent of the response curve, above 0: 1 is linear, 2 is finer near the middle.
  public var curve: Double = 1
  /// The deflection at full travel, above ``antiDeadZone``. Above 1, the deflection is full before that.
  public var sensitivity: Double = 1
  /// The smallest deflection other than 0: 0 or more, below 1. It undoes the dead zone of a game.
  public var antiDeadZone: Double = 0
  /// The largest angle from an axis, 0 to 45 degrees, at which a direction snaps to that axis.
  public var axisSnap: Double = 0
  /// The directions that the stick can have.
  public var directions: StickDirections = .analog
  /// The outline that a fully deflected stick follows.
  public var outputShape: OutputShape = .circle
  /// Whether left and right are swapped.
  public var invertX: Bool = false
  /// Whether up and down are swapped.
  public var invertY: Bool = false

  /// Makes the default response.
  public init() {}
}
