internal import Configuration
internal import EventPipeline
internal import JoystickModel
internal import Recordings

/// A picture of a layout on its surface.
struct LayoutPicture {
  private static let width = 720.0
  private static let margin = 16.0
  private static let greatest = (width: width - 2 * margin, height: width - 2 * margin)
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

  /// The text of its file.
  var svg: String {
    let panel = panel
    let drawings = layout.controls.enumerated().filter { index, _ in
      let own = layout.layer(ofControl: index)
      return own == nil || own == layer
    }.map { ControlDrawing(control: $0.element, panel: panel) }
    let legend = LayoutLegend(drawings, deviceButtons: deviceButtons, hasMisfits: !misfits.isEmpty)
    let outlines = MisfitDrawing(misfits: misfits, surface: layout.surface)
    let top = panel.box(outlines.shown).bottom + 22
    let summary =
      "A surface of \(size("by")). In the order of their priority, it has: "
      + (drawings.map(\.description) + deviceButtons.map(\.text)).joined(separator: "; ")
      + (misfits.isEmpty ? "" : ". These do not fit: \(misfits.map(\.name).joined(separator: "; "))")
      + ". The upper edge is at the top when the device is held."
    return svgCard(
      title: "\(title) on \(size("×"))", summary: summary, width: Self.width,
      height: top + legend.height(within: Self.greatest.width) + Self.margin - 8,
      elements: [
        .text(
          "\(title), \(size("×"))\(rotated(by: rotation.rawValue))",
          at: SVGPoint(x: Self.margin, y: Self.margin + 12),
          TextStyle(size: 13))
      ] + upperEdge + surface(panel, drawings) + outlines.elements(panel)
        + legend.elements(at: SVGPoint(x: Self.margin, y: top), within: Self.greatest.width))
  }

  private var title: String { name + (layer.map { ", layer “\(shortened($0))”" } ?? "") }

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
      if let position = placer.position(for: label, owner: owner) {
        elements[index] = label.elements(at: position)
      }
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

/// The text of a control, in one or more lines.
struct LayoutLabel {
  struct Line {
    let text: String
    let style: TextStyle

    init(_ text: String, _ color: Color, size: Double, isBold: Bool = false) {
      self.text = text
      style = TextStyle(anchor: .middle, color: color, size: size, isBold: isBold, hasHalo: true)
    }

    var height: Double { style.size * 1.15 }
  }

  let lines: [Line]
  /// The possible positions of its middle, the best first.
  let positions: [SVGPoint]
  /// Labels with fewer choices come first. Labels below 1 keep their first position, whatever shapes are there.
  var rank = 1

  private var height: Double { lines.map(\.height).reduce(0, +) }

  /// The area that it covers with its middle there.
  func box(at center: SVGPoint) -> Box {
    let width = lines.map { textWidth($0.text, size: $0.style.size) }.max() ?? 0
    return Box(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  func elements(at center: SVGPoint) -> [SVGElement] {
    var top = center.y - height / 2
    return lines.map { line in
      top += line.height
      // The baseline is above the lower end of the line, to leave room for letters such as g.
      return .text(line.text, at: SVGPoint(x: center.x, y: top - line.style.size * 0.27), line.style)
    }
  }

  /// The possible middles around a circle, in a corner of the square around it, or in half of the circle.
  func around(_ center: SVGPoint, radius: Double) -> LayoutLabel {
    let size = box(at: center)
    let (dx, dy) = (radius + size.width / 2 + 4, radius + size.height / 2 + 3)
    let ways = [(0.0, 1.0), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)]
    let inner = [center.moved(0, radius / 2), center.moved(0, -radius / 2)]
    return LayoutLabel(
      lines: lines, positions: ways.map { center.moved($0.0 * dx, $0.1 * dy) } + inner, rank: rank)
  }
}

/// Places labels so that none covers another.
struct LabelPlacer {
  /// The area that must contain each label.
  let area: Box
  /// The areas that labels of other controls should not cover.
  let obstacles: [Box]
  private var occupied: [Box] = []

  init(area: Box, obstacles: [Box]) {
    self.area = area
    self.obstacles = obstacles
  }

  /// Finds the middle for a label; nil if the surface around it is full.
  ///
  /// - Parameter owner: The index of its control's own obstacle.
  mutating func position(for label: LayoutLabel, owner: Int) -> SVGPoint? {
    let moved = label.positions.map { inside($0, label) }
    let beside = moved.filter { !label.box(at: $0).intersects(obstacles[owner]) }
    let wanted = label.rank < 1 ? moved : beside + label.positions.filter { inside($0, label) == $0 } + moved
    let others = label.rank < 1 ? [] : obstacles.indices.filter { $0 != owner }.map { obstacles[$0] }
    let isFree = { (position: SVGPoint, boxes: [Box]) in
      let box = label.box(at: position)
      return !boxes.contains(where: box.intersects)
    }
    let position =
      wanted.first { isFree($0, occupied + others) } ?? wanted.first { isFree($0, occupied) }
      ?? nearby(label).first { isFree($0, occupied + others) } ?? nearby(label).first { isFree($0, occupied) }
    if let position { occupied.append(label.box(at: position)) }
    return position
  }

  /// Positions around the best one, the nearest first.
  private func nearby(_ label: LayoutLabel) -> [SVGPoint] {
    guard let best = label.positions.first else { return [] }
    let steps = (-10...10).map { Double($0) * 12 }
    let offsets = steps.flatMap { x in steps.map { y in (x, y) } }
    return offsets.sorted { $0.0 * $0.0 + $0.1 * $0.1 < $1.0 * $1.0 + $1.1 * $1.1 }
      .map { inside(best.moved($0.0, $0.1), label) }
  }

  /// The nearest position with the whole label in the area, if it fits.
  private func inside(_ position: SVGPoint, _ label: LayoutLabel) -> SVGPoint {
    let box = label.box(at: position)
    let (x, y) = (box.width / 2 + 3, box.height / 2 + 3)
    return SVGPoint(
      x: 2 * x < area.width ? max(area.x + x, min(position.x, area.right - x)) : area.center.x,
      y: 2 * y < area.height ? max(area.y + y, min(position.y, area.bottom - y)) : area.center.y)
  }
}

extension Box {
  /// Whether the two share more than an edge.
  func intersects(_ other: Box) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }
}

/// A text shortened for a picture.
func shortened(_ text: String) -> String { text.count > 20 ? text.prefix(19) + "…" : text }

/// The estimated width of a text in pixels: its font is unknown.
func textWidth(_ text: String, size: Double) -> Double { Double(text.count) * size * 0.68 }

/// A meaningful line in a layout's picture.
enum LayoutLine: CaseIterable {
  case region, base, reach, deadZone, movableBounds, outerRing

  var dash: String? {
    switch self {
    case .region: "5 3"
    case .reach: "2 2"
    case .movableBounds: "9 3 2 3"
    case .outerRing: "1 3"
    case .base, .deadZone: nil
    }
  }

  var name: String {
    switch self {
    case .region: "region"
    case .base: "base"
    case .reach: "how far the handle goes"
    case .deadZone: "dead zone"
    case .movableBounds: "movable_bounds"
    case .outerRing: "outer ring"
    }
  }

  func paint(_ color: Color, width: Double = 1) -> Paint { .stroke(color, width: width, dash: dash) }

  /// Its mark, around a position.
  func mark(_ position: SVGPoint) -> SVGElement {
    let color = Color.muted
    switch self {
    case .base: return .circle(position, radius: 7, Paint(fill: .baseInside, stroke: color, width: 1.5))
    case .deadZone: return .circle(position, radius: 3, Paint(fill: .paper, stroke: color))
    case .region, .reach, .movableBounds, .outerRing:
      return .line(position.moved(-10, 0), position.moved(10, 0), paint(color, width: 1.5))
    }
  }
}

/// The legend of a layout's picture: the meaning of its colours and lines, and the effects of the device's own buttons,
/// which are not on the surface.
struct LayoutLegend {
  private let entries: [(mark: (SVGPoint) -> SVGElement, text: String)]
  private static let rowHeight = 22.0
  private static let style = TextStyle(size: 13)

  init(_ drawings: [ControlDrawing], deviceButtons: [ButtonSettings], hasMisfits: Bool) {
    var entries: [(mark: (SVGPoint) -> SVGElement, text: String)] = []
    for kind in drawings.map(\.kind) where !entries.contains(where: { $0.text == kind.name }) {
      let swatch = { (position: SVGPoint) in
        let box = Box(x: position.x - 8, y: position.y - 5, width: 16, height: 10)
        return SVGElement.rectangle(
          box, rounding: 2, Paint(fill: kind.color, fillOpacity: 0.3, stroke: kind.color))
      }
      entries.append((swatch, kind.name))
    }
    let lines = drawings.flatMap(\.lines)
    self.entries =
      entries + LayoutLine.allCases.filter(lines.contains).map { line in ({ line.mark($0) }, line.name) }
      + deviceButtons.map { button in (Self.key, button.text) }
      + (hasMisfits ? [(MisfitDrawing.mark, "does not fit")] : [])
  }

  /// The mark of a button of the device.
  private static func key(_ position: SVGPoint) -> SVGElement {
    .rectangle(
      Box(x: position.x - 7, y: position.y - 7, width: 14, height: 14), rounding: 4,
      Paint(fill: .baseInside, stroke: .ink, width: 1.5))
  }

  /// The height of all its rows.
  func height(within width: Double) -> Double {
    ((positions(within: width).map(\.y).max() ?? 0) + 1) * Self.rowHeight
  }

  /// Its entries, from the middle of the first row's left edge on.
  func elements(at corner: SVGPoint, within width: Double) -> [SVGElement] {
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
