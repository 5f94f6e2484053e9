internal import EventPipeline
internal import JoystickModel

/// Makes settings of a parsed file, and notes all that is wrong with it.
///
/// Each method that reads something returns nil when that is wrong, which it has noted then, and the
/// reading goes on: the settings that come out are of no use unless ``problems`` is empty.
struct SettingsReader {
  let file: String
  private(set) var problems: [ConfigurationProblem] = []
  var claims = ControlClaims()
  /// The sums of the table that is read now.
  var sums: [LengthSum] = []

  init(file: String) {
    self.file = file
  }

  mutating func settings(_ root: [TOMLEntry]) -> Settings {
    var settings = Settings()
    settings.file.name = file
    var tables: [ControlTable] = []
    for entry in known(root, in: .root) {
      switch ConfigurationTable(rawValue: entry.key) {
      case .device: settings.device = table(entry) ?? settings.device
      case .gamepad: settings.gamepad = table(entry) ?? settings.gamepad
      case .toggle: settings.toggle = table(entry)
      case let kind?: tables += controlTables(entry, kind)
      case nil: break
      }
    }
    checkDevice(settings.device)
    settings.controls = controls(tables)
    return settings
  }

  mutating func note(_ kind: ConfigurationProblem.Kind, at position: SourcePosition?) {
    problems.append(ConfigurationProblem(file: file, position: position, kind: kind))
  }

  /// Notes what is wrong with a value; returns nil, whatever was to be read.
  mutating func refuse<Value>(_ entry: TOMLEntry, _ problem: ValueProblem) -> Value? {
    note(.value(problem, of: entry.key), at: entry.node.position)
    return nil
  }

  /// Notes that a value is of a type that its key does not take.
  mutating func wrongType<Value>(_ entry: TOMLEntry, _ expected: ExpectedValue) -> Value? {
    refuse(entry, .wrongType(entry.node.value.type, expected: expected))
  }
}

// Tables, by the rows of their keys.
extension SettingsReader {
  /// A table that has a heading.
  mutating func table<Table: KeyedTable>(_ entries: [TOMLEntry], at position: SourcePosition) -> Table {
    let entries = known(entries, in: Table.kind)
    var table = Table()
    table.places.table = position
    for entry in entries { table.places.values[entry.key] = entry.node.position }
    sums = []
    table.places.misread = values(entries, of: Table.kind, Table.rows, at: position, into: &table)
    table.places.sums = sums
    for row in Table.rows { checkNeed(of: row.key, entries, table.places) }
    return table
  }

  /// A table that has a heading, and is there once.
  private mutating func table<Table: KeyedTable>(_ entry: TOMLEntry) -> Table? {
    guard case .table(let entries) = entry.node.value else { return wrongType(entry, .table(entry.key)) }
    return table(entries, at: entry.node.position)
  }

  /// A table in a value.
  mutating func table<Table: RowTable>(
    _ entry: TOMLEntry, _ kind: ConfigurationTable, _ rows: [Row<Table>]
  ) -> Table? {
    guard case .table(let entries) = entry.node.value else { return wrongType(entry, .keys(kind)) }
    return table(known(entries, in: kind), of: entry, kind, rows)
  }

  /// A table in a value, from those of its keys that are known.
  mutating func table<Table: RowTable>(
    _ entries: [TOMLEntry], of entry: TOMLEntry, _ kind: ConfigurationTable, _ rows: [Row<Table>]
  ) -> Table? {
    var table = Table()
    let entries = entries.map { field in
      TOMLEntry(key: "\(entry.key).\(field.key)", keyPosition: field.keyPosition, node: field.node)
    }
    let misread = values(
      entries, of: kind, rows, at: entry.node.position, under: "\(entry.key).", into: &table)
    return misread.isEmpty ? table : nil
  }

  /// The keys that this version has.
  mutating func known(_ entries: [TOMLEntry], in table: ConfigurationTable) -> [TOMLEntry] {
    guard !entries.isEmpty else { return [] }
    let names = table.keys
    return entries.filter { entry in
      let key = entry.key
      guard !names.contains(key) else { return true }
      let problem = KeyProblem.unknown(key, in: table, nearest: nearestWord(to: key, among: names))
      note(.key(problem), at: entry.keyPosition)
      return false
    }
  }

  /// Reads the values of a table. Returns the keys that are wrong, or not there although they are required.
  private mutating func values<Table>(
    _ entries: [TOMLEntry], of kind: ConfigurationTable, _ rows: [Row<Table>], at position: SourcePosition,
    under prefix: String = "", into table: inout Table
  ) -> Set<String> {
    var misread: Set<String> = []
    for row in rows {
      let name = row.key.name
      if let entry = entries.first(where: { $0.key == prefix + name }) {
        if !row.read(&self, entry, &table) { misread.insert(name) }
      } else if row.key.isRequired {
        let problem =
          prefix.isEmpty
          ? KeyProblem.required(name, in: kind, expected: row.key.takes) : .missing(name, in: kind)
        note(.key(problem), at: position)
        misread.insert(name)
      }
    }
    return misread
  }

  /// Notes a key that has no place beside what another one is.
  private mutating func checkNeed(of key: Key, _ entries: [TOMLEntry], _ places: Places) {
    guard let need = key.needs, let place = places.values[key.name], !places.misread.contains(need.key)
    else { return }
    if case .string(let word) = entries.first(where: { $0.key == need.key })?.node.value,
      need.words.contains(word)
    {
      return
    }
    note(.key(.withoutUse(key.name, with: need.phrase)), at: place)
  }
}
