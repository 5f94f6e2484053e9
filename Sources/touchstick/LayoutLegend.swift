internal import Pictures

/// A line that has a meaning in a layout's picture.
enum LayoutLine: CaseIterable {
  case region, base, reach, deadZone, movableBounds

  var dash: String? {
    switch self {
    case .region: "5 3"
    case .reach: "2 2"
    case .movableBounds: "9 3 2 3"
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
    }
  }

  /// Its mark, around a place.
  func mark(_ place: SVGPoint) -> SVGElement {
    let color = Color.muted
    switch self {
    case .base: return .circle(place, radius: 7, Paint(fill: .baseInside, stroke: color, width: 1.5))
    case .deadZone: return .circle(place, radius: 3, Paint(fill: .paper, stroke: color))
    case .region, .reach, .movableBounds:
      return .line(place.moved(-10, 0), place.moved(10, 0), .stroke(color, width: 1.5, dash: dash))
    }
  }
}

/// What the colours and lines of a layout's picture mean; only of those that it has.
struct LayoutLegend {
  private let entries: [(mark: (SVGPoint) -> SVGElement, text: String)]
  private static let rowHeight = 20.0

  init(_ drawings: [ControlDrawing]) {
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
  }

  /// How high its rows are together.
  func height(within width: Double) -> Double {
    ((places(within: width).map(\.y).max() ?? 0) + 1) * Self.rowHeight
  }

  /// Its entries, from the middle of the first row's left edge on.
  func elements(at corner: SVGPoint, within width: Double) -> [SVGElement] {
    zip(entries, places(within: width)).flatMap { entry, place in
      let mark = corner.moved(place.x + 10, place.y * Self.rowHeight)
      return [entry.mark(mark), .text(entry.text, at: mark.moved(16, 4), .note)]
    }
  }

  /// Where each entry begins, in pixels, and in which row.
  private func places(within width: Double) -> [(x: Double, y: Double)] {
    var (x, row) = (0.0, 0.0)
    return entries.map { entry in
      let own = 26 + textWidth(entry.text, size: 11) + 6
      if x > 0, x + own > width { (x, row) = (0, row + 1) }
      defer { x += own }
      return (x, row)
    }
  }
}
