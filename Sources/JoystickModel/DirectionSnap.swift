/// Stage 13, snapping: turns a deflection to a near axis, or to one of four or eight directions. It never changes the
/// magnitude.
///
/// With eight directions, up, right, down and left have sectors of 50 degrees, and the diagonals 40. With four, all
/// have 90. The current direction extends 5 degrees to either side, so a thumb on the line between two sectors does not
/// switch back and forth.
struct DirectionSnap: Equatable, Sendable {
  private static let hysteresis = 5.0
  private static let diagonal = 0.5.squareRoot()
  /// The directions, clockwise from up.
  private static let clockwise = [
    Vector(dx: 0, dy: -1), Vector(dx: diagonal, dy: -diagonal), Vector(dx: 1, dy: 0),
    Vector(dx: diagonal, dy: diagonal), Vector(dx: 0, dy: 1), Vector(dx: -diagonal, dy: diagonal),
    Vector(dx: -1, dy: 0), Vector(dx: -diagonal, dy: -diagonal),
  ]

  /// The current direction, clockwise from up in steps of 45 degrees; nil at rest and with analog directions.
  private(set) var sector: Int?

  /// The direction of the deflection, among the possible ones.
  mutating func snap(_ deflection: Deflection, _ response: StickResponse) -> Deflection {
    let current = sector
    sector = nil
    guard deflection.magnitude > 0 else { return deflection }
    if response.directions == .analog, response.axisSnap == 0 { return deflection }
    let angle = deflection.direction.compassAngle
    switch response.directions {
    case .analog:
      let axis = Self.axis(nearestTo: angle)
      guard Self.isWithin(response.axisSnap, of: axis, angle) else { return deflection }
      return Deflection(direction: Self.clockwise[axis], magnitude: deflection.magnitude)
    case .four, .eight:
      let next = Self.sector(at: angle, keeping: current, response.directions)
      sector = next
      return Deflection(direction: Self.clockwise[next], magnitude: deflection.magnitude)
    }
  }

  private static func sector(at angle: Double, keeping current: Int?, _ directions: StickDirections) -> Int {
    if let current, isWithin(halfWidth(current, directions) + hysteresis, of: current, angle) {
      return current
    }
    let axis = axis(nearestTo: angle)
    return isWithin(halfWidth(axis, directions), of: axis, angle) ? axis : diagonal(of: angle)
  }

  private static func halfWidth(_ sector: Int, _ directions: StickDirections) -> Double {
    if directions == .four { return 45 }
    return sector.isMultiple(of: 2) ? 25 : 20
  }

  /// The sector of up, right, down or left that is nearest.
  private static func axis(nearestTo angle: Double) -> Int {
    Int((angle / 90).rounded()) % 4 * 2
  }

  /// The sector of the diagonal in the angle's quarter.
  private static func diagonal(of angle: Double) -> Int {
    Int(angle / 90) * 2 + 1
  }

  /// Whether an angle is at most this many degrees from the middle of a sector.
  private static func isWithin(_ degrees: Double, of sector: Int, _ angle: Double) -> Bool {
    let apart = abs(angle - Double(sector) * 45)
    return min(apart, 360 - apart) <= degrees + roundingSlack
  }
}
