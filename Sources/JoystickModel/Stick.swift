/// One stick: the contact that holds it, its base and its handle.
///
/// A touch goes through these stages, in this order:
///
///  1. hit test and 2. ownership: ``begin(_:at:)`` and ``Layout``
///  3. smoothing: to come
///  4. origin: ``begin(_:at:)``
///  5. moving base, 6. travel, 7. handle constraint, 8. moved tolerance: ``move(to:)``
///  9. dead zone, 10. saturation: ``deflection``
/// 11. curve to 14. output shape: to come
/// 15. axis value: ``axisValue(_:)``
///
/// It has no clock and allocates nothing.
public struct Stick: Equatable, Sendable {
  /// How the stick behaves.
  public let parameters: StickParameters
  /// Where the base's centre is.
  public private(set) var base: Point
  /// The contact that holds the stick.
  public private(set) var owner: ContactID?

  /// The place on the surface where a finger would leave the handle in the middle.
  private var neutral: Point
  /// The handle's offset from the base.
  private var offset = Vector.zero
  /// Whether this touch has gone beyond the moved tolerance; it stays so until the finger lifts.
  private var hasMoved = false

  /// Makes a stick that nobody holds.
  ///
  /// - Precondition: The radius and the travel are above 0, and the saturation is above the dead zone.
  /// - Parameters:
  ///   - parameters: How it behaves.
  ///   - base: Where its base is to start; nil is its home, `parameters.center`.
  public init(_ parameters: StickParameters, base: Point? = nil) {
    precondition(parameters.reach > 0, "a stick needs a radius and a travel above 0")
    precondition(parameters.saturation > parameters.deadZone, "the saturation is above the dead zone")
    self.parameters = parameters
    self.base = base ?? parameters.center
    neutral = self.base
  }

  /// A touch takes the stick.
  ///
  /// Stage 4, origin. Does nothing while another contact holds the stick.
  public mutating func begin(_ id: ContactID, at position: Point) {
    guard owner == nil else { return }
    owner = id
    switch parameters.origin {
    case .fixed: neutral = base
    case .relative: neutral = position
    case .floating: float(to: position)
    case .semi(let catchDistance):
      if (position - base).length <= catchDistance {
        neutral = base
      } else {
        float(to: position)
      }
    }
    move(to: position)
  }

  /// The finger that holds the stick is at another place, in millimetres.
  public mutating func move(to position: Point) {
    guard owner != nil else { return }
    if parameters.movable {
      moveBase(by: follow(position - neutral, reach: parameters.reach))
    }
    offset = handleOffset(
      position - neutral, reach: parameters.reach, constraint: parameters.handleConstraint)
    hasMoved = hasMoved || hasReached(tolerance: parameters.movedTolerance, offset)
  }

  /// The finger that held the stick lifted, or no longer counts: the handle returns to the middle, and
  /// the deflection is exactly 0. The base stays where it is.
  public mutating func release() {
    owner = nil
    offset = .zero
    hasMoved = false
  }

  /// Returns the base to its home. A handle that is held keeps its deflection.
  public mutating func recenter() {
    base = parameters.center
  }

  /// How far the stick deflects the pad's axes: within the unit disc, y downwards as the pad has it.
  public var deflection: Vector {
    guard hasMoved else { return .zero }
    let length = offset.length
    guard length > 0 else { return .zero }
    let magnitude = scaledRadial(
      min(length / parameters.reach, 1), deadZone: parameters.deadZone, saturation: parameters.saturation)
    return offset * (magnitude / length)
  }

  /// Where the handle stands.
  public var report: StickReport {
    StickReport(isActive: owner != nil, base: base, offset: offset, reach: parameters.reach)
  }

  private mutating func float(to position: Point) {
    base = parameters.movableBounds?.clamp(position) ?? position
    neutral = base
  }

  /// The neutral point goes with the base, which the bounds may have held back.
  private mutating func moveBase(by shift: Vector) {
    guard shift != .zero else { return }
    let wanted = base + shift
    let reached = parameters.movableBounds?.clamp(wanted) ?? wanted
    neutral = neutral + (reached - base)
    base = reached
  }
}
