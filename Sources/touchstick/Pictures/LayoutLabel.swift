internal import Pictures

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
  let places: [SVGPoint]
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
      lines: lines, places: ways.map { center.moved($0.0 * dx, $0.1 * dy) } + inner, rank: rank)
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
  mutating func place(_ label: LayoutLabel, owner: Int) -> SVGPoint? {
    let moved = label.places.map { inside($0, label) }
    let beside = moved.filter { !label.box(at: $0).intersects(obstacles[owner]) }
    let wanted = label.rank < 1 ? moved : beside + label.places.filter { inside($0, label) == $0 } + moved
    let others = label.rank < 1 ? [] : obstacles.indices.filter { $0 != owner }.map { obstacles[$0] }
    let isFree = { (place: SVGPoint, boxes: [Box]) in
      let box = label.box(at: place)
      return !boxes.contains(where: box.intersects)
    }
    let place =
      wanted.first { isFree($0, occupied + others) } ?? wanted.first { isFree($0, occupied) }
      ?? nearby(label).first { isFree($0, occupied + others) } ?? nearby(label).first { isFree($0, occupied) }
    if let place { occupied.append(label.box(at: place)) }
    return place
  }

  /// Positions around the best one, the nearest first.
  private func nearby(_ label: LayoutLabel) -> [SVGPoint] {
    guard let best = label.places.first else { return [] }
    let steps = (-10...10).map { Double($0) * 12 }
    let offsets = steps.flatMap { x in steps.map { y in (x, y) } }
    return offsets.sorted { $0.0 * $0.0 + $0.1 * $0.1 < $1.0 * $1.0 + $1.1 * $1.1 }
      .map { inside(best.moved($0.0, $0.1), label) }
  }

  /// The nearest position with the whole label in the area, if it fits.
  private func inside(_ place: SVGPoint, _ label: LayoutLabel) -> SVGPoint {
    let box = label.box(at: place)
    let (x, y) = (box.width / 2 + 3, box.height / 2 + 3)
    return SVGPoint(
      x: 2 * x < area.width ? max(area.x + x, min(place.x, area.right - x)) : area.center.x,
      y: 2 * y < area.height ? max(area.y + y, min(place.y, area.bottom - y)) : area.center.y)
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
