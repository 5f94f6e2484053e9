internal import EventPipeline
internal import JoystickModel

/// A surface of a known size, on which percentages are lengths.
struct ScaledSurface {
  let size: SurfaceSize

  var bounds: Rectangle { Rectangle(x: 0, y: 0, width: size.width, height: size.height) }

  func length(_ length: Length) -> Double { length.millimetres(of: min(size.width, size.height)) }

  func point(_ point: PointSettings) -> Point {
    Point(x: point.x.millimetres(of: size.width), y: point.y.millimetres(of: size.height))
  }

  func area(_ area: AreaSettings) -> Rectangle {
    Rectangle(
      x: area.x.millimetres(of: size.width), y: area.y.millimetres(of: size.height),
      width: area.width.millimetres(of: size.width), height: area.height.millimetres(of: size.height))
  }

  func region(_ region: RegionSettings) -> Region {
    switch region {
    case .rectangle(let own): .rectangle(area(own))
    case .circle(let center, let radius): .circle(Circle(center: point(center), radius: length(radius)))
    }
  }
}
