internal import JoystickModel
internal import EventPipeline

/// The picture that the overlay covers: all of an output.
struct OutputPicture: Equatable, Sendable {
  /// The width in pixels, above 0.
  var width: Int
  /// The height in pixels, above 0.
  var height: Int
  /// How the picture lies on its panel.
  var transform: OutputTransform

  /// Makes the picture of an output.
  init(width: Int, height: Int, transform: OutputTransform = .normal) {
    self.width = width
    self.height = height
    self.transform = transform
  }

  /// All its pixels.
  var box: PixelBox { PixelBox(left: 0, top: 0, right: width, bottom: height) }
}

/// Where millimetres on a touchscreen are in the picture under it.
///
/// The surface covers the panel, so a part of the surface is the same part of the panel, whatever the resolution. A
/// device that is held like the picture, as with `rotation = "screen"`, is not turned at all.
struct SurfaceMapping: Equatable {
  private let picture: OutputPicture
  private let width: Double
  private let height: Double
  private let held: OutputTransform

  init(_ layout: FeedLayout, _ picture: OutputPicture) {
    self.init(
      width: Double(layout.width), height: Double(layout.height), rotation: Int(layout.rotation), picture)
  }

  /// - Parameter rotation: How the device is held, in degrees.
  init(width: Double, height: Double, rotation: Int, _ picture: OutputPicture) {
    (self.width, self.height, self.picture) = (width, height, picture)
    held = OutputTransform(degrees: rotation)
  }

  var bounds: PixelRectangle {
    PixelRectangle(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
  }

  /// The place on the surface of a place in the picture.
  func point(at pixel: PixelPoint) -> Point {
    let part = Point(x: pixel.x / Double(picture.width), y: pixel.y / Double(picture.height))
    let place = held.picture(ofPanel: picture.transform.panel(ofPicture: part))
    return Point(x: place.x * width, y: place.y * height)
  }

  /// A place on the surface in the picture.
  func at(_ point: Point) -> PixelPoint {
    let panel = held.panel(ofPicture: Point(x: point.x / width, y: point.y / height))
    let part = picture.transform.picture(ofPanel: panel)
    return PixelPoint(x: part.x * Double(picture.width), y: part.y * Double(picture.height))
  }

  /// A rectangle on the surface in the picture.
  func rectangle(_ rectangle: Rectangle) -> PixelRectangle {
    let corner = at(Point(x: rectangle.x, y: rectangle.y))
    let other = at(Point(x: rectangle.x + rectangle.width, y: rectangle.y + rectangle.height))
    return PixelRectangle(
      x: min(corner.x, other.x), y: min(corner.y, other.y), width: abs(other.x - corner.x),
      height: abs(other.y - corner.y))
  }

  /// The square around a circle on the surface. In the picture it is a rectangle where pixels are not square.
  ///
  /// Its size does not depend on where it is: a circle that moves would change its size with the errors of rounding.
  func rectangle(around circle: Circle) -> PixelRectangle {
    let middle = at(circle.center)
    let size = rectangle(Rectangle(x: 0, y: 0, width: 2 * circle.radius, height: 2 * circle.radius))
    return PixelRectangle(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
  }

  /// A length on the surface in pixels, on average.
  func length(_ millimetres: Double) -> Double {
    let unit = rectangle(Rectangle(x: 0, y: 0, width: millimetres, height: millimetres))
    return (unit.width + unit.height) / 2
  }
}
