internal import JoystickModel
internal import Pictures

extension Picture {
  /// When the base returns to its home.
  static var homeReturn: Picture {
    let height = 506.0
    let area = area(height: height)
    let rows = area.inset(bottom: 34).rows(4, gap: 6)
    let timeline = Timeline(field: area.inset(left: 62, right: 12, bottom: 34), end: HomeReturnRow.end)
    let below = SVGPoint(x: timeline.field.center.x, y: area.bottom - 2)
    return Picture(
      name: "home-return", title: "Home return: when the base goes home",
      summary: """
        The distance of a base from its home over time, for each home_return and for the same touches: a \
        finger drags the base 12 mm away and lifts, and then taps twice. With never it stays away; with \
        release it is home at the lift; with 400ms it is home that long after the lift; with double_tap it \
        is home when the second tap begins.
        """,
      height: height,
      elements: timeline.scale(each: 200)
        + zip(HomeReturnRow.all, rows).flatMap { $0.elements(timeline, in: $1) } + [
          .text("time, ms", at: below, .note.anchored(.middle))
        ])
  }
}

/// One stick that is dragged, released and tapped twice.
private struct HomeReturnRow {
  let title: String
  let homeReturn: HomeReturn

  static let end = 2000.0
  private static let away = 12.0

  static let all = [
    HomeReturnRow(title: "home_return = \"never\"", homeReturn: .never),
    HomeReturnRow(title: "home_return = \"release\"", homeReturn: .release),
    HomeReturnRow(title: "home_return = \"400ms\"", homeReturn: .after(400_000)),
    HomeReturnRow(title: "home_return = \"double_tap\"", homeReturn: .doubleTap),
  ]

  private var moments: [StickRun.Moment] {
    var parameters = StickParameters.example()
    parameters.homeReturn = homeReturn
    // So that the taps alone do not move the base.
    parameters.origin = .relative
    var run = StickRun(parameters)
    run.touchDown(at: parameters.center, time: 100)
    for step in 1...30 {
      let part = Double(step) / 30
      run.move(to: Point(x: (Self.away + parameters.reach) * part, y: 0), time: 100 + 400 * part)
    }
    run.lift(time: 600)
    for start in [1300.0, 1500] {
      run.touchDown(at: parameters.center, time: start)
      run.lift(time: start + 80)
    }
    run.wait(until: Self.end)
    return run.moments
  }

  func elements(_ timeline: Timeline, in row: Box) -> [SVGElement] {
    let moments = moments
    let (top, bottom) = (row.y + 46, row.bottom - 4)
    func height(_ distance: Double) -> Double { bottom - distance / Self.away * (bottom - top) }
    var points: [SVGPoint] = []
    for moment in moments {
      let point = SVGPoint(x: timeline.x(moment.time), y: height(moment.report.base.x))
      // What changes at once has a step.
      if let last = points.last, abs(point.x - last.x) > 20 { points.append(SVGPoint(x: point.x, y: last.y)) }
      points.append(point)
    }
    let fingers = Timeline.spans(of: moments) { $0.finger != nil }.map {
      timeline.bar($0, y: row.y + 21, .fill(.vermilion))
    }
    let labels: [(text: String, y: Double)] = [
      ("finger", row.y + 31), ("12 mm", top + 4), ("home", bottom + 4),
    ]
    let home = SVGPoint(x: timeline.field.x, y: bottom)
    return [
      .text(title, at: SVGPoint(x: timeline.field.x + 6, y: row.y + 14), .code),
      .line(home, SVGPoint(x: timeline.field.right, y: bottom), .stroke(.base)),
    ] + fingers + [.polyline(points, .stroke(.blue, width: 2))]
      + labels.map {
        .text($0.text, at: SVGPoint(x: timeline.field.x - 8, y: $0.y), .note.anchored(.end))
      }
  }
}
