/// A rectangle on the surface, in millimetres. Its edges belong to it.
public struct Rectangle: Equatable, Sendable {
  public var x: Double
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
  case circle(Circle)
  case rectangle(Rectangle)

  /// Whether a touch-down at this position is inside.
  public func contains(_ point: Point) -> Bool {
    switch self {
    case .circle(let circle): (point - circle.center).length <= circle.radius
    case .rectangle(let rectangle): rectangle.contains(point)
    }
  }

  /// How far a point is from the region, in millimetres; 0 inside.
  public func distance(to point: Point) -> Double {
    switch self {
    case .circle(let circle): max(0, (point - circle.center).length - circle.radius)
    case .rectangle(let rectangle): (rectangle.clamp(point) - point).length
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

  public var center: Point {
    switch self {
    case .circle(let circle): circle.center
    case .rectangle(let rectangle): rectangle.center
    }
  }
}
