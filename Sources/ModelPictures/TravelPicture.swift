internal import JoystickModel
internal import Pictures

extension Picture {
  /// Where the handle can go.
  static var travel: Picture {
    let height = 500.0
    let area = area(height: height)
    let boxes = area.inset(bottom: 26).rows(2, gap: 10).flatMap { $0.columns(3) }
    return Picture(
      name: "travel", title: "Travel, handle constraint and axis: where the handle can go",
      summary: """
        Fingers all around a base, and the handle for each. Travel is how far the handle goes, as a part of \
        the radius; a handle constraint is a rectangle around the base that it stays in; with an axis it stays \
        on a line.
        """,
      height: height,
      elements: zip(TravelCase.all, boxes).flatMap { $0.panel(in: $1) }
        + Mark.legend(
          [
            (Mark.base, "base", 80), ({ [TravelCase.finger($0)] }, "a finger", 100),
            (Mark.handle, "the handle for it", 150),
            (Mark.line(.stroke(.green, width: 1.5, dash: "5 3")), "what limits the handle", 170),
          ], at: SVGPoint(x: area.x, y: area.bottom - 6)))
  }
}

/// One stick that fingers pull to all sides.
private struct TravelCase {
  let title: String
  var travel = 1.0
  var constraint: Rectangle?

  private static let radius = 9.0

  static let all = [
    TravelCase(title: "travel = 1.0"),
    TravelCase(title: "travel = 0.6", travel: 0.6),
    TravelCase(title: "travel = 1.3", travel: 1.3),
    TravelCase(
      title: "handle_constraint: upper half", constraint: Rectangle(x: -9, y: -9, width: 18, height: 9)),
    TravelCase(
      title: "axis = \"horizontal\"", constraint: Rectangle(x: -9, y: 0, width: 18, height: 0)),
    TravelCase(
      title: "axis = \"vertical\"", constraint: Rectangle(x: 0, y: -9, width: 0, height: 18)),
  ]

  func panel(in box: Box) -> [SVGElement] {
    var parameters = StickParameters.example()
    parameters.radius = Self.radius
    parameters.travel = travel
    parameters.handleConstraint = constraint
    parameters.origin = .fixed
    parameters.movable = false
    let panel = SurfacePanel(
      box: box.inset(top: 22), scale: 5.6, middle: parameters.center)
    let elements =
      [.text(title, at: box.corner.moved(box.width / 2, 14), .code.anchored(.middle)), panel.background]
      + panel.base(parameters.center, radius: parameters.radius) + [limit(panel, parameters)]
    return elements
      + (0..<16).flatMap { number in
        let direction = compass(22.5 * Double(number))
        return handle(
          for: place(parameters.center, 14.5 * direction.dx, 14.5 * direction.dy), parameters, panel)
      }
  }

  private func limit(_ panel: SurfacePanel, _ parameters: StickParameters) -> SVGElement {
    let paint = Paint.stroke(.green, width: 1.5, dash: "5 3")
    guard let constraint else {
      return .circle(panel.at(parameters.center), radius: parameters.reach * panel.scale, paint)
    }
    return .rectangle(panel.box(constraint), paint)
  }

  private func handle(
    for finger: Point, _ parameters: StickParameters, _ panel: SurfacePanel
  ) -> [SVGElement] {
    var run = StickRun(parameters)
    run.touchDown(at: finger)
    let handle = run.now.report.handle
    return [
      .line(panel.at(finger), panel.at(handle), .stroke(.faint, width: 1.5)),
      Self.finger(panel.at(finger)), .circle(panel.at(handle), radius: 4, .fill(.blue)),
    ]
  }

  static func finger(_ place: SVGPoint) -> SVGElement {
    .circle(place, radius: 4, .stroke(.vermilion, width: 1.5))
  }
}
