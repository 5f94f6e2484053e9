import Drawing

/// A picture of the guide.
struct Picture {
  /// The name of its file, without the extension.
  let name: String
  /// The text of its file.
  let svg: String

  /// - Parameters:
  ///   - summary: A description for people who do not see the picture.
  ///   - draw: Draws within the margins.
  init(
    _ name: String, _ title: String, height: Double, _ summary: String, draw: (PixelRectangle) -> [SVGElement]
  ) {
    let card = PixelRectangle(x: 0, y: 0, width: 720, height: height)
    self.name = name
    svg = svgCard(
      title: title, summary: summary, width: card.width, height: height,
      elements: draw(card.inset(left: 16, top: 16, right: 16, bottom: 16)))
  }

  /// All pictures, in the order of the guide.
  static var all: [Picture] {
    [
      region, smoothing, origin, movingBase, travel, movedTolerance, deadZone, response, directions, output,
      gestures, outerRing, homeReturn, rotation, buttons, look, slider, tilt, gyro, reach,
    ]
  }
}

extension SVGElement {
  /// Text of a configuration.
  static func code(_ text: String, _ x: Double, _ y: Double, _ anchor: TextStyle.Anchor = .middle)
    -> SVGElement
  {
    .text(text, at: PixelPoint(x: x, y: y), TextStyle(anchor: anchor, isCode: true))
  }

  /// An explanation.
  static func note(_ text: String, _ x: Double, _ y: Double, _ anchor: TextStyle.Anchor = .middle)
    -> SVGElement
  {
    .text(text, at: PixelPoint(x: x, y: y), TextStyle(anchor: anchor, color: .muted, size: 11))
  }
}

extension Paint {
  /// A limit on the surface.
  static let limit = stroke(.green, width: 1.5, dash: "5 3")
  /// The way there in a plot, and the way back over it.
  static let there = stroke(.blue, width: 2.5)
}
