/// How a dead zone is cut out of a stick's travel.
public enum DeadZoneShape: Equatable, Sendable, CaseIterable {
  /// Not at all: the deflection is the handle's displacement, and there is no saturation either.
  case none
  /// A disc, at whose rim the deflection jumps to the handle's displacement.
  case radial
  /// A cross: a bar along each axis, in which the other axis is 0, and at whose edge it jumps.
  case axial
  /// A disc, from whose rim on the deflection begins at 0.
  case scaledRadial
  /// A cross, from whose edges on each axis begins at 0.
  case scaledAxial
}

/// The directions that a stick can have.
public enum StickDirections: Equatable, Sendable, CaseIterable {
  /// Any.
  case analog
  /// Up, right, down and left.
  case four
  /// Those and the four between them.
  case eight
}

/// The shape that a fully deflected stick describes as it goes around.
public enum OutputShape: Equatable, Sendable, CaseIterable {
  /// A circle: the axes of a diagonal reach 0.71.
  case circle
  /// A square: the axes of a diagonal reach 1.
  case square
}

/// How the place of a stick's handle becomes the deflection of the pad's axes: stages 9 to 14.
public struct StickResponse: Equatable, Sendable {
  /// The part of the travel, 0 up to ``saturation``, that does not deflect the axes.
  public var deadZone: Double = 0.08
  /// The shape of the dead zone.
  public var deadZoneShape: DeadZoneShape = .scaledRadial
  /// The part of the travel, above ``deadZone`` and at most 1, from which on the axes are fully deflected.
  public var saturation: Double = 0.95
  /// The exponent of the curve, above 0: 1 is a straight line, 2 is finer near the middle.
  public var curve: Double = 1
  /// The deflection at full travel, above ``antiDeadZone``; more than 1 is reached before that.
  public var sensitivity: Double = 1
  /// The least deflection other than 0, from 0 and below 1: it undoes the dead zone of a game.
  public var antiDeadZone: Double = 0
  /// How far off an axis, in degrees from 0 to 45, a direction may be to be taken for that of the axis.
  public var axisSnap: Double = 0
  /// The directions that the stick can have.
  public var directions: StickDirections = .analog
  /// The shape that a fully deflected stick describes.
  public var outputShape: OutputShape = .circle
  /// Whether left and right are exchanged.
  public var invertX: Bool = false
  /// Whether up and down are exchanged.
  public var invertY: Bool = false

  /// Makes the default response.
  public init() {}
}
