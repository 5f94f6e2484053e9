internal import Configuration
internal import EventPipeline
internal import JoystickModel
internal import Pictures

/// A picture of a layout on its surface.
struct LayoutPicture {
  private static let width = 720.0
  private static let margin = 16.0
  private static let greatest = (width: width - 2 * margin, height: width - 2 * margin)
  /// Pixels above the surface, for its size.
  private static let header = 24.0

  /// The name of the layout.
  let name: String
  /// The layout.
  let layout: Layout
  /// How the surface is held.
  let rotation: Rotation
  /// The buttons of the device itself.
  let deviceButtons: [ButtonSettings]
  /// The controls that do not fit.
  let misfits: [Misfit]

  /// The text of its file.
  var svg: String {
    let panel = panel
    let drawings = layout.controls.map { ControlDrawing(control: $0, panel: panel) }
    let legend = LayoutLegend(drawings, deviceButtons: deviceButtons, hasMisfits: !misfits.isEmpty)
    let outlines = MisfitDrawing(misfits: misfits, surface: layout.surface)
    let top = panel.box(outlines.shown).bottom + 22
    let summary =
      "A surface of \(size("by")). In the order of their priority, it has: "
      + (drawings.map(\.description) + deviceButtons.map(\.text)).joined(separator: "; ")
      + (misfits.isEmpty ? "" : ". These do not fit: \(misfits.map(\.name).joined(separator: "; "))")
      + ". The upper edge is at the top when the device is held."
    return svgCard(
      title: "\(name) on \(size("×"))", summary: summary, width: Self.width,
      height: top + legend.height(within: Self.greatest.width) + Self.margin - 8,
      elements: [
        .text(
          "\(name), \(size("×"))\(rotated(by: rotation.rawValue))",
          at: SVGPoint(x: Self.margin, y: Self.margin + 12),
          TextStyle(size: 13))
      ] + upperEdge + surface(panel, drawings) + outlines.elements(panel)
        + legend.elements(at: SVGPoint(x: Self.margin, y: top), within: Self.greatest.width))
  }

  private func size(_ by: String) -> String {
    "\(decimal(layout.surface.width)) \(by) \(decimal(layout.surface.height)) mm"
  }

  /// Marks the edge that is up.
  private var upperEdge: [SVGElement] {
    let end = SVGPoint(x: Self.width - Self.margin, y: Self.margin + 12)
    let style = TextStyle(anchor: .end, color: .muted, size: 13)
    return [
      .polygon([end.moved(-5, -10), end.moved(-10, 0), end], .fill(.muted)),
      .text("this edge is up", at: end.moved(-16, 0), style),
    ]
  }

  /// The surface as large as there is room for, in the middle together with what does not fit on it.
  private var panel: SurfacePanel {
    let (surface, shown) = (layout.surface, MisfitDrawing(misfits: misfits, surface: layout.surface).shown)
    let scale = min(Self.greatest.width / shown.width, Self.greatest.height / shown.height)
    let corner = SVGPoint(x: (Self.width - shown.width * scale) / 2, y: Self.margin + Self.header)
      .moved(-shown.x * scale, -shown.y * scale)
    let box = Box(x: corner.x, y: corner.y, width: surface.width * scale, height: surface.height * scale)
    return SurfacePanel(box: box, scale: scale)
  }

  /// The picture does not show parts beyond the surface's edge, which no finger reaches.
  private func surface(_ panel: SurfacePanel, _ drawings: [ControlDrawing]) -> [SVGElement] {
    let clip = SVGElement(
      "clipPath", [("id", "surface")], children: [.rectangle(panel.box, rounding: 6, .fill(.paper))])
    // The first control is on top, because touches belong to it.
    let shapes = SVGElement(
      "g", [("clip-path", "url(#surface)")], children: drawings.reversed().map(\.shapes))
    return [clip, .rectangle(panel.box, rounding: 6, .fill(.panel)), shapes]
      + [.rectangle(panel.box, rounding: 6, .stroke(.muted, width: 1.5))] + labels(panel, drawings)
  }

  /// The labels in the order of the controls, without overlap.
  private func labels(_ panel: SurfacePanel, _ drawings: [ControlDrawing]) -> [SVGElement] {
    var placer = LabelPlacer(area: panel.box, obstacles: drawings.map(\.obstacle))
    let all = drawings.enumerated().flatMap { owner, drawing in
      drawing.labels.map { (owner: owner, label: $0) }
    }
    let order = all.indices.sorted { (all[$0].label.rank, $0) < (all[$1].label.rank, $1) }
    var elements = [[SVGElement]](repeating: [], count: all.count)
    for index in order {
      let (owner, label) = all[index]
      if let place = placer.place(label, owner: owner) { elements[index] = label.elements(at: place) }
    }
    return elements.flatMap { $0 }
  }
}

extension SurfacePanel {
  /// The part of a region's bounding box that is on the surface.
  func visibleBox(_ region: Region) -> Box {
    let whole = box(region.bounds)
    let (left, top) = (max(whole.x, box.x), max(whole.y, box.y))
    return Box(
      x: left, y: top, width: min(whole.right, box.right) - left,
      height: min(whole.bottom, box.bottom) - top)
  }
}
