package import JoystickModel
package import EventPipeline

/// The picture that the overlay covers: all of an output.
package struct OutputPicture: Equatable, Sendable {
  /// In pixels, above 0.
  package var width, height: Int
  /// How the picture lies on its panel.
  package var transform: OutputTransform

  package init(width: Int, height: Int, transform: OutputTransform = .normal) {
    (self.width, self.height, self.transform) = (width, height, transform)
  }

  /// All its pixels.
  package var box: PixelBox { PixelBox(left: 0, top: 0, right: width, bottom: height) }
}

/// Where millimetres on a touchscreen are in the picture under it.
///
/// The surface covers the panel, so a part of the surface is the same part of the panel, whatever the resolution. A
/// device that is held like the picture, as with `rotation = "screen"`, is not turned at all.
package struct SurfaceMapping: Equatable {
  /// The picture of all of the panel.
  package let bounds: PixelRectangle
  private let width, height: Double
  private let held, transform: OutputTransform
  /// Whether what moves is at whole pixels.
  private let hasPixels: Bool
  /// The pixels of a millimetre, on average.
  private var scale = 0.0

  package init(_ layout: FeedLayout, _ picture: OutputPicture) {
    self.init(
      width: Double(layout.width), height: Double(layout.height), rotation: Int(layout.rotation), picture)
  }

  /// - Parameter rotation: How the device is held, in degrees.
  package init(width: Double, height: Double, rotation: Int, _ picture: OutputPicture) {
    bounds = PixelRectangle(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
    (self.width, self.height, transform, hasPixels) = (width, height, picture.transform, true)
    held = OutputTransform(degrees: rotation)
    setScale()
  }

  /// A surface as a part of a drawing, as the user holds it.
  package init(width: Double, height: Double, in bounds: PixelRectangle) {
    (self.width, self.height, self.bounds) = (width, height, bounds)
    (held, transform, hasPixels) = (.normal, .normal, false)
    setScale()
  }

  private mutating func setScale() {
    let unit = rectangle(Rectangle(x: 0, y: 0, width: 1, height: 1))
    scale = (unit.width + unit.height) / 2
  }

  /// The place on the surface of a place in the picture.
  package func point(at pixel: PixelPoint) -> Point {
    let part = Point(x: (pixel.x - bounds.x) / bounds.width, y: (pixel.y - bounds.y) / bounds.height)
    let place = held.picture(ofPanel: transform.panel(ofPicture: part))
    return Point(x: place.x * width, y: place.y * height)
  }

  /// A place on the surface in the picture.
  package func at(_ point: Point) -> PixelPoint {
    let panel = held.panel(ofPicture: Point(x: point.x / width, y: point.y / height))
    let part = transform.picture(ofPanel: panel)
    return PixelPoint(x: bounds.x + part.x * bounds.width, y: bounds.y + part.y * bounds.height)
  }

  /// A rectangle on the surface in the picture.
  package func rectangle(_ rectangle: Rectangle) -> PixelRectangle {
    let corner = at(Point(x: rectangle.x, y: rectangle.y))
    let other = at(Point(x: rectangle.x + rectangle.width, y: rectangle.y + rectangle.height))
    return PixelRectangle(
      x: min(corner.x, other.x), y: min(corner.y, other.y), width: abs(other.x - corner.x),
      height: abs(other.y - corner.y))
  }

  /// The square around a circle on the surface. In the picture it is a rectangle where pixels are not square.
  ///
  /// Its size does not depend on where it is: a circle that moves would change its size with the errors of rounding.
  package func rectangle(around circle: Circle) -> PixelRectangle {
    let middle = at(circle.center)
    let size = rectangle(Rectangle(x: 0, y: 0, width: 2 * circle.radius, height: 2 * circle.radius))
    return PixelRectangle(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The same, where a shape that moves need not be drawn anew.
  package func snapped(around circle: Circle) -> PixelRectangle {
    let area = rectangle(around: circle)
    return hasPixels ? area.whole : area
  }

  /// The outline of a region.
  package func form(_ region: Region) -> Shape.Form {
    switch region {
    case .circle(let circle): .ellipse(rectangle(around: circle))
    case .rectangle(let area): .rectangle(rectangle(area), rounding: 0)
    }
  }

  /// A length on the surface in pixels, on average.
  package func length(_ millimetres: Double) -> Double { millimetres * scale }
}
