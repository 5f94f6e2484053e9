/// How far a mouse has moved, in counts, as its driver reports it: to the right and downwards.
public struct MouseMotion: Equatable, Sendable {
  /// REL_X.
  public var x: Int32 = 0
  /// REL_Y.
  public var y: Int32 = 0

  /// Makes a mouse that rests.
  public init(x: Int32 = 0, y: Int32 = 0) { (self.x, self.y) = (x, y) }

  static func += (sum: inout MouseMotion, other: MouseMotion) {
    sum.x &+= other.x
    sum.y &+= other.y
  }
}

/// The way that the mouse has not gone yet. The rest of a count stays for the next movement.
struct PendingMotion: Equatable, Sendable {
  /// In counts.
  private var way = Vector.zero

  mutating func add(_ counts: Vector) {
    way.dx += counts.dx
    way.dy += counts.dy
  }

  /// The whole counts since the last call.
  mutating func consume() -> MouseMotion {
    guard way != .zero else { return MouseMotion() }
    let whole = Vector(dx: Self.wholeCounts(way.dx), dy: Self.wholeCounts(way.dy))
    way = Vector(dx: way.dx - whole.dx, dy: way.dy - whole.dy)
    return MouseMotion(x: Int32(clamping: Int(whole.dx)), y: Int32(clamping: Int(whole.dy)))
  }

  /// Twenty steps of 3.3 counts are 66, although their sum is a little less.
  private static func wholeCounts(_ counts: Double) -> Double {
    (counts + (counts < 0 ? -roundingSlack : roundingSlack)).rounded(.towardZero)
  }
}
