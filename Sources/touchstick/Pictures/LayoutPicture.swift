internal import Configuration
internal import Drawing
internal import EventPipeline
internal import JoystickModel

extension Color {
  /// A screen, on which the overlay's colours are visible.
  static let glass = Color(0x2d333b)
}

/// A picture of a layout on its surface: what the overlay shows above a game, with notes.
struct LayoutPicture {
  private static let margin = 16.0
  private static let greatestHeight = 688.0
  /// Pixels above the surface, for its size.
  private static let header = 24.0

  /// The name of the layout.
  let name: String
  let layout: Layout
  /// The layer that exists, besides controls that always do; nil without layers.
  let layer: String?
  /// How the surface is held.
  let rotation: Rotation
  /// The buttons of the device itself.
  let deviceButtons: [ButtonSettings]
  /// The controls that do not fit.
  let misfits: [Misfit]

  /// A screen that is held upright needs less.
  private var width: Double { layout.surface.width < layout.surface.height && misfits.isEmpty ? 600 : 720 }
  private var greatestWidth: Double { width - 2 * Self.margin }

  /// The text of its file.
  var svg: String {
    let mapping = mapping
    let controls = controls(on: mapping)
    let (notes, others) = notes(mapping.bounds, controls)
    let legend = LayoutLegend(
      controls, deviceButtons: deviceButtons, hasMisfits: !misfits.isEmpty, notes: others)
    let outlines = MisfitDrawing(misfits: misfits, surface: layout.surface)
    let top = mapping.rectangle(outlines.shown).bottom + 22
    let summary =
      "A surface of \(size("by")). In the order of their priority, it has: "
      + (controls.map(\.description) + deviceButtons.map(\.text)).joined(separator: "; ")
      + (misfits.isEmpty ? "" : ". These do not fit: \(misfits.map(\.name).joined(separator: "; "))")
      + ". The upper edge is at the top when the device is held."
    return svgCard(
      title: "\(title) on \(size("×"))", summary: summary, width: width,
      height: top + legend.height(within: greatestWidth) + Self.margin - 8,
      elements: [
        .text(
          "\(title), \(size("×"))\(rotated(by: rotation.rawValue))",
          at: PixelPoint(x: Self.margin, y: Self.margin + 12),
          TextStyle(size: 13))
      ] + upperEdge + surface(mapping.bounds, controls) + notes + outlines.elements(mapping)
        + legend.elements(at: PixelPoint(x: Self.margin, y: top), within: greatestWidth))
  }

  private var title: String { name + (layer.map { ", layer “\(shortened($0))”" } ?? "") }

  private func size(_ by: String) -> String {
    "\(decimal(layout.surface.width)) \(by) \(decimal(layout.surface.height)) mm"
  }

  /// Marks the edge that is up.
  private var upperEdge: [SVGElement] {
    let end = PixelPoint(x: width - Self.margin, y: Self.margin + 12)
    let style = TextStyle(anchor: .end, color: .muted, size: 13)
    return [
      .polygon([end.moved(-5, -10), end.moved(-10, 0), end], .fill(.muted)),
      .text("this edge is up", at: end.moved(-16, 0), style),
    ]
  }

  /// The surface as large as there is room for, in the middle together with what does not fit on it.
  private var mapping: SurfaceMapping {
    let (surface, shown) = (layout.surface, MisfitDrawing(misfits: misfits, surface: layout.surface).shown)
    let scale = min(greatestWidth / shown.width, Self.greatestHeight / shown.height)
    let corner = PixelPoint(x: (width - shown.width * scale) / 2, y: Self.margin + Self.header)
      .moved(-shown.x * scale, -shown.y * scale)
    let box = PixelRectangle(
      x: corner.x, y: corner.y, width: surface.width * scale, height: surface.height * scale)
    return SurfaceMapping(width: surface.width, height: surface.height, in: box)
  }

  private func controls(on mapping: SurfaceMapping) -> [PicturedControl] {
    var labels: [PixelRectangle] = []
    return layout.controls.enumerated().filter { index, _ in
      let own = layout.layer(ofControl: index)
      return own == nil || own == layer
    }.map { index, control in
      let pictured = PicturedControl(control, layout.report(at: index), on: mapping, besides: labels)
      labels += pictured.labels.map(\.area)
      return pictured
    }
  }

  /// The picture does not show parts beyond the surface's edge, which no finger reaches.
  private func surface(_ box: PixelRectangle, _ controls: [PicturedControl]) -> [SVGElement] {
    let clip = SVGElement(
      "clipPath", [("id", "surface")], children: [.rectangle(box, rounding: 6, .fill(.paper))])
    let shapes = SVGElement("g", [("clip-path", "url(#surface)")], children: controls.map(\.element))
    return [clip, .rectangle(box, rounding: 6, .fill(.glass)), shapes]
      + [.rectangle(box, rounding: 6, .stroke(.muted, width: 1.5))]
      + controls.flatMap(\.labels).flatMap { SVGElement.elements($0.shape) }
  }

  /// The notes in the order of the controls, without overlap, and those that have no room beside their control.
  private func notes(_ box: PixelRectangle, _ controls: [PicturedControl]) -> ([SVGElement], [String]) {
    let labels = controls.flatMap(\.labels).map(\.area)
    var placer = LabelPlacer(area: box, obstacles: controls.map(\.figure), occupied: labels)
    var (elements, others): ([SVGElement], [String]) = ([], [])
    for (owner, control) in controls.enumerated() {
      guard let note = control.note else { continue }
      if let position = placer.position(for: note, owner: owner) {
        elements += note.elements(at: position)
      } else {
        others.append(note.lines.map(\.text).joined(separator: ", "))
      }
    }
    return (elements, others)
  }
}

/// The text of a control, in one or more lines.
struct LayoutLabel {
  struct Line {
    let text: String
    let style: TextStyle

    init(_ text: String, _ color: Color, size: Double, isBold: Bool = false, halo: Color = .glass) {
      self.text = text
      style = TextStyle(anchor: .middle, color: color, size: size, isBold: isBold, halo: (halo, 3))
    }

    var height: Double { style.size * 1.15 }
  }

  let lines: [Line]
  /// The possible positions of its middle, the best first.
  let positions: [PixelPoint]
  /// Whether it may cover controls.
  var avoidsOnlyLabels = false

  private var height: Double { lines.map(\.height).reduce(0, +) }

  /// The area that it covers with its middle there.
  func box(at center: PixelPoint) -> PixelRectangle {
    let width = lines.map { textWidth($0.text, size: $0.style.size) }.max() ?? 0
    return PixelRectangle(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  func elements(at center: PixelPoint) -> [SVGElement] {
    var top = center.y - height / 2
    return lines.map { line in
      top += line.height
      // The baseline is above the lower end of the line, to leave room for letters such as g.
      return .text(line.text, at: PixelPoint(x: center.x, y: top - line.style.size * 0.27), line.style)
    }
  }

  /// The possible middles around a box, beside a corner of it, or in half of it.
  func around(_ box: PixelRectangle) -> LayoutLabel {
    let size = self.box(at: box.center)
    let (dx, dy) = ((box.width + size.width) / 2 + 4, (box.height + size.height) / 2 + 3)
    let directions = [(0.0, 1.0), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)]
    let inner = [box.center.moved(0, box.height / 4), box.center.moved(0, -box.height / 4)]
    return LayoutLabel(
      lines: lines, positions: directions.map { box.center.moved($0.0 * dx, $0.1 * dy) } + inner,
      avoidsOnlyLabels: avoidsOnlyLabels)
  }
}

/// Places labels so that none covers another.
struct LabelPlacer {
  /// The area that must contain each label.
  let area: PixelRectangle
  /// The areas that labels of other controls should not cover.
  let obstacles: [PixelRectangle]
  private var occupied: [PixelRectangle]

  init(area: PixelRectangle, obstacles: [PixelRectangle], occupied: [PixelRectangle] = []) {
    (self.area, self.obstacles, self.occupied) = (area, obstacles, occupied)
  }

  /// Finds the middle for a label: beside its own control and off all others, or else inside its own if that is four times as
  /// high. Nil if the surface around it is full.
  ///
  /// - Parameter owner: The index of its control's own obstacle.
  mutating func position(for label: LayoutLabel, owner: Int) -> PixelPoint? {
    let moved = label.positions.map { inside($0, label) }
    func isFree(_ position: PixelPoint, _ boxes: [PixelRectangle]) -> Bool {
      let box = label.box(at: position)
      return !boxes.contains(where: box.intersects)
    }
    var position: PixelPoint?
    if label.avoidsOnlyLabels {
      position = (moved + nearby(label)).first { isFree($0, occupied) }
    } else {
      let beside = moved.filter { !label.box(at: $0).intersects(obstacles[owner]) }
      let others = obstacles.indices.filter { $0 != owner }.map { obstacles[$0] }
      position =
        (beside + nearby(label)).first { isFree($0, occupied + obstacles) && isOfOwner($0, label, owner) }
        // Inside a control that is so large that its icon stays visible.
        ?? moved.first {
          let box = label.box(at: $0)
          return obstacles[owner].contains(box) && obstacles[owner].height >= 4 * box.height
            && isFree($0, occupied + others)
        }
    }
    if let position { occupied.append(label.box(at: position)) }
    return position
  }

  /// Whether no other control is as near, so that the label cannot be another's.
  private func isOfOwner(_ position: PixelPoint, _ label: LayoutLabel, _ owner: Int) -> Bool {
    let box = label.box(at: position)
    let own = box.gap(to: obstacles[owner])
    return obstacles.indices.allSatisfy { $0 == owner || box.gap(to: obstacles[$0]) > own }
  }

  /// Positions around the best one, the nearest first.
  private func nearby(_ label: LayoutLabel) -> [PixelPoint] {
    guard let best = label.positions.first else { return [] }
    let steps = (-12...12).map { Double($0) * 5 }
    let offsets = steps.flatMap { x in steps.map { y in (x, y) } }
    return offsets.sorted { $0.0 * $0.0 + $0.1 * $0.1 < $1.0 * $1.0 + $1.1 * $1.1 }
      .map { inside(best.moved($0.0, $0.1), label) }
  }

  /// The nearest position with the whole label in the area, if it fits.
  private func inside(_ position: PixelPoint, _ label: LayoutLabel) -> PixelPoint {
    let box = label.box(at: position)
    let (x, y) = (box.width / 2 + 3, box.height / 2 + 3)
    return PixelPoint(
      x: 2 * x < area.width ? max(area.x + x, min(position.x, area.right - x)) : area.center.x,
      y: 2 * y < area.height ? max(area.y + y, min(position.y, area.bottom - y)) : area.center.y)
  }
}

extension PixelRectangle {
  /// The distance to another rectangle, 0 if they touch.
  fileprivate func gap(to other: PixelRectangle) -> Double {
    let (dx, dy) = (max(0, other.x - right, x - other.right), max(0, other.y - bottom, y - other.bottom))
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// A text shortened for a picture.
func shortened(_ text: String) -> String { text.count > 20 ? text.prefix(19) + "…" : text }

/// The estimated width of a text in pixels: its font is unknown.
func textWidth(_ text: String, size: Double) -> Double {
  LabelText(text).width * LabelText.capitalHeight * size
}

/// The legend of a layout's picture: the meaning of its lines, and the effects of the device's own buttons,
/// which are not on the surface.
struct LayoutLegend {
  private let entries: [(mark: (PixelPoint) -> SVGElement, text: String)]
  private static let rowHeight = 22.0
  private static let style = TextStyle(size: 13)

  /// - Parameter notes: What has no room on the surface.
  init(
    _ controls: [PicturedControl], deviceButtons: [ButtonSettings], hasMisfits: Bool, notes: [String] = []
  ) {
    let lines = controls.flatMap(\.guides).map(\.kind)
    entries =
      Guide.Kind.allCases.filter(lines.contains).map { line in ({ Self.mark(line, $0) }, line.style.name) }
      + deviceButtons.map { button in (Self.key, button.text) }
      + (hasMisfits ? [(MisfitDrawing.mark, "does not fit")] : [])
      + notes.map { ({ .circle($0, radius: 2.5, .fill(.muted)) }, $0) }
  }

  private static func mark(_ line: Guide.Kind, _ position: PixelPoint) -> SVGElement {
    guard line == .deadZone else {
      return .line(position.moved(-10, 0), position.moved(10, 0), line.paint)
    }
    return .circle(position, radius: 4, line.paint)
  }

  /// The mark of a button of the device.
  private static func key(_ position: PixelPoint) -> SVGElement {
    .rectangle(
      PixelRectangle(around: position, width: 14, height: 14), rounding: 4,
      Paint(fill: .baseInside, stroke: .ink, width: 1.5))
  }

  /// The height of all its rows.
  func height(within width: Double) -> Double {
    ((positions(within: width).map(\.y).max() ?? 0) + 1) * Self.rowHeight
  }

  /// Its entries, from the middle of the first row's left edge on.
  func elements(at corner: PixelPoint, within width: Double) -> [SVGElement] {
    zip(entries, positions(within: width)).flatMap { entry, position in
      let mark = corner.moved(position.x + 10, position.y * Self.rowHeight)
      return [entry.mark(mark), .text(entry.text, at: mark.moved(17, 4.5), Self.style)]
    }
  }

  /// Where each entry begins, in pixels, and its row.
  private func positions(within width: Double) -> [(x: Double, y: Double)] {
    var (x, row) = (0.0, 0.0)
    return entries.map { entry in
      let entryWidth = 27 + textWidth(entry.text, size: Self.style.size) + 6
      if x > 0, x + entryWidth > width { (x, row) = (0, row + 1) }
      defer { x += entryWidth }
      return (x, row)
    }
  }
}

extension ButtonSettings {
  /// The device's button, its effect on the pad, and its name if that says more.
  var text: String {
    let input = input?.name ?? ""
    let named = name == action.label ? "" : " “\(shortened(name))”"
    return "\(input): \(KeyboardKey.shortened(action.label))\(named)"
  }
}

extension Guide.Kind {
  /// It is visible on the card and on the glass.
  var paint: Paint { .stroke(.base, width: 1.5, dash: style.dash) }
}
