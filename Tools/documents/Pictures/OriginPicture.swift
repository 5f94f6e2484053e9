import JoystickModel
import Drawing

extension Picture {
  static var origin: Picture {
    Picture(
      "origin", "Origin: where the handle is measured from", height: 450,
      """
      Each origin for a touch near the base and for one far from it; in both the finger then goes the same \
      way. Fixed measures from the base, relative from the touch-down, floating moves the base to the \
      touch-down, and semi is fixed within the catch distance and floating beyond it.
      """
    ) { area in
      let rows = area.inset(top: 44, bottom: 34).rows(2, gap: 28)
      let cases: [(title: String, origin: StickOrigin)] = [
        ("origin = \"fixed\"", .fixed), ("\"relative\"", .relative), ("\"floating\"", .floating),
        ("\"semi\"", .semi(catchDistance: 9)),
      ]
      let titles = zip(cases, rows[0].columns(4)).map { SVGElement.code($0.title, $1.center.x, $1.y - 30) }
      let headings = zip(rows, ["a touch within catch_distance", "a touch beyond it"]).map {
        SVGElement.note($1, $0.x, $0.y - 8, .start)
      }
      let panels = zip(rows, [Point(x: -3, y: 3), Point(x: 10, y: -5)]).flatMap { row, touch in
        zip(cases, row.columns(4)).flatMap { panel($0.origin, touch, in: $1) }
      }
      let legend: [Mark.Entry] = [
        (Mark.base, "base", 70), (Mark.outline, "where it was", 115), (Mark.touchDown, "touch-down", 110),
        (Mark.finger, "finger now", 105), (Mark.handle, "handle", 80), (Mark.limit, "catch_distance", 120),
      ]
      return titles + headings + panels + Mark.legend(legend, in: area, above: 8)
    }
  }

  private static func panel(_ origin: StickOrigin, _ touch: Point, in box: PixelRectangle) -> [SVGElement] {
    let stick = StickParameters.example.with { ($0.origin, $0.movable) = (origin, false) }
    var run = StickRun(stick, touch: touch)
    let first = run.now.report
    let finger = place(touch, 6, -1)
    run.move(to: finger)
    let report = run.now.report

    let panel = SurfacePanel(box: box, scale: 4.4, middle: Point(x: 4, y: 0))
    var elements = [panel.background] + panel.base(report.base, stick)
    if case .semi(let distance) = origin {
      elements.append(.circle(panel.at(stick.center), radius: distance * panel.scale, .limit))
    }
    let out = "\(twoDecimals(first.polar.displacement)) → \(twoDecimals(report.polar.displacement))"
    return elements + panel.handle(report, fingerFrom: touch, to: finger) + [
      .note("displacement \(out)", box.center.x, box.bottom - 7)
    ]
  }
}
