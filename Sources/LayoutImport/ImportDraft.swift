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
  /// All outputs, if some of them need permission.
  var withPermission: [String] = []
  /// Where it is, if that is a part of the screen.
  var place: ImportedRegion?
  /// What a stick or a direction pad does: up, right, down and left.
  var directions: FourOutputs?
  /// Whether a button only fills the space between others: nothing is drawn there.
  var isHelper = false
  /// What it becomes if another control already moves its stick: nothing, or one table.
  var substitute: [DraftTable] = []
  /// Whether it is left out if another control moves its target.
  var isSpare = false
  /// The place in the profile, before that in the foreign file.
  var rank = 0
  /// Its part of the area of the control that it stands for, together with others.
  var part = 1.0
  /// Whether it gets the touch also where a smaller control is.
  var isExclusive = false

  /// What a stick or a look pad moves.
  var target: String? { keys.first { $0.key == "target" }?.value }

  /// The layer that the button shows or switches to.
  var targetLayer: String? { outputs.lazy.compactMap { LayerChange($0)?.layer }.first }

  /// Everything but the layer: equal for tables of two layers that do the same in the same place.
  fileprivate var meaning: [String] {
    keys.map { "\($0.key) = \($0.value)" } + outputs + [
      kind.heading, label ?? "", "\(when as Any)", "\(rank)", "\(isExclusive)",
    ]
  }

  func isShown(in orientation: SurfaceOrientation) -> Bool { when == nil || when == orientation }

  func coexists(with other: DraftTable) -> Bool {
    (when == nil || other.when == nil || when == other.when)
      && (layer == nil || other.layer == nil || layer == other.layer)
  }

  /// The stick of the pad that it moves as no other table may; nil for other tables.
  var stick: String? {
    kind == .stick ? keys.first { $0.key == "target" && $0.value != "\"hat\"" }?.value : nil
  }
}

/// The profile that is being made, and what is not kept.
struct ImportDraft {
  private let text: [UInt8]
  private let file: String
  private(set) var description = ""
  /// The layer that exists at first, also without controls.
  var baseLayer: String?
  /// The layers with controls that exist at first, if that differs.
  var firstLayers: [SurfaceOrientation: String] = [:]
  var tables: [DraftTable] = []
  /// Those that move a stick as no other may.
  private var sticks: [DraftTable] = []
  /// Those that press keys for which a layout needs permission.
  private(set) var withheld: [DraftTable] = []
  var notes = ImportNotes()
  /// How many controls of the file are not in the profile.
  var leftOut = 0
  /// The layers that are left out because of the limit, each with those to which its buttons lead.
  var cutLayers: [String: [String]] = [:]

  /// The size in pixels of a picture that the file names; nil if it is unknown.
  let pictureSize: (String) -> PictureSize?

  init(_ text: [UInt8], file: String, pictureSize: @escaping (String) -> PictureSize?) {
    (self.text, self.file, self.pictureSize) = (text, file, pictureSize)
  }

  /// Describes the profile: by the layout's own name, or else by that of its file.
  mutating func name(_ format: LayoutFormat, _ name: String? = nil) {
    description = "\(format.title) \(name ?? lastPart(of: file))".oneLine.cut(to: 80) ?? format.title
  }

  var warnings: [Diagnostic] { notes.warnings(in: text) }

  static let nothingKept = Diagnostic(
    .error, "no-controls", "nothing of this layout can be kept", hint: "the warnings say why")

  mutating func add(_ table: DraftTable) {
    guard claim(table) else {
      tables += table.substitute
      return warn(
        "another control already moves the \(table.stick?.filter { $0 != "\"" } ?? "") stick",
        hint: table.substitute.isEmpty ? "this one is left out" : "this one is only a button",
        at: table.offset)
    }
    tables.append(table)
  }

  /// Adds what a control of the file becomes, and counts it if that is nothing.
  mutating func addControl(_ add: (inout ImportDraft) -> Void) {
    let count = tables.count
    add(&self)
    if tables.count == count { leftOut += 1 }
  }

  /// Reserves the stick that a table moves. Returns whether no other table moves it.
  mutating func claim(_ table: DraftTable) -> Bool {
    guard canClaim(table) else { return false }
    if table.stick != nil { sticks.append(table) }
    return true
  }

  func canClaim(_ table: DraftTable) -> Bool {
    table.stick == nil || !sticks.contains { $0.stick == table.stick && $0.coexists(with: table) }
  }

  /// Makes a profile without errors of the tables.
  mutating func finish() {
    removeSpares()
    mergeSameButtons()
    mergeCrosses()
    replaceHelpers()
    mergeSameControls()
    withhold()
    mergeLayers()
    fit()
    removeDeadTargets()
  }

  /// Leaves out what only stands in for a control that is there.
  private mutating func removeSpares() {
    var moving = tables.filter { !$0.isSpare && $0.target != nil }
    var kept: [DraftTable] = []
    for table in tables {
      if table.isSpare {
        guard !moving.contains(where: { $0.target == table.target && $0.coexists(with: table) }) else {
          continue
        }
        moving.append(table)
      }
      kept.append(table)
    }
    tables = kept
  }

  /// Takes out what needs permission.
  private mutating func withhold() {
    var kept: [DraftTable] = []
    for var table in tables {
      let allowed = table.outputs.filter { !Self.needsPermission($0) }
      if allowed.count < table.outputs.count {
        warn(
          "a control presses keys that layouts may press only with permission",
          hint: "the profile has what it needs as comments", at: table.offset)
        guard !allowed.isEmpty else {
          withheld.append(table)
          continue
        }
        (table.withPermission, table.outputs) = (table.outputs, allowed)
        table.defaultName = allowed.joined(separator: "+")
      }
      kept.append(table)
    }
    tables = kept
    leftOut += withheld.count
    withheld = Array(withheld.prefix(FeedMessage.maxControls))
  }

  static func needsPermission(_ output: String) -> Bool {
    output.hasPrefix("KEY_")
      && KeyboardKey(output).map { !KeyboardSettings.alwaysAllowed.contains($0) } ?? false
  }
}

// Layers.
extension ImportDraft {
  var layers: [String] {
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

  static let orientations: [SurfaceOrientation] = [.portrait, .landscape]

  /// Removes changes to layers without controls, which would be errors, and buttons that do nothing else.
  private mutating func removeDeadTargets() {
    while true {
      let layers = Set(tables.compactMap(\.layer))
      let dead = tables.indices.filter { index in
        tables[index].targetLayer.map { !layers.contains($0) } ?? false
      }
      guard !dead.isEmpty else { return }
      for index in dead { removeTarget(of: index) }
      let count = tables.count
      tables.removeAll { $0.kind == .button && $0.outputs.isEmpty }
      leftOut += count - tables.count
    }
  }

  private mutating func removeTarget(of index: Int) {
    let table = tables[index]
    guard let target = table.targetLayer else { return }
    if cutLayers[target] == nil {
      warn(
        of: target, "the layer", is: "is not imported", are: "are not imported",
        hint: "no button leads there",
        at: table.offset)
    }
    tables[index].outputs.removeAll { LayerChange($0)?.layer == target }
    if table.outputs.last == LayerChange.switchTo(target).label, let next = layer(behind: target, for: table)
    {
      tables[index].outputs.append(LayerChange.switchTo(next).label)
    }
    tables[index].defaultName = tables[index].outputs.joined(separator: "+")
  }
}
