/// A position in a picture, in pixels from its top left corner; y grows downwards.
package struct SVGPoint: Equatable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package func moved(_ dx: Double, _ dy: Double) -> SVGPoint { SVGPoint(x: x + dx, y: y + dy) }
}

package struct Paint: Sendable {
  package let fill: Color?
  package let fillOpacity: Double
  package let stroke: Color?
  package let width: Double
  /// The lengths of dashes and gaps in pixels; nil is a line without gaps.
  package let dash: String?

  package init(
    fill: Color? = nil, fillOpacity: Double = 1, stroke: Color? = nil, width: Double = 1, dash: String? = nil
  ) {
    self.fill = fill
    self.fillOpacity = fillOpacity
    self.stroke = stroke
    self.width = width
    self.dash = dash
  }

  package static func fill(_ color: Color, opacity: Double = 1) -> Paint {
    Paint(fill: color, fillOpacity: opacity)
  }

  package static func stroke(_ color: Color, width: Double = 1, dash: String? = nil) -> Paint {
    Paint(stroke: color, width: width, dash: dash)
  }

  package var attributes: [(String, String)] {
    var attributes = [("fill", fill?.rawValue ?? "none")]
    if fill != nil, fillOpacity < 1 { attributes.append(("fill-opacity", decimal(fillOpacity))) }
    if let stroke {
      attributes.append(("stroke", stroke.rawValue))
      if width != 1 { attributes.append(("stroke-width", decimal(width))) }
      if let dash { attributes.append(("stroke-dasharray", dash)) }
    }
    return attributes
  }
}

package struct TextStyle: Sendable {
  package enum Anchor: String, Sendable {
    case start, middle, end
  }

  package let anchor: Anchor
  package let color: Color
  package let size: Double
  package let isCode: Bool
  package let isBold: Bool

  /// Whether it has a rim of the card's colour, to be readable on top of lines.
  package let hasHalo: Bool

  package init(
    anchor: Anchor = .start, color: Color = .ink, size: Double = 12, isCode: Bool = false,
    isBold: Bool = false,
    hasHalo: Bool = false
  ) {
    self.anchor = anchor
    self.color = color
    self.size = size
    self.isCode = isCode
    self.isBold = isBold
    self.hasHalo = hasHalo
  }
}

extension SVGElement {
  package static func circle(_ center: SVGPoint, radius: Double, _ paint: Paint) -> SVGElement {
    SVGElement(
      "circle",
      [("cx", decimal(center.x)), ("cy", decimal(center.y)), ("r", decimal(radius))] + paint.attributes)
  }

  package static func line(_ start: SVGPoint, _ end: SVGPoint, _ paint: Paint) -> SVGElement {
    SVGElement(
      "line",
      [
        ("x1", decimal(start.x)), ("y1", decimal(start.y)), ("x2", decimal(end.x)), ("y2", decimal(end.y)),
      ] + paint.attributes)
  }

  package static func rectangle(_ box: Box, rounding: Double = 0, _ paint: Paint) -> SVGElement {
    var attributes = [
      ("x", decimal(box.x)), ("y", decimal(box.y)), ("width", decimal(box.width)),
      ("height", decimal(box.height)),
    ]
    if rounding > 0 { attributes.append(("rx", decimal(rounding))) }
    return SVGElement("rect", attributes + paint.attributes)
  }

  /// Lines from point to point, and back to the first.
  package static func polygon(_ points: [SVGPoint], _ paint: Paint) -> SVGElement {
    let list = points.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
    return SVGElement("polygon", [("points", list)] + paint.attributes)
  }

  /// A line with a head at its end.
  package static func arrow(_ start: SVGPoint, _ end: SVGPoint, _ color: Color, width: Double = 1.5)
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
  package static func text(_ text: String, at position: SVGPoint, _ style: TextStyle = TextStyle())
    -> SVGElement
  {
    var attributes = [
      ("x", decimal(position.x)), ("y", decimal(position.y)), ("font-size", decimal(style.size)),
      ("fill", style.color.rawValue),
    ]
    if style.anchor != .start { attributes.append(("text-anchor", style.anchor.rawValue)) }
    if style.isCode { attributes.append(("font-family", "ui-monospace, Menlo, Consolas, monospace")) }
    if style.isBold { attributes.append(("font-weight", "bold")) }
    if style.hasHalo {
      attributes += [
        ("stroke", Color.paper.rawValue), ("stroke-width", "3"), ("stroke-linejoin", "round"),
        ("paint-order", "stroke"),
      ]
    }
    return SVGElement("text", attributes, text: text)
  }
}
