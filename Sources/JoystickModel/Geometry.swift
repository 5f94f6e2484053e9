#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A position on the surface, in millimetres from its top left corner; y grows downwards.
public struct Point: Equatable, Sendable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// Makes a position from its coordinates in millimetres.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  static func + (point: Point, vector: Vector) -> Point {
    Point(x: point.x + vector.dx, y: point.y + vector.dy)
  }

  /// The vector from one point to another, in millimetres.
  public static func - (head: Point, tail: Point) -> Vector {
    Vector(dx: head.x - tail.x, dy: head.y - tail.y)
  }
}

/// A difference of two positions, in millimetres, or a deflection without a unit; y grows downwards.
public struct Vector: Equatable, Sendable {
  /// The part to the right.
  public var dx: Double
  /// The part downwards.
  public var dy: Double

  /// Makes a vector from its two parts.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  public static let zero = Vector(dx: 0, dy: 0)

  public var length: Double { (dx * dx + dy * dy).squareRoot() }

  static func * (vector: Vector, factor: Double) -> Vector {
    Vector(dx: vector.dx * factor, dy: vector.dy * factor)
  }

  /// The compass direction in degrees: 0 is up, 90 right, from 0 up to but not including 360. It is 0 for the zero
  /// vector.
  public var compassAngle: Double {
    guard self != .zero else { return 0 }
    let degrees = atan2(dx, -dy) * 180 / .pi
    guard degrees < 0 else { return degrees }
    // A hair left of north rounds to 360 itself, which is north.
    let positive = degrees + 360
    return positive < 360 ? positive : 0
  }

  /// The same direction, no longer than `limit`.
  func limited(to limit: Double) -> Vector {
    let length = length
    return length > limit ? self * (limit / length) : self
  }
}
