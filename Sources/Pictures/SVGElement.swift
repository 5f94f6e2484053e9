/// An element of a picture, as SVG has them.
public struct SVGElement {
  private let name: String
  private let attributes: [(name: String, value: String)]
  private let text: String?
  private let children: [SVGElement]

  /// Makes an element with text or others in it, or without content.
  public init(
    _ name: String, _ attributes: [(String, String)] = [], text: String? = nil, children: [SVGElement] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.text = text
    self.children = children
  }

  /// Appends the element, in lines of its own.
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
public func decimal(_ number: Double) -> String {
  let hundredths = Int((number * 100 + 1e-6).rounded(.toNearestOrAwayFromZero))
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  guard rest > 0 else { return "\(sign)\(whole)" }
  if rest.isMultiple(of: 10) { return "\(sign)\(whole).\(rest / 10)" }
  return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}

/// A number with exactly two decimals.
public func twoDecimals(_ number: Double) -> String {
  let short = decimal(number)
  guard let dot = short.firstIndex(of: ".") else { return short + ".00" }
  return short[dot...].count < 3 ? short + "0" : short
}
