public import JoystickModel

/// What a `[[stick]]` table says of the stick's response. What is nil has the default of the model
/// (`StickResponse`).
public struct ResponseSettings: Equatable, Sendable {
  /// The part of the travel, from 0 and below 1, that does not deflect the axes.
  public var deadZone: Double?
  /// The shape of the dead zone.
  public var deadZoneShape: DeadZoneShape?
  /// The part of the travel, above the dead zone and at most 1, from which on the axes are fully deflected.
  public var saturation: Double?
  /// The exponent of the curve, 0.1 to 10.
  public var curve: Double?
  /// The deflection at full travel, above the anti-dead zone and at most 10.
  public var sensitivity: Double?
  /// The least deflection other than 0, from 0 and below 1.
  public var antiDeadZone: Double?
  /// How far off an axis a direction may be to be taken for that of the axis, 0 to 45 degrees.
  public var axisSnap: Double?
  /// The directions that the stick can have.
  public var directions: StickDirections?
  /// The shape that a fully deflected stick describes.
  public var outputShape: OutputShape?
  /// Whether left and right are exchanged.
  public var invertX: Bool?
  /// Whether up and down are exchanged.
  public var invertY: Bool?

  /// Makes the default response.
  public init() {}
}
