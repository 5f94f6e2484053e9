#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where a stick's handle stands, before the moved tolerance and the dead zone, which shape the pad's
/// axes only. What a program shows to a person, or what JoyStickView tells its monitor.
public struct StickReport: Equatable, Sendable {
  /// Whether a contact holds the stick.
  public let isActive: Bool
  /// Where the base's centre is, in millimetres on the surface.
  public let base: Point
  /// Where the handle is, in millimetres on the surface.
  public let handle: Point
  /// The handle's offset to the right of the base as a part of the reach: -1 to 1.
  public let x: Double
  /// The handle's offset **above** the base as a part of the reach: -1 to 1.
  public let y: Double
  /// How far the handle is out, as a part of the reach: 0 to 1.
  public let displacement: Double
  /// The compass direction of the handle in degrees: 0 is up, 90 right, from 0 up to but not including
  /// 360. It is 0 when the displacement is 0.
  public let angle: Double

  init(isActive: Bool, base: Point, offset: Vector, reach: Double) {
    self.isActive = isActive
    self.base = base
    handle = base + offset
    x = offset.dx / reach
    // Subtracting from 0, rather than negating, keeps -0 out.
    y = 0 - offset.dy / reach
    displacement = min(offset.length / reach, 1)
    angle = offset == .zero ? 0 : Self.compassAngle(of: offset)
  }

  private static func compassAngle(of offset: Vector) -> Double {
    let degrees = atan2(offset.dx, -offset.dy) * 180 / .pi
    guard degrees < 0 else { return degrees }
    // A hair left of north rounds to 360 itself, which is north.
    let positive = degrees + 360
    return positive < 360 ? positive : 0
  }
}
