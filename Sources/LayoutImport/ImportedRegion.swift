internal import Configuration
internal import EventPipeline

/// Where a control is, in parts of the surface.
struct ImportedRegion {
  enum Shape {
    /// With its radius as a part of the surface's shorter side.
    case circle(radius: Double)
    case rectangle
  }

  let (left, top, right, bottom): (Double, Double, Double, Double)
  private let shape: Shape
  /// The width of a surface for which it was made, divided by its height.
  let aspect: Double

  /// A control around a point. Nil if it is not on the surface, or a number is not finite.
  ///
  /// - Parameters:
  ///   - x: Its centre, as a part of the surface's width.
  ///   - y: Its centre, as a part of the height.
  ///   - halfWidth: Half of its width, as a part of the surface's width.
  ///   - halfHeight: Half of its height, as a part of the surface's height.
  ///   - isRound: Whether it is a circle or an ellipse. An ellipse that is longer than wide becomes a rectangle.
  ///   - aspect: The width of a surface for which it was made, divided by its height.
  init?(
    x: Double, y: Double, halfWidth: Double, halfHeight: Double, isRound: Bool, aspect: Double
  ) {
    guard [x, y, halfWidth, halfHeight].allSatisfy({ $0.isFinite && $0.magnitude < 1000 }),
      min(halfWidth, halfHeight) >= Self.minSize, aspect.isFinite, aspect > 0
    else { return nil }
    let isInside = (0...1).contains(x) && (0...1).contains(y)
    let ratio = halfWidth * aspect / halfHeight
    if isRound, isInside, (0.7...1.4).contains(ratio) {
      let radius = aspect < 1 ? (halfWidth + halfHeight / aspect) / 2 : (halfWidth * aspect + halfHeight) / 2
      self.shape = .circle(radius: radius)
    } else {
      self.shape = .rectangle
    }
    (left, right) = (max(0, x - halfWidth), min(1, x + halfWidth))
    (top, bottom) = (max(0, y - halfHeight), min(1, y + halfHeight))
    (center.x, center.y) = (x, y)
    self.aspect = aspect
    guard right - left >= Self.minSize, bottom - top >= Self.minSize else { return nil }
  }

  private(set) var center: (x: Double, y: Double) = (0, 0)

  /// Values are rounded to a thousandth, and sizes must not become 0.
  private static let minSize = 0.001

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// A part of the rectangle around it, between these parts of its width and height. Nil if it is too small.
  func part(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ImportedRegion? {
    ImportedRegion(
      x: left + width * (x.lowerBound + x.upperBound) / 2,
      y: top + height * (y.lowerBound + y.upperBound) / 2,
      halfWidth: width * (x.upperBound - x.lowerBound) / 2,
      halfHeight: height * (y.upperBound - y.lowerBound) / 2, isRound: false, aspect: aspect)
  }

  var key: (key: String, value: String) {
    switch shape {
    case .circle(let radius):
      let (x, y) = (Self.percent(center.x), Self.percent(center.y))
      return ("region", "{ center = [\(x), \(y)], radius = \(Self.percent(min(radius, 1))) }")
    case .rectangle:
      let (x, y) = (Self.percent(left), Self.percent(top))
      let (width, height) = (Self.percent(right - left), Self.percent(bottom - top))
      return ("region", "{ x = \(x), y = \(y), width = \(width), height = \(height) }")
    }
  }

  /// The radius of a stick's base that fills the circle. Nil for a rectangle, and if it could be too small for the handle.
  var stickRadius: String? {
    guard case .circle(let radius) = shape, radius >= 0.08 else { return nil }
    return Self.percent(min(radius, 0.5))
  }

  /// A part of the surface, in the notation of the file.
  static func percent(_ part: Double) -> String {
    let rounded = (part * 1000).rounded() / 10
    return rounded == 0 ? "0" : "\"\(Length.percent(rounded).text)\""
  }
}
