/// The text of a picture's file: an opaque card, which is visible on any background, with elements on it.
///
/// - Parameters:
///   - title: The title.
///   - summary: The description, for people who do not see it.
///   - width: Pixels from the left edge to the right.
///   - height: Pixels from the top edge to the bottom.
///   - elements: The elements on it.
public func svgCard(
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
