internal import JoystickModel
internal import Pictures

extension Picture {
  /// Where the handle is measured from.
  static var origin: Picture {
    let height = 450.0
    let area = area(height: height)
    let rows = area.inset(top: 44, bottom: 34).rows(2, gap: 28)
    let cases = OriginCase.all
    let near = zip(cases, rows[0].columns(4)).flatMap { $0.panel(in: $1, touch: Point(x: -3, y: 3)) }
    let far = zip(cases, rows[1].columns(4)).flatMap { $0.panel(in: $1, touch: Point(x: 10, y: -5)) }
    let titles = zip(cases, rows[0].columns(4)).map {
      SVGElement.text($0.title, at: $1.corner.moved($1.width / 2, -30), .code.anchored(.middle))
    }
    let headings = zip(rows, ["a touch within catch_distance", "a touch beyond it"]).map {
      SVGElement.text($1, at: $0.corner.moved(0, -8), .note)
    }
    return Picture(
      name: "origin", title: "Origin: where the handle is measured from",
      summary: """
        Each origin for a touch near the base and for one far from it; in both the finger then goes the same \
        way. Fixed measures from the base, relative from the touch-down, floating moves the base to the \
        touch-down, and semi is fixed within the catch distance and floating beyond it.
        """,
      height: height,
      elements: titles + headings + near + far
        + legend(at: SVGPoint(x: area.x, y: area.bottom - 8)))
  }

  private static func legend(at place: SVGPoint) -> [SVGElement] {
    Mark.legend(
      [
        (Mark.base, "base", 70), (Mark.outline, "where it was", 115), (Mark.touchDown, "touch-down", 110),
        ({ [Mark.finger($0)] }, "finger now", 105), (Mark.handle, "handle", 80),
        (Mark.line(.stroke(.green, width: 1.5, dash: "5 3")), "catch_distance", 120),
      ], at: place)
  }
}

/// One origin.
private struct OriginCase {
  let title: String
  let origin: StickOrigin

  static let all = [
    OriginCase(title: "origin = \"fixed\"", origin: .fixed),
    OriginCase(title: "\"relative\"", origin: .relative),
    OriginCase(title: "\"floating\"", origin: .floating),
    OriginCase(title: "\"semi\"", origin: .semi(catchDistance: 9)),
  ]

  func panel(in box: Box, touch: Point) -> [SVGElement] {
    var parameters = StickParameters.example()
    parameters.origin = origin
    parameters.movable = false
    var run = StickRun(parameters)
    run.touchDown(at: touch)
    let first = run.now.report
    let finger = place(touch, 6, -1)
    run.move(to: finger)
    let report = run.now.report

    let panel = SurfacePanel(box: box, scale: 4.4, middle: Point(x: 4, y: 0))
    var elements = [panel.background]
    if report.base != parameters.center {
      elements.append(panel.outline(parameters.center, radius: parameters.radius))
    }
    elements += panel.base(report.base, radius: parameters.radius)
    if case .semi(let distance) = origin {
      let limit = Paint.stroke(.green, width: 1.5, dash: "5 3")
      elements.append(.circle(panel.at(parameters.center), radius: distance * panel.scale, limit))
    }
    let out = "\(twoDecimals(first.polar.displacement)) → \(twoDecimals(report.polar.displacement))"
    return elements + panel.handle(report) + panel.finger(from: touch, to: finger) + [
      .text("displacement \(out)", at: SVGPoint(x: box.center.x, y: box.bottom - 7), .note.anchored(.middle))
    ]
  }
}
