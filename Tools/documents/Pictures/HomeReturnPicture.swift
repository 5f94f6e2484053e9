import JoystickModel
import Drawing

extension Picture {
  static var homeReturn: Picture {
    Picture(
      "home-return", "Home return: when the base goes home", height: 506,
      """
      The distance of a base from its home over time, for each home_return and for the same touches: a \
      finger drags the base 12 mm away and lifts, and then taps twice. With never it stays away; with \
      release it is home at the lift; with 400ms it is home that long after the lift; with double_tap it \
      is home when the second tap begins.
      """
    ) { area in
      let timeline = Timeline(field: area.inset(left: 62, right: 12, bottom: 34), end: 2000)
      let cases: [(word: String, homeReturn: HomeReturn)] = [
        ("never", .never), ("release", .release), ("400ms", .after(400_000)), ("double_tap", .doubleTap),
      ]
      let rows = zip(cases, area.inset(bottom: 34).rows(4, gap: 6)).flatMap { entry, row in
        [.code("home_return = \"\(entry.word)\"", timeline.field.x + 6, row.y + 14, .start)]
          + distance(entry.homeReturn, timeline, in: row)
      }
      return timeline.scale(each: 200) + rows + [.note("time, ms", timeline.field.center.x, area.bottom - 2)]
    }
  }

  /// The base's distance from its home while a finger drags it away, releases it, and taps twice.
  private static func distance(_ homeReturn: HomeReturn, _ timeline: Timeline, in row: PixelRectangle)
    -> [SVGElement]
  {
    let (field, top, bottom, away) = (timeline.field, row.y + 46, row.bottom - 4, 12.0)
    let run = draggedAndTapped(homeReturn, away)
    var points: [PixelPoint] = []
    for moment in run.moments {
      let y = bottom - moment.report.base.x / away * (bottom - top)
      let point = PixelPoint(x: timeline.x(moment.time), y: y)
      // A sudden change is a step.
      if let last = points.last, abs(point.x - last.x) > 20 {
        points.append(PixelPoint(x: point.x, y: last.y))
      }
      points.append(point)
    }
    let home = SVGElement.line(
      PixelPoint(x: field.x, y: bottom), PixelPoint(x: field.right, y: bottom), .stroke(.base))
    return [home]
      + run.spans { $0.finger != nil }.map { timeline.bar($0, y: row.y + 21, .fill(.vermilion)) } + [
        .polyline(points, .stroke(.blue, width: 2)), .note("finger", field.x - 8, row.y + 31, .end),
        .note("12 mm", field.x - 8, top + 4, .end), .note("home", field.x - 8, bottom + 4, .end),
      ]
  }

  private static func draggedAndTapped(_ homeReturn: HomeReturn, _ away: Double) -> StickRun {
    // With this origin, the taps alone do not move the base.
    let stick = StickParameters.example.with { ($0.homeReturn, $0.origin) = (homeReturn, .relative) }
    var run = StickRun(stick)
    run.touchDown(at: stick.center, time: 100)
    for step in 1...30 {
      let part = Double(step) / 30
      run.move(to: Point(x: (away + stick.reach) * part, y: 0), time: 100 + 400 * part)
    }
    run.lift(time: 600)
    for start in [1300.0, 1500] {
      run.touchDown(at: stick.center, time: start)
      run.lift(time: start + 80)
    }
    run.wait(until: 2000)
    return run
  }
}
