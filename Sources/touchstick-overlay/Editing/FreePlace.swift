internal import Configuration
internal import EventPipeline
internal import JoystickModel

// Places where no control is.
extension LayoutEditor {
  /// The middle of the bar's upper edge when nobody has moved it: as near as possible to a place between the controls of
  /// most layouts.
  var startOfBar: Point {
    let box = bar.area
    let usual = Point(x: size.width / 2, y: size.height * 0.3 + box.height / 2)
    let middle = freePlace(for: box, near: usual, avoiding: smallOutlines) ?? usual
    return Point(x: middle.x, y: middle.y - box.height / 2)
  }

  /// Adds a control of this kind near the middle of the surface, where no other is and its menu neither, and selects it. It
  /// comes before those that it covers, because the first control gets the touch.
  mutating func add(_ kind: ConfigurationTable) {
    guard let shape = kind.newRegion else { return }
    let (size, layer) = (size, layer)
    let middle = Point(x: size.width / 2, y: size.height / 2)
    let place =
      freePlace(for: shape.bounds, near: middle, avoiding: smallOutlines + [areaOfMenu])
      ?? freePlace(for: shape.bounds, near: middle, avoiding: smallOutlines) ?? middle
    let region = shape.centered(at: place)
    let covered = tables.first { table in
      table.parts.contains { $0.outline.bounds.overlaps(region.bounds) }
    }?.number
    let number = covered ?? text.count
    let isAdded = change { text throws(ConfigurationError) in
      try text.adding(kind, in: region, before: covered, layer: layer, on: size)
    }
    guard isAdded else { return }
    select(number)
    openMenu()
  }

  /// Opens what can be done with the selected control, beside that if there is room.
  mutating func openMenu() {
    page = .control
    freeSelected()
  }

  /// Moves the bar away from the control that is changed: beside it, or else where it hides the least of it.
  mutating func freeSelected() {
    let box = bar.area
    guard let selected = selected?.outline.bounds, selected.overlaps(box) else { return }
    var place = freePlace(for: box, near: box.center, avoiding: [selected])
    if place == nil {
      let (right, lower) = (size.width - box.width / 2, size.height - box.height / 2)
      let corners = [box.width / 2, right].flatMap { x in [box.height / 2, lower].map { Point(x: x, y: $0) } }
      func hidden(_ middle: Point) -> Double {
        selected.sharedArea(
          with: Rectangle(
            x: middle.x - box.width / 2, y: middle.y - box.height / 2, width: box.width, height: box.height))
      }
      place = (corners + [box.center]).min { hidden($0) < hidden($1) }
    }
    guard let place else { return }
    barTop = Point(x: place.x, y: place.y - box.height / 2)
  }

  /// Where the menu of a control will be, with the row that only buttons have.
  private var areaOfMenu: Rectangle {
    var other = self
    other.page = .control
    var area = other.bar.area
    area.height += Self.cellHeight
    area.y = max(0, min(area.y, size.height - area.height))
    return area
  }

  /// What surrounds the parts of controls, without those that fill a quarter of the surface: these are backgrounds.
  private var smallOutlines: [Rectangle] {
    tables.flatMap(\.parts).filter { $0.area < size.width * size.height / 4 }.map(\.outline.bounds)
  }

  /// The middle of a box of this size on the surface that overlaps none of these, as near as possible to a place.
  private func freePlace(for box: Rectangle, near wanted: Point, avoiding others: [Rectangle]) -> Point? {
    let step = 3.0
    func places(_ wanted: Double, _ side: Double, _ length: Double) -> [Double] {
      guard side <= length else { return [] }
      let (low, high) = (side / 2, length - side / 2)
      let first = max(low, min(wanted, high))
      return Array(stride(from: first, through: high, by: step))
        + Array(stride(from: first - step, through: low, by: -step))
    }
    var best: (place: Point, distance: Double)?
    for x in places(wanted.x, box.width, size.width) {
      for y in places(wanted.y, box.height, size.height) {
        let place = Point(x: x, y: y)
        let distance = (place - wanted).length
        if let best, best.distance <= distance { continue }
        let area = Rectangle(
          x: x - box.width / 2, y: y - box.height / 2, width: box.width, height: box.height)
        if !others.contains(where: area.overlaps) { best = (place, distance) }
      }
    }
    return best?.place
  }
}

extension Region {
  fileprivate func centered(at place: Point) -> Region {
    switch self {
    case .circle(let circle): .circle(Circle(center: place, radius: circle.radius))
    case .rectangle(let area):
      .rectangle(
        Rectangle(
          x: place.x - area.width / 2, y: place.y - area.height / 2, width: area.width, height: area.height))
    }
  }
}

extension Rectangle {
  fileprivate func sharedArea(with other: Rectangle) -> Double {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    return max(0, across) * max(0, down)
  }

  func overlaps(_ other: Rectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
