internal import JoystickModel
internal import Pictures

extension Picture {
  /// How the direction of the deflection is snapped.
  static var directions: Picture {
    let height = 530.0
    let area = area(height: height)
    let discs = Box(x: area.x, y: area.y, width: area.width, height: 236).columns(3)
    let plots = area.inset(top: 262).columns(2, gap: 16)
    var snapping = StickResponse()
    snapping.axisSnap = 15
    return Picture(
      name: "directions", title: "Axis snap and directions",
      summary: """
        The directions that are taken for another: 15 degrees to each side of an axis with axis_snap, sectors \
        of 90 degrees with 4 directions, sectors of 50 and 40 degrees with 8. Two plots of the direction of \
        the deflection over that of the handle show that a direction is kept for 5 degrees more.
        """,
      height: height,
      elements: Directions.disc(in: discs[0], "axis_snap = 15", snapping)
        + Directions.disc(in: discs[1], "directions = 4", Directions.response(.four))
        + Directions.disc(in: discs[2], "directions = 8", Directions.response(.eight))
        + Directions.plot(in: plots[0], "directions = 4: there and back", .four)
        + Directions.plot(in: plots[1], "directions = 8: there and back", .eight))
  }
}

/// Compass directions that all become the same one.
private struct Sector {
  var start: Double
  var end: Double
  let output: Double
}

private enum Directions {
  static func response(_ directions: StickDirections) -> StickResponse {
    var response = StickResponse()
    response.directions = directions
    return response
  }

  /// The sectors whose directions all become the one in their middle.
  static func disc(in box: Box, _ title: String, _ response: StickResponse) -> [SVGElement] {
    let radius = 88.0
    let center = SVGPoint(x: box.center.x, y: box.y + 30 + radius + 10)
    let sectors = sectors(response).enumerated().flatMap { number, sector -> [SVGElement] in
      let fill = Paint(fill: number.isMultiple(of: 2) ? .blue : .vermilion, fillOpacity: 0.16, stroke: .base)
      let direction = compass(sector.output)
      let head = center.moved(direction.dx * (radius - 8), direction.dy * (radius - 8))
      let label = center.moved(direction.dx * (radius + 12), direction.dy * (radius + 12) + 4)
      return [
        wedge(center, radius, from: sector.start, to: sector.end, fill), .arrow(center, head, .ink),
        .text("\(decimal(sector.end - sector.start))°", at: label, .note.anchored(.middle)),
      ]
    }
    return [
      .text(title, at: SVGPoint(x: box.center.x, y: box.y + 14), .code.anchored(.middle)),
      .circle(center, radius: radius, Paint(fill: .panel, stroke: .base)),
    ] + sectors
  }

  /// The directions that become another one, found by asking for each half degree.
  static func sectors(_ response: StickResponse) -> [Sector] {
    let step = 0.5
    var sectors: [Sector] = []
    for start in stride(from: 0.0, to: 360, by: step) {
      let middle = start + step / 2
      let output = response.deflection(for: compass(middle)).compassAngle
      guard apart(output, middle) > 1e-6 else { continue }
      if let last = sectors.last, last.end == start, apart(last.output, output) < 1e-6 {
        sectors[sectors.count - 1].end = start + step
      } else {
        sectors.append(Sector(start: start, end: start + step, output: output))
      }
    }
    return joined(sectors)
  }

  /// The same, with the last and the first as one where they are the two halves of one.
  private static func joined(_ sectors: [Sector]) -> [Sector] {
    guard let first = sectors.first, let last = sectors.last, sectors.count > 1,
      last.end == first.start + 360, apart(first.output, last.output) < 1e-6
    else { return sectors }
    return [Sector(start: last.start - 360, end: first.end, output: first.output)]
      + sectors.dropFirst().dropLast()
  }

  private static func apart(_ first: Double, _ second: Double) -> Double {
    let difference = abs(first - second).truncatingRemainder(dividingBy: 360)
    return min(difference, 360 - difference)
  }

  private static func wedge(
    _ center: SVGPoint, _ radius: Double, from start: Double, to end: Double, _ paint: Paint
  ) -> SVGElement {
    let corners = [start, end].map { angle in
      let direction = compass(angle)
      return center.moved(direction.dx * radius, direction.dy * radius)
    }
    let (first, second) = (corners[0], corners[1])
    let arc = "A\(decimal(radius)) \(decimal(radius)) 0 0 1 \(decimal(second.x)) \(decimal(second.y))z"
    return .path(
      "M\(decimal(center.x)) \(decimal(center.y))L\(decimal(first.x)) \(decimal(first.y))\(arc)", paint)
  }

  /// The direction of the deflection while the handle goes from up to the right along the rim, and back.
  static func plot(in box: Box, _ title: String, _ directions: StickDirections) -> [SVGElement] {
    let ticks = directions == .eight ? [0.0, 20, 30, 60, 70, 90] : [0, 40, 50, 90]
    let plot = Plot(
      in: box.inset(top: 20), x: Plot.Axis(label: "direction of the handle, degrees", to: 90, ticks: ticks),
      y: Plot.Axis(
        label: "direction of the deflection", from: -10, to: 100,
        ticks: directions == .eight ? [0, 45, 90] : [0, 90]))
    var parameters = StickParameters.example()
    parameters.response = response(directions)
    var run = StickRun(parameters)
    run.touchDown(at: parameters.center)
    let angles = (0...360).map { Double($0) / 4 }
    let there = angles.map { value(at: $0, &run) }
    let back = angles.reversed().map { value(at: $0, &run) }
    let therePaint = Paint.stroke(.blue, width: 2.5)
    let backPaint = Paint.stroke(.vermilion, width: 2.5, dash: "4 5")
    return plot.axes + [
      plot.line(Plot.corners(there), therePaint), plot.line(Plot.corners(back), backPaint),
      .text(title, at: SVGPoint(x: plot.field.center.x, y: box.y + 14), .code.anchored(.middle)),
    ]
      + plot.legend(
        [(therePaint, "up to right"), (backPaint, "right to up")], at: plot.field.corner.moved(10, 30))
  }

  private static func value(at angle: Double, _ run: inout StickRun) -> (x: Double, y: Double) {
    let direction = compass(angle)
    run.move(to: Point(x: 8 * direction.dx, y: 8 * direction.dy))
    return (angle, run.now.deflection.compassAngle)
  }
}
