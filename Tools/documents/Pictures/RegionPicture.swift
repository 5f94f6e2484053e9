import JoystickModel
import Drawing

extension Picture {
  static var region: Picture {
    Picture(
      "region", "Regions: which stick a touch takes", height: 320,
      """
      A surface with two sticks. The first has a rectangle as its region, the second a circle that overlaps \
      it. Touches in the rectangle take the first stick, in the overlap too; touches elsewhere in the circle \
      take the second; all others take none.
      """
    ) { area in
      let panel = SurfacePanel(box: area.inset(bottom: 36), scale: 2, middle: Point(x: 160, y: 60))
      let touches = stride(from: 24.0, through: 114, by: 14).flatMap { y in
        stride(from: 8.0, through: 312, by: 16).flatMap { x in
          let touch = Point(x: x, y: y)
          return Regions.mark(ofOwner: Regions.owner(of: touch))(panel.at(touch))
        }
      }
      let legend: [Mark.Entry] = [
        (Regions.mark(ofOwner: 0), "takes the first stick", 165),
        (Regions.mark(ofOwner: 1), "takes the second stick", 175),
        (Regions.mark(ofOwner: nil), "takes none", 110),
      ]
      return [panel.background] + Regions.shapes(panel) + touches + Mark.legend(legend, in: area, above: 8)
    }
  }
}

/// Two sticks whose regions overlap.
private enum Regions {
  static let first = Rectangle(x: 14, y: 18, width: 160, height: 92)
  static let second = Circle(center: Point(x: 206, y: 64), radius: 48)

  static func shapes(_ panel: SurfacePanel) -> [SVGElement] {
    let (rectangle, center) = (panel.box(first), panel.at(second.center))
    let radius = second.radius * panel.scale
    let inside = Paint.fill(.baseInside.faded(to: 0.5))
    let outline = Paint.stroke(.base, width: 1.5, dash: "6 4")
    return [
      .rectangle(rectangle, inside), .circle(center, radius: radius, inside), .rectangle(rectangle, outline),
      .circle(center, radius: radius, outline),
      .note("first stick: its region is a rectangle", rectangle.x, rectangle.y - 8, .start),
      .note("second stick: a circle", center.x, center.y - radius - 10),
    ]
  }

  /// The stick that a single touch on the surface holds.
  static func owner(of touch: Point) -> Int? {
    let sticks: [(StickTarget, Region)] = [(.left, .rectangle(first)), (.right, .circle(second))]
    var layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 320, height: 124),
      sticks: sticks.map { target, region in
        StickControl(name: "", target: target, stick: Stick(StickParameters(region: region)))
      })
    layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: touch), time: 0)
    return layout.sticks.firstIndex { $0.stick.owner != nil }
  }

  static func mark(ofOwner owner: Int?) -> (PixelPoint) -> [SVGElement] {
    switch owner {
    case 0: Mark.circle(3.5, .fill(.blue))
    case 1: { [.rectangle(PixelRectangle(x: $0.x - 3, y: $0.y - 3, width: 6, height: 6), .fill(.vermilion))] }
    default: Mark.circle(2.5, .stroke(.base))
    }
  }
}
