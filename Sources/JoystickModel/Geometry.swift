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

  /// The zero vector.
  public static let zero = Vector(dx: 0, dy: 0)

  /// The Euclidean length.
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

/// A rectangle on the surface, in millimetres. Its edges belong to it.
public struct Rectangle: Equatable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width, at least 0.
  public var width: Double
  /// The height, at least 0.
  public var height: Double

  /// Makes a rectangle from its top left corner and its size in millimetres.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The middle.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// Whether the point is inside or on an edge.
  public func contains(_ point: Point) -> Bool {
    clamp(point) == point
  }

  /// The point of the rectangle that is nearest to `point`.
  public func clamp(_ point: Point) -> Point {
    Point(x: max(x, min(point.x, x + width)), y: max(y, min(point.y, y + height)))
  }

  /// The vector in the rectangle, seen from the origin, that is nearest to `vector`.
  func clamp(_ vector: Vector) -> Vector {
    clamp(Point(x: vector.dx, y: vector.dy)) - Point(x: 0, y: 0)
  }
}

/// A circle on the surface, in millimetres. Its rim belongs to it.
public struct Circle: Equatable, Sendable {
  /// The middle.
  public var center: Point
  /// The radius, at least 0.
  public var radius: Double

  /// Makes a circle from its middle and its radius in millimetres.
  public init(center: Point, radius: Double) {
    self.center = center
    self.radius = radius
  }
}

/// Stage 1, hit test: the part of the surface where a contact must land to hold a control. It is closed: |p - c| <= r,
/// or x <= px <= x + width and likewise for y, so the edge belongs to it.
public enum Region: Equatable, Sendable {
  /// A circle.
  case circle(Circle)
  /// A rectangle.
  case rectangle(Rectangle)

  /// Whether a touch-down at this position is inside.
  public func contains(_ point: Point) -> Bool {
    switch self {
    case .circle(let circle): (point - circle.center).length <= circle.radius
    case .rectangle(let rectangle): rectangle.contains(point)
    }
  }

  /// The region with its edge farther out by `margin` millimetres.
  func grown(by margin: Double) -> Region {
    switch self {
    case .circle(let circle): .circle(Circle(center: circle.center, radius: circle.radius + margin))
    case .rectangle(let rectangle):
      .rectangle(
        Rectangle(
          x: rectangle.x - margin, y: rectangle.y - margin, width: rectangle.width + 2 * margin,
          height: rectangle.height + 2 * margin
        ))
    }
  }

  /// The smallest rectangle that contains it.
  public var bounds: Rectangle {
    switch self {
    case .circle(let circle):
      Rectangle(
        x: circle.center.x - circle.radius, y: circle.center.y - circle.radius, width: 2 * circle.radius,
        height: 2 * circle.radius)
    case .rectangle(let rectangle): rectangle
    }
  }

  /// The radius of the largest circle around the middle that is inside, in millimetres.
  public var inradius: Double {
    switch self {
    case .circle(let circle): circle.radius
    case .rectangle(let rectangle): min(rectangle.width, rectangle.height) / 2
    }
  }

  /// The middle.
  public var center: Point {
    switch self {
    case .circle(let circle): circle.center
    case .rectangle(let rectangle): rectangle.center
    }
  }
}
