internal import JoystickModel
internal import Pictures

extension Picture {
  /// The base that follows a finger, frame by frame.
  static var movingBase: Picture {
    let height = 500.0
    let area = area(height: height)
    let rows = area.inset(bottom: 26).rows(3, gap: 0)
    return Picture(
      name: "moving-base", title: "The moving base, frame by frame",
      summary: """
        A finger goes to the right, beyond the rim, and part of the way back, in five frames. A movable base \
        follows it from the rim on, so that the way back has effect at once. With movable_bounds it stops \
        where its centre reaches their edge. A base that is not movable stays, with the handle at its rim.
        """,
      height: height,
      elements: MovingBaseRow.all.enumerated().flatMap { $1.frames(in: rows[$0]) }
        + Mark.legend(
          [
            (Mark.base, "base", 80), (Mark.outline, "where it was", 125), (Mark.touchDown, "touch-down", 120),
            ({ [Mark.finger($0)] }, "finger now", 115), (Mark.handle, "handle", 90),
            (Mark.line(.stroke(.green, width: 1.5, dash: "5 3")), "movable_bounds", 120),
          ], at: SVGPoint(x: area.x, y: area.bottom - 6)))
  }
}

/// One stick that a finger pulls along.
private struct MovingBaseRow {
  let title: String
  let movable: Bool
  let bounds: Rectangle?

  static let all = [
    MovingBaseRow(title: "movable = true", movable: true, bounds: nil),
    MovingBaseRow(
      title: "movable = true, with movable_bounds", movable: true,
      bounds: Rectangle(x: -5, y: -5, width: 11, height: 10)),
    MovingBaseRow(title: "movable = false", movable: false, bounds: nil),
  ]

  private var parameters: StickParameters {
    var parameters = StickParameters.example()
    parameters.movable = movable
    parameters.movableBounds = bounds
    return parameters
  }

  private static let way = [
    Point(x: 0, y: 0), Point(x: 6, y: -1), Point(x: 14, y: -2), Point(x: 20, y: -2.5), Point(x: 12, y: -2),
  ]

  func frames(in row: Box) -> [SVGElement] {
    var run = StickRun(parameters)
    let boxes = row.inset(top: 24, bottom: 14).columns(Self.way.count, gap: 8)
    var elements: [SVGElement] = [.text(title, at: row.corner.moved(0, 16), .code)]
    for (index, finger) in Self.way.enumerated() {
      if index == 0 { run.touchDown(at: finger) } else { run.move(to: finger) }
      elements += frame(index, run.now.report, finger, in: boxes[index])
    }
    return elements
  }

  private func frame(_ index: Int, _ report: StickReport, _ finger: Point, in box: Box) -> [SVGElement] {
    let panel = SurfacePanel(box: box, scale: 3.7, middle: Point(x: 7.5, y: 0.5))
    var elements = [panel.background]
    if report.base != parameters.center {
      elements.append(panel.outline(parameters.center, radius: parameters.radius))
    }
    elements += panel.base(report.base, radius: parameters.radius)
    if let bounds {
      elements.append(.rectangle(panel.box(bounds), .stroke(.green, width: 1.5, dash: "5 3")))
    }
    let number = SVGPoint(x: box.x + 8, y: box.y + 15)
    let below = SVGPoint(x: box.center.x, y: box.bottom - 7)
    let displacement = twoDecimals(report.polar.displacement)
    return elements + panel.handle(report) + panel.finger(from: Self.way[0], to: finger) + [
      .text("\(index + 1)", at: number, .note),
      .text("displacement \(displacement)", at: below, .note.anchored(.middle)),
    ]
  }
}
