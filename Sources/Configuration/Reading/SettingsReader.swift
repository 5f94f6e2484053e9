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
    var tables: [ControlTable] = []
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
    let entries = known(entries, in: Table.kind)
    var table = Table()
    table.positions.table = position
    for entry in entries { table.positions.values[entry.key] = entry.node.position }
    sums = []
    table.positions.misread = values(entries, of: Table.kind, Table.rows, at: position, into: &table)
    table.positions.sums = sums
    table.positions.useless = Table.rows.compactMap { $0.uselessKey(in: table) }
    return table
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
      if let entry = entries.first(where: { $0.key == prefix + name }) {
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

/// Things that can exist only once per orientation, and the tables that claim them.
package struct ControlClaims {
  fileprivate enum Thing: Hashable {
    case name(String)
    case input(EventCode)
    /// One of the pad's two sticks, by its word.
    case stick(String)
  }

  private var claims: [Thing: [(line: Int, when: SurfaceOrientation?, layer: String?)]] = [:]

  /// Claims something for a table. Returns the line that already claims it, if any.
  fileprivate mutating func claim(
    _ thing: Thing, for table: SourcePositions, when: SurfaceOrientation?, layer: String? = nil
  ) -> Int? {
    let other = claims[thing]?.first { other in
      other.when.overlaps(when) && (layer == nil || other.layer == nil || layer == other.layer)
    }
    if let other { return other.line }
    claims[thing, default: []].append((table.line, when, layer))
    return nil
  }
}

// Things that can exist only once.
extension SettingsReader {
  /// Claims the names of a control. Notes an error if an earlier control has one of them.
  package mutating func claim(
    _ names: [String], of positions: SourcePositions, when: SurfaceOrientation?, layer: String? = nil
  ) {
    guard !positions.misread.contains("name") else { return }
    let clashes = names.compactMap { name in
      claims.claim(.name(name), for: positions, when: when, layer: layer).map { (name, $0) }
    }
    if let (name, line) = clashes.first { report(sameName: name, in: line, at: positions) }
  }

  private mutating func report(sameName name: String, in line: Int, at positions: SourcePositions) {
    report(
      "same-name", "line \(line) already uses the name \(quoted(name))", hint: "use another name",
      at: positions.position(of: "name"))
  }

  /// Claims one of the device's buttons. Notes an error if an earlier table uses it.
  mutating func claim(_ input: EventCode, of positions: SourcePositions, when: SurfaceOrientation?) {
    guard let line = claims.claim(.input(input), for: positions, when: when), let name = input.name
    else { return }
    report(
      "same-input", "line \(line) already uses the input \(name)", hint: "use another button of the device",
      at: positions.position(of: "input"))
  }

  private mutating func checkDistinct(_ stick: StickSettings) {
    let positions = stick.positions
    let (name, target) = (stick.effectiveName, stick.target)
    guard !positions.misread.contains("target") else { return }
    let clash =
      positions.misread.contains("name")
      ? nil : claims.claim(.name(name), for: positions, when: stick.when, layer: stick.layer)
    if target == .left || target == .right,
      let other = claims.claim(.stick(target.word), for: positions, when: stick.when, layer: stick.layer)
    {
      let free: StickTarget = target == .left ? .right : .left
      report(
        "same-target", "line \(other) already moves the \(target.word) stick",
        hint: "use target = \"\(free.word)\"", at: positions.position(of: "target"))
    } else if let clash {
      report(sameName: name, in: clash, at: positions)
    }
  }
}

// Checks of several tables.
extension SettingsReader {
  private mutating func checkLayers(_ settings: Settings) {
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
    for case .button(let button) in settings.controls where button.input == nil {
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

  mutating func check(_ stick: StickSettings) {
    checkDistinct(stick)
    let (response, gestures) = (stick.parameters.response, stick.parameters.gestures)
    if response.saturation <= response.deadZone {
      report(
        "saturation (\(plain(response.saturation))) must be greater than dead_zone (\(plain(response.deadZone)))",
        at: "saturation", "dead_zone", of: stick.positions)
    }
    if response.sensitivity <= response.antiDeadZone {
      report(
        "sensitivity (\(plain(response.sensitivity))) must be greater than anti_dead_zone "
          + "(\(plain(response.antiDeadZone)))",
        at: "sensitivity", "anti_dead_zone", of: stick.positions)
    }
    checkTimes(
      hold: gestures.hold != nil ? gestures.holdTime : nil, tap: gestures.tapTime, of: stick.positions)
  }

  /// - Parameter hold: Nil without a hold: its default time must not limit taps.
  private mutating func checkTimes(hold: Int64?, tap: Int64, of positions: SourcePositions) {
    guard let hold, hold < tap else { return }
    report(
      "hold_time (\(milliseconds(hold))) must be at least tap_time (\(milliseconds(tap)))",
      at: "hold_time", "tap_time", of: positions)
  }

  /// A wheel that returns slowly keeps the axis deflected without a finger.
  private mutating func checkReturn(of wheel: WheelSettings) {
    guard wheel.returnSpeed < wheel.range / 10 else { return }
    report(
      "return_speed (\(plain(wheel.returnSpeed)) degrees/s) must be at least a tenth of range "
        + "(\(plain(wheel.range)) degrees), so that the wheel returns within 5 s",
      at: "return_speed", "range", of: wheel.positions)
  }

  /// Notes an error in two keys, unless one of them has an error of its own: its default would then lead to a wrong
  /// error.
  private mutating func report(
    _ message: String, at key: String, _ other: String, of positions: SourcePositions
  ) {
    guard positions.misread.isDisjoint(with: [key, other]) else { return }
    report("keys-out-of-order", message, hint: nil, at: positions.position(of: key, other))
  }

  private func milliseconds(_ time: Int64) -> String { "\(plain(Double(time) / 1000)) ms" }
}

/// A table of the file that becomes a control, or a group of controls.
package struct ControlTable {
  package var kind: ConfigurationTable
  package var position: SourcePosition
  package var entries: [TOMLEntry]

  package func entry(_ key: String) -> TOMLEntry? { entries.first { $0.key == key } }
}

extension SettingsReader {
  package mutating func controlTables(_ entry: TOMLEntry, _ kind: ConfigurationTable) -> [ControlTable] {
    let hint = "write [[\(entry.key)]], with two brackets"
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, hint: hint) ?? [] }
    return nodes.compactMap { node in
      let item = TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node)
      guard case .table(let entries) = node.value else { return wrongType(item, hint: hint) }
      return ControlTable(kind: kind, position: node.position, entries: entries)
    }
  }

  /// Nobody has room for more controls than the feed shows. Each is compared with all before it.
  mutating func controls(_ tables: [ControlTable]) -> [ControlSettings] {
    let limit = FeedMessage.maxControls
    var (all, count): ([ControlSettings], Int) = ([], 0)
    for table in tables.sorted(by: { $0.position < $1.position }) {
      let settings = control(table)
      count += settings.count
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

  private mutating func control(_ table: ControlTable) -> ControlSettings {
    switch table.kind {
    case .button: return .button(button(table))
    case .buttons: return .buttonGroup(buttonGroup(self.table(table.entries, at: table.position)))
    case .dpad:
      let pad: DirectionPadSettings = self.table(table.entries, at: table.position)
      claim([pad.name], of: pad.positions, when: pad.when, layer: pad.layer)
      return .directionPad(pad)
    case .trigger: return .trigger(trigger(self.table(table.entries, at: table.position)))
    case .look:
      let look: LookSettings = self.table(table.entries, at: table.position)
      claim([look.name], of: look.positions, when: look.when, layer: look.layer)
      let parameters = look.parameters
      checkTimes(
        hold: parameters.hold != nil ? parameters.holdTime : nil, tap: parameters.tapTime, of: look.positions)
      return .look(look)
    case .slider:
      let slider: SliderSettings = self.table(table.entries, at: table.position)
      claim([slider.name], of: slider.positions, when: slider.when, layer: slider.layer)
      return .slider(slider)
    case .wheel:
      let wheel: WheelSettings = self.table(table.entries, at: table.position)
      claim([wheel.name], of: wheel.positions, when: wheel.when, layer: wheel.layer)
      checkReturn(of: wheel)
      return .wheel(wheel)
    case .ignore:
      let ignored: IgnoreSettings = self.table(table.entries, at: table.position)
      if ignored.positions.has("name") {
        claim([ignored.name], of: ignored.positions, when: ignored.when, layer: ignored.layer)
      }
      return .ignore(ignored)
    default:
      let stick: StickSettings = self.table(table.entries, at: table.position)
      check(stick)
      return .stick(stick)
    }
  }

  private mutating func buttonGroup(_ table: ButtonGroupSettings) -> ButtonGroupSettings {
    var group = table
    if group.name.isEmpty { group.name = group.layout.rawValue }
    if group.positions.has("layout") {
      claim(group.names, of: group.positions, when: group.when, layer: group.layer)
    }
    return group
  }

  private mutating func trigger(_ table: TriggerSettings) -> TriggerSettings {
    var trigger = table
    if trigger.name.isEmpty { trigger.name = trigger.target.controlName }
    if trigger.positions.has("name") || trigger.positions.has("target") {
      claim([trigger.name], of: trigger.positions, when: trigger.when, layer: trigger.layer)
    }
    return trigger
  }

  private mutating func button(_ table: ControlTable) -> ButtonSettings {
    var keys = table.entries
    switch (table.entry("input"), table.entry("region")) {
    case (let input?, .some):
      report(
        "input-and-region",
        "[[button]] cannot have both region (a button on the surface) and input (a button of the device)",
        hint: "remove one of them", at: input.node.position)
      keys.removeAll { $0.key == "region" }
    case (nil, nil):
      report(
        "region", isMissingIn: ConfigurationTable.button,
        hint:
          "\(ExpectedValue.region.hint), unless there is an input, a button of the device such as \"BTN_STYLUS\"",
        at: table.position)
    default: break
    }
    checkSequence(table, &keys)
    var button: ButtonSettings = self.table(keys, at: table.position)
    if button.input != nil, button.action.layerChange != nil {
      report(
        "layer-and-input", "a button of the device cannot change the layer",
        hint: "use a button on the surface",
        at: button.positions.position(of: "output"))
    }
    if let input = button.input { claim(input, of: button.positions, when: button.when) }
    if button.name.isEmpty {
      if case .string(let word) = table.entry("output")?.node.value {
        button.name = word
      } else {
        button.name = button.action.label
      }
    }
    if ["name", "output", "sequence"].contains(where: button.positions.has) {
      claim([button.name], of: button.positions, when: button.when, layer: button.layer)
    }
    return button
  }
}

// What a button holds.
extension SettingsReader {
  /// Notes a button with neither an output nor a sequence, or with both. It keeps one of them.
  private mutating func checkSequence(_ table: ControlTable, _ keys: inout [TOMLEntry]) {
    guard let sequence = table.entry("sequence") else {
      if table.entry("output") == nil {
        report(
          "output", isMissingIn: ConfigurationTable.button,
          hint: "\(ExpectedValue.outputs.hint), unless there is a sequence", at: table.position)
      }
      return
    }
    let other = table.entry("output") ?? table.entry("input")
    guard let other else { return }
    report(
      "sequence-and-\(other.key)", "[[button]] cannot have both sequence and \(other.key)",
      hint: "remove one of them", at: sequence.node.position)
    keys.removeAll { $0.key == "sequence" }
  }

  /// One output, or a list.
  mutating func outputs(_ entry: TOMLEntry) -> ButtonOutputs? {
    var nodes = [entry.node]
    if case .array(let list) = entry.node.value { nodes = list }
    guard !nodes.isEmpty else {
      return refuse(entry, "is empty", hint: ExpectedValue.outputs.hint)
    }
    var outputs = ButtonOutputs()
    for node in nodes {
      guard case .string(let text) = node.value, let change = LayerChange(text) else { continue }
      let item = TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node)
      guard outputs.layerChange == nil else {
        return refuse(item, "changes the layer twice", hint: "remove one of them")
      }
      guard (change.layer?.utf8.count ?? 0) <= OutputWords.maxLayerBytes else {
        return refuse(
          item, "names a layer with more than \(OutputWords.maxLayerBytes) bytes", hint: "use a shorter name")
      }
      outputs.layerChange = change
    }
    let others = nodes.filter { node in
      if case .string(let text) = node.value { LayerChange(text) == nil } else { true }
    }
    guard let pad = self.outputs(others, of: entry, expected: .outputs) else { return nil }
    outputs.pad = pad
    return outputs
  }

  /// A list of steps, each of which is an output, or a list.
  mutating func sequence(_ entry: TOMLEntry) -> [[PadOutput]]? {
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, .sequence) }
    guard (1...OutputWords.maxSteps).contains(nodes.count) else {
      return refuse(
        entry, "has \(counted(nodes.count, "step"))", hint: "it must have 1 to \(OutputWords.maxSteps)")
    }
    let steps = nodes.map { node -> [PadOutput]? in
      let step = TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node)
      guard case .array(let nodes) = node.value else { return output(step, expected: .sequence) }
      return outputs(nodes, of: step, expected: .sequence)
    }
    return steps.allSatisfy { $0 != nil } ? steps.compactMap { $0 } : nil
  }

  private mutating func outputs(
    _ nodes: [TOMLNode], of entry: TOMLEntry, expected: ExpectedValue
  ) -> [PadOutput]? {
    guard nodes.count <= OutputWords.maxCount else {
      return refuse(
        entry, "has \(nodes.count) outputs", hint: "there can be at most \(OutputWords.maxCount) at once")
    }
    let outputs = nodes.map { node in
      output(TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), expected: expected)
    }
    return outputs.allSatisfy { $0 != nil } ? outputs.flatMap { $0 ?? [] } : nil
  }

  private mutating func output(_ entry: TOMLEntry, expected: ExpectedValue) -> [PadOutput]? {
    word(entry, among: OutputWords.names, expected: expected).map { [$0] }
  }
}

// Values with several parts.
extension SettingsReader {
  /// A list of names of keys.
  mutating func keyboardKeys(_ entry: TOMLEntry) -> [KeyboardKey]? {
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, .keyboardKeys) }
    let keys = nodes.map { node in
      word(
        TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), among: KeyboardKey.names,
        expected: .keyboardKeys)
    }
    return keys.allSatisfy { $0 != nil } ? keys.compactMap { $0 } : nil
  }

  /// `[x, y]`
  mutating func point(_ entry: TOMLEntry, _ quantity: Quantity) -> PointSettings? {
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, .pair(quantity)) }
    guard nodes.count == 2 else {
      return refuse(entry, "has \(counted(nodes.count, "length"))", hint: "it must have two, [x, y]")
    }
    let lengths = zip(nodes, [LengthWhole.width, .height]).map { node, whole in
      length(TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), quantity, of: whole)
    }
    guard let x = lengths[0], let y = lengths[1] else { return nil }
    return PointSettings(x: x, y: y)
  }

  /// `{ x, y, width, height }` or `{ center, radius }`
  mutating func region(_ entry: TOMLEntry) -> RegionSettings? {
    guard case .table(let fields) = entry.node.value else { return wrongType(entry, .region) }
    let known = known(fields, in: ConfigurationTable.region)
    let ofCircles = known.filter { field in CircleSettings.rows.contains { $0.key.name == field.key } }
    guard !known.isEmpty, ofCircles.isEmpty || ofCircles.count == known.count else {
      report(
        "shapeless-region", "region is neither a rectangle nor a circle",
        hint: "it must be \(ConfigurationTable.region.shape)", at: entry.node.position)
      return nil
    }
    guard ofCircles.isEmpty else {
      return table(known, of: entry, .region, CircleSettings.rows)
        .map { .circle(center: $0.center, radius: $0.radius) }
    }
    return table(known, of: entry, .region, AreaSettings.regionRows).map { .rectangle($0) }
  }

  /// `217mm x 136mm`
  mutating func size(_ entry: TOMLEntry) -> SurfaceSize? {
    guard case .string(let string) = entry.node.value else { return wrongType(entry, .size) }
    guard let size = SurfaceSize(string) else {
      return refuse(entry, string, expected: .size)
    }
    guard inRange(size.width, .side, entry) != nil, inRange(size.height, .side, entry) != nil
    else { return nil }
    return size
  }
}

// The values of single keys.
extension SettingsReader {
  package mutating func string(_ entry: TOMLEntry, expected: ExpectedValue = .text(limit: nil)) -> String? {
    guard case .string(let string) = entry.node.value else { return wrongType(entry, expected) }
    guard !string.isEmpty else { return refuse(entry, "is empty", hint: "give it a value or remove it") }
    return string
  }

  package mutating func boolean(_ entry: TOMLEntry) -> Bool? {
    guard case .boolean(let boolean) = entry.node.value else { return wrongType(entry, .boolean) }
    return boolean
  }

  package mutating func number(_ entry: TOMLEntry, _ quantity: Quantity) -> Double? {
    if let word = quantity.unit.word, case .string(let string) = entry.node.value {
      guard let number = Double(string, in: word) else {
        return refuse(entry, string, expected: .number(quantity))
      }
      return inRange(number, quantity, entry)
    }
    guard let number = entry.node.value.number else { return wrongType(entry, .number(quantity)) }
    return inRange(number, quantity, entry)
  }

  package mutating func integer(_ entry: TOMLEntry, _ quantity: Quantity) -> Int64? {
    guard case .integer(let integer) = entry.node.value else { return wrongType(entry, .number(quantity)) }
    return inRange(Double(integer), quantity, entry).map { _ in integer }
  }

  /// - Parameter whole: What percentages refer to; nil is decided by the key.
  mutating func length(_ entry: TOMLEntry, _ quantity: Quantity, of whole: LengthWhole? = nil) -> Length? {
    guard case .string(let string) = entry.node.value else {
      return number(entry, quantity).map { .millimetres($0) }
    }
    switch Length(string) {
    case .millimetres(let number)?: return inRange(number, quantity, entry).map { .millimetres($0) }
    case .percent(let number)?:
      guard inRange(number, quantity, entry, isPercentage: true) != nil else { return nil }
      let isBound = quantity.range.upper < NumericRange.longest
      return isBound ? sum(.percent(number), string, entry, quantity, whole) : .percent(number)
    case .sum(let part, let number)?:
      let term = Quantity(.length, .offsets)
      guard inRange(part, term, entry, isPercentage: true) != nil, inRange(number, term, entry) != nil
      else { return nil }
      return sum(.sum(percent: part, millimetres: number), string, entry, quantity, whole)
    case nil: return refuse(entry, string, expected: .number(quantity))
    }
  }

  /// A length that depends on the surface, unless it is out of range on every one.
  private mutating func sum(
    _ length: Length, _ text: String, _ entry: TOMLEntry, _ quantity: Quantity, _ whole: LengthWhole?
  ) -> Length? {
    let sum = LengthSum(
      key: entry.key, length: length, whole: whole ?? LengthWhole(key: entry.key), quantity: quantity,
      position: entry.node.position)
    guard !sum.isNeverInRange else {
      return refuse(
        entry, "is \(quoted(text)), which is out of range on every surface",
        hint: "it must be \(quantity.range.phrase(" mm"))", code: "out-of-range")
    }
    sums.append(sum)
    return length
  }

  package mutating func time(
    _ entry: TOMLEntry, _ quantity: Quantity, expected: ExpectedValue? = nil
  ) -> Int64? {
    let expected = expected ?? .number(quantity)
    let time: Time
    if case .string(let string) = entry.node.value {
      guard let parsed = Time(string) else {
        return refuse(entry, string, expected: expected)
      }
      time = parsed
    } else if let number = entry.node.value.number {
      time = Time(milliseconds: number)
    } else {
      return wrongType(entry, expected)
    }
    return inRange(time.milliseconds, quantity, entry).map { _ in time.microseconds }
  }

  package mutating func word<Meaning>(
    _ entry: TOMLEntry, among words: [(word: String, Meaning)], expected: ExpectedValue
  ) -> Meaning? {
    switch entry.node.value {
    case .boolean(let flag):
      if let found = words.first(where: { $0.word == "\(flag)" }) { return found.1 }
    case .integer(let number):
      if let found = words.first(where: { $0.word == "\(number)" }) { return found.1 }
      if words.contains(where: { Int64($0.word) != nil }) {
        return refuse(entry, "is \(number)", hint: expected.hint)
      }
    default: break
    }
    guard let string = string(entry, expected: expected) else { return nil }
    let texts = words.filter { !isBoolean($0.word) }
    if let found = texts.first(where: { $0.word == string }) { return found.1 }
    let nearest = nearestWord(to: string, among: texts.map(\.word))
    return refuse(entry, string, expected: expected, nearest: nearest)
  }

  package mutating func pattern(_ entry: TOMLEntry) -> GlobPattern? {
    guard let string = string(entry) else { return nil }
    return GlobPattern(string)
      ?? refuse(
        entry, "is \(quoted(string))",
        hint: "in a pattern, [ needs a matching ], and a range must ascend, as in [a-z]")
  }

  package mutating func path(_ entry: TOMLEntry) -> String? {
    guard let path = plainString(entry, limit: 4095) else { return nil }
    guard path.utf8.first == UInt8(ascii: "/") else {
      return refuse(
        entry, "is \(quoted(path))", hint: "it must be an absolute path, such as \"/dev/input/event0\"")
    }
    return path
  }

  package mutating func gamepadName(_ entry: TOMLEntry, limit: Int) -> String? {
    guard let name = plainString(entry, limit: limit) else { return nil }
    guard let rule = IgnoredName(of: name) else { return name }
    return refuse(
      entry,
      "\(rule.location.rawValue) \(quoted(rule.word)), and most games ignore such a pad",
      hint: "use another name", code: "ignored-by-sdl")
  }

  /// A string with at most this many bytes, without control characters.
  package mutating func plainString(_ entry: TOMLEntry, limit: Int) -> String? {
    guard let string = string(entry) else { return nil }
    guard string.utf8.count <= limit else {
      return refuse(entry, "has \(string.utf8.count) bytes", hint: "it must have at most \(limit)")
    }
    guard !string.unicodeScalars.contains(where: \.isControl) else {
      return refuse(entry, "has a control character", hint: "it must be one line of text")
    }
    return string
  }

  package mutating func inRange(
    _ number: Double, _ quantity: Quantity, _ entry: TOMLEntry, isPercentage: Bool = false
  ) -> Double? {
    let range = isPercentage ? quantity.percentages : quantity.range
    guard range.contains(number) else {
      let unit = isPercentage ? "%" : quantity.unit.suffix
      let inHexadecimal = quantity.unit == .identifier ? " (0x0000 to 0xffff)" : ""
      return refuse(
        entry, "is \(plain(number))\(unit)", hint: "it must be \(range.phrase(unit))\(inHexadecimal)",
        code: "out-of-range")
    }
    return number
  }
}

/// The places of a table and its keys in the file. They are not part of the settings' meaning, so any two are equal.
package struct SourcePositions: Equatable, Sendable {
  /// The file, as the user wrote it; nil for a table in it, and for settings without a file.
  package var file: String?
  package var table: SourcePosition?
  package var values: [String: SourcePosition] = [:]
  /// The keys that are wrong, or missing although they are required.
  package var misread: Set<String> = []
  package var useless: [Diagnostic] = []
  var sums: [LengthSum] = []

  package static func == (first: Self, second: Self) -> Bool { true }

  /// The line of the table. Every table that was read has one.
  package var line: Int { table?.line ?? 0 }

  /// Whether the table has the key with a valid value.
  package func has(_ key: String) -> Bool { values[key] != nil && !misread.contains(key) }

  /// The value of the first of these keys that the table has, else the table.
  package func position(of keys: String...) -> SourcePosition? {
    for key in keys {
      if let position = values[key] { return position }
    }
    return table
  }
}
