// The stages of a stick that are formulas and keep no state, in their order. Offsets are in
// millimetres from the base's centre, y downwards.

/// Stage 5, moving base: how far a base of this reach goes after a handle that is beyond its rim.
///
/// e/|e| (|e| - R) where |e| > R, else nothing. A billionth of R is left as slack, so that a handle that
/// rests on the rim, and is measured a rounding error beyond it, does not push the base on for ever.
func follow(_ offset: Vector, reach: Double) -> Vector {
  let length = offset.length
  guard length > reach * (1 + 1e-9) else { return .zero }
  return offset * ((length - reach) / length)
}

/// Stages 6 and 7, travel and handle constraint: where the handle is for a finger at this offset.
///
/// |e| is limited to R, then e to the constraint, then |e| to R again, for a constraint can reach
/// beyond the rim.
func handleOffset(_ offset: Vector, reach: Double, constraint: Rectangle?) -> Vector {
  let withinReach = offset.limited(to: reach)
  guard let constraint else { return withinReach }
  return constraint.clamp(withinReach).limited(to: reach)
}

/// Stage 8, moved tolerance: whether the handle has gone far enough to count as a movement.
///
/// True as soon as |ex| or |ey| has reached the tolerance.
func hasReached(tolerance: Double, _ offset: Vector) -> Bool {
  abs(offset.dx) >= tolerance || abs(offset.dy) >= tolerance
}

/// Stages 9 and 10, scaled radial dead zone and saturation: the deflection for a displacement.
///
/// k = clamp((m - d) / (s - d), 0, 1): nothing up to d, everything from s on, and no step in between.
/// See "Doing thumbstick dead zones right" by Josh Sutphin, which named the shape.
func scaledRadial(_ displacement: Double, deadZone: Double, saturation: Double) -> Double {
  max(0, min((displacement - deadZone) / (saturation - deadZone), 1))
}

// Stages 11 to 14 (curve, anti-dead zone, snapping, output shape) take their place here.

/// Stage 15, axis value: a deflection of -1 to 1 as the pad's axes have it.
///
/// Rounds half away from zero to -32767...32767. The axis reaches -32768, but then a full deflection
/// would not be the same to both sides.
public func axisValue(_ deflection: Double) -> Int16 {
  let scaled = (deflection * 32767).rounded(.toNearestOrAwayFromZero)
  return Int16(max(-32767, min(scaled, 32767)))
}
