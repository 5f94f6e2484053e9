internal import Diagnostics

/// A table of the file that becomes a control, or a group of controls.
struct ControlTable {
  var kind: ConfigurationTable
  var position: SourcePosition
  var entries: [TOMLEntry]

  func entry(_ key: String) -> TOMLEntry? { entries.first { $0.key == key } }
}

extension SettingsReader {
  /// The tables under one key.
  mutating func controlTables(_ entry: TOMLEntry, _ kind: ConfigurationTable) -> [ControlTable] {
    let hint = "write [[\(entry.key)]], with two brackets"
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, hint: hint) ?? [] }
    return nodes.compactMap { node in
      let item = TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node)
      guard case .table(let entries) = node.value else { return wrongType(item, hint: hint) }
      return ControlTable(kind: kind, position: node.position, entries: entries)
    }
  }

  /// Nobody has room for more tables of controls. Each is compared with all before it.
  private static let mostTables = 500

  /// The controls of all kinds, in the order of the file.
  mutating func controls(_ tables: [ControlTable]) -> [ControlSettings] {
    let tables = tables.sorted { $0.position < $1.position }
    if tables.count > Self.mostTables {
      note(
        "too-many-controls", "there are \(tables.count) tables of controls",
        hint: "there can be at most \(Self.mostTables)", at: tables[Self.mostTables].position)
    }
    return tables.prefix(Self.mostTables).map { control($0) }
  }

  private mutating func control(_ table: ControlTable) -> ControlSettings {
    switch table.kind {
    case .button: return .button(button(table))
    case .buttons: return .buttonGroup(buttonGroup(self.table(table.entries, at: table.position)))
    case .dpad:
      let pad: DirectionPadSettings = self.table(table.entries, at: table.position)
      claim([pad.name], of: pad.places, when: pad.when)
      return .directionPad(pad)
    case .trigger: return .trigger(trigger(self.table(table.entries, at: table.position)))
    default:
      let stick: StickSettings = self.table(table.entries, at: table.position)
      check(stick)
      return .stick(stick)
    }
  }

  private mutating func buttonGroup(_ table: ButtonGroupSettings) -> ButtonGroupSettings {
    var group = table
    if group.name.isEmpty { group.name = group.layout.rawValue }
    if group.places.has("layout") { claim(group.names, of: group.places, when: group.when) }
    return group
  }

  private mutating func trigger(_ table: TriggerSettings) -> TriggerSettings {
    var trigger = table
    if trigger.name.isEmpty { trigger.name = trigger.target.controlName }
    if trigger.places.has("name") || trigger.places.has("target") {
      claim([trigger.name], of: trigger.places, when: trigger.when)
    }
    return trigger
  }

  private mutating func button(_ table: ControlTable) -> ButtonSettings {
    var keys = table.entries
    switch (table.entry("input"), table.entry("region")) {
    case (let input?, .some):
      note(
        "input-and-region",
        "[[button]] cannot have both region (a button on the surface) and input (a button of the device)",
        hint: "remove one of them", at: input.node.position)
      keys.removeAll { $0.key == "region" }
    case (nil, nil):
      note(
        "region", isMissingIn: ConfigurationTable.button,
        hint:
          "\(ExpectedValue.region.hint), unless there is an input, a button of the device such as \"BTN_STYLUS\"",
        at: table.position)
    default: break
    }
    var button: ButtonSettings = self.table(keys, at: table.position)
    if let input = button.input { claim(input, of: button.places, when: button.when) }
    if button.name.isEmpty, case .string(let word) = table.entry("output")?.node.value { button.name = word }
    if button.places.has("name") || button.places.has("output") {
      claim([button.name], of: button.places, when: button.when)
    }
    return button
  }
}
