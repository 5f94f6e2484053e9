internal import Configuration

/// A layout of Xbox's Touch Adaptation Kit, by its JSON schema 4.1. It is for a screen held sideways, and says which
/// controls are on a wheel around each thumb, in which order; where that is, is decided here.
struct TouchAdaptationLayout {
  private let root: JSONNode
  private let content: JSONNode

  init(_ root: JSONNode) throws(Diagnostic) {
    guard let content = root["content"].map({ $0.resolved(in: root) }), content.isObject else {
      throw Diagnostic(missing: "it has no object \"content\"", in: .tak)
    }
    (self.root, self.content) = (root, content)
  }

  /// - Parameter page: A layer, to import what it shows; nil is all layers.
  func add(page: String?, to draft: inout ImportDraft) throws(Diagnostic) {
    draft.name(.tak)
    if let styles = root["styles"] {
      draft.warnOfPictures("styles", at: styles.offset)
    }
    let layers = layers(&draft)
    if let page {
      guard let layer = layers.first(where: { $0.name == page }) else {
        throw Diagnostic(unknownPage: page, among: layers.map(\.name))
      }
      return addScreens([(nil, layer.cells)], layers: [], to: &draft)
    }
    let first = ["main", "base", "first"].first { name in !layers.contains { $0.name == name } } ?? "0"
    draft.firstLayer = layers.isEmpty ? nil : first
    addScreens([(first, [:])] + layers.map { ($0.name, $0.cells) }, layers: layers.map(\.name), to: &draft)
  }

  private struct Layer {
    let name: String
    let cells: [WheelCell.Place: WheelCell]
  }

  private func layers(_ draft: inout ImportDraft) -> [Layer] {
    let members = (content["layers"]?.resolved(in: root).members ?? []).filter { !$0.name.oneLine.isEmpty }
    let limit = OutputWords.maxLayers - 1
    if let more = members.dropFirst(limit).first {
      draft.warn(
        "a profile can have at most \(OutputWords.maxLayers) layers", hint: "all from here are left out",
        at: more.offset)
    }
    return members.prefix(limit).map { member in
      Layer(
        name: member.name.oneLine.cut(to: OutputWords.maxLayerBytes) ?? "",
        cells: WheelCell.all(in: member.node.resolved(in: root), root: root, &draft))
    }
  }

  /// Adds what each layer shows. What no layer changes always exists.
  private func addScreens(
    _ screens: [(layer: String?, changes: [WheelCell.Place: WheelCell])], layers: [String],
    to draft: inout ImportDraft
  ) {
    let base = WheelCell.all(in: content, root: root, &draft)
    let changed = Set(screens.flatMap { $0.changes.filter { !$0.value.isEmpty }.map(\.key) })
    for place in Set(base.keys).union(changed).sorted() {
      for (layer, changes) in changed.contains(place) ? screens : Array(screens.prefix(1)) {
        let cell = (changes[place] ?? WheelCell()).over(base[place] ?? WheelCell())
        let adder = TouchAdaptationControls(
          root: root, layers: layers, layer: changed.contains(place) ? layer : nil)
        for (index, item) in cell.items.enumerated() {
          adder.add(item, at: place.spot(index, of: cell.items.count), to: &draft)
        }
      }
    }
  }
}

extension JSONNode {
  /// What a reference `{ "$ref": "#/definitions/name" }` stands for; the node itself for others, and for one that leads
  /// nowhere, into another file or too far.
  func resolved(in root: JSONNode) -> JSONNode {
    var node = self
    for _ in 0..<16 {
      guard let reference = node["$ref"]?.string, reference.hasPrefix("#/") else { return node }
      var target: JSONNode? = root
      for part in reference.dropFirst(2).split(separator: "/") { target = target?[String(part)] }
      guard let target else { return node }
      node = target
    }
    return node
  }
}
