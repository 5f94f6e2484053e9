import JoystickModel
import Drawing

extension Picture {
  static var deadZone: Picture {
    Picture(
      "dead-zone", "The shapes of the dead zone", height: 816,
      """
      A plot of the deflection along an axis without a dead zone, with a radial and with a scaled radial \
      one, and a map of the stick for each of the five shapes. The maps are darker where the stick deflects \
      farther; lines lead from places of the handle to the deflection that they amount to.
      """
    ) { area in
      let shapes: [(shape: DeadZoneShape, name: String)] = [
        (.none, "none"), (.radial, "radial"), (.scaledRadial, "scaled_radial"), (.axial, "axial"),
        (.scaledAxial, "scaled_axial"),
      ]
      let boxes = area.inset(top: 300).rows(2, gap: 14).flatMap { $0.columns(3) }
      let maps = zip(shapes, boxes).flatMap { entry, box -> [SVGElement] in
        let title = "dead_zone_shape = \"\(entry.name)\""
        let style = TextStyle(anchor: .middle, size: 11, isCode: true)
        return [.text(title, at: box.corner.moved(box.width / 2, 12), style)]
          + DeadZone.map(.zones(entry.shape), in: box.inset(top: 22))
      }
      return DeadZone.plot(in: area.inset(top: 14, bottom: area.height - 280)) + maps
        + DeadZone.key(in: boxes[5])
    }
  }
}

extension StickResponse {
  /// Larger zones than the default, which would hardly be visible.
  fileprivate static func zones(_ shape: DeadZoneShape) -> StickResponse {
    with { ($0.deadZoneShape, $0.deadZone, $0.saturation) = (shape, 0.25, 0.9) }
  }
}

private enum DeadZone {
  static func plot(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box, x: Plot.Axis(label: "the handle's displacement along an axis"),
      y: Plot.Axis(label: "deflection"))
    let shapes: [(shape: DeadZoneShape, paint: Paint, text: String)] = [
      (.scaledRadial, Plot.paints[0], "scaled_radial (and scaled_axial)"),
      (.radial, Plot.paints[1], "radial (and axial)"), (.none, Plot.paints[2], "none"),
    ]
    let lines = shapes.map { entry in
      plot.line(
        of: { StickResponse.zones(entry.shape).deflection(for: Vector(dx: $0, dy: 0)).dx }, entry.paint)
    }
    let limits = [(0.25, "dead_zone = 0.25"), (0.9, "saturation = 0.9")].flatMap { value, text in
      [
        SVGElement.line(plot.at(value, 0), plot.at(value, 1), .stroke(.base, dash: "5 3")),
        .text(text, at: plot.at(value, 1).moved(0, -6), TextStyle(anchor: .middle, size: 11, isCode: true)),
      ]
    }
    return plot.axes + limits + lines
      + plot.legend(shapes.map { ($0.paint, $0.text) }, at: plot.at(0.52, 0.24))
  }

  /// The meaning of the shades and lines of the maps.
  static func key(in box: PixelRectangle) -> [SVGElement] {
    let top = box.corner.moved(8, 50)
    let steps = (0...levels).map { level in
      SVGElement.rectangle(
        PixelRectangle(x: top.x + Double(level) * 16, y: top.y, width: 16, height: 18), shade(level))
    }
    return [
      .note("how far the stick deflects", top.x, top.y - 10, .start),
      .rectangle(PixelRectangle(x: top.x, y: top.y, width: 176, height: 18), .stroke(.base)),
      .note("0", top.x, top.y + 32, .start), .note("1", top.x + 176, top.y + 32, .end),
      .note("from the handle to the deflection", top.x, top.y + 102, .start),
    ] + steps + lines([(top.moved(0, 74), top.moved(60, 74))])
  }

  /// The deflection for all positions of the handle.
  static func map(_ response: StickResponse, in box: PixelRectangle) -> [SVGElement] {
    let center = PixelPoint(x: box.center.x.rounded(), y: box.center.y.rounded())
    let radius = 99.0
    let places = (-4...4).flatMap { row in
      (-4...4).map { Vector(dx: Double($0) * 0.22, dy: Double(row) * 0.22) }
    }.filter { $0.length <= 1 }
    func at(_ vector: Vector) -> PixelPoint { center.moved(vector.dx * radius, vector.dy * radius) }
    return [
      SVGElement("g", [("shape-rendering", "crispEdges")], children: shades(response, center, cells: 33)),
      .circle(center, radius: radius, .stroke(.base, width: 1.5)),
    ] + lines(places.map { (at($0), at(response.deflection(for: $0))) })
  }

  private static let levels = 10

  private static func shade(_ level: Int) -> Paint {
    .fill(.blue.faded(to: 0.8 * Double(level) / Double(levels)))
  }

  /// Cells of three pixels, as many as fit into a radius; one path for each shade.
  private static func shades(_ response: StickResponse, _ center: PixelPoint, cells: Int) -> [SVGElement] {
    var paths = Array(repeating: "", count: levels + 1)
    for row in -cells..<cells {
      /// Nil if the handle cannot be there.
      func level(_ column: Int) -> Int? {
        let offset = Vector(
          dx: (Double(column) + 0.5) / Double(cells), dy: (Double(row) + 0.5) / Double(cells))
        guard offset.length <= 1 else { return nil }
        return Int((response.deflection(for: offset).length * Double(levels) - 1e-6).rounded(.up))
      }
      var column = -cells
      while column < cells {
        let end = (column..<cells).first { level($0) != level(column) } ?? cells
        if let level = level(column) {
          let corner = center.moved(Double(column) * 3, Double(row) * 3)
          let width = (end - column) * 3
          paths[level] += "M\(decimal(corner.x)) \(decimal(corner.y))h\(width)v3h-\(width)z"
        }
        column = end
      }
    }
    return paths.enumerated().dropFirst().map { .path($1, shade($0)) }
  }

  /// Lines with a ring at their start and a dot at their end; only a dot if both are the same.
  private static func lines(_ lines: [(start: PixelPoint, end: PixelPoint)]) -> [SVGElement] {
    func text(_ point: PixelPoint) -> String { "\(decimal(point.x)) \(decimal(point.y))" }
    /// Lines without length, whose round ends are dots.
    func dots(_ places: [PixelPoint], width: Double, _ color: Color) -> SVGElement {
      let path = SVGElement.path(places.map { "M\(text($0))h0" }.joined(), .stroke(color, width: width))
      return SVGElement("g", [("stroke-linecap", "round")], children: [path])
    }
    let moving = lines.filter { abs($0.start.x - $0.end.x) + abs($0.start.y - $0.end.y) > 0.5 }
    return [
      .path(moving.map { "M\(text($0.start))L\(text($0.end))" }.joined(), .stroke(.ink)),
      dots(moving.map(\.start), width: 5, .ink), dots(moving.map(\.start), width: 3, .paper),
      dots(lines.map(\.end), width: 3, .ink),
    ]
  }
}
