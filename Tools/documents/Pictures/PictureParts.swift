import Drawing

// Parts of pictures that only the guide's need.

func twoDecimals(_ number: Double) -> String {
  let short = decimal(number)
  guard let dot = short.firstIndex(of: ".") else { return short + ".00" }
  return short[dot...].count < 3 ? short + "0" : short
}

extension PixelRectangle {
  func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> PixelRectangle {
    PixelRectangle(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  /// Boxes of the same width beside each other.
  func columns(_ count: Int, gap: Double = 12) -> [PixelRectangle] {
    let width = (width - gap * Double(count - 1)) / Double(count)
    return (0..<count).map {
      PixelRectangle(x: x + Double($0) * (width + gap), y: y, width: width, height: height)
    }
  }

  /// Boxes of the same height below each other.
  func rows(_ count: Int, gap: Double = 12) -> [PixelRectangle] {
    let height = (height - gap * Double(count - 1)) / Double(count)
    return (0..<count).map {
      PixelRectangle(x: x, y: y + Double($0) * (height + gap), width: width, height: height)
    }
  }
}

extension SVGElement {
  static func polyline(_ points: [PixelPoint], _ paint: Paint) -> SVGElement {
    let list = points.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
    return SVGElement("polyline", [("points", list)] + paint.attributes + [("stroke-linejoin", "round")])
  }

  static func path(_ description: String, _ paint: Paint) -> SVGElement {
    SVGElement("path", [("d", description)] + paint.attributes)
  }
}
