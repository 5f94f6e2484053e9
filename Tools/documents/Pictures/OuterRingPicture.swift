import JoystickModel
import Drawing

extension Picture {
  static var outerRing: Picture {
    Picture(
      "outer-ring", "The outer ring: a button near the rim", height: 300,
      """
      Left: the base with its outer ring, which begins at \(decimal(OuterRing.start)) of the travel and is \
      left at \(decimal(OuterRing.end)). Right: the displacement of a handle over time, and the button, \
      which goes down at the first and up below the second.
      """
    ) { area in
      OuterRing.panel(in: PixelRectangle(x: area.x, y: area.y + 22, width: 230, height: area.height - 22))
        + OuterRing.plot(in: area.inset(left: 250, bottom: 30)) + [
          .code("outer_ring = \"L3\"", area.x + 115, area.y + 12)
        ]
    }
  }
}

private enum OuterRing {
  private static let stick = StickParameters.example.with { $0.gestures.outerRing = .leftThumb }
  static let start = stick.gestures.outerRingStart
  static let end = 0.9 * start

  static func panel(in box: PixelRectangle) -> [SVGElement] {
    let (center, radius) = (box.center, 100.0)
    let band = (1 - start) * radius
    return [
      .rectangle(box, rounding: 6, .fill(.panel)), .circle(center, radius: radius, .fill(.baseInside)),
      .circle(center, radius: radius - band / 2, .stroke(.blue, width: band)),
      .circle(center, radius: radius * end, .stroke(.vermilion, width: 1.5, dash: "5 3")),
      .circle(center, radius: 5, .fill(.blue)),
      .note("down from \(decimal(start)) on", center.x, center.y - 30),
      .note("up below \(decimal(end))", center.x, center.y + 40),
    ]
  }

  /// A finger that moves from displacement to displacement; their times are multiples of 10 ms.
  private static var run: StickRun {
    let corners: [(time: Int, value: Double)] = [
      (0, 0), (20, 0.95), (35, 0.85), (45, 0.98), (60, 0.83), (75, 0.6), (85, 0.86), (100, 0.5),
    ]
    var run = StickRun(stick, touch: stick.center)
    for (from, to) in zip(corners, corners.dropFirst()) {
      for time in (from.time + 1)...to.time {
        let part = Double(time - from.time) / Double(to.time - from.time)
        let displacement = from.value + (to.value - from.value) * part
        run.move(to: Point(x: displacement * stick.reach, y: 0), time: Double(time) * 10)
      }
    }
    return run
  }

  static func plot(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box, x: Plot.Axis(label: "time, ms", to: 1000, ticks: [0, 200, 400, 600, 800, 1000]),
      y: Plot.Axis(label: "displacement", ticks: [0, 0.2, 0.4, 0.6, 0.8, 1]))
    let run = run
    let way = run.moments.dropFirst().map { (x: $0.time, y: $0.report.polar.displacement) }
    let limits = [(start, Color.blue), (end, Color.vermilion)].map { value, color in
      SVGElement.line(plot.at(0, value), plot.at(1000, value), .stroke(color, width: 1.25, dash: "5 3"))
    }
    let (timeline, y) = (Timeline(field: plot.field, end: 1000), plot.field.bottom + 42)
    let bars = run.spans { $0.pad.isDown(.leftThumb) }.map { timeline.bar($0, y: y, .fill(.blue)) }
    return plot.axes + limits + [plot.line(way, .stroke(.ink, width: 2))] + bars + [
      .note("L3", plot.field.x - 8, y + 10, .end)
    ]
  }
}
