internal import EventPipeline
internal import JoystickModel

/// A surface of a known size, on which percentages are lengths.
struct ScaledSurface {
  let size: SurfaceSize

  var bounds: Rectangle { Rectangle(x: 0, y: 0, width: size.width, height: size.height) }

  func length(_ length: Length, of whole: LengthWhole = .shorterSide) -> Double {
    switch whole {
    case .width: length.millimetres(of: size.width)
    case .height: length.millimetres(of: size.height)
    case .shorterSide: length.millimetres(of: min(size.width, size.height))
    }
  }

  func point(_ point: PointSettings) -> Point {
    Point(x: length(point.x, of: .width), y: length(point.y, of: .height))
  }

  func area(_ area: AreaSettings) -> Rectangle {
    Rectangle(
      x: length(area.x, of: .width), y: length(area.y, of: .height), width: length(area.width, of: .width),
      height: length(area.height, of: .height))
  }

  func region(_ region: RegionSettings) -> Region {
    switch region {
    case .rectangle(let rectangle): .rectangle(area(rectangle))
    case .circle(let center, let radius): .circle(Circle(center: point(center), radius: length(radius)))
    }
  }
}
