/// One picture of the documentation.
struct Picture {
  /// Pixels from the left edge of every picture to its right edge.
  static let width = 720.0
  private static let margin = 16.0

  /// The name of its file, without the ending.
  let name: String
  /// What it shows, in a few words.
  let title: String
  /// What there is to see, for those who do not.
  let summary: String
  /// Pixels from the top edge to the bottom edge.
  let height: Double
  /// What is drawn within ``area(height:)``.
  let elements: [SVGElement]

  /// Where a picture of this height draws.
  static func area(height: Double) -> Box {
    Box(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
  }

  /// The text of its file.
  var svg: String {
    let card = Box(x: 0.5, y: 0.5, width: Self.width - 1, height: height - 1)
    let size = [("width", decimal(Self.width)), ("height", decimal(height))]
    let view = [("viewBox", "0 0 \(decimal(Self.width)) \(decimal(height))")]
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
}

extension Picture {
  /// All pictures, in the order of the documentation.
  static var all: [Picture] {
    [
      region, smoothing, origin, movingBase, travel, movedTolerance, deadZone, response, directions, output,
      gestures, outerRing, homeReturn,
    ]
  }
}
