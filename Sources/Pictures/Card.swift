/// A whole picture: an opaque card, which is visible on any background.
public struct Card {
  /// The title.
  public let title: String
  /// The description, for people who do not see it.
  public let summary: String
  /// Pixels from the left edge to the right.
  public let width: Double
  /// Pixels from the top edge to the bottom.
  public let height: Double
  /// The elements on it.
  public let elements: [SVGElement]

  /// Makes a card of this size with these elements on it.
  public init(title: String, summary: String, width: Double, height: Double, elements: [SVGElement]) {
    self.title = title
    self.summary = summary
    self.width = width
    self.height = height
    self.elements = elements
  }

  /// The text of its file.
  public var svg: String {
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
}
