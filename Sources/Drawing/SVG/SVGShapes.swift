package struct Paint: Sendable {
  package let fill: Color?
  /// Its opacity is not drawn: ``SVGElement/elements(_:)`` does that for all lines of a shape at once.
  package let stroke: Color?
  package let width: Double
  /// The lengths of dashes and gaps in pixels; nil is a line without gaps.
  package let dash: String?

  package init(fill: Color? = nil, stroke: Color? = nil, width: Double = 1, dash: String? = nil) {
    (self.fill, self.stroke, self.width, self.dash) = (fill, stroke, width, dash)
  }

  package static func fill(_ color: Color) -> Paint { Paint(fill: color) }

  package static func stroke(_ color: Color, width: Double = 1, dash: String? = nil) -> Paint {
    Paint(stroke: color, width: width, dash: dash)
  }

  package var attributes: [(String, String)] {
    var attributes = [("fill", fill?.opaque.description ?? "none")]
    if let fill, fill.alpha < 1 { attributes.append(("fill-opacity", decimal(fill.alpha))) }
    if let stroke {
      attributes.append(("stroke", stroke.opaque.description))
      if width != 1 { attributes.append(("stroke-width", decimal(width))) }
      if let dash { attributes.append(("stroke-dasharray", dash)) }
    }
    return attributes
  }
}

package struct TextStyle: Sendable {
  package enum Anchor: String, Sendable { case start, middle, end }

  package let anchor: Anchor
  /// Its opacity is not drawn.
  package let color: Color
  package let size: Double
  package let isCode: Bool
  package let isBold: Bool
  /// The colour of a rim, to be readable on top of lines, and its width.
  package let halo: (color: Color, width: Double)?

  package init(
    anchor: Anchor = .start, color: Color = .ink, size: Double = 12, isCode: Bool = false,
    isBold: Bool = false, halo: (color: Color, width: Double)? = nil
  ) {
    (self.anchor, self.color, self.size) = (anchor, color, size)
    (self.isCode, self.isBold, self.halo) = (isCode, isBold, halo)
  }
}

extension SVGElement {
  package static func circle(_ center: PixelPoint, radius: Double, _ paint: Paint) -> SVGElement {
    SVGElement(
      "circle",
      [("cx", decimal(center.x)), ("cy", decimal(center.y)), ("r", decimal(radius))] + paint.attributes)
  }

  package static func line(_ start: PixelPoint, _ end: PixelPoint, _ paint: Paint) -> SVGElement {
    SVGElement(
      "line",
      [
        ("x1", decimal(start.x)), ("y1", decimal(start.y)), ("x2", decimal(end.x)), ("y2", decimal(end.y)),
      ] + paint.attributes)
  }

  package static func rectangle(_ box: PixelRectangle, rounding: Double = 0, _ paint: Paint) -> SVGElement {
    var attributes = [
      ("x", decimal(box.x)), ("y", decimal(box.y)), ("width", decimal(box.width)),
      ("height", decimal(box.height)),
    ]
    if rounding > 0 { attributes.append(("rx", decimal(rounding))) }
    return SVGElement("rect", attributes + paint.attributes)
  }

  /// Lines from point to point, and back to the first.
  package static func polygon(_ points: [PixelPoint], _ paint: Paint) -> SVGElement {
    let list = points.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
    return SVGElement("polygon", [("points", list)] + paint.attributes)
  }

  private static func polygon(_ corners: [RoundCorner], _ paint: Paint) -> SVGElement {
    func text(_ point: PixelPoint) -> String { "\(decimal(point.x)),\(decimal(point.y))" }
    let curves = corners.map { "\(text($0.start)) Q\(text($0.corner)) \(text($0.end))" }
    return SVGElement("path", [("d", "M" + curves.joined(separator: " L") + " Z")] + paint.attributes)
  }

  /// Lines from point to point. One that ends where it began is closed.
  package static func strokes(_ lines: [[PixelPoint]], _ paint: Paint) -> SVGElement {
    let path = lines.map { line in
      "M" + line.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " L")
        + (line.count > 2 && line.first == line.last ? " Z" : "")
    }.joined(separator: " ")
    return SVGElement("path", [("d", path), ("stroke-linecap", "round")] + paint.attributes)
  }

  /// A line with a head at its end.
  package static func arrow(_ start: PixelPoint, _ end: PixelPoint, _ color: Color, width: Double = 1.5)
    -> SVGElement
  {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = max((dx * dx + dy * dy).squareRoot(), 1e-6)
    let (ux, uy) = (dx / length, dy / length)
    let neck = end.moved(-6 * ux, -6 * uy)
    return SVGElement(
      "g",
      children: [
        .line(start, neck, .stroke(color, width: width)),
        .polygon([end, neck.moved(-3 * uy, 3 * ux), neck.moved(3 * uy, -3 * ux)], .fill(color)),
      ])
  }

  /// A text, whose baseline is at the position.
  package static func text(_ text: String, at position: PixelPoint, _ style: TextStyle = TextStyle())
    -> SVGElement
  {
    var attributes = [
      ("x", decimal(position.x)), ("y", decimal(position.y)), ("font-size", decimal(style.size)),
      ("fill", style.color.opaque.description),
    ]
    if style.anchor != .start { attributes.append(("text-anchor", style.anchor.rawValue)) }
    if style.isCode { attributes.append(("font-family", "ui-monospace, Menlo, Consolas, monospace")) }
    if style.isBold { attributes.append(("font-weight", "bold")) }
    if let halo = style.halo {
      attributes += [
        ("stroke", halo.color.opaque.description), ("stroke-width", decimal(halo.width)),
        ("stroke-linejoin", "round"),
        ("paint-order", "stroke"),
      ]
    }
    return SVGElement("text", attributes, text: text)
  }
}

extension PixelRectangle {
  /// The radius of an ellipse in it. A millimetre of a picture is as wide as it is high, so it is a circle.
  fileprivate var radius: Double { (width + height) / 4 }
}

extension SVGElement {
  /// The width of a rim around a text, as a part of the text's size.
  private static let rimRatio = 0.11

  /// The elements of a shape, as cairo draws it. A control at rest has no clip, and the tool's theme no images, so that these
  /// are left out.
  package static func elements(_ shape: Shape) -> [SVGElement] {
    if case .text(let text, let area, let height) = shape.form {
      let (color, size) = ((shape.fill ?? .white).opaque, height / LabelText.capitalHeight)
      let style = TextStyle(
        anchor: .middle, color: color, size: size, isBold: true, halo: (color.contrasting, size * rimRatio))
      return [.text(text, at: area.center.moved(0, height / 2), style)]
    }
    let inside = inside(of: shape)
    guard let line = shape.line, line.alpha > 0, shape.lineWidth > 0 else { return inside }
    let strokes = [(line.contrasting, shape.wholeLineWidth), (line, shape.lineWidth)].compactMap {
      color, width in
      form(shape.lineForm, .stroke(color, width: width))
    }
    // Both at once, so that the lower one does not shine through.
    let attributes = [("opacity", decimal(line.alpha)), ("stroke-linejoin", "round")]
    return inside + [SVGElement("g", attributes, children: strokes)]
  }

  private static func inside(of shape: Shape) -> [SVGElement] {
    guard let fill = shape.fill else { return [] }
    guard let shine = shape.shine, case .ellipse(let area) = shape.form else {
      return form(shape.form, .fill(fill)).map { [$0] } ?? []
    }
    // Equal gradients have the same name, so that it does not matter which one a browser finds.
    let name = "shine-" + (shine.description + fill.description).filter { $0 != "#" }
    let stops = [("0", shine), ("1", fill)].map { place, color in
      SVGElement(
        "stop",
        [
          ("offset", place), ("stop-color", color.opaque.description), ("stop-opacity", decimal(color.alpha)),
        ])
    }
    let middle = area.center
    return [
      SVGElement("radialGradient", [("id", name), ("fx", "0.5"), ("fy", "0.35")], children: stops),
      SVGElement(
        "circle",
        [
          ("cx", decimal(middle.x)), ("cy", decimal(middle.y)),
          ("r", decimal(area.radius)), ("fill", "url(#\(name))"),
        ]),
    ]
  }

  package static func form(_ form: Shape.Form, _ paint: Paint) -> SVGElement? {
    switch form {
    case .ellipse(let area): .circle(area.center, radius: area.radius, paint)
    case .rectangle(let area, let rounding): .rectangle(area, rounding: rounding, paint)
    case .polygon(let points, 0): .polygon(points, paint)
    case .polygon(let points, let rounding): .polygon(RoundCorner.all(of: points, at: rounding), paint)
    case .strokes(let lines): .strokes(lines, paint)
    case .image, .text: nil
    }
  }
}
