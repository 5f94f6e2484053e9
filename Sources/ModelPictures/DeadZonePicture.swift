internal import JoystickModel
internal import Pictures

extension Picture {
  /// The dead zone's shapes.
  static var deadZone: Picture {
    let height = 816.0
    let area = area(height: height)
    let maps = area.inset(top: 300).rows(2, gap: 14).flatMap { $0.columns(3) }
    return Picture(
      name: "dead-zone", title: "The shapes of the dead zone",
      summary: """
        A plot of the deflection along an axis without a dead zone, with a radial and with a scaled radial \
        one, and a map of the stick for each of the five shapes. The maps are darker where the stick deflects \
        farther; lines lead from places of the handle to the deflection that they amount to.
        """,
      height: height,
      elements: DeadZone.plot(in: Box(x: area.x, y: area.y, width: area.width, height: 280))
        + zip(DeadZone.shapes, maps).flatMap { DeadZoneMap(shape: $0.shape).elements(title: $0.name, in: $1) }
        + DeadZone.key(in: maps[5]))
  }
}

private enum DeadZone {
  static let shapes: [(shape: DeadZoneShape, name: String)] = [
    (.none, "none"), (.radial, "radial"), (.scaledRadial, "scaled_radial"), (.axial, "axial"),
    (.scaledAxial, "scaled_axial"),
  ]

  /// Larger zones than the default ones, which could hardly be seen.
  static func response(_ shape: DeadZoneShape) -> StickResponse {
    var response = StickResponse()
    response.deadZoneShape = shape
    response.deadZone = 0.25
    response.saturation = 0.9
    return response
  }

  private static let plotted: [(shape: DeadZoneShape, name: String, paint: Paint)] = [
    (.scaledRadial, "scaled_radial (and scaled_axial)", Plot.paints[0]),
    (.radial, "radial (and axial)", Plot.paints[1]),
    (.none, "none", Plot.paints[2]),
  ]

  static func plot(in box: Box) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 14), x: .part("the handle's displacement along an axis"), y: .part("deflection"))
    let lines = plotted.map { entry in
      let response = response(entry.shape)
      return plot.line(of: { response.deflection(for: Vector(dx: $0, dy: 0)).dx }, entry.paint)
    }
    let limits = [(0.25, "dead_zone = 0.25"), (0.9, "saturation = 0.9")].flatMap { value, text in
      [
        SVGElement.line(plot.at(value, 0), plot.at(value, 1), .stroke(.base, dash: "5 3")),
        .text(text, at: plot.at(value, 1).moved(0, -6), TextStyle(size: 11, isCode: true).anchored(.middle)),
      ]
    }
    return plot.axes + limits + lines
      + plot.legend(plotted.map { ($0.paint, $0.name) }, at: plot.at(0.52, 0.24))
  }

  /// What the shades and lines of the maps mean.
  static func key(in box: Box) -> [SVGElement] {
    let top = box.corner.moved(8, 50)
    let steps = (0...10).map { level in
      SVGElement.rectangle(
        Box(x: top.x + Double(level) * 16, y: top.y, width: 16, height: 18),
        .fill(.blue, opacity: DeadZoneMap.opacity(level)))
    }
    let line = top.moved(0, 74)
    return [
      .text("how far the stick deflects", at: top.moved(0, -10), .note),
      .rectangle(Box(x: top.x, y: top.y, width: 176, height: 18), .stroke(.base)),
      .text("0", at: top.moved(0, 32), .note),
      .text("1", at: top.moved(176, 32), .note.anchored(.end)),
      .text("from the handle to the deflection", at: line.moved(0, 28), .note),
    ] + steps + DeadZoneMap.lines([(line, line.moved(60, 0))])
  }
}

/// The deflection for all places of the handle, of one shape of dead zone.
private struct DeadZoneMap {
  let shape: DeadZoneShape
  private static let levels = 10
  private static let cell = 3.0

  static func opacity(_ level: Int) -> Double { 0.8 * Double(level) / Double(levels) }

  func elements(title: String, in box: Box) -> [SVGElement] {
    let center = SVGPoint(x: box.center.x.rounded(), y: (box.y + 22 + (box.height - 22) / 2).rounded())
    let radius = 99.0
    return [
      .text("dead_zone_shape = \"\(title)\"", at: box.corner.moved(box.width / 2, 12), Self.titleStyle)
    ]
      + shades(center, radius) + [.circle(center, radius: radius, .stroke(.base, width: 1.5))]
      + lines(center, radius)
  }

  private static let titleStyle = TextStyle(anchor: .middle, size: 11, isCode: true)

  /// Cells of the disc, those of each shade as one path.
  private func shades(_ center: SVGPoint, _ radius: Double) -> [SVGElement] {
    let count = Int(radius / Self.cell)
    var paths = Array(repeating: "", count: Self.levels + 1)
    for row in -count..<count {
      let levels = (-count..<count).map { level(column: $0, row: row, count) }
      var start = 0
      while start < levels.count {
        let end = levels[start...].firstIndex { $0 != levels[start] } ?? levels.count
        if let level = levels[start] {
          let x = center.x + Double(start - count) * Self.cell
          let y = center.y + Double(row) * Self.cell
          let width = decimal(Double(end - start) * Self.cell)
          paths[level] += "M\(decimal(x)) \(decimal(y))h\(width)v\(decimal(Self.cell))h-\(width)z"
        }
        start = end
      }
    }
    let shades = paths.enumerated().dropFirst().map { level, path in
      SVGElement.path(path, .fill(.blue, opacity: Self.opacity(level)))
    }
    return [SVGElement("g", [("shape-rendering", "crispEdges")], children: shades)]
  }

  /// The shade of a cell; nil is none, for the handle cannot be there.
  private func level(column: Int, row: Int, _ count: Int) -> Int? {
    let offset = Vector(dx: (Double(column) + 0.5) / Double(count), dy: (Double(row) + 0.5) / Double(count))
    guard offset.length <= 1 else { return nil }
    let deflection = DeadZone.response(shape).deflection(for: offset).length
    return Int((deflection * Double(Self.levels) - 1e-6).rounded(.up))
  }

  private func lines(_ center: SVGPoint, _ radius: Double) -> [SVGElement] {
    let places = (-4...4).flatMap { row in
      (-4...4).map { Vector(dx: Double($0) * 0.22, dy: Double(row) * 0.22) }
    }.filter { $0.length <= 1 }
    return Self.lines(
      places.map { offset in
        let output = DeadZone.response(shape).deflection(for: offset)
        return (
          center.moved(offset.dx * radius, offset.dy * radius),
          center.moved(output.dx * radius, output.dy * radius)
        )
      })
  }

  /// Lines with a ring where they start and a dot where they end; only a dot where that is the same place.
  static func lines(_ lines: [(start: SVGPoint, end: SVGPoint)]) -> [SVGElement] {
    let moving = lines.filter { abs($0.start.x - $0.end.x) + abs($0.start.y - $0.end.y) > 0.5 }
    return [
      .path(moving.map { "M\(text($0.start))L\(text($0.end))" }.joined(), .stroke(.ink)),
      dots(moving.map(\.start), width: 5, .ink), dots(moving.map(\.start), width: 3, .paper),
      dots(lines.map(\.end), width: 3, .ink),
    ]
  }

  /// Lines without a length, whose round ends are dots.
  private static func dots(_ places: [SVGPoint], width: Double, _ color: Color) -> SVGElement {
    let path = SVGElement.path(places.map { "M\(text($0))h0" }.joined(), .stroke(color, width: width))
    return SVGElement("g", [("stroke-linecap", "round")], children: [path])
  }

  private static func text(_ point: SVGPoint) -> String { "\(decimal(point.x)) \(decimal(point.y))" }
}
