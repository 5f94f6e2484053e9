internal import Configuration
internal import JoystickModel
internal import Pictures

/// A picture of a layout on its surface.
struct LayoutPicture {
  private static let width = 720.0
  private static let margin = 16.0
  private static let greatest = (width: width - 2 * margin, height: 520.0)
  /// Pixels above the surface, for its size.
  private static let header = 24.0

  /// What the layout is called.
  let name: String
  /// The layout.
  let layout: Layout

  /// The text of its file.
  var svg: String {
    let panel = panel
    let drawings = layout.controls.map { ControlDrawing(control: $0, panel: panel) }
    let legend = LayoutLegend(drawings)
    let top = panel.box.bottom + 22
    let summary =
      "A surface of \(size("by")). In the order of their priority, it has: "
      + drawings.map(\.description).joined(separator: ", ") + "."
    return Card(
      title: "\(name) on \(size("×"))", summary: summary, width: Self.width,
      height: top + legend.height(within: Self.greatest.width) + Self.margin - 8,
      elements: [
        .text("\(name), \(size("×"))", at: SVGPoint(x: Self.margin, y: Self.margin + 12), .note)
      ] + surface(panel, drawings)
        + legend.elements(at: SVGPoint(x: Self.margin, y: top), within: Self.greatest.width)
    ).svg
  }

  private func size(_ by: String) -> String {
    "\(decimal(layout.surface.width)) \(by) \(decimal(layout.surface.height)) mm"
  }

  /// The surface as large as there is room for, in the middle.
  private var panel: SurfacePanel {
    let surface = layout.surface
    let scale = min(Self.greatest.width / surface.width, Self.greatest.height / surface.height)
    let width = surface.width * scale
    let box = Box(
      x: (Self.width - width) / 2, y: Self.margin + Self.header, width: width, height: surface.height * scale)
    return SurfacePanel(box: box, scale: scale)
  }

  /// What is beyond the surface's edge no finger reaches, and the picture does not show.
  private func surface(_ panel: SurfacePanel, _ drawings: [ControlDrawing]) -> [SVGElement] {
    let clip = SVGElement(
      "clipPath", [("id", "surface")], children: [.rectangle(panel.box, rounding: 6, .fill(.paper))])
    // The first control is on top, for it is the one that takes a touch.
    let shapes = SVGElement(
      "g", [("clip-path", "url(#surface)")], children: drawings.reversed().map(\.shapes))
    return [clip, .rectangle(panel.box, rounding: 6, .fill(.panel)), shapes]
      + [.rectangle(panel.box, rounding: 6, .stroke(.muted, width: 1.5))] + drawings.flatMap(\.labels)
  }
}

extension SurfacePanel {
  /// The part of a region's bounding box that is on the surface.
  func visibleBox(_ region: Region) -> Box {
    let whole =
      switch region {
      case .rectangle(let own): box(own)
      case .circle(let circle):
        box(
          Rectangle(
            x: circle.center.x - circle.radius, y: circle.center.y - circle.radius,
            width: 2 * circle.radius, height: 2 * circle.radius))
      }
    let (left, top) = (max(whole.x, box.x), max(whole.y, box.y))
    return Box(
      x: left, y: top, width: min(whole.right, box.right) - left,
      height: min(whole.bottom, box.bottom) - top)
  }

  /// A text in the middle of a line, moved so that it is on the surface as far as it can be.
  func keep(_ place: SVGPoint, _ text: String, size: Double) -> SVGPoint {
    let half = textWidth(text, size: size) / 2 + 4
    guard 2 * half < box.width else { return SVGPoint(x: box.center.x, y: place.y) }
    return SVGPoint(x: max(box.x + half, min(place.x, box.right - half)), y: place.y)
  }
}

/// About how wide a text is, in pixels: nobody knows which font it will be set in.
func textWidth(_ text: String, size: Double) -> Double { Double(text.count) * size * 0.68 }
