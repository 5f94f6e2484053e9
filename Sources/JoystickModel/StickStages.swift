#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// The formulas of a stick's stages, in their order. They keep no state; y grows downwards.
//
// Stages 5 to 8 move the handle. Offsets are in millimetres from the base's centre.

/// The largest difference of two numbers that count as equal, in millimetres or as a part of the travel. Positions are
/// sums of rounded products, so a handle on a limit lies a rounding error to either side of it.
let roundingSlack = 1e-9

/// Stage 5, moving base: how far a base with this reach follows a handle beyond its rim.
///
/// e/|e| (|e| - R) where |e| > R, else nothing. A billionth of R is left as slack, so that a handle on the rim, which a
/// rounding error puts beyond it, does not push the base forever.
///
/// JoyStickView's movable, and nipplejs's follow.
func dragged(_ offset: Vector, reach: Double) -> Vector {
  let length = offset.length
  guard length > reach * (1 + roundingSlack) else { return .zero }
  return offset * ((length - reach) / length)
}

/// Stages 6 and 7, travel and handle constraint: the handle's position for a finger at this offset.
///
/// |e| is limited to R, then e to the constraint and the axis, then |e| to R again, for a constraint can reach
/// beyond the rim. JoyStickView's travel and handleConstraint; nipplejs's lockX and lockY.
@inline(__always) func handleOffset(_ offset: Vector, _ parameters: StickParameters) -> Vector {
  var offset = offset.limited(to: parameters.reach)
  if let constraint = parameters.handleConstraint { offset = constraint.clamp(offset) }
  switch parameters.axis {
  case .both: break
  case .horizontal: offset.dy = 0
  case .vertical: offset.dx = 0
  }
  return offset.limited(to: parameters.reach)
}

/// Stage 8, moved tolerance: whether the handle has moved far enough for a movement.
///
/// True as soon as |ex| or |ey| has reached the tolerance. JoyStickView's handleMovedTolerance.
func hasReached(tolerance: Double, _ offset: Vector) -> Bool {
  max(abs(offset.dx), abs(offset.dy)) >= tolerance - roundingSlack
}

// Stages 9 to 15 compute the pad's axes from the handle. Offsets are parts of the travel, at most 1 long.

/// A deflection as the stages see it: a direction and a magnitude.
struct Deflection: Equatable {
  /// A vector of length 1, or the zero vector.
  var direction: Vector
  /// 0 to 1.
  var magnitude: Double

  init(_ vector: Vector) {
    let length = vector.length
    direction = length > 0 ? vector * (1 / length) : .zero
    magnitude = min(length, 1)
  }

  init(direction: Vector, magnitude: Double) {
    self.direction = direction
    self.magnitude = magnitude
  }

  var vector: Vector { direction * magnitude }
}

extension StickResponse {
  /// The deflection for a handle at this offset from the base: stages 9 to 14.
  ///
  /// - Parameter offset: A part of the travel, at most 1 long, y downwards.
  /// - Returns: A vector within the unit disc, or square, y downwards. A deflected stick with four or eight directions
  ///   can keep its current direction a little longer.
  public func deflection(for offset: Vector) -> Vector {
    var snap = DirectionSnap()
    return deflection(for: offset, &snap)
  }

  func deflection(for offset: Vector, _ snap: inout DirectionSnap) -> Vector {
    var deflection = withoutDeadZone(offset)
    deflection.magnitude = curved(deflection.magnitude)
    return shaped(snap.snap(deflection, self))
  }

  /// Stages 9 and 10, dead zone and outer zone.
  ///
  /// With the offset's magnitude m, the dead zone d and the saturation s:
  ///
  /// - none: m.
  /// - radial: 0 up to d, m between d and s, 1 from s on.
  /// - axial: each axis is 0 up to d, else unchanged; then full from s on.
  /// - scaled radial: clamp((m - d) / (s - d), 0, 1).
  /// - scaled axial: that for each axis, then within the disc.
  ///
  /// Josh Sutphin, "Doing Thumbstick Dead Zones Right", 2013, has axial, radial and scaled radial under
  /// these names.
  func withoutDeadZone(_ offset: Vector) -> Deflection {
    var deflection = Deflection(offset)
    switch deadZoneShape {
    case .none: break
    case .radial: deflection.magnitude = saturated(unscaled(deflection.magnitude))
    case .axial:
      deflection = Deflection(Vector(dx: unscaled(offset.dx), dy: unscaled(offset.dy)))
      deflection.magnitude = saturated(deflection.magnitude)
    case .scaledRadial: deflection.magnitude = scaled(deflection.magnitude)
    case .scaledAxial: deflection = Deflection(Vector(dx: scaled(offset.dx), dy: scaled(offset.dy)))
    }
    return deflection
  }

  /// 0 up to the dead zone, unchanged beyond it.
  private func unscaled(_ value: Double) -> Double {
    abs(value) <= deadZone + roundingSlack ? 0 : value
  }

  /// Full from the saturation on.
  private func saturated(_ magnitude: Double) -> Double {
    magnitude >= saturation - roundingSlack ? 1 : magnitude
  }

  /// 0 up to the dead zone, full from the saturation on, and linear in between.
  private func scaled(_ value: Double) -> Double {
    let size = abs(value)
    guard size > deadZone + roundingSlack else { return 0 }
    let part = min((size - deadZone) / (saturation - deadZone), 1)
    return value < 0 ? -part : part
  }

  /// Stages 11 and 12, curve and anti-dead zone: a magnitude k other than 0 becomes
  /// min(a + k^curve (sensitivity - a), 1), with the anti-dead zone a.
  ///
  /// An a of 7849 / 32767 = 0.24 undoes XINPUT_GAMEPAD_LEFT_THUMB_DEADZONE, which many games apply.
  func curved(_ magnitude: Double) -> Double {
    guard magnitude > 0 else { return 0 }
    let curved = curve == 1 ? magnitude : pow(magnitude, curve)
    return min(antiDeadZone + curved * (sensitivity - antiDeadZone), 1)
  }

  /// Stage 14, output: the deflection in the output shape, with its axes inverted.
  ///
  /// For a square v / max(|ux|, |uy|), with u the direction of v, so that the rim of the disc becomes that
  /// of the square.
  func shaped(_ deflection: Deflection) -> Vector {
    var vector = deflection.vector
    if outputShape == .square, deflection.magnitude > 0 {
      vector = vector * (1 / max(abs(deflection.direction.dx), abs(deflection.direction.dy)))
    }
    // Subtracting from 0, rather than negating, keeps -0 out.
    if invertX { vector.dx = 0 - vector.dx }
    if invertY { vector.dy = 0 - vector.dy }
    return vector
  }
}

/// Stage 15, axis value: a deflection of -1 to 1 as an axis of the pad.
///
/// Rounds half away from zero to -32767...32767. It never uses -32768, so that full deflections to both sides are
/// equal.
public func axisValue(_ deflection: Double) -> Int16 {
  let scaled = (deflection * 32767).rounded(.toNearestOrAwayFromZero)
  return Int16(max(-32767, min(scaled, 32767)))
}
