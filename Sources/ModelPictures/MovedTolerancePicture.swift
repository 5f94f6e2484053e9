internal import JoystickModel
internal import Pictures

extension Picture {
  /// How far the handle goes before the stick deflects.
  static var movedTolerance: Picture {
    let height = 300.0
    let area = area(height: height)
    let halves = area.inset(top: 22, bottom: 22).columns(2, gap: 20)
    let tolerance = decimal(StickParameters.example().movedTolerance)
    let title = SVGElement.text("moved_tolerance = \"\(tolerance)mm\"", at: area.corner.moved(0, 12), .code)
    let legend = Mark.legend(
      [
        ({ MovedTolerance.finger($0, isMoved: false) }, "no deflection, can be a tap", 190),
        ({ MovedTolerance.finger($0, isMoved: true) }, "deflection, no tap", 140),
      ], at: SVGPoint(x: area.x, y: area.bottom - 6))
    return Picture(
      name: "moved-tolerance", title: "Moved tolerance: no deflection before it, no tap after it",
      summary: """
        Left: fingers that went away from where they touched down. Within a square of \(tolerance) mm to each side the \
        stick does not deflect. Right: the deflection of a finger that goes out and back. On the way out it \
        is 0 up to the tolerance, on the way back only within the dead zone.
        """,
      height: height,
      elements: [title] + MovedTolerance.panel(in: halves[0]) + MovedTolerance.plot(in: halves[1]) + legend)
  }
}

private enum MovedTolerance {
  static func panel(in box: Box) -> [SVGElement] {
    let parameters = StickParameters.example()
    let panel = SurfacePanel(box: box, scale: 44, middle: parameters.center)
    let tolerance = parameters.movedTolerance
    let square = Rectangle(x: -tolerance, y: -tolerance, width: 2 * tolerance, height: 2 * tolerance)
    let fingers = stride(from: -2.4, through: 2.4, by: 0.4).flatMap { y in
      stride(from: -3.2, through: 3.2, by: 0.4).flatMap { x in
        var run = StickRun(parameters)
        run.touchDown(at: parameters.center)
        run.move(to: Point(x: x, y: y))
        return finger(panel.at(Point(x: x, y: y)), isMoved: run.now.deflection != .zero)
      }
    }
    return [panel.background, .rectangle(panel.box(square), .stroke(.green, width: 1.5, dash: "5 3"))]
      + fingers + Mark.touchDown(panel.at(parameters.center))
  }

  static func finger(_ place: SVGPoint, isMoved: Bool) -> [SVGElement] {
    [.circle(place, radius: 3, isMoved ? .fill(.blue) : .stroke(.base, width: 1.2))]
  }

  static func plot(in box: Box) -> [SVGElement] {
    let plot = Plot(
      in: box,
      x: Plot.Axis(label: "finger's way from the touch-down, mm", to: 4, ticks: [0, 1, 2, 3, 4]),
      y: Plot.Axis(label: "deflection", to: 0.5, ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5]))
    var run = StickRun(.example())
    run.touchDown(at: Point(x: 0, y: 0))
    let ways = (0...400).map { Double($0) / 100 }
    let out = ways.map { value(at: $0, &run) }
    let back = ways.reversed().map { value(at: $0, &run) }
    let outPaint = Paint.stroke(.blue, width: 2.5)
    let backPaint = Paint.stroke(.vermilion, width: 2.5, dash: "4 6")
    return plot.axes
      + [plot.line(Plot.corners(out), outPaint), plot.line(Plot.corners(back), backPaint)]
      + plot.legend(
        [(outPaint, "on the way out"), (backPaint, "on the way back")], at: plot.field.corner.moved(12, 18))
  }

  private static func value(at way: Double, _ run: inout StickRun) -> (x: Double, y: Double) {
    run.move(to: Point(x: way, y: 0))
    return (way, run.now.deflection.dx)
  }
}
