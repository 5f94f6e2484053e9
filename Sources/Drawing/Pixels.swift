/// A position in a picture, in its pixels from the top left corner; y grows downwards.
package struct PixelPoint: Equatable, Sendable {
  package var x, y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  package func moved(_ dx: Double, _ dy: Double) -> PixelPoint { PixelPoint(x: x + dx, y: y + dy) }
}

/// A rectangle in a picture, in its pixels.
package struct PixelRectangle: Equatable, Sendable {
  package var x, y, width, height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The smallest rectangle with these points.
  package init(around points: [PixelPoint]) {
    let first = points.first ?? PixelPoint(x: 0, y: 0)
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  package init(around middle: PixelPoint, width: Double, height: Double) {
    self.init(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }
  package var corner: PixelPoint { PixelPoint(x: x, y: y) }
  package var center: PixelPoint { PixelPoint(x: x + width / 2, y: y + height / 2) }

  /// Whether the two share more than an edge.
  package func intersects(_ other: PixelRectangle) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  package func contains(_ other: PixelRectangle) -> Bool {
    x <= other.x && y <= other.y && right >= other.right && bottom >= other.bottom
  }

  /// The part that the two share; without a size if they share nothing.
  package func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRectangle(
      x: left, y: top, width: max(0, min(right, other.right) - left),
      height: max(0, min(bottom, other.bottom) - top))
  }

  /// The nearest rectangle of whole pixels. A shape that moves by whole pixels need not be drawn anew.
  package var whole: PixelRectangle {
    PixelRectangle(x: x.rounded(), y: y.rounded(), width: width.rounded(), height: height.rounded())
  }

  /// The rectangle with its edges farther in; one without a size keeps its middle.
  package func inset(by distance: Double) -> PixelRectangle {
    let (dx, dy) = (min(distance, width / 2), min(distance, height / 2))
    return PixelRectangle(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }
}

/// A rectangle of whole pixels.
package struct PixelBox: Equatable, Sendable {
  /// The first column, and the one after the last.
  package var left, right: Int
  /// The first row, and the one after the last.
  package var top, bottom: Int

  package init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// All pixels that a rectangle touches, with a margin around it; none if it reaches far beyond any screen, or has an
  /// edge that is not a number, as in a damaged feed.
  package init(around rectangle: PixelRectangle, margin: Double = 0) {
    let (left, top) = (rectangle.x - margin, rectangle.y - margin)
    let (right, bottom) = (rectangle.right + margin, rectangle.bottom + margin)
    // A sum with something that is not a number is none, either.
    guard abs(left) + abs(top) + abs(right) + abs(bottom) <= Self.limit else {
      self.init(left: 0, top: 0, right: 0, bottom: 0)
      return
    }
    self.init(
      left: Int(left.rounded(.down)), top: Int(top.rounded(.down)), right: Int(right.rounded(.up)),
      bottom: Int(bottom.rounded(.up)))
  }

  private static let limit = 1e6

  package var width: Int { right - left }
  package var height: Int { bottom - top }
  package var area: Int { width * height }
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  package func intersects(_ other: PixelBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  package func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// The smallest rectangle that contains both.
  package func union(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}

extension [PixelBox] {
  /// Adds a rectangle, and joins it with those that it shares pixels with, so that no pixel is in two.
  package mutating func add(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    var sum = box
    while let index = firstIndex(where: sum.intersects) { sum = sum.union(remove(at: index)) }
    append(sum)
  }
}
