internal import EventPipeline
internal import JoystickModel

// The visible part of a region on the surface.
extension ScaledSurface {
  func visibleBox(of region: Region) -> Rectangle {
    let box = region.bounds
    let (left, top) = (max(box.x, 0), max(box.y, 0))
    return Rectangle(
      x: left, y: top, width: max(min(box.x + box.width, size.width) - left, 0),
      height: max(min(box.y + box.height, size.height) - top, 0))
  }

  /// In square millimetres; an estimate for a circle on an edge.
  func visibleArea(of region: Region) -> Double {
    let box = visibleBox(of: region)
    return switch region {
    case .rectangle: box.width * box.height
    case .circle: box.width * box.height * .pi / 4
    }
  }

  /// Whether the visible part of one region is inside another. Only simple cases are detected.
  func covers(_ outer: Region, _ inner: Region) -> Bool {
    var corners: [Point] { visibleBox(of: inner).corners }
    switch (outer, inner) {
    case (.circle(let outer), .circle(let circle)):
      if (circle.center - outer.center).length + circle.radius <= outer.radius + Self.rounding { return true }
      return corners.allSatisfy { Region.circle(outer).contains($0) }
    case (.circle(let outer), .rectangle):
      let grown = Circle(center: outer.center, radius: outer.radius + Self.rounding)
      return corners.allSatisfy { Region.circle(grown).contains($0) }
    case (.rectangle(let rectangle), _):
      let grown = Rectangle(
        x: rectangle.x - Self.rounding, y: rectangle.y - Self.rounding,
        width: rectangle.width + 2 * Self.rounding,
        height: rectangle.height + 2 * Self.rounding)
      return corners.allSatisfy(grown.contains)
    }
  }

  /// In millimetres: the rounding error of added percentages.
  private static let rounding = 1e-9
}

extension Rectangle {
  var corners: [Point] {
    [
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x, y: y + height),
      Point(x: x + width, y: y + height),
    ]
  }
}

enum SurfaceEdge: String, CaseIterable {
  case left, right, top, bottom

  var direction: String {
    switch self {
    case .left, .right: rawValue
    case .top: "up"
    case .bottom: "down"
    }
  }

  /// Whether a handle on these axes moves that way.
  func counts(for axis: HandleAxis) -> Bool {
    switch self {
    case .left, .right: axis != .vertical
    case .top, .bottom: axis != .horizontal
    }
  }
}
