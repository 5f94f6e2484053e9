package import EventPipeline
package import JoystickModel

/// A table of controls on a surface, as it is edited: where it is, and the changes of the text that move it.
package struct PlacedTable: Sendable {
  /// Its number among the controls of the settings, from 0: the one that ``TextChange/table`` needs.
  package let number: Int
  /// What it makes: four buttons for a group, one control for any other table.
  package let controls: [Control]
  package let region: Region?
  /// The base of a stick at home; nil for any other control.
  package let base: Circle?
  let settings: ControlSettings
  private let layers: [String]

  /// Whether the base is moved for itself: its square is less than half of the region.
  package var hasOwnBase: Bool {
    guard let base else { return false }
    let side = 2 * base.radius
    let box = region?.bounds
    return box.map { $0.width * $0.height > 2 * side * side } ?? true
  }

  fileprivate init(
    _ number: Int, _ settings: ControlSettings, layers: [String], on surface: ScaledSurface
  ) {
    (self.number, self.settings, self.layers) = (number, settings, layers)
    controls = settings.table.controls(on: surface)
    region = settings.table.region.map(surface.region)
    if let stick = settings.table as? StickSettings {
      let parameters = StickParameters(stick, on: surface)
      base = Circle(center: parameters.center, radius: parameters.radius)
    } else {
      base = nil
    }
  }
}

extension Settings {
  package func tables(on size: SurfaceSize) -> [PlacedTable] {
    controls.enumerated().filter { $0.element.table.isOnSurface && $0.element.when.holds(on: size) }
      .map { PlacedTable($0.offset, $0.element, layers: layers, on: ScaledSurface(size: size)) }
  }

  /// A name like this one that no control has.
  package func freeName(like name: String) -> String {
    let names = Set(controls.map(\.name))
    let words = name.split(separator: " ")
    let isNumbered = words.count > 1 && words.last.flatMap { Int($0) } != nil
    let stem = isNumbered ? words.dropLast().joined(separator: " ") : name
    // There are at most 500 controls.
    return (2...1000).lazy.map { "\(stem) \($0)" }.first { !names.contains($0) } ?? name
  }
}

// Changes of the text.
extension PlacedTable {
  package var name: String { settings.name }

  /// The layer in which it exists; nil is always.
  package var layer: String? { settings.layer }

  package func changes(toLayer layer: String?) -> [TextChange] {
    [change("layer", layer.map { .text($0) })]
  }

  package func changes(toName name: String) -> [TextChange] { [change("name", .text(name))] }

  /// The words that choose what it controls on the pad; empty if there is no choice.
  package var outputs: [String] { settings.table.outputs(layers: layers) }

  /// What it controls now, in the words of ``outputs``, or in others.
  package var output: String { settings.table.outputWord }

  /// The changes that choose what it controls on the pad, by one of ``outputs``.
  package func changes(toOutput word: String) -> [TextChange] {
    settings.table.outputKey.map { [change($0, .word(word))] } ?? []
  }

  /// The changes that move the region, and change its size. A base goes with a region that moves. It changes its size with
  /// a circle that it fills.
  ///
  /// - Parameter new: A region of the same shape.
  package func changes(toRegion new: Region) -> [TextChange] {
    switch (settings.table.region, region, new) {
    case (.circle(let center, let radius)?, .circle(let old)?, .circle(let new)):
      let delta = new.center - old.center
      return shift(["region", "center"], of: center, by: delta)
        + shift(["region", "radius"], radius, by: new.radius - old.radius)
        + (new.radius == old.radius
          ? baseChanges(by: delta) : changesOfFillingBase(by: new.radius - old.radius))
    case (.rectangle(let area)?, .rectangle(let old)?, .rectangle(let new)):
      let keepsSize = new.width == old.width && new.height == old.height
      return shift(["region", "x"], area.x, by: new.x - old.x)
        + shift(["region", "y"], area.y, by: new.y - old.y)
        + shift(["region", "width"], area.width, by: new.width - old.width)
        + shift(["region", "height"], area.height, by: new.height - old.height)
        + (keepsSize ? baseChanges(by: Vector(dx: new.x - old.x, dy: new.y - old.y)) : [])
    default: return []
    }
  }

  /// The changes that move the base of a stick at home, and change its size. `movable_bounds` belong to the region, and
  /// stay.
  package func changes(toBase new: Circle) -> [TextChange] {
    guard let base, let stick = settings.table as? StickSettings else { return [] }
    let delta = new.center - base.center
    var changes: [TextChange] = []
    if let center = stick.center {
      changes += shift(["center"], of: center, by: delta)
    } else if delta != .zero {
      let center = PointSettings(
        x: .millimetres(base.center.x).shifted(by: delta.dx),
        y: .millimetres(base.center.y).shifted(by: delta.dy))
      changes.append(change("center", .point(center)))
    }
    return changes + radiusChanges(by: new.radius - base.radius)
  }

  private func radiusChanges(by delta: Double) -> [TextChange] {
    guard let base, let stick = settings.table as? StickSettings else { return [] }
    return shift(["radius"], stick.lengths["radius"]?.length ?? .millimetres(base.radius), by: delta)
  }

  /// A base that fills its region stays as large as the region. Any other keeps its size, and its place.
  private func changesOfFillingBase(by delta: Double) -> [TextChange] {
    hasOwnBase ? [] : radiusChanges(by: delta)
  }

  private func baseChanges(by delta: Vector) -> [TextChange] {
    guard let stick = settings.table as? StickSettings else { return [] }
    var changes = stick.center.map { shift(["center"], of: $0, by: delta) } ?? []
    if let bounds = stick.movableBounds {
      changes += shift(["movable_bounds", "x"], bounds.x, by: delta.dx)
      changes += shift(["movable_bounds", "y"], bounds.y, by: delta.dy)
    }
    return changes
  }

  private func shift(_ path: [String], of point: PointSettings, by delta: Vector) -> [TextChange] {
    // In the text, a point is an array.
    shift(path + ["0"], point.x, by: delta.dx) + shift(path + ["1"], point.y, by: delta.dy)
  }

  private func shift(_ path: [String], _ length: Length, by delta: Double) -> [TextChange] {
    let shifted = length.shifted(by: delta)
    guard shifted != length else { return [] }
    return [TextChange(table: number, path: path, value: .length(shifted))]
  }

  func change(_ key: String, _ value: TextChange.Value?) -> TextChange {
    TextChange(table: number, path: [key], value: value)
  }
}

extension Length {
  /// The length with more or fewer millimetres, in hundredths. Percentages stay, so that a control stays at the edge that it
  /// is measured from.
  fileprivate func shifted(by delta: Double) -> Length {
    guard abs(delta) >= 0.005 else { return self }
    // Adding 0 turns -0 into 0.
    func sum(_ length: Double) -> Double { ((length + delta) * 100).rounded() / 100 + 0 }
    switch self {
    case .millimetres(let length): return .millimetres(sum(length))
    case .percent(let part): return .sum(percent: part, millimetres: sum(0))
    case .sum(let part, let length):
      let sum = sum(length)
      return sum == 0 ? .percent(part) : .sum(percent: part, millimetres: sum)
    }
  }
}
