internal import Configuration
internal import EventPipeline
internal import JoystickModel

// What is left out of a layout with more controls than a profile can have.
extension ImportDraft {
  /// Leaves out layers, the last ones first, and then controls. No orientation loses all of them.
  mutating func fit() {
    // The first layers may need controls of their own.
    let limit = FeedMessage.maxControls - (baseLayer == nil ? 0 : 1) - Set(firstLayers.values).count
    for layer in removableLayers where tables.count > limit { remove(layer, limit) }
    if tables.count > limit { keepMostNeeded(limit) }
  }

  /// The layers with keys of a keyboard but nothing of the pad, and then the others.
  private var removableLayers: [String] {
    let withPad = Set(tables.filter(\.isOfPad).compactMap(\.layer))
    let keys = Set(tables.filter { $0.need == .key }.compactMap(\.layer)).subtracting(withPad)
    let others = layers.dropFirst().filter { !firstLayers.values.contains($0) }
    return others.filter(keys.contains).reversed() + others.filter { !keys.contains($0) }.reversed()
  }

  /// Leaves out a layer, unless an orientation would lose all controls, or a stick, a direction pad or a trigger.
  private mutating func remove(_ layer: String, _ limit: Int) {
    let rest = tables.filter { $0.layer != layer }
    let losesNothing = Self.orientations.allSatisfy { when in
      let (before, after) = (tables.filter { $0.isShown(in: when) }, rest.filter { $0.isShown(in: when) })
      return after.isEmpty == before.isEmpty
        && Self.features(of: before).isSubset(of: Self.features(of: after))
    }
    guard losesNothing else { return }
    warn(
      of: layer, "the layer", is: "is left out: a profile can have at most \(limit) controls",
      are: "are left out: a profile can have at most \(limit) controls",
      hint: "import it alone with --page", at: tables.first { $0.layer == layer }?.offset ?? 0)
    cutLayers[layer] = tables.filter { $0.layer == layer }.compactMap(\.targetLayer)
    leftOut += tables.count - rest.count
    tables = rest
  }

  private static func features(of tables: [DraftTable]) -> Set<String> {
    tables.reduce(into: []) { $0.formUnion($1.features) }
  }

  /// Keeps the controls that are needed most: as many for each orientation, and the first ones.
  private mutating func keepMostNeeded(_ limit: Int) {
    var turns: [SurfaceOrientation?: Int] = [:]
    let wanted = tables.indices.map { index in
      let turn = turns[tables[index].when, default: 0]
      turns[tables[index].when] = turn + 1
      return (need: turn == 0 ? .feature : tables[index].need, turn: turn, index: index)
    }
    let kept = Set(
      wanted.sorted { ($1.need.rawValue, $0.turn, $0.index) < ($0.need.rawValue, $1.turn, $1.index) }
        .prefix(limit).map(\.index))
    let removed = tables.indices.filter { !kept.contains($0) }
    let isEnd = removed.first == limit
    warn(
      "a profile can have at most \(limit) controls",
      hint: isEnd ? "all from here are left out" : "keys, and then buttons, are left out, from here on",
      at: removed.first.map { tables[$0].offset } ?? 0)
    leftOut += removed.count
    let known = Set(layers)
    tables = kept.sorted().map { tables[$0] }
    for layer in known.subtracting(layers) { cutLayers[layer] = [] }
  }

  /// The layer that a button shows instead of one that is left out: one to which buttons lead from there, and to which no
  /// other button beside it leads.
  func layer(behind target: String, for table: DraftTable) -> String? {
    let beside = Set(tables.filter { $0.coexists(with: table) }.compactMap(\.targetLayer))
    let shown = Set(
      tables.filter { $0.when == nil || table.when == nil || $0.when == table.when }.map(\.layer))
    var (reached, position) = ([target], 0)
    while position < reached.count {
      let next = reached[position]
      if next != table.layer, shown.contains(next), !beside.contains(next) { return next }
      reached += (cutLayers[next] ?? []).filter { !reached.contains($0) }
      position += 1
    }
    return nil
  }
}

extension DraftTable {
  /// How much a player needs a control, the least first.
  fileprivate enum Need: Int {
    case key, button
    /// It leads to another layer.
    case way
    case feature
  }

  fileprivate var need: Need {
    if !features.isEmpty { return .feature }
    return targetLayer != nil ? .way : isOfPad ? .button : .key
  }

  fileprivate var isOfPad: Bool {
    kind != .button || outputs.contains { !$0.hasPrefix("KEY_") && LayerChange($0) == nil }
  }

  /// What a player cannot do without, and seldom finds twice: all but plain buttons.
  fileprivate var features: [String] {
    guard kind == .button else {
      return ["\(kind.heading) \(keys.first { ["target", "output"].contains($0.key) }?.value ?? "")"]
    }
    return outputs.filter { output in
      !output.hasPrefix("KEY_") && LayerChange(output) == nil && !FourOutputs.isButton(output)
    }
  }
}
