// Stages 5 to 8 of a stick, which move its handle: formulas that keep no state, in their order. Offsets are
// in millimetres from the base's centre, y downwards.

/// What two numbers that ought to be equal may differ by: positions are sums of rounded products, and a
/// handle that is meant to lie on a limit lies a rounding error to either side of it. In millimetres, or
/// as a part of the travel.
let roundingSlack = 1e-9

/// Stage 5, moving base: how far a base of this reach goes after a handle that is beyond its rim.
///
/// e/|e| (|e| - R) where |e| > R, else nothing. A billionth of R is left as slack, so that a handle that
/// rests on the rim, and is measured a rounding error beyond it, does not push the base on for ever.
///
/// JoyStickView's movable, and nipplejs's follow.
func follow(_ offset: Vector, reach: Double) -> Vector {
  let length = offset.length
  guard length > reach * (1 + roundingSlack) else { return .zero }
  return offset * ((length - reach) / length)
}

/// Stages 6 and 7, travel and handle constraint: where the handle is for a finger at this offset.
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

/// Stage 8, moved tolerance: whether the handle has gone far enough to count as a movement.
///
/// True as soon as |ex| or |ey| has reached the tolerance. JoyStickView's handleMovedTolerance.
func hasReached(tolerance: Double, _ offset: Vector) -> Bool {
  max(abs(offset.dx), abs(offset.dy)) >= tolerance - roundingSlack
}
