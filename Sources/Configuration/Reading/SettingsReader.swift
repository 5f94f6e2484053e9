internal import Diagnostics
internal import EventPipeline
internal import JoystickModel

/// Makes settings from a parsed file, and notes all errors.
///
/// Each reading method returns nil after it has noted an error, and reading continues. The settings are valid only if
/// ``errors`` is empty.
struct SettingsReader {
  let file: String
  private(set) var errors: [Diagnostic] = []
  var claims = ControlClaims()
  /// The sums of the current table.
  var sums: [LengthSum] = []

  /// - Parameter kind: `root` for a configuration, or `profile`.
  mutating func settings(_ root: [TOMLEntry], _ kind: ConfigurationTable) -> Settings {
    var settings = Settings()
    settings.places.file = file
    var tables: [ControlTable] = []
    let known = known(root, in: kind)
    for entry in known where kind.rows.contains(where: { $0.name == entry.key }) {
      settings.places.values[entry.key] = entry.node.position
    }
    let rows = kind == .root ? Settings.rows : Settings.profileRows
    _ = values(known, of: kind, rows, at: SourcePosition(line: 1), into: &settings)
    for entry in known {
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
    checkControls(of: settings, kind)
    return settings
  }

  /// Nobody reads more errors than this. The daemon reads files while it has realtime priority, and must not be busy with
  /// one for long.
  static let mostErrors = 500

  /// Whether there are so many errors that the rest of the file is not read.
  var isFull: Bool { errors.count >= Self.mostErrors }

  mutating func note(_ code: String, _ message: String, hint: String?, at position: SourcePosition?) {
    guard !isFull else { return }
    errors.append(Diagnostic(.error, code, message, hint: hint, at: position, in: file))
    guard isFull else { return }
    errors.append(
      Diagnostic(
        .error, "too-many-errors", "there are \(Self.mostErrors) errors up to here",
        hint: "correct them first", at: position, in: file))
  }

  /// Notes an error in a value, in words that follow its key. Always returns nil.
  mutating func refuse<Value>(
    _ entry: TOMLEntry, _ what: String, hint: String, code: String = "bad-value"
  ) -> Value? {
    note(code, "\(entry.key) \(what)", hint: hint, at: entry.node.position)
    return nil
  }

  /// Notes that a key cannot have this text. Always returns nil.
  mutating func refuse<Value>(
    _ entry: TOMLEntry, _ text: String, expected: ExpectedValue, nearest: String? = nil
  ) -> Value? {
    let nearest = nearest.map { "did you mean \(quoted($0))?" }
    let hint = expected.hint(for: text) ?? nearest ?? expected.hint
    return refuse(entry, "is \(quoted(text))", hint: hint)
  }

  /// Notes that a value has a type that its key cannot have. Always returns nil.
  mutating func wrongType<Value>(_ entry: TOMLEntry, _ expected: ExpectedValue) -> Value? {
    wrongType(entry, hint: expected.hint)
  }

  mutating func wrongType<Value>(_ entry: TOMLEntry, hint: String) -> Value? {
    refuse(entry, "is \(entry.node.value.type)", hint: hint, code: "wrong-type")
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
    table.places.useless = Table.rows.compactMap { $0.uselessKey(in: table) }
    return table
  }

  /// A table that has a heading and exists once.
  private mutating func table<Table: KeyedTable>(_ entry: TOMLEntry) -> Table? {
    guard let entries = entries(ofTable: entry) else { return nil }
    return table(entries, at: entry.node.position)
  }

  /// The entries of a table that has a heading and exists once.
  mutating func entries(ofTable entry: TOMLEntry) -> [TOMLEntry]? {
    guard case .table(let entries) = entry.node.value else {
      return wrongType(entry, hint: "write [\(entry.key)], with one bracket")
    }
    return entries
  }

  /// A table in a value.
  mutating func table<Table: RowTable>(
    _ entry: TOMLEntry, _ kind: ConfigurationTable, _ rows: [Row<Table>]
  ) -> Table? {
    guard case .table(let entries) = entry.node.value else { return wrongType(entry, .keys(kind)) }
    return table(known(entries, in: kind), of: entry, kind, rows)
  }

  /// A table in a value, from its known keys.
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

  /// The known keys.
  mutating func known(_ entries: [TOMLEntry], in table: some TableKind) -> [TOMLEntry] {
    guard !entries.isEmpty else { return [] }
    let names = table.keys
    return entries.filter { entry in
      let key = entry.key
      guard !isFull else { return false }
      guard !names.contains(key) else { return true }
      let nearest = nearestWord(to: key, among: names)
      note(
        "unknown-key", "unknown key \(quoted(key)) \(table.place)",
        hint: nearest.map { "did you mean \(quoted($0))?" } ?? "the keys are \(list(names, "and"))",
        at: entry.keyPosition)
      return false
    }
  }

  /// Reads the values of a table. Returns the keys that are wrong, or missing although they are required.
  mutating func values<Table>(
    _ entries: [TOMLEntry], of kind: some TableKind, _ rows: [Row<Table>], at position: SourcePosition,
    under prefix: String = "", into table: inout Table
  ) -> Set<String> {
    var misread: Set<String> = []
    for row in rows {
      let name = row.key.name
      if let entry = entries.first(where: { $0.key == prefix + name }) {
        if !row.read(&self, entry, &table) { misread.insert(name) }
      } else if row.key.isRequired {
        let takes = row.key.takes
        note(
          name, isMissingIn: kind,
          hint: prefix.isEmpty ? takes.asRequired : "it must be \(kind.shape)", at: position)
        misread.insert(name)
      }
    }
    return misread
  }

  /// Notes that a table lacks a key.
  mutating func note(
    _ key: String, isMissingIn table: some TableKind, hint: String, at position: SourcePosition
  ) {
    note("missing-key", "\(table.heading) needs \(key)", hint: hint, at: position)
  }
}
