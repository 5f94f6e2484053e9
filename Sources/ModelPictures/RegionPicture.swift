internal import JoystickModel
internal import Pictures

extension Picture {
  /// Where touches take a stick.
  static var region: Picture {
    let height = 320.0
    let area = area(height: height)
    let layout = RegionLayout()
    let panel = SurfacePanel(
      box: area.inset(bottom: 36), scale: 2, middle: Point(x: layout.surface.width / 2, y: 60))
    return Picture(
      name: "region", title: "Regions: which stick a touch takes",
      summary: """
        A surface with two sticks. The first has a rectangle as its region, the second a circle that overlaps \
        it. Touches in the rectangle take the first stick, in the overlap too; touches elsewhere in the circle \
        take the second; all others take none.
        """,
      height: height,
      elements: [panel.background] + layout.regions(panel) + layout.touches(panel)
        + Mark.legend(
          [
            ({ RegionLayout.touch($0, owner: 0) }, "takes the first stick", 165),
            ({ RegionLayout.touch($0, owner: 1) }, "takes the second stick", 175),
            ({ RegionLayout.touch($0, owner: nil) }, "takes none", 110),
          ], at: SVGPoint(x: area.x, y: area.bottom - 8)))
  }
}

/// Two sticks whose regions overlap.
private struct RegionLayout {
  let surface = Rectangle(x: 0, y: 0, width: 320, height: 124)
  private let first = Rectangle(x: 14, y: 18, width: 160, height: 92)
  private let second = Circle(center: Point(x: 206, y: 64), radius: 48)

  private var layout: Layout {
    Layout(
      surface: surface,
      sticks: [
        StickControl(
          name: "left", target: .left, stick: Stick(StickParameters(region: .rectangle(first)))),
        StickControl(
          name: "right", target: .right, stick: Stick(StickParameters(region: .circle(second)))),
      ])
  }

  func regions(_ panel: SurfacePanel) -> [SVGElement] {
    let outline = Paint.stroke(.base, width: 1.5, dash: "6 4")
    return [
      .rectangle(panel.box(first), Paint(fill: .baseInside, fillOpacity: 0.5)),
      .circle(panel.at(second.center), radius: second.radius * panel.scale, .fill(.baseInside, opacity: 0.5)),
      .rectangle(panel.box(first), outline),
      .circle(panel.at(second.center), radius: second.radius * panel.scale, outline),
      .text("first stick: its region is a rectangle", at: panel.at(Point(x: 14, y: 14)), .note),
      .text("second stick: a circle", at: panel.at(Point(x: 206, y: 11)), .note.anchored(.middle)),
    ]
  }

  /// A touch in each of many places, alone on the surface.
  func touches(_ panel: SurfacePanel) -> [SVGElement] {
    let rows = stride(from: 24.0, through: 114, by: 14)
    return rows.flatMap { y in
      stride(from: 8.0, through: 312, by: 16).flatMap { x in
        let position = Point(x: x, y: y)
        return Self.touch(panel.at(position), owner: owner(of: position))
      }
    }
  }

  private func owner(of position: Point) -> Int? {
    var layout = layout
    layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: position), time: 0)
    return layout.sticks.firstIndex { $0.stick.owner != nil }
  }

  static func touch(_ place: SVGPoint, owner: Int?) -> [SVGElement] {
    switch owner {
    case 0: [.circle(place, radius: 3.5, .fill(.blue))]
    case 1: [.rectangle(Box(x: place.x - 3, y: place.y - 3, width: 6, height: 6), .fill(.vermilion))]
    default: [.circle(place, radius: 2.5, .stroke(.base))]
    }
  }
}
