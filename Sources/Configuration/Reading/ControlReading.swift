internal import EventPipeline

/// A table of the file that becomes a control, or a group of controls.
package struct WrittenTable {
  package var kind: ConfigurationTable
  package var position: SourcePosition
  package var entries: [TOMLEntry]

  package func entry(_ key: String) -> TOMLEntry? { entries.first { $0.key == key } }
}

extension SettingsReader {
  package mutating func controlTables(_ entry: TOMLEntry, _ kind: ConfigurationTable) -> [WrittenTable] {
    let hint = "write [[\(entry.key)]], with two brackets"
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, hint: hint) ?? [] }
    return nodes.compactMap { node in
      let item = TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node)
      guard case .table(let entries) = node.value else { return wrongType(item, hint: hint) }
      return WrittenTable(kind: kind, position: node.position, entries: entries)
    }
  }

  /// Nobody has room for more controls than the feed shows. Each is compared with all before it.
  mutating func controls(_ tables: [WrittenTable]) -> [ControlSettings] {
    let limit = FeedMessage.maxControls
    var (all, count): ([ControlSettings], Int) = ([], 0)
    for table in tables.sorted(by: { $0.position < $1.position }) {
      guard let kind = table.kind.control else { continue }
      let settings = control(table, kind)
      count += settings.table.count
      guard count <= limit else {
        report(
          "too-many-controls", "there are more than \(limit) controls",
          hint: "there can be at most \(limit), and [[buttons]] makes four", at: table.position)
        break
      }
      all.append(settings)
    }
    return all
  }

  private mutating func control<Table: ControlTable>(_ table: WrittenTable, _: Table.Type) -> ControlSettings
  {
    var control = Table.read(table, &self)
    // Tables that mean the same are equal.
    if control.common.name.isEmpty { control.common.name = control.defaultName }
    control.check(&self)
    return ControlSettings(control)
  }
}

// Checks of several tables.
extension SettingsReader {
  mutating func checkLayers(_ settings: Settings) {
    let layers = settings.layers
    guard layers.count <= OutputWords.maxLayers else {
      return report(
        "too-many-layers", "there are \(layers.count) layers",
        hint: "there can be at most \(OutputWords.maxLayers)",
        at: settings.controls.first { $0.layer == layers[OutputWords.maxLayers] }?.positions
          .position(of: "layer"))
    }
    // The name that is missing may be one that could not be read.
    guard !settings.controls.contains(where: { $0.positions.misread.contains("layer") }) else { return }
    for control in settings.controls where control.table.isOnSurface {
      guard let button = control.table as? ButtonSettings else { continue }
      if let name = button.action.layerChange?.layer, !layers.contains(name) {
        report(unknownLayer: name, among: layers, at: button.positions.position(of: "output"))
      }
    }
  }

  private mutating func report(
    unknownLayer name: String, among layers: [String], at position: SourcePosition?
  ) {
    let nearest = nearestWord(to: name, among: layers)
    report(
      "unknown-layer", "no control is in the layer \(quoted(name))",
      hint: nearest.map { "did you mean \(quoted($0))?" } ?? "give a control layer = \(quoted(name))",
      at: position)
  }
}

// Checks of several values of one table.
extension SettingsReader {
  /// Notes a file that asks for a profile and has controls too, and a profile that has none.
  package mutating func checkControls(of settings: Settings, _ kind: ConfigurationTable) {
    if kind == .profile, settings.controls.isEmpty, errors.isEmpty {
      report("no-controls", "this profile has no controls", hint: "add one, such as [[stick]]", at: nil)
    }
    guard let position = settings.profilePosition, !settings.controls.isEmpty else { return }
    report(
      "profile-and-controls", "there is a profile, but this file has controls too",
      hint: "remove the controls, or the profile", at: position)
  }

  package mutating func checkDevice(_ device: DeviceSettings) {
    guard device.passThrough == true, !device.grab else { return }
    report(
      "pass-through-without-grab",
      "pass_through = true has no use with grab = false: the desktop already receives all touches",
      hint: "remove one of them", at: device.positions.position(of: "pass_through"))
  }

  /// - Parameter hold: Nil without a hold: its default time must not limit taps.
  mutating func checkTimes(hold: Int64?, tap: Int64, of positions: SourcePositions) {
    guard let hold, hold < tap else { return }
    report(
      "hold_time (\(milliseconds(hold))) must be at least tap_time (\(milliseconds(tap)))",
      at: "hold_time", "tap_time", of: positions)
  }

  /// Notes an error in two keys, unless one of them has an error of its own: its default would then lead to a wrong
  /// error.
  mutating func report(
    _ message: String, at key: String, _ other: String, of positions: SourcePositions
  ) {
    guard positions.misread.isDisjoint(with: [key, other]) else { return }
    report("keys-out-of-order", message, hint: nil, at: positions.position(of: key, other))
  }

  private func milliseconds(_ time: Int64) -> String { "\(plain(Double(time) / 1000)) ms" }
}
