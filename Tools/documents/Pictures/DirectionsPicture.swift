import JoystickModel
import Drawing

extension Picture {
  static var directions: Picture {
    Picture(
      "directions", "Axis snap and directions", height: 530,
      """
      The directions that are taken for another: 15 degrees to each side of an axis with axis_snap, sectors \
      of 90 degrees with 4 directions, sectors of 50 and 40 degrees with 8. Two plots of the direction of \
      the deflection over that of the handle show that a direction is kept for 5 degrees more.
      """
    ) { area in
      let discs = PixelRectangle(x: area.x, y: area.y, width: area.width, height: 236).columns(3)
      let plots = area.inset(top: 262).columns(2, gap: 16)
      let cases: [(title: String, response: StickResponse, firstSide: Double)] = [
        ("axis_snap = 15", .with { $0.axisSnap = 15 }, -15),
        ("directions = 4", .with { $0.directions = .four }, -45),
        ("directions = 8", .with { $0.directions = .eight }, -25),
      ]
      return zip(cases, discs).flatMap {
        Directions.disc(in: $1, $0.title, Directions.sectors($0.response, from: $0.firstSide))
      }
        + Directions.plot(in: plots[0], cases[1].title, cases[1].response, [0, 40, 50, 90], [0, 90])
        + Directions.plot(
          in: plots[1], cases[2].title, cases[2].response, [0, 20, 30, 60, 70, 90], [0, 45, 90])
    }
  }
}

private enum Directions {
  /// Compass directions that become the same direction.
  typealias Sector = (start: Double, end: Double, output: Double)

  /// The sectors, found by asking for each half degree, from one side of the first sector on.
  static func sectors(_ response: StickResponse, from side: Double) -> [Sector] {
    func areSame(_ first: Double, _ second: Double) -> Bool {
      let difference = abs(first - second).truncatingRemainder(dividingBy: 360)
      return min(difference, 360 - difference) < 1e-6
    }
    var sectors: [Sector] = []
    for start in stride(from: side, to: side + 360, by: 0.5) {
      let output = response.deflection(for: compass(start + 0.25)).compassAngle
      if areSame(output, start + 0.25) { continue }
      if let last = sectors.last, last.end == start, areSame(last.output, output) {
        sectors[sectors.count - 1].end = start + 0.5
      } else {
        sectors.append((start, start + 0.5, output))
      }
    }
    return sectors
  }

  /// The sectors whose directions all become the one in their middle.
  static func disc(in box: PixelRectangle, _ title: String, _ sectors: [Sector]) -> [SVGElement] {
    let radius = 88.0
    let center = PixelPoint(x: box.center.x, y: box.y + 30 + radius + 10)
    func at(_ angle: Double, _ distance: Double) -> PixelPoint {
      let vector = compass(angle, distance)
      return center.moved(vector.dx, vector.dy)
    }
    func text(_ point: PixelPoint) -> String { "\(decimal(point.x)) \(decimal(point.y))" }
    let shapes = sectors.enumerated().flatMap { number, sector -> [SVGElement] in
      let color = (number.isMultiple(of: 2) ? Color.blue : .vermilion).faded(to: 0.16)
      let fill = Paint(fill: color, stroke: .base)
      let (start, end) = (text(at(sector.start, radius)), text(at(sector.end, radius)))
      let arc = "A\(decimal(radius)) \(decimal(radius)) 0 0 1 \(end)z"
      let label = at(sector.output, radius + 12)
      return [
        .path("M\(text(center))L\(start)\(arc)", fill), .arrow(center, at(sector.output, radius - 8), .ink),
        .note("\(decimal(sector.end - sector.start))°", label.x, label.y + 4),
      ]
    }
    return [
      .code(title, box.center.x, box.y + 14),
      .circle(center, radius: radius, Paint(fill: .panel, stroke: .base)),
    ] + shapes
  }

  /// The direction of the deflection while the handle goes from up to the right along the rim, and back.
  static func plot(
    in box: PixelRectangle, _ title: String, _ response: StickResponse, _ handles: [Double],
    _ deflections: [Double]
  ) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 20), x: Plot.Axis(label: "direction of the handle, degrees", to: 90, ticks: handles),
      y: Plot.Axis(label: "direction of the deflection", from: -10, to: 100, ticks: deflections))
    let stick = StickParameters.example.with { $0.response = response }
    var run = StickRun(stick, touch: stick.center)
    func direction(at angle: Double) -> Plot.Value {
      let handle = compass(angle, 8)
      run.move(to: place(stick.center, handle.dx, handle.dy))
      return (angle, run.now.deflection.compassAngle)
    }
    let angles = (0...360).map { Double($0) / 4 }
    let (there, back) = (angles.map(direction), angles.reversed().map(direction))
    let backPaint = Paint.stroke(.vermilion, width: 2.5, dash: "4 5")
    return plot.axes + [
      plot.line(there, .there), plot.line(back, backPaint),
      .code("\(title): there and back", plot.field.center.x, box.y + 14),
    ]
      + plot.legend(
        [(.there, "up to right"), (backPaint, "right to up")], at: plot.field.corner.moved(10, 30))
  }
}
