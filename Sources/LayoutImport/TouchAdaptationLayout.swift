internal import Configuration

/// A layout of Xbox's Touch Adaptation Kit, by its JSON schema 4.1. It is for a screen held sideways, and says which
/// controls are on a wheel around each thumb, in which order; where that is, is decided here.
struct TouchAdaptationLayout {
  private let root: JSONNode
  private let references: JSONReferences
  private let content: JSONNode

  /// The layouts of a file that has several, as better-xcloud publishes them, and the place of the one to use.
  private let names: [String]
  private let chosen: Int

  /// Whether a file has such a layout: the kit's own, or one of better-xcloud's, which wraps one or several.
  static func isIn(_ root: JSONNode) -> Bool { root["content"] != nil || !wrapped(in: root).isEmpty }

  private static func wrapped(in root: JSONNode) -> [(name: String, content: JSONNode)] {
    let layouts = (root["layouts"]?.members ?? []).compactMap { member in
      member.node["content"].map { (member.name, $0) }
    }
    let older = root["layout"].flatMap { $0.isObject ? ("layout", $0) : nil }
    return layouts.isEmpty ? [older].compactMap(\.self) : layouts
  }

  /// - Parameter page: A layer, or the name of one of the file's layouts.
  init(_ root: JSONNode, page: String?) throws(Diagnostic) {
    let references = JSONReferences(in: root)
    let all = root["content"].map { [("content", $0)] } ?? Self.wrapped(in: root)
    let standard = root["default_layout"]?.string
    let names = all.map(\.0)
    let chosen = page.flatMap(names.firstIndex) ?? standard.flatMap(names.firstIndex) ?? 0
    guard all.indices.contains(chosen), case let content = references[all[chosen].1], content.isObject else {
      throw Diagnostic(missing: "it has no object \"content\"", in: .tak)
    }
    (self.root, self.references, self.content) = (root, references, content)
    (self.names, self.chosen) = (names, chosen)
  }

  /// - Parameter page: A layer, to import what it shows; nil, or the name of a layout, is all layers.
  func add(page: String?, to draft: inout ImportDraft) throws(Diagnostic) {
    draft.name(.tak, root["name"]?.string)
    if let styles = root["styles"] {
      draft.warnOfPictures("styles", at: styles.offset)
    }
    if names.count > 1, page != names[chosen] {
      draft.warn(
        "only the layout \(quoted(names[chosen])) is imported", hint: "choose another one with --page",
        at: content.offset)
    }
    let page = page.flatMap { names.contains($0) ? nil : $0 }
    let layers = layers(&draft)
    if let page {
      guard let layer = layers.first(where: { $0.name == page }) else {
        throw Diagnostic(unknownPage: page, among: (names.count > 1 ? names : []) + layers.map(\.name))
      }
      return addScreens([(nil, layer.cells)], layers: [], to: &draft)
    }
    let first = ["main", "base", "first"].first { name in !layers.contains { $0.name == name } } ?? "0"
    if !layers.isEmpty { draft.baseLayer = first }
    addScreens([(first, [:])] + layers.map { ($0.name, $0.cells) }, layers: layers.map(\.name), to: &draft)
  }

  private struct Layer {
    let name: String
    let cells: [WheelCell.Position: WheelCell]
  }

  /// A layer's name in the profile; nil if there is none. It is cut first: a thousand controls can name a layer.
  static func name(_ layer: String) -> String? { layer.cut(to: OutputWords.maxLayerBytes) }

  private func layers(_ draft: inout ImportDraft) -> [Layer] {
    let members = (content["layers"].map { references[$0] }?.members ?? []).filter {
      Self.name($0.name) != nil
    }
    let limit = OutputWords.maxLayers - 1
    if let more = members.dropFirst(limit).first {
      draft.warn(
        "a profile can have at most \(OutputWords.maxLayers) layers", hint: "all from here are left out",
        at: more.offset)
    }
    return members.prefix(limit).map { member in
      Layer(
        name: Self.name(member.name) ?? "",
        cells: WheelCell.all(in: references[member.node], references, &draft))
    }
  }

  /// Adds what each layer shows. What no layer changes always exists.
  private func addScreens(
    _ screens: [(layer: String?, changes: [WheelCell.Position: WheelCell])], layers: [String],
    to draft: inout ImportDraft
  ) {
    let base = WheelCell.all(in: content, references, &draft)
    let actions = TouchAdaptationControls.SharedActions()
    let changed = Set(screens.flatMap { $0.changes.filter { !$0.value.isEmpty }.map(\.key) })
    for place in Set(base.keys).union(changed).sorted() {
      for (layer, changes) in changed.contains(place) ? screens : Array(screens.prefix(1)) {
        let cell = (changes[place] ?? WheelCell()).over(base[place] ?? WheelCell())
        let adder = TouchAdaptationControls(
          references: references, layers: layers, layer: changed.contains(place) ? layer : nil,
          actions: actions)
        for (index, item) in cell.items.enumerated() {
          adder.add(item, at: place.spot(index, of: cell.items.count), to: &draft)
        }
      }
    }
  }
}

/// What the references `{ "$ref": "#/definitions/name" }` of a file stand for. Each is looked up once, because many
/// controls can share a part.
struct JSONReferences {
  /// By the places of the references.
  private var targets: [Int: JSONNode] = [:]

  init(in root: JSONNode) { collect(from: root, in: root) }

  private mutating func collect(from node: JSONNode, in root: JSONNode) {
    if let reference = node["$ref"]?.string, reference.hasPrefix("#/") {
      var target: JSONNode? = root
      for part in reference.dropFirst(2).split(separator: "/") { target = target?[String(part)] }
      targets[node.offset] = target
    }
    for member in node.members { collect(from: member.node, in: root) }
    for element in node.array ?? [] { collect(from: element, in: root) }
  }

  /// What a reference stands for; the node itself for others, and for one that leads nowhere, into another file or too
  /// far.
  subscript(node: JSONNode) -> JSONNode {
    var node = node
    for _ in 0..<16 {
      guard let target = targets[node.offset] else { return node }
      node = target
    }
    return node
  }
}
