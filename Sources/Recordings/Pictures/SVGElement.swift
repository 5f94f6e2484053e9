package import JoystickModel

package struct SVGElement {
  private let name: String
  private let attributes: [(name: String, value: String)]
  private let text: String?
  private let children: [SVGElement]

  package init(
    _ name: String, _ attributes: [(String, String)] = [], text: String? = nil, children: [SVGElement] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.text = text
    self.children = children
  }

  func write(to text: inout String, indentation: Int = 0) {
    text += String(repeating: " ", count: indentation) + "<" + name
    for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
    if let content = self.text {
      text += ">\(Self.escaped(content))</\(name)>\n"
    } else if children.isEmpty {
      text += "/>\n"
    } else {
      text += ">\n"
      for child in children { child.write(to: &text, indentation: indentation + 1) }
      text += String(repeating: " ", count: indentation) + "</\(name)>\n"
    }
  }

  /// By scalars, not by characters: "<" with a combining accent is not the character "<".
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // Characters that XML 1.0 forbids, but that file names can have.
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

/// A number with at most two decimals, the same on every machine.
///
/// A tiny amount is added before rounding: numbers in the middle between two hundredths lie a rounding error to either
/// side of it, which differs between machines.
package func decimal(_ number: Double) -> String {
  let hundredths = Int((number * 100 + 1e-6).rounded(.toNearestOrAwayFromZero))
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  guard rest > 0 else { return "\(sign)\(whole)" }
  if rest.isMultiple(of: 10) { return "\(sign)\(whole).\(rest / 10)" }
  return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}

/// The colours of the pictures.
///
/// The first three line colours are from the palette by Masataka Okabe and Kei Ito, 2008, and the fourth is from one by
/// Paul Tol, 2021. Colour-blind people can tell them apart.
package enum Color: String, Sendable {
  case paper = "#ffffff"
  case panel = "#f6f8fa"
  /// Lines that only guide the eye.
  case faint = "#d1d9e0"
  case base = "#8c959f"
  case baseInside = "#e6eaef"
  case muted = "#59636e"
  case ink = "#1f2328"
  /// The handle, and the first line of a plot.
  case blue = "#0072b2"
  /// The finger, and the second line of a plot.
  case vermilion = "#d55e00"
  /// The pad's output, and the third line of a plot.
  case green = "#009e73"
  /// The fourth line of a plot.
  case purple = "#aa4499"
  case red = "#cf222e"
}

/// A rectangle in a picture, in pixels.
package struct Box: Equatable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }
  package var corner: SVGPoint { SVGPoint(x: x, y: y) }
  package var center: SVGPoint { SVGPoint(x: x + width / 2, y: y + height / 2) }

  package func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> Box {
    Box(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

}

/// The text of a picture's file: an opaque card, which is visible on any background, with elements on it.
///
/// - Parameter summary: The description, for people who do not see it.
package func svgCard(
  title: String, summary: String, width: Double, height: Double, elements: [SVGElement]
) -> String {
  let card = Box(x: 0.5, y: 0.5, width: width - 1, height: height - 1)
  let size = [("width", decimal(width)), ("height", decimal(height))]
  let view = [("viewBox", "0 0 \(decimal(width)) \(decimal(height))")]
  let font = [("font-family", "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif")]
  let role = [("role", "img"), ("aria-labelledby", "title summary")]
  let root = SVGElement(
    "svg", [("xmlns", "http://www.w3.org/2000/svg")] + size + view + font + role,
    children: [
      SVGElement("title", [("id", "title")], text: title),
      SVGElement("desc", [("id", "summary")], text: summary),
      .rectangle(card, rounding: 8, Paint(fill: .paper, stroke: .faint)),
    ] + elements)
  var text = ""
  root.write(to: &text)
  return text
}

/// A part of a surface with what is on it, drawn to scale.
package struct SurfacePanel {
  package let box: Box
  /// Pixels per millimetre.
  package let scale: Double
  /// The top left corner of the surface in the picture.
  private let origin: SVGPoint

  /// A panel whose top left corner is that of the surface.
  package init(box: Box, scale: Double) {
    (self.box, self.scale, origin) = (box, scale, box.corner)
  }

  /// A panel with this point of the surface in its middle.
  package init(box: Box, scale: Double, middle: Point) {
    (self.box, self.scale) = (box, scale)
    origin = box.center.moved(-middle.x * scale, -middle.y * scale)
  }

  package func at(_ point: Point) -> SVGPoint { origin.moved(point.x * scale, point.y * scale) }

  package func box(_ area: Rectangle) -> Box {
    let corner = at(Point(x: area.x, y: area.y))
    return Box(x: corner.x, y: corner.y, width: area.width * scale, height: area.height * scale)
  }
}
