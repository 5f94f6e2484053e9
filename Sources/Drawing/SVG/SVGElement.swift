package struct SVGElement {
  private let name: String
  private let attributes: [(name: String, value: String)]
  private let text: String?
  private let children: [SVGElement]

  package init(
    _ name: String, _ attributes: [(String, String)] = [], text: String? = nil, children: [SVGElement] = []
  ) {
    (self.name, self.attributes, self.text, self.children) = (name, attributes, text, children)
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

/// The text of a picture's file: an opaque card, which is visible on any background, with elements on it.
///
/// - Parameter summary: The description, for people who do not see it.
package func svgCard(
  title: String, summary: String, width: Double, height: Double, elements: [SVGElement]
) -> String {
  let card = PixelRectangle(x: 0.5, y: 0.5, width: width - 1, height: height - 1)
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
