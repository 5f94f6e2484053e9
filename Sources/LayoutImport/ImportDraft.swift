internal import Configuration
internal import EventPipeline
internal import JoystickModel
internal import System

/// A control of the profile that is being made: a table with its keys.
struct DraftTable {
  let kind: ConfigurationTable
  /// The keys after the name, each with its value in the notation of the file.
  var keys: [(key: String, value: String)]
  /// The label, as the foreign file has it.
  var label: String?
  /// The name that the control has without a label.
  var defaultName: String
  var when: SurfaceOrientation?
  var layer: String?
  /// The place in the foreign file, in bytes.
  let offset: Int
  /// What a button does; none for other controls.
  var outputs: [String] = []
  /// Where a button is, if that is a part of the screen.
  var place: Place?
  /// Of controls that overlap, the one with the lower rank gets the touch.
  var rank = 0

  /// The layer that the button shows or switches to.
  fileprivate var target: String? { outputs.lazy.compactMap { LayerChange($0)?.layer }.first }

  /// Everything but the layer: equal for tables of two layers that do the same in the same place.
  fileprivate var meaning: [String] {
    keys.map { "\($0.key) = \($0.value)" } + outputs + [
      kind.heading, label ?? "", "\(when as Any)", "\(rank)",
    ]
  }

  fileprivate func isShown(in orientation: SurfaceOrientation) -> Bool { when == nil || when == orientation }

  fileprivate func coexists(with other: DraftTable) -> Bool {
    (when == nil || other.when == nil || when == other.when)
      && (layer == nil || other.layer == nil || layer == other.layer)
  }

  /// The stick of the pad that it moves as no other table may; nil for other tables.
  fileprivate var stick: String? {
    kind == .stick ? keys.first { $0.key == "target" && $0.value != "\"hat\"" }?.value : nil
  }
}

/// The profile that is being made, and what is not kept.
struct ImportDraft {
  private let text: [UInt8]
  private let file: String
  private var description = ""
  /// The layer that exists at first, also without controls.
  var baseLayer: String?
  /// The layers with controls that exist at first, if that differs.
  var firstLayers: [SurfaceOrientation: String] = [:]
  private(set) var tables: [DraftTable] = []
  /// Those that move a stick as no other may.
  private var sticks: [DraftTable] = []
  private var warnings: [Diagnostic] = []
  private var omitted = 0
  private var kinds: Set<String> = []

  /// Nobody reads more. Each needs the line of the file that it quotes.
  static let maxWarnings = 100

  /// The size in pixels of a picture that the file names; nil if it is unknown.
  let pictureSize: (String) -> PictureSize?

  init(_ text: [UInt8], file: String, pictureSize: @escaping (String) -> PictureSize?) {
    (self.text, self.file, self.pictureSize) = (text, file, pictureSize)
  }

  /// Describes the profile: by the layout's own name, or else by that of its file.
  mutating func name(_ format: LayoutFormat, _ name: String? = nil) {
    description = "\(format.title) \(name ?? lastPart(of: file))".oneLine.cut(to: 80) ?? format.title
  }

  /// Warns about something that is not kept.
  mutating func warn(_ message: String, hint: String? = nil, at offset: Int) {
    guard warnings.count < Self.maxWarnings else {
      omitted += 1
      return
    }
    let position = SourcePosition(of: min(offset, text.count), in: text)
    warnings.append(Diagnostic(.warning, "not-kept", message, hint: hint, at: position))
  }

  /// Warns about something that concerns many controls, such as their pictures, at its first place only.
  mutating func warnOnce(_ message: String, hint: String? = nil, at offset: Int) {
    if kinds.insert(message).inserted { warn(message, hint: hint, at: offset) }
  }

  /// The warnings by their places, and their number if there are more.
  var list: [Diagnostic] {
    let more = Diagnostic(
      .warning, "not-kept", "\(omitted) more warnings are left out",
      hint: "first look at the \(Self.maxWarnings) above")
    return warnings.inOrderOfPositions + (omitted > 0 ? [more] : [])
  }

  static let nothingKept = Diagnostic(
    .error, "no-controls", "nothing of this layout can be kept", hint: "the warnings say why")

  mutating func add(_ table: DraftTable) {
    if let stick = table.stick {
      if let other = sticks.first(where: { $0.stick == stick && $0.coexists(with: table) }) {
        // A place costs a look at the whole text.
        let line = warnings.count < Self.maxWarnings ? SourcePosition(of: other.offset, in: text).line : 0
        return warn(
          "line \(line) already has a control that moves the \(stick.filter { $0 != "\"" }) stick",
          hint: "this one is left out", at: table.offset)
      }
      sticks.append(table)
    }
    tables.append(table)
  }

  /// Makes a profile without errors of the tables.
  mutating func finish() {
    mergeLayers()
    fit()
    removeDeadTargets()
  }
}

// Layers.
extension ImportDraft {
  private var layers: [String] {
    var known: Set<String> = []
    return tables.compactMap(\.layer).filter { known.insert($0).inserted }
  }

  /// Has a control that all layers have exist once, without a layer: it keeps its finger when the layer changes.
  private mutating func mergeLayers() {
    var layersWith: [SurfaceOrientation?: Set<String>] = [:]
    for table in tables {
      guard let layer = table.layer else { continue }
      for when in table.when.map({ [$0, nil] }) ?? [nil, .portrait, .landscape] {
        layersWith[when, default: []].insert(layer)
      }
    }
    guard layers.count > 1 else { return }
    // It can be without controls.
    if let baseLayer { for when in layersWith.keys { layersWith[when]?.insert(baseLayer) } }
    let groups = Dictionary(grouping: tables.indices.filter { tables[$0].layer != nil }) {
      tables[$0].meaning
    }
    var merged: Set<Int> = []
    for indices in groups.values {
      let first = tables[indices[0]]
      guard indices.count == layersWith[first.when]?.count,
        Set(indices.map { tables[$0].layer }).count == indices.count
      else { continue }
      tables[indices[0]].layer = nil
      merged.formUnion(indices.dropFirst())
    }
    tables = tables.indices.filter { !merged.contains($0) }.map { tables[$0] }
  }

  private static let orientations: [SurfaceOrientation] = [.portrait, .landscape]

  private static func isEmpty(_ tables: [DraftTable], in when: SurfaceOrientation) -> Bool {
    !tables.contains { $0.isShown(in: when) }
  }

  /// Leaves out the last layers, and then the last controls, if there are too many. No orientation loses all of them.
  private mutating func fit() {
    // The first layers may need controls of their own.
    let limit = FeedMessage.maxControls - (baseLayer == nil ? 0 : 1) - Set(firstLayers.values).count
    for layer in layers.dropFirst().reversed() where tables.count > limit {
      let rest = tables.filter { $0.layer != layer }
      guard !Self.orientations.contains(where: { Self.isEmpty(rest, in: $0) && !Self.isEmpty(tables, in: $0) })
      else { continue }
      warn(
        "the layer \(quoted(layer)) is left out: a profile can have at most \(limit) controls",
        hint: "import it alone with --page", at: tables.first { $0.layer == layer }?.offset ?? 0)
      tables = rest
    }
    guard tables.count > limit else { return }
    let first = removeLast(tables.count - limit)
    warn(
      "a profile can have at most \(limit) controls", hint: "all from here are left out",
      at: first)
  }

  /// Removes controls from the end, of those of the orientation that has more if both have some.
  ///
  /// - Returns: The offset of the first of them.
  private mutating func removeLast(_ count: Int) -> Int {
    var counts = Dictionary(grouping: tables, by: \.when).mapValues(\.count)
    var (removed, first): (Set<Int>, Int) = ([], 0)
    for _ in 0..<count {
      let (upright, sideways) = (counts[.portrait] ?? 0, counts[.landscape] ?? 0)
      let larger: SurfaceOrientation = upright > sideways ? .portrait : .landscape
      let isSplit = upright > 0 && sideways > 0
      guard
        let index = tables.indices.last(where: {
          !removed.contains($0) && (!isSplit || tables[$0].when == larger)
        })
      else { break }
      counts[tables[index].when, default: 0] -= 1
      removed.insert(index)
      first = tables[index].offset
    }
    tables = tables.indices.filter { !removed.contains($0) }.map { tables[$0] }
    return first
  }

  /// Removes changes to layers without controls, which would be errors, and buttons that do nothing else.
  private mutating func removeDeadTargets() {
    while true {
      let layers = Set(tables.compactMap(\.layer))
      let dead = tables.indices.filter { index in tables[index].target.map { !layers.contains($0) } ?? false }
      guard !dead.isEmpty else { return }
      for index in dead {
        let target = tables[index].target ?? ""
        warn("the layer \(quoted(target)) is not imported", hint: "it is left out", at: tables[index].offset)
        tables[index].outputs.removeAll { LayerChange($0)?.layer == target }
      }
      tables.removeAll { $0.kind == .button && $0.outputs.isEmpty }
    }
  }

  /// The tables in the order of the file: small controls first. The first layer is that of the first table that has one.
  private var ordered: [DraftTable] {
    let sorted = tables.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
    let corners = Self.orientations.compactMap { when -> DraftTable? in
      let shown = sorted.lazy.filter { $0.isShown(in: when) }.compactMap(\.layer)
      guard let found = sorted.lazy.compactMap(\.layer).first,
        let layer = baseLayer ?? firstLayers[when].flatMap({ shown.contains($0) ? $0 : nil }),
        layer != (baseLayer == nil ? shown.first : found)
      else { return nil }
      return DraftTable(
        kind: .ignore, keys: [("region", "{ x = 0, y = 0, width = \"1mm\", height = \"1mm\" }")],
        defaultName: "ignore", when: when, layer: layer, offset: 0)
    }
    guard corners.count == 2, var corner = corners.first, corner.layer == corners[1].layer else {
      return corners + sorted
    }
    corner.when = nil
    return [corner] + sorted
  }
}

// The profile's text.
extension ImportDraft {
  var profile: String {
    var (named, lines): ([(table: DraftTable, name: String)], [String]) = (
      [], ["# Made by touchstick import.", "description = \(description.asTOML)"]
    )
    for table in ordered {
      let used = named.filter { $0.table.coexists(with: table) }.map(\.name)
      let label = table.label?.oneLine.cut(to: 60)
      let name = (label ?? table.defaultName).unlike(used)
      named.append((table, name))
      lines += table.kind == .ignore ? ["", "# So that this layer exists at first."] : [""]
      lines.append(table.kind.heading)
      if name != table.defaultName { lines.append("name = \(name.asTOML)") }
      let output = table.outputs.isEmpty ? [] : [(key: "output", value: table.outputs.asOutputs)]
      lines += (table.keys.prefix(1) + output + table.keys.dropFirst()).map { "\($0.key) = \($0.value)" }
      if let when = table.when { lines.append("when = \"\(when)\"") }
      if let layer = table.layer { lines.append("layer = \(layer.asTOML)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension [String] {
  /// One output, or a list.
  fileprivate var asOutputs: String {
    count == 1 ? self[0].asTOML : "[\(map(\.asTOML).joined(separator: ", "))]"
  }
}

extension String {
  /// The text in quotes, for TOML.
  var asTOML: String {
    // By scalars: a quotation mark with an accent is one character.
    let inside = unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return "\"\(inside)\""
  }

  /// The text without control characters, and without blanks at its ends.
  var oneLine: String {
    let plain = String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    let start = plain.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }

  /// The beginning with at most this many bytes; nil if it is empty.
  func cut(to limit: Int) -> String? {
    var text = ""
    for scalar in unicodeScalars {
      guard text.utf8.count + String(scalar).utf8.count <= limit else { break }
      text.unicodeScalars.append(scalar)
    }
    let whole = text.oneLine
    return whole.isEmpty ? nil : whole
  }

  /// The text, with a number after it if it is used.
  fileprivate func unlike(_ used: [String]) -> String {
    guard used.contains(self) else { return self }
    let start = cut(to: 60) ?? ""
    return (2...).lazy.map { "\(start) \($0)" }.first { !used.contains($0) } ?? self
  }
}
