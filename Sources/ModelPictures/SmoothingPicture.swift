internal import JoystickModel
internal import Pictures

extension Picture {
  /// A finger's way before and after smoothing.
  static var smoothing: Picture {
    let height = 500.0
    let area = area(height: height)
    let panels = Box(x: area.x, y: area.y + 22, width: area.width, height: 160).columns(2)
    let plot = area.inset(top: 200)
    return Picture(
      name: "smoothing", title: "Smoothing: a finger's way without its tremor",
      summary: """
        A finger that trembles, as the device reports it and after smoothing. Below, the position of a finger \
        that rests, flicks to the side and rests again: with a beta of 0 the handle comes late, with a larger \
        one it is there sooner. After the last report of the device it goes on by itself.
        """,
      height: height,
      elements: SmoothedPath.panel(in: panels[0], "smoothing = false", nil)
        + SmoothedPath.panel(in: panels[1], "smoothing = true", Smoothing()) + SmoothedFlick.plot(in: plot))
  }
}

/// The stick that shows where a smoothed finger is: as large as the surface, and its handle is the finger.
private func smoothed(_ smoothing: Smoothing?) -> StickParameters {
  var parameters = StickParameters.example()
  parameters.radius = 1000
  parameters.origin = .fixed
  parameters.movable = false
  parameters.smoothing = smoothing
  return parameters
}

/// The time between two reports of the device, in milliseconds.
private let period = 8.0

/// A finger that draws a wave.
private enum SmoothedPath {
  static func panel(in box: Box, _ title: String, _ smoothing: Smoothing?) -> [SVGElement] {
    let panel = SurfacePanel(box: box, scale: 10, middle: Point(x: 0, y: 0))
    var run = StickRun(smoothed(smoothing))
    var tremor = Tremor(seed: 7)
    for step in 0...150 {
      let meant = Self.meant(Double(step) / 150)
      let finger = place(meant, 0.15 * tremor.next(), 0.15 * tremor.next())
      if step == 0 { run.touchDown(at: finger) } else { run.move(to: finger, time: Double(step) * period) }
    }
    let fingers = run.moments.compactMap { $0.finger.map(panel.at) }
    let handles = run.moments.dropFirst().map { panel.at($0.report.handle) }
    let raw = Paint.stroke(smoothing == nil ? .vermilion : .faint, width: 1.5)
    let smooth: [SVGElement] = smoothing == nil ? [] : [.polyline(handles, .stroke(.blue, width: 1.5))]
    return [
      .text(title, at: SVGPoint(x: box.center.x, y: box.y - 8), .code.anchored(.middle)), panel.background,
      .polyline(fingers, raw),
    ] + smooth
  }

  /// Where the finger is meant to be, at a part of its way.
  private static func meant(_ part: Double) -> Point {
    Point(x: 28 * part - 14, y: 5 * compass(90 + 540 * part).dy)
  }
}

/// A finger that rests, flicks 15 mm to the right within 60 ms, and rests again.
private enum SmoothedFlick {
  private static let flick = 200.0...264.0
  private static let end = 600.0

  static func plot(in box: Box) -> [SVGElement] {
    let plot = Plot(
      in: box, x: Plot.Axis(label: "time, ms", to: end, ticks: [0, 100, 200, 300, 400, 500, 600]),
      y: Plot.Axis(label: "position, mm", from: -2, to: 18, ticks: [0, 5, 10, 15]))
    let betas = [1, Smoothing().beta, 0]
    let paints: [Paint] = [Plot.paints[2], Plot.paints[0], Plot.paints[3]]
    let finger = Paint.stroke(.vermilion, width: 1.25)
    let lines = zip(betas, paints).map { plot.line(way(beta: $0), $1) }
    let names = zip(betas, paints).map { beta, paint in
      (paint: paint, text: "beta = \(decimal(beta))" + (beta == Smoothing().beta ? " (default)" : ""))
    }
    let last = plot.at(flick.upperBound, -2)
    return plot.axes + [plot.line(way(beta: nil), finger)] + lines
      + plot.legend([(finger, "the finger")] + names, at: plot.field.corner.moved(16, 24)) + [
        .line(last, plot.at(flick.upperBound, 18), .stroke(.base, dash: "5 3")),
        .text("the device's last report", at: last.moved(6, -8), .note),
      ]
  }

  /// Where the handle is over time.
  private static func way(beta: Double?) -> [(x: Double, y: Double)] {
    var smoothing: Smoothing?
    if let beta {
      smoothing = Smoothing()
      smoothing?.beta = beta
    }
    var run = StickRun(smoothed(smoothing))
    var tremor = Tremor(seed: 11)
    for time in stride(from: 0, through: flick.upperBound, by: period) {
      let finger = Point(x: meant(time) + 0.15 * tremor.next(), y: 0)
      if time == 0 { run.touchDown(at: finger) } else { run.move(to: finger, time: time) }
    }
    run.wait(until: end)
    return run.moments.dropFirst().map { ($0.time, $0.report.handle.x) }
  }

  private static func meant(_ time: Double) -> Double {
    let part = (time - flick.lowerBound) / (flick.upperBound - flick.lowerBound)
    return 15 * max(0, min(part, 1))
  }
}
