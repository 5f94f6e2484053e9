import JoystickModel
import Drawing

extension Picture {
  static var smoothing: Picture {
    Picture(
      "smoothing", "Smoothing: a finger's way without its tremor", height: 500,
      """
      A finger that trembles, as the device reports it and after smoothing. Below, the position of a finger \
      that rests, flicks to the side and rests again: with a beta of 0 the handle comes late, with a larger \
      one it is there sooner. After the last report of the device it goes on by itself.
      """
    ) { area in
      let panels = PixelRectangle(x: area.x, y: area.y + 22, width: area.width, height: 160).columns(2)
      return wave("smoothing = false", nil, in: panels[0])
        + wave("smoothing = true", Smoothing(), in: panels[1])
        + SmoothedFlick.plot(in: area.inset(top: 200))
    }
  }

  /// A finger that draws a wave.
  private static func wave(_ title: String, _ smoothing: Smoothing?, in box: PixelRectangle) -> [SVGElement] {
    let panel = SurfacePanel(box: box, scale: 10, middle: Point(x: 0, y: 0))
    var tremor = Tremor(state: 7)
    let moments = smoothed(smoothing, reports: 151) { step in
      let meant = Point(x: 28 * Double(step) / 150 - 14, y: 5 * compass(90 + 540 * Double(step) / 150).dy)
      return place(meant, 0.15 * tremor.next(), 0.15 * tremor.next())
    }.moments
    let fingers = moments.compactMap { $0.finger.map(panel.at) }
    let handles = moments.dropFirst().map { panel.at($0.report.handle) }
    let raw = Paint.stroke(smoothing == nil ? .vermilion : .faint, width: 1.5)
    let smooth: [SVGElement] = smoothing == nil ? [] : [.polyline(handles, .stroke(.blue, width: 1.5))]
    return [.code(title, box.center.x, box.y - 8), panel.background, .polyline(fingers, raw)] + smooth
  }
}

/// The time between two reports of the device, in milliseconds.
private let period = 8.0

/// A stick that shows a smoothed finger: it is as large as the surface, and its handle is the finger.
private func smoothed(_ smoothing: Smoothing?, reports: Int, _ finger: (_ report: Int) -> Point) -> StickRun {
  let stick = StickParameters.example.with {
    ($0.radius, $0.origin, $0.movable, $0.smoothing) = (1000, .fixed, false, smoothing)
  }
  var run = StickRun(stick, touch: finger(0))
  for report in 1..<reports { run.move(to: finger(report), time: Double(report) * period) }
  return run
}

/// A finger that rests, flicks 15 mm to the right within 64 ms, and rests again.
private enum SmoothedFlick {
  private static let (start, end) = (200.0, 264.0)

  static func plot(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box, x: Plot.Axis(label: "time, ms", to: 600, ticks: [0, 100, 200, 300, 400, 500, 600]),
      y: Plot.Axis(label: "position, mm", from: -2, to: 18, ticks: [0, 5, 10, 15]))
    let finger = (
      smoothing: Smoothing?.none, paint: Paint.stroke(.vermilion, width: 1.25), text: "the finger"
    )
    let betas = [1, Smoothing().beta, 0]
    let handles = zip(betas, [Plot.paints[2], Plot.paints[0], Plot.paints[3]]).map { beta, paint in
      var smoothing = Smoothing()
      smoothing.beta = beta
      let text = "beta = \(decimal(beta))" + (beta == Smoothing().beta ? " (default)" : "")
      return (smoothing: Smoothing?.some(smoothing), paint: paint, text: text)
    }
    let lines = [finger] + handles
    let last = plot.at(end, -2)
    return plot.axes + lines.map { .polyline(way($0.smoothing, plot), $0.paint) }
      + plot.legend(lines.map { ($0.paint, $0.text) }, at: plot.field.corner.moved(16, 24)) + [
        .line(last, plot.at(end, 18), .stroke(.base, dash: "5 3")),
        .note("the device's last report", last.x + 6, last.y - 8, .start),
      ]
  }

  /// The handle's position over time.
  private static func way(_ smoothing: Smoothing?, _ plot: Plot) -> [PixelPoint] {
    var tremor = Tremor(state: 11)
    var run = smoothed(smoothing, reports: Int(end / period) + 1) { report in
      let part = (Double(report) * period - start) / (end - start)
      return Point(x: 15 * max(0, min(part, 1)) + 0.15 * tremor.next(), y: 0)
    }
    run.wait(until: 600)
    return run.moments.dropFirst().map { plot.at($0.time, $0.report.handle.x) }
  }
}
