internal import JoystickModel
internal import Pictures

extension Picture {
  /// The button at the rim.
  static var outerRing: Picture {
    let height = 300.0
    let area = area(height: height)
    let plotBox = area.inset(left: 250, bottom: 30)
    return Picture(
      name: "outer-ring", title: "The outer ring: a button near the rim",
      summary: """
        Left: the base with its outer ring, which begins at \(decimal(OuterRing.start)) of the travel and is \
        left at \(decimal(OuterRing.end)). Right: the displacement of a handle over time, and the button, \
        which goes down at the first and up below the second.
        """,
      height: height,
      elements: OuterRing.panel(in: Box(x: area.x, y: area.y + 22, width: 230, height: area.height - 22))
        + OuterRing.plot(in: plotBox) + [
          .text("outer_ring = \"L3\"", at: area.corner.moved(115, 12), .code.anchored(.middle))
        ])
  }
}

private enum OuterRing {
  private static var parameters: StickParameters {
    var parameters = StickParameters.example()
    parameters.gestures.outerRing = .leftThumb
    return parameters
  }

  static let start = parameters.gestures.outerRingStart
  static let end = 0.9 * start

  static func panel(in box: Box) -> [SVGElement] {
    let radius = 100.0
    let band = (1 - start) * radius
    return [
      .rectangle(box, rounding: 6, .fill(.panel)),
      .circle(box.center, radius: radius, .fill(.baseInside)),
      .circle(box.center, radius: radius - band / 2, .stroke(.blue, width: band)),
      .circle(box.center, radius: radius * end, .stroke(.vermilion, width: 1.5, dash: "5 3")),
      .circle(box.center, radius: 5, .fill(.blue)),
      .text("down from \(decimal(start)) on", at: box.center.moved(0, -30), .note.anchored(.middle)),
      .text("up below \(decimal(end))", at: box.center.moved(0, 40), .note.anchored(.middle)),
    ]
  }

  /// The displacements at multiples of 10 ms.
  private static var displacements: [Double] {
    let corners: [(time: Int, value: Double)] = [
      (0, 0), (20, 0.95), (35, 0.85), (45, 0.98), (60, 0.83), (75, 0.6), (85, 0.86), (100, 0.5),
    ]
    return (0...100).map { time in
      let next = corners.firstIndex { $0.time >= max(time, 1) } ?? 1
      let (from, to) = (corners[next - 1], corners[next])
      return from.value + (to.value - from.value) * Double(time - from.time) / Double(to.time - from.time)
    }
  }

  private static var moments: ArraySlice<StickRun.Moment> {
    var run = StickRun(parameters)
    run.touchDown(at: Point(x: 0, y: 0))
    for (step, displacement) in displacements.enumerated().dropFirst() {
      run.move(to: Point(x: displacement * parameters.reach, y: 0), time: Double(step) * 10)
    }
    return run.moments.dropFirst()
  }

  static func plot(in box: Box) -> [SVGElement] {
    let plot = Plot(
      in: box, x: Plot.Axis(label: "time, ms", to: 1000, ticks: [0, 200, 400, 600, 800, 1000]),
      y: Plot.Axis(label: "displacement", to: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1]))
    let moments = moments
    let way = moments.map { (x: $0.time, y: $0.report.polar.displacement) }
    let limits = [(start, Color.blue), (end, Color.vermilion)].map { value, color in
      SVGElement.line(plot.at(0, value), plot.at(1000, value), .stroke(color, width: 1.25, dash: "5 3"))
    }
    let timeline = Timeline(field: plot.field, end: 1000)
    let y = plot.field.bottom + 42
    let bars = Timeline.spans(of: moments) { $0.pad.isDown(.leftThumb) }.map {
      timeline.bar($0, y: y, .fill(.blue))
    }
    return plot.axes + limits + [plot.line(Plot.corners(way), .stroke(.ink, width: 2))] + bars + [
      .text("L3", at: SVGPoint(x: plot.field.x - 8, y: y + 10), .note.anchored(.end))
    ]
  }
}
