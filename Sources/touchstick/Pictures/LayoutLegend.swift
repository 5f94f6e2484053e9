internal import Configuration
internal import Pictures

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
  func mark(_ place: SVGPoint) -> SVGElement {
    let color = Color.muted
    switch self {
    case .base: return .circle(place, radius: 7, Paint(fill: .baseInside, stroke: color, width: 1.5))
    case .deadZone: return .circle(place, radius: 3, Paint(fill: .paper, stroke: color))
    case .region, .reach, .movableBounds, .outerRing:
      return .line(place.moved(-10, 0), place.moved(10, 0), paint(color, width: 1.5))
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
      let swatch = { (place: SVGPoint) in
        let box = Box(x: place.x - 8, y: place.y - 5, width: 16, height: 10)
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
  private static func key(_ place: SVGPoint) -> SVGElement {
    .rectangle(
      Box(x: place.x - 7, y: place.y - 7, width: 14, height: 14), rounding: 4,
      Paint(fill: .baseInside, stroke: .ink, width: 1.5))
  }

  /// The height of all its rows.
  func height(within width: Double) -> Double {
    ((places(within: width).map(\.y).max() ?? 0) + 1) * Self.rowHeight
  }

  /// Its entries, from the middle of the first row's left edge on.
  func elements(at corner: SVGPoint, within width: Double) -> [SVGElement] {
    zip(entries, places(within: width)).flatMap { entry, place in
      let mark = corner.moved(place.x + 10, place.y * Self.rowHeight)
      return [entry.mark(mark), .text(entry.text, at: mark.moved(17, 4.5), Self.style)]
    }
  }

  /// Where each entry begins, in pixels, and its row.
  private func places(within width: Double) -> [(x: Double, y: Double)] {
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
    let named = name == output.label ? "" : " “\(shortened(name))”"
    return "\(input): \(output.label)\(named)"
  }
}
