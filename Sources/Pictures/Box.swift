/// A rectangle in a picture, in pixels.
public struct Box: Equatable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// From the left edge to the right.
  public var width: Double
  /// From the top edge to the bottom.
  public var height: Double

  /// Makes a rectangle from its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var right: Double { x + width }
  /// The bottom edge.
  public var bottom: Double { y + height }
  /// The top left corner.
  public var corner: SVGPoint { SVGPoint(x: x, y: y) }
  /// The middle.
  public var center: SVGPoint { SVGPoint(x: x + width / 2, y: y + height / 2) }

  /// What is left of it between margins.
  public func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> Box {
    Box(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  /// Boxes of the same width beside each other.
  public func columns(_ count: Int, gap: Double = 12) -> [Box] {
    let width = (width - gap * Double(count - 1)) / Double(count)
    return (0..<count).map { Box(x: x + Double($0) * (width + gap), y: y, width: width, height: height) }
  }

  /// Boxes of the same height below each other.
  public func rows(_ count: Int, gap: Double = 12) -> [Box] {
    let height = (height - gap * Double(count - 1)) / Double(count)
    return (0..<count).map { Box(x: x, y: y + Double($0) * (height + gap), width: width, height: height) }
  }
}
