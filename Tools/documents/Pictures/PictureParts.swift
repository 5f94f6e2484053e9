import Recordings

// Parts of pictures that only the guide's need.

func twoDecimals(_ number: Double) -> String {
  let short = decimal(number)
  guard let dot = short.firstIndex(of: ".") else { return short + ".00" }
  return short[dot...].count < 3 ? short + "0" : short
}

extension Box {
  /// Boxes of the same width beside each other.
  func columns(_ count: Int, gap: Double = 12) -> [Box] {
    let width = (width - gap * Double(count - 1)) / Double(count)
    return (0..<count).map { Box(x: x + Double($0) * (width + gap), y: y, width: width, height: height) }
  }

  /// Boxes of the same height below each other.
  func rows(_ count: Int, gap: Double = 12) -> [Box] {
    let height = (height - gap * Double(count - 1)) / Double(count)
    return (0..<count).map { Box(x: x, y: y + Double($0) * (height + gap), width: width, height: height) }
  }
}

extension SVGElement {
  static func polyline(_ points: [SVGPoint], _ paint: Paint) -> SVGElement {
    let list = points.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
    return SVGElement("polyline", [("points", list)] + paint.attributes + [("stroke-linejoin", "round")])
  }

  static func path(_ description: String, _ paint: Paint) -> SVGElement {
    SVGElement("path", [("d", description)] + paint.attributes)
  }
}
