internal import Configuration
internal import JoystickModel

// Other programs have a direction pad as four or eight buttons, and small buttons between two others that press both.
extension ImportDraft {
  /// Nobody has more buttons in a layer: each is compared with all others.
  private static let maxMerged = 300

  /// The buttons of each layer in each orientation that can become parts of others, by their places among the tables.
  private func groups(_ isIncluded: (DraftTable) -> Bool) -> [[Int]] {
    let plain = ["region", "press_margin"]
    return placedGroups { table in
      table.kind == .button && isIncluded(table) && table.keys.allSatisfy { plain.contains($0.key) }
    }
  }

  /// The controls of each layer in each orientation, by their places among the tables.
  func placedGroups(_ isIncluded: (DraftTable) -> Bool) -> [[Int]] {
    let candidates = tables.indices.filter { tables[$0].place != nil && isIncluded(tables[$0]) }
    return Dictionary(grouping: candidates) { "\(tables[$0].layer ?? "")\u{0}\(tables[$0].when as Any)" }
      .values.filter { $0.count <= Self.maxMerged }
  }

  /// Makes one direction pad, or one stick, of the buttons for its directions, with those for its diagonals.
  mutating func mergeCrosses() {
    for names in [FourOutputs.hat.names] + PadStick.allCases.map({ FourOutputs.stick($0).names }) {
      let directions = Set(names)
      var merged: Set<Int> = []
      for group in groups({ directions.isSuperset(of: $0.outputs) }) {
        for up in group where tables[up].outputs == [names[0]] && !merged.contains(up) {
          let free = group.filter { !merged.contains($0) }
          guard let cross = cross(from: up, names, free), let first = cross.min(),
            let table = whole(cross, names)
          else { continue }
          tables[first] = table
          merged.formUnion(cross.filter { $0 != first })
        }
      }
      tables = tables.indices.filter { !merged.contains($0) }.map { tables[$0] }
    }
  }

  /// The buttons of a direction pad to which a button for up belongs; nil if there is none.
  private func cross(from up: Int, _ names: [String], _ group: [Int]) -> [Int]? {
    func place(_ index: Int) -> ImportedRegion? { tables[index].place }
    func nearest(_ name: String, _ isThere: (ImportedRegion) -> Bool, to x: Double, _ y: Double) -> Int? {
      let there = group.filter { tables[$0].outputs == [name] && place($0).map(isThere) ?? false }
      return there.min { first, second in
        place(first)?.distance(to: x, y) ?? 0 < place(second)?.distance(to: x, y) ?? 0
      }
    }
    guard let top = place(up) else { return nil }
    func isBelow(_ other: ImportedRegion) -> Bool {
      let reach = max(top.width, other.width)
      let gap = other.top - top.bottom
      return (other.center.x - top.center.x).magnitude < reach && other.center.y > top.center.y
        && gap < 1.5 * (top.height + other.height)
    }
    guard let down = nearest(names[2], isBelow, to: top.center.x, top.center.y), let bottom = place(down)
    else { return nil }
    let (x, y) = ((top.center.x + bottom.center.x) / 2, (top.center.y + bottom.center.y) / 2)
    func isBeside(_ other: ImportedRegion, _ sign: Double) -> Bool {
      let gap = sign * (other.center.x - x) - other.width / 2
      return sign * (other.center.x - x) > 0 && gap < 1.5 * other.width && other.top < y && y < other.bottom
    }
    guard let right = nearest(names[1], { isBeside($0, 1) }, to: x, y),
      let left = nearest(names[3], { isBeside($0, -1) }, to: x, y),
      let box = ImportedRegion.around([top, bottom, place(right), place(left)].compactMap(\.self))
    else { return nil }
    let corners = group.filter { index in
      tables[index].outputs.count == 2 && place(index).map { box.contains($0.center, margin: 0.25) } ?? false
    }
    return [up, right, down, left] + corners
  }

  /// The control that some buttons are together; nil if it cannot be, because another control moves the stick.
  private mutating func whole(_ buttons: [Int], _ names: [String]) -> DraftTable? {
    let first = tables[buttons[0]]
    guard let place = ImportedRegion.around(buttons.compactMap { tables[$0].place }),
      var table = directions(names.map { [$0] }, place, at: first.offset).first
    else { return nil }
    (table.when, table.layer) = (first.when, first.layer)
    // Some have another button in the middle, or in a corner.
    table.rank = max(table.rank, 1)
    return claim(table) ? table : nil
  }

  /// Removes small buttons between others that press what those press: a finger there belongs to the nearest one.
  mutating func replaceHelpers() {
    var (removed, reaches): (Set<Int>, [Int: Double]) = ([], [:])
    for group in groups({ _ in true }) {
      for helper in group where tables[helper].isHelper && tables[helper].outputs.count > 1 {
        guard let place = tables[helper].place, let others = neighbours(of: helper, group) else { continue }
        removed.insert(helper)
        for other in others {
          let gap = tables[other].place?.gap(to: place.center) ?? 0
          reaches[other] = max(reaches[other] ?? 0.005, min(gap, 0.04))
        }
      }
    }
    for (index, reach) in reaches {
      tables[index] = tables[index].with(("reach", ImportedRegion.percent(reach)))
    }
    tables = tables.indices.filter { !removed.contains($0) }.map { tables[$0] }
  }

  /// The larger buttons around a helper, one for each of its outputs; nil if it is not between them.
  private func neighbours(of helper: Int, _ group: [Int]) -> [Int]? {
    guard let place = tables[helper].place else { return nil }
    let others = tables[helper].outputs.compactMap { output in
      group.filter { tables[$0].outputs == [output] }.min { first, second in
        tables[first].place?.distance(to: place.center.x, place.center.y) ?? 0
          < tables[second].place?.distance(to: place.center.x, place.center.y) ?? 0
      }
    }
    let places = others.compactMap { tables[$0].place }
    guard others.count == tables[helper].outputs.count, let box = ImportedRegion.around(places),
      box.contains(place.center, margin: 0), places.allSatisfy({ place.size < 0.6 * $0.size })
    else { return nil }
    return others
  }
}

extension ImportedRegion {
  /// The rectangle around some places; nil without any.
  static func around(_ places: [ImportedRegion]) -> ImportedRegion? {
    guard let first = places.first else { return nil }
    let left = places.reduce(first.left) { min($0, $1.left) }
    let right = places.reduce(first.right) { max($0, $1.right) }
    let top = places.reduce(first.top) { min($0, $1.top) }
    let bottom = places.reduce(first.bottom) { max($0, $1.bottom) }
    return ImportedRegion(
      x: (left + right) / 2, y: (top + bottom) / 2, halfWidth: (right - left) / 2,
      halfHeight: (bottom - top) / 2, isRound: false, aspect: first.aspect)
  }

  /// The shorter side, as a part of the surface's height.
  fileprivate var size: Double { min(width * aspect, height) }

  /// From the centre, as a part of the surface's height.
  fileprivate func distance(to x: Double, _ y: Double) -> Double {
    let (dx, dy) = ((x - center.x) * aspect, y - center.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// From the edge, as a part of the surface's shorter side.
  fileprivate func gap(to point: (x: Double, y: Double)) -> Double {
    let dx = max(left - point.x, point.x - right, 0) * aspect
    let dy = max(top - point.y, point.y - bottom, 0)
    return (dx * dx + dy * dy).squareRoot() / min(aspect, 1)
  }

  /// - Parameter margin: How far beyond the edges still counts, as a part of the width and height.
  fileprivate func contains(_ point: (x: Double, y: Double), margin: Double) -> Bool {
    (left - margin * width...right + margin * width).contains(point.x)
      && (top - margin * height...bottom + margin * height).contains(point.y)
  }
}
