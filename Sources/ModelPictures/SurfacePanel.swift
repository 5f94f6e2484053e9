internal import JoystickModel
internal import Pictures

/// A part of a surface with what is on it, drawn to scale.
struct SurfacePanel {
  /// Where the panel is in the picture.
  let box: Box
  /// Pixels for a millimetre.
  let scale: Double
  /// What is on the surface in the middle of the panel.
  let middle: Point

  /// The panel without anything on it.
  var background: SVGElement { .rectangle(box, rounding: 6, .fill(.panel)) }

  /// Where something on the surface is in the picture.
  func at(_ point: Point) -> SVGPoint {
    box.center.moved((point.x - middle.x) * scale, (point.y - middle.y) * scale)
  }

  /// A rectangle on the surface in the picture.
  func box(_ area: Rectangle) -> Box {
    let corner = at(Point(x: area.x, y: area.y))
    return Box(x: corner.x, y: corner.y, width: area.width * scale, height: area.height * scale)
  }

  /// A base of this radius.
  func base(_ center: Point, radius: Double) -> [SVGElement] {
    let place = at(center)
    return [
      .circle(place, radius: radius * scale, Paint(fill: .baseInside, stroke: .base, width: 1.5)),
      .line(place.moved(-3, 0), place.moved(3, 0), .stroke(.base)),
      .line(place.moved(0, -3), place.moved(0, 3), .stroke(.base)),
    ]
  }

  /// The outline of a base that is not there now.
  func outline(_ center: Point, radius: Double) -> SVGElement {
    .circle(at(center), radius: radius * scale, .stroke(.base, dash: "2 3"))
  }

  /// The handle, and the line that leads to it.
  func handle(_ report: StickReport) -> [SVGElement] {
    [
      .line(at(report.base), at(report.handle), .stroke(.blue, width: 2)),
      .circle(at(report.handle), radius: 5, .fill(.blue)),
    ]
  }

  /// Where a finger came down, its way from there, and where it is.
  func finger(from start: Point, to end: Point) -> [SVGElement] {
    let way: [SVGElement] = start == end ? [] : [.line(at(start), at(end), .stroke(.vermilion, width: 1.5))]
    return way + Mark.touchDown(at(start)) + [Mark.finger(at(end))]
  }
}

/// The marks that mean the same in all pictures.
enum Mark {
  /// Where a finger came down.
  static func touchDown(_ place: SVGPoint) -> [SVGElement] {
    [
      .line(place.moved(-4, -4), place.moved(4, 4), .stroke(.vermilion, width: 2)),
      .line(place.moved(-4, 4), place.moved(4, -4), .stroke(.vermilion, width: 2)),
    ]
  }

  /// Where a finger is.
  static func finger(_ place: SVGPoint) -> SVGElement {
    .circle(place, radius: 8.5, .stroke(.vermilion, width: 2))
  }

  /// What the marks mean, in a row.
  ///
  /// - Parameter entries: The marks, and their meanings with the space in pixels that each takes.
  static func legend(
    _ entries: [(mark: (SVGPoint) -> [SVGElement], text: String, width: Double)], at place: SVGPoint
  ) -> [SVGElement] {
    var elements: [SVGElement] = []
    var x = place.x
    for entry in entries {
      elements += entry.mark(SVGPoint(x: x + 10, y: place.y))
      elements.append(.text(entry.text, at: SVGPoint(x: x + 26, y: place.y + 4), .note))
      x += entry.width
    }
    return elements
  }

  /// The mark of a base.
  static func base(_ place: SVGPoint) -> [SVGElement] {
    [.circle(place, radius: 8, Paint(fill: .baseInside, stroke: .base, width: 1.5))]
  }

  /// The mark of a base that was there.
  static func outline(_ place: SVGPoint) -> [SVGElement] {
    [.circle(place, radius: 8, .stroke(.base, dash: "2 3"))]
  }

  /// The mark of a handle.
  static func handle(_ place: SVGPoint) -> [SVGElement] { [.circle(place, radius: 5, .fill(.blue))] }

  /// The mark of a line.
  static func line(_ paint: Paint) -> (SVGPoint) -> [SVGElement] {
    { place in [.line(place.moved(-10, 0), place.moved(10, 0), paint)] }
  }
}
