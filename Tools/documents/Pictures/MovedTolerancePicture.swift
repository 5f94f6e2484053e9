import JoystickModel
import Drawing

extension Picture {
  static var movedTolerance: Picture {
    let tolerance = decimal(StickParameters.example.movedTolerance)
    return Picture(
      "moved-tolerance", "Moved tolerance: no deflection before it, no tap after it", height: 300,
      """
      Left: fingers that went away from where they touched down. Within a square of \(tolerance) mm to each side the \
      stick does not deflect. Right: the deflection of a finger that goes out and back. On the way out it \
      is 0 up to the tolerance, on the way back only within the dead zone.
      """
    ) { area in
      let halves = area.inset(top: 22, bottom: 22).columns(2, gap: 20)
      let legend: [Mark.Entry] = [
        (mark(false), "no deflection, can be a tap", 190), (mark(true), "deflection, no tap", 140),
      ]
      return [.code("moved_tolerance = \"\(tolerance)mm\"", area.x, area.y + 12, .start)]
        + fingers(in: halves[0]) + thereAndBack(in: halves[1]) + Mark.legend(legend, in: area)
    }
  }

  private static func mark(_ isMoved: Bool) -> (PixelPoint) -> [SVGElement] {
    Mark.circle(3, isMoved ? .fill(.blue) : .stroke(.base, width: 1.2))
  }

  private static func fingers(in box: PixelRectangle) -> [SVGElement] {
    let stick = StickParameters.example
    let panel = SurfacePanel(box: box, scale: 44, middle: stick.center)
    let side = 2 * stick.movedTolerance
    let square = Rectangle(x: -side / 2, y: -side / 2, width: side, height: side)
    let fingers = stride(from: -2.4, through: 2.4, by: 0.4).flatMap { y in
      stride(from: -3.2, through: 3.2, by: 0.4).flatMap { x in
        var run = StickRun(stick, touch: stick.center)
        run.move(to: Point(x: x, y: y))
        return mark(run.now.deflection != .zero)(panel.at(Point(x: x, y: y)))
      }
    }
    return [panel.background, .rectangle(panel.box(square), .limit)] + fingers
      + Mark.touchDown(panel.at(stick.center))
  }

  private static func thereAndBack(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box, x: Plot.Axis(label: "finger's way from the touch-down, mm", to: 4, ticks: [0, 1, 2, 3, 4]),
      y: Plot.Axis(label: "deflection", to: 0.5, ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5]))
    var run = StickRun(.example, touch: Point(x: 0, y: 0))
    func deflection(at way: Double) -> Plot.Value {
      run.move(to: Point(x: way, y: 0))
      return (way, run.now.deflection.dx)
    }
    let ways = (0...400).map { Double($0) / 100 }
    let (there, back) = (ways.map(deflection), ways.reversed().map(deflection))
    let backPaint = Paint.stroke(.vermilion, width: 2.5, dash: "4 6")
    return plot.axes + [plot.line(there, .there), plot.line(back, backPaint)]
      + plot.legend(
        [(.there, "on the way out"), (backPaint, "on the way back")], at: plot.field.corner.moved(12, 18))
  }
}
