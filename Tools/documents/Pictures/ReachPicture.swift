import JoystickModel
import Drawing

extension Picture {
  static var reach: Picture {
    Picture(
      "reach", "Reach, and glass that does nothing", height: 324,
      """
      A surface with two buttons, whose reach is drawn around them, and ignored glass at the right edge. Touches on a button, \
      and beside both within its reach, press it; where both reach, the nearer one. Touches on the ignored glass do \
      nothing, also within the reach of a button. All others belong to the desktop.
      """
    ) { area in
      let panel = SurfacePanel(box: area.inset(bottom: 36), scale: 4, middle: Point(x: 86, y: 32))
      let touches = stride(from: 6.0, through: 62, by: 5).flatMap { y in
        stride(from: 5.0, through: 168, by: 6).flatMap { x in
          let touch = Point(x: x, y: y)
          return Reaching.mark(ofOwner: Reaching.owner(of: touch))(panel.at(touch))
        }
      }
      let legend: [Mark.Entry] = [
        (Reaching.mark(ofOwner: 0), "presses the first button", 165),
        (Reaching.mark(ofOwner: 1), "presses the second button", 180),
        (Reaching.mark(ofOwner: 2), "does nothing", 110),
        (Reaching.mark(ofOwner: nil), "belongs to the desktop", 150),
      ]
      return [panel.background] + Reaching.shapes(panel) + touches + Mark.legend(legend, in: area, above: 8)
    }
  }
}

/// Two buttons with a reach, and ignored glass.
private enum Reaching {
  static let first = Circle(center: Point(x: 44, y: 32), radius: 13)
  static let second = Rectangle(x: 74, y: 19, width: 40, height: 26)
  static let ignored = Rectangle(x: 122, y: 0, width: 50, height: 64)
  static let reach = 12.0

  static let layout: Layout = {
    let regions: [(GamepadButton, Region)] = [(.south, .circle(first)), (.east, .rectangle(second))]
    let buttons = regions.map { output, region in
      var button = ButtonControl(name: output.label, region: region, output: output)
      button.reach = reach
      return Control.button(button)
    }
    return Layout(
      surface: Rectangle(x: 0, y: 0, width: 172, height: 64),
      controls: buttons + [.ignore(IgnoreControl(name: "ignore", region: .rectangle(ignored)))])
  }()

  static func shapes(_ panel: SurfacePanel) -> [SVGElement] {
    let (center, radius, margin) = (panel.at(first.center), first.radius * panel.scale, reach * panel.scale)
    let (rectangle, palm) = (panel.box(second), panel.box(ignored))
    let inside = Paint(fill: .baseInside, stroke: .base, width: 1.5)
    return [
      .rectangle(palm, .fill(.faint)),
      .circle(center, radius: radius + margin, .limit),
      .rectangle(
        rectangle.inset(left: -margin, top: -margin, right: -margin, bottom: -margin), rounding: margin,
        .limit),
      .circle(center, radius: radius, inside), .rectangle(rectangle, inside),
      // Between two rows of touches.
      .code("reach = \"12mm\"", rectangle.center.x, panel.at(Point(x: 0, y: 14.5)).y),
      .code("[[ignore]]", palm.center.x, panel.at(Point(x: 0, y: 14.5)).y),
    ]
  }

  /// The place of the control that a single touch on the surface belongs to.
  static func owner(of touch: Point) -> Int? {
    var layout = layout
    layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: touch), time: 0)
    return (0..<layout.controlCount).first { layout.report(at: $0).isTouched }
  }

  static func mark(ofOwner owner: Int?) -> (PixelPoint) -> [SVGElement] {
    switch owner {
    case 0: Mark.circle(3.5, .fill(.blue))
    case 1: { [.rectangle(PixelRectangle(x: $0.x - 3, y: $0.y - 3, width: 6, height: 6), .fill(.vermilion))] }
    case 2: { [.line($0.moved(-3, 0), $0.moved(3, 0), .stroke(.muted, width: 2))] }
    default: Mark.circle(2.5, .stroke(.base))
    }
  }
}
