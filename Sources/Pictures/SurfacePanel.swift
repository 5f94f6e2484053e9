public import JoystickModel

/// A part of a surface with what is on it, drawn to scale.
public struct SurfacePanel {
  /// The panel in the picture.
  public let box: Box
  /// Pixels per millimetre.
  public let scale: Double
  /// The top left corner of the surface in the picture.
  private let origin: SVGPoint

  /// A panel whose top left corner is that of the surface.
  public init(box: Box, scale: Double) {
    (self.box, self.scale, origin) = (box, scale, box.corner)
  }

  /// A panel with this point of the surface in its middle.
  public init(box: Box, scale: Double, middle: Point) {
    (self.box, self.scale) = (box, scale)
    origin = box.center.moved(-middle.x * scale, -middle.y * scale)
  }

  /// A point of the surface in the picture.
  public func at(_ point: Point) -> SVGPoint { origin.moved(point.x * scale, point.y * scale) }

  /// A rectangle on the surface in the picture.
  public func box(_ area: Rectangle) -> Box {
    let corner = at(Point(x: area.x, y: area.y))
    return Box(x: corner.x, y: corner.y, width: area.width * scale, height: area.height * scale)
  }
}
