import JoystickModel
import Drawing

extension SurfacePanel {
  /// The panel without anything on it.
  var background: SVGElement { .rectangle(box, rounding: 6, .fill(.panel)) }

  /// A stick: its base, and the outline of the base's earlier position, if it has moved.
  func base(_ center: Point, _ stick: StickParameters) -> [SVGElement] {
    let (place, radius) = (at(center), stick.radius * scale)
    return
      (center == stick.center ? [] : [.circle(at(stick.center), radius: radius, .stroke(.base, dash: "2 3"))])
      + [
        .circle(place, radius: radius, Paint(fill: .baseInside, stroke: .base, width: 1.5)),
        .line(place.moved(-3, 0), place.moved(3, 0), .stroke(.base)),
        .line(place.moved(0, -3), place.moved(0, 3), .stroke(.base)),
      ]
  }

  /// The handle with the line to it; where a finger landed, its way from there, and its position.
  func handle(_ report: StickReport, fingerFrom start: Point, to end: Point) -> [SVGElement] {
    let way: [SVGElement] = start == end ? [] : [.line(at(start), at(end), .stroke(.vermilion, width: 1.5))]
    return [.line(at(report.base), at(report.handle), .stroke(.blue, width: 2))]
      + Mark.handle(at(report.handle)) + way
      + Mark.touchDown(at(start)) + Mark.finger(at(end))
  }
}

/// The common marks of all pictures, around a position.
enum Mark {
  static func touchDown(_ place: PixelPoint) -> [SVGElement] {
    [
      .line(place.moved(-4, -4), place.moved(4, 4), .stroke(.vermilion, width: 2)),
      .line(place.moved(-4, 4), place.moved(4, -4), .stroke(.vermilion, width: 2)),
    ]
  }

  static func finger(_ place: PixelPoint) -> [SVGElement] {
    circle(8.5, .stroke(.vermilion, width: 2))(place)
  }

  static func base(_ place: PixelPoint) -> [SVGElement] {
    circle(8, Paint(fill: .baseInside, stroke: .base, width: 1.5))(place)
  }

  /// An earlier base.
  static func outline(_ place: PixelPoint) -> [SVGElement] { circle(8, .stroke(.base, dash: "2 3"))(place) }

  static func handle(_ place: PixelPoint) -> [SVGElement] { circle(5, .fill(.blue))(place) }

  static func limit(_ place: PixelPoint) -> [SVGElement] {
    [.line(place.moved(-10, 0), place.moved(10, 0), .limit)]
  }

  static func circle(_ radius: Double, _ paint: Paint) -> (PixelPoint) -> [SVGElement] {
    { [.circle($0, radius: radius, paint)] }
  }

  typealias Entry = (mark: (PixelPoint) -> [SVGElement], text: String, width: Double)

  /// The meaning of marks, in a row at the bottom of a box. Each uses this many pixels.
  static func legend(_ entries: [Entry], in box: PixelRectangle, above: Double = 6) -> [SVGElement] {
    var place = PixelPoint(x: box.x + 10, y: box.bottom - above)
    return entries.flatMap { entry in
      defer { place.x += entry.width }
      return entry.mark(place) + [.note(entry.text, place.x + 16, place.y + 4, .start)]
    }
  }
}
