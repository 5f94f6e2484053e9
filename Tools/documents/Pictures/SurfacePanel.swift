import Drawing
import JoystickModel

/// A part of a surface with what is on it, drawn to scale.
struct SurfacePanel {
  let box: PixelRectangle
  /// Pixels per millimetre.
  let scale: Double
  /// The top left corner of the surface in the picture.
  private let origin: PixelPoint

  /// A panel whose top left corner is that of the surface.
  init(box: PixelRectangle, scale: Double) {
    (self.box, self.scale, origin) = (box, scale, box.corner)
  }

  /// A panel with this point of the surface in its middle.
  init(box: PixelRectangle, scale: Double, middle: Point) {
    (self.box, self.scale) = (box, scale)
    origin = box.center.moved(-middle.x * scale, -middle.y * scale)
  }

  func at(_ point: Point) -> PixelPoint { origin.moved(point.x * scale, point.y * scale) }

  func box(_ area: Rectangle) -> PixelRectangle {
    let corner = at(Point(x: area.x, y: area.y))
    return PixelRectangle(x: corner.x, y: corner.y, width: area.width * scale, height: area.height * scale)
  }
}
