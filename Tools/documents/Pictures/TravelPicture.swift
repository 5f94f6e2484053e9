import JoystickModel
import Drawing

extension Picture {
  static var travel: Picture {
    Picture(
      "travel", "Travel, handle constraint and axis: where the handle can go", height: 500,
      """
      Fingers all around a base, and the handle for each. Travel is how far the handle goes, as a part of \
      the radius; a handle constraint is a rectangle around the base that it stays in; with an axis it stays \
      on a line.
      """
    ) { area in
      let cases: [(title: String, travel: Double, constraint: Rectangle?)] = [
        ("travel = 1.0", 1, nil), ("travel = 0.6", 0.6, nil), ("travel = 1.3", 1.3, nil),
        ("handle_constraint: upper half", 1, Rectangle(x: -9, y: -9, width: 18, height: 9)),
        ("axis = \"horizontal\"", 1, Rectangle(x: -9, y: 0, width: 18, height: 0)),
        ("axis = \"vertical\"", 1, Rectangle(x: 0, y: -9, width: 0, height: 18)),
      ]
      let boxes = area.inset(bottom: 26).rows(2, gap: 10).flatMap { $0.columns(3) }
      let panels = zip(cases, boxes).flatMap { entry, box in
        let stick = StickParameters.example.with {
          ($0.radius, $0.travel, $0.handleConstraint) = (9, entry.travel, entry.constraint)
          ($0.origin, $0.movable) = (.fixed, false)
        }
        return [.code(entry.title, box.center.x, box.y + 14)] + panel(stick, in: box.inset(top: 22))
      }
      let legend: [Mark.Entry] = [
        (Mark.base, "base", 80), (finger, "a finger", 100), (Mark.handle, "the handle for it", 150),
        (Mark.limit, "what limits the handle", 170),
      ]
      return panels + Mark.legend(legend, in: area)
    }
  }

  private static func finger(_ place: PixelPoint) -> [SVGElement] {
    [.circle(place, radius: 4, .stroke(.vermilion, width: 1.5))]
  }

  private static func panel(_ stick: StickParameters, in box: PixelRectangle) -> [SVGElement] {
    let panel = SurfacePanel(box: box, scale: 5.6, middle: stick.center)
    let limit =
      stick.handleConstraint.map { SVGElement.rectangle(panel.box($0), .limit) }
      ?? .circle(panel.at(stick.center), radius: stick.reach * panel.scale, .limit)
    let handles = (0..<16).flatMap { number -> [SVGElement] in
      let direction = compass(22.5 * Double(number), 14.5)
      let touch = place(stick.center, direction.dx, direction.dy)
      let handle = panel.at(StickRun(stick, touch: touch).now.report.handle)
      return [.line(panel.at(touch), handle, .stroke(.faint, width: 1.5))] + finger(panel.at(touch)) + [
        .circle(handle, radius: 4, .fill(.blue))
      ]
    }
    return [panel.background] + panel.base(stick.center, stick) + [limit] + handles
  }
}
