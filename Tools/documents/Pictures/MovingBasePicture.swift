import JoystickModel
import Drawing

extension Picture {
  static var movingBase: Picture {
    Picture(
      "moving-base", "The moving base, frame by frame", height: 500,
      """
      A finger goes to the right, beyond the rim, and part of the way back, in five frames. A movable base \
      follows it from the rim on, so that the way back has effect at once. With movable_bounds it stops \
      where its centre reaches their edge. A base that is not movable stays, with the handle at its rim.
      """
    ) { area in
      let bounds = Rectangle(x: -5, y: -5, width: 11, height: 10)
      let cases: [(title: String, stick: StickParameters)] = [
        ("movable = true", .example),
        ("movable = true, with movable_bounds", .example.with { $0.movableBounds = bounds }),
        ("movable = false", .example.with { $0.movable = false }),
      ]
      let rows = zip(cases, area.inset(bottom: 26).rows(3, gap: 0)).flatMap { entry, row in
        [.code(entry.title, row.x, row.y + 16, .start)] + frames(entry.stick, in: row)
      }
      let legend: [Mark.Entry] = [
        (Mark.base, "base", 80), (Mark.outline, "where it was", 125), (Mark.touchDown, "touch-down", 120),
        (Mark.finger, "finger now", 115), (Mark.handle, "handle", 90), (Mark.limit, "movable_bounds", 120),
      ]
      return rows + Mark.legend(legend, in: area)
    }
  }

  private static func frames(_ stick: StickParameters, in row: PixelRectangle) -> [SVGElement] {
    let way = [
      Point(x: 0, y: 0), Point(x: 6, y: -1), Point(x: 14, y: -2), Point(x: 20, y: -2.5), Point(x: 12, y: -2),
    ]
    let boxes = row.inset(top: 24, bottom: 14).columns(way.count, gap: 8)
    var run = StickRun(stick, touch: way[0])
    var elements: [SVGElement] = []
    for (index, (finger, box)) in zip(way, boxes).enumerated() {
      if index > 0 { run.move(to: finger) }
      let report = run.now.report
      let panel = SurfacePanel(box: box, scale: 3.7, middle: Point(x: 7.5, y: 0.5))
      elements.append(panel.background)
      elements += panel.base(report.base, stick)
      if let bounds = stick.movableBounds { elements.append(.rectangle(panel.box(bounds), .limit)) }
      elements += panel.handle(report, fingerFrom: way[0], to: finger)
      elements += [
        .note("\(index + 1)", box.x + 8, box.y + 15, .start),
        .note("displacement \(twoDecimals(report.polar.displacement))", box.center.x, box.bottom - 7),
      ]
    }
    return elements
  }
}
