internal import JoystickModel

/// A table of the file that is to become a control, or a group of them.
struct ControlTable {
  var kind: ControlKind
  var position: SourcePosition
  var entries: [TOMLEntry]
}

extension SettingsReader {
  /// The tables that stand under one key.
  mutating func controlTables(_ entry: TOMLEntry, _ kind: ControlKind) -> [ControlTable] {
    guard case .array(let nodes) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .tables(entry.key)), in: entry)
      return []
    }
    var tables: [ControlTable] = []
    for node in nodes {
      if case .table(let entries) = node.value {
        tables.append(ControlTable(kind: kind, position: node.position, entries: entries))
      } else {
        let problem = ValueProblem.wrongType(node.value.type, expected: .tables(entry.key))
        note(.value(problem, of: entry.key), at: node.position)
      }
    }
    return tables
  }

  /// The controls in the order of the file, whatever they are.
  mutating func controls(_ tables: [ControlTable]) -> [ControlSettings] {
    var controls: [ControlSettings] = []
    for table in tables.sorted(by: { $0.position < $1.position }) {
      if let control = control(table) { controls.append(control) }
    }
    return controls
  }

  private mutating func control(_ table: ControlTable) -> ControlSettings? {
    switch table.kind {
    case .stick: .stick(stick(table.entries, at: table.position))
    case .button: button(fields(table, .button))
    case .buttons: buttonGroup(fields(table, .buttons)).map(ControlSettings.buttonGroup)
    case .dpad: directionPad(fields(table, .dpad)).map(ControlSettings.directionPad)
    case .trigger: trigger(fields(table, .trigger)).map(ControlSettings.trigger)
    }
  }

  /// The keys that are known.
  private mutating func fields<Key>(
    _ table: ControlTable, _ kind: ConfigurationTable
  ) -> ControlFields<Key> {
    var fields = ControlFields<Key>(table: kind)
    fields.places.table = table.position
    for entry in table.entries {
      guard let key = known(entry, as: Key.self, in: kind) else { continue }
      fields.entries[key] = entry
      fields.places.values[key] = entry.node.position
    }
    return fields
  }
}

/// The keys of a table that this version knows, and where they are.
struct ControlFields<Key: ConfigurationKey & Hashable & Sendable> {
  let table: ConfigurationTable
  var entries: [Key: TOMLEntry] = [:]
  var places = Places<Key>()

  init(table: ConfigurationTable) {
    self.table = table
  }

  subscript(key: Key) -> TOMLEntry? { entries[key] }
}
