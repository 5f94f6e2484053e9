internal import EventPipeline
internal import JoystickModel

/// Makes settings from a parsed file, and notes all errors.
///
/// Each reading method returns nil after it has noted an error, and reading continues. The settings are valid only if
/// ``errors`` is empty.
package struct SettingsReader {
  package let file: String
  package private(set) var errors: [Diagnostic] = []
  package var claims = ControlClaims()
  var sums: [LengthSum] = []

  package init(file: String) { self.file = file }

  /// - Parameter kind: `root` for a configuration, or `profile`.
  package mutating func settings(_ root: [TOMLEntry], _ kind: ConfigurationTable) -> Settings {
    var settings = Settings()
    settings.positions.file = file
    var tables: [WrittenTable] = []
    let known = known(root, in: kind)
    for entry in known where kind.keys.contains(where: { $0.name == entry.key }) {
      settings.positions.values[entry.key] = entry.node.position
    }
    let rows = kind == .root ? Settings.rows : Settings.profileRows
    _ = values(known, of: kind, rows, at: SourcePosition(line: 1), into: &settings)
    for entry in known {
      switch ConfigurationTable(rawValue: entry.key) {
      case .device: settings.device = table(entry) ?? settings.device
      case .gamepad: settings.gamepad = table(entry) ?? settings.gamepad
      case .rumble: settings.rumble = table(entry) ?? settings.rumble
      case .haptics: settings.haptics = table(entry) ?? settings.haptics
      case .keyboard: settings.keyboard = table(entry) ?? settings.keyboard
      case .toggle: settings.toggle = table(entry)
      case let kind?: tables += controlTables(entry, kind)
      case nil: break
      }
    }
    checkDevice(settings.device)
    settings.controls = controls(tables)
    checkLayers(settings)
    checkMotion(settings)
    checkControls(of: settings, kind)
    return settings
  }

  /// Nobody reads more errors than this. The daemon reads files while it has realtime priority, and must not be busy with
  /// one for long.
  package static let maxErrors = 500

  /// Whether there are so many errors that the rest of the file is not read.
  package var isFull: Bool { errors.count >= Self.maxErrors }

  package mutating func report(_ code: String, _ message: String, hint: String?, at position: SourcePosition?)
  {
    guard !isFull else { return }
    errors.append(Diagnostic(.error, code, message, hint: hint, at: position, in: file))
    guard isFull else { return }
    errors.append(
      Diagnostic(
        .error, "too-many-errors", "there are \(Self.maxErrors) errors up to here",
        hint: "correct them first", at: position, in: file))
  }

  /// Notes an error in a value, in words that follow its key. Always returns nil.
  package mutating func refuse<Value>(
    _ entry: TOMLEntry, _ what: String, hint: String, code: String = "bad-value"
  ) -> Value? {
    report(code, "\(entry.key) \(what)", hint: hint, at: entry.node.position)
    return nil
  }

  /// Notes that a key cannot have this text. Always returns nil.
  package mutating func refuse<Value>(
    _ entry: TOMLEntry, _ text: String, expected: ExpectedValue, nearest: String? = nil
  ) -> Value? {
    let nearest = nearest.map { "did you mean \(quoted($0))?" }
    let hint = expected.hint(for: text) ?? nearest ?? expected.hint
    return refuse(entry, "is \(quoted(text))", hint: hint)
  }

  /// Notes that a value has a type that its key cannot have. Always returns nil.
  package mutating func wrongType<Value>(_ entry: TOMLEntry, _ expected: ExpectedValue) -> Value? {
    wrongType(entry, hint: expected.hint)
  }

  package mutating func wrongType<Value>(_ entry: TOMLEntry, hint: String) -> Value? {
    refuse(entry, "is \(entry.node.value.type)", hint: hint, code: "wrong-type")
  }
}

// Tables, by the rows of their keys.
extension SettingsReader {
  /// A table that has a heading.
  mutating func table<Table: KeyedTable>(_ entries: [TOMLEntry], at position: SourcePosition) -> Table {
    var table = Table()
    let entries = known(renamed(entries, of: &table), in: Table.kind)
    table.positions.table = position
    for entry in entries { table.positions.values[entry.key] = entry.node.position }
    sums = []
    table.positions.misread = values(entries, of: Table.kind, Table.rows, at: position, into: &table)
    table.positions.sums = sums
    table.positions.useless = Table.rows.compactMap { $0.uselessKey(in: table) }
    return table
  }

  /// The entries with today's names of keys. A table that has both names has an unknown key.
  private func renamed<Table: KeyedTable>(_ entries: [TOMLEntry], of table: inout Table) -> [TOMLEntry] {
    for case let (name, old?) in Table.keys.map({ ($0.name, $0.oldName) })
    where entries.contains(where: { $0.key == old }) && !entries.contains(where: { $0.key == name }) {
      table.positions.oldNames[name] = old
    }
    return entries.map { entry in
      guard let name = table.positions.oldNames.first(where: { $0.value == entry.key })?.key else {
        return entry
      }
      return TOMLEntry(key: name, keyPosition: entry.keyPosition, node: entry.node)
    }
  }

  /// A table that has a heading and exists once.
  private mutating func table<Table: KeyedTable>(_ entry: TOMLEntry) -> Table? {
    guard let entries = entries(ofTable: entry) else { return nil }
    return table(entries, at: entry.node.position)
  }

  /// The entries of a table that has a heading and exists once.
  package mutating func entries(ofTable entry: TOMLEntry) -> [TOMLEntry]? {
    guard case .table(let entries) = entry.node.value else {
      return wrongType(entry, hint: "write [\(entry.key)], with one bracket")
    }
    return entries
  }

  /// A table in a value.
  package mutating func table<Table: RowTable>(
    _ entry: TOMLEntry, _ kind: ConfigurationTable, _ rows: [Row<Table>]
  ) -> Table? {
    guard case .table(let entries) = entry.node.value else { return wrongType(entry, .keys(kind)) }
    return table(known(entries, in: kind), of: entry, kind, rows)
  }

  /// A table in a value, from its known keys.
  package mutating func table<Table: RowTable>(
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

  package mutating func known(_ entries: [TOMLEntry], in table: some TableKind) -> [TOMLEntry] {
    guard !entries.isEmpty else { return [] }
    let names = table.keyNames
    return entries.filter { entry in
      let key = entry.key
      guard !isFull else { return false }
      guard !names.contains(key) else { return true }
      let nearest = nearestWord(to: key, among: names)
      report(
        "unknown-key", "unknown key \(quoted(key)) \(table.location)",
        hint: nearest.map { "did you mean \(quoted($0))?" } ?? "the keys are \(list(names, "and"))",
        at: entry.keyPosition)
      return false
    }
  }

  /// Reads the values of a table. Returns the keys that are wrong, or missing although they are required.
  package mutating func values<Table>(
    _ entries: [TOMLEntry], of kind: some TableKind, _ rows: [Row<Table>], at position: SourcePosition,
    under prefix: String = "", into table: inout Table
  ) -> Set<String> {
    var misread: Set<String> = []
    for row in rows {
      let name = row.key.name
      let key = prefix.isEmpty ? name : prefix + name
      if let entry = entries.first(where: { $0.key == key }) {
        if !row.read(&self, entry, &table) { misread.insert(name) }
      } else if row.key.isRequired {
        let accepts = row.key.accepts
        report(
          name, isMissingIn: kind,
          hint: prefix.isEmpty ? accepts.asRequired : "it must be \(kind.shape)", at: position)
        misread.insert(name)
      }
    }
    return misread
  }

  package mutating func report(
    _ key: String, isMissingIn table: some TableKind, hint: String, at position: SourcePosition
  ) {
    report("missing-key", "\(table.heading) needs \(key)", hint: hint, at: position)
  }
}
