internal import EventPipeline
internal import JoystickModel

/// Makes settings of a parsed file, and notes all that is wrong with it.
///
/// Each method that reads something returns nil when that is wrong, which it has noted then, and the
/// reading goes on: the settings that come out are of no use unless ``problems`` is empty.
struct SettingsReader {
  let file: String
  private(set) var problems: [ConfigurationProblem] = []
  private var claims = ControlClaims()

  init(file: String) {
    self.file = file
  }

  mutating func settings(_ root: [TOMLEntry]) -> Settings {
    var settings = Settings()
    settings.file.name = file
    var tables: [ControlTable] = []
    for entry in root {
      switch known(entry, as: RootKey.self, in: .root) {
      case .device:
        if let table = table(entry) { settings.device = device(table, at: entry.node.position) }
      case .gamepad:
        if let table = table(entry) { settings.gamepad = gamepad(table) }
      case .toggle:
        if let table = table(entry) { settings.toggle = toggle(table, at: entry.node.position) }
      case .control(let kind): tables += controlTables(entry, kind)
      case nil: break
      }
    }
    settings.controls = controls(tables)
    return settings
  }

  mutating func note(_ kind: ConfigurationProblem.Kind, at position: SourcePosition?) {
    problems.append(ConfigurationProblem(file: file, position: position, kind: kind))
  }

  mutating func note(_ problem: ValueProblem, in entry: TOMLEntry) {
    note(.value(problem, of: entry.key), at: entry.node.position)
  }

  /// Takes names for what stands in a line; returns what is wrong with the first of them that is taken.
  mutating func claim(_ names: [String], line: Int) -> ControlProblem? {
    let taken = names.first { claims.names[$0] != nil }
    let problem = taken.flatMap { name in claims.names[name].map { ControlProblem.sameName(name, line: $0) } }
    for name in names { claims.names[name] = claims.names[name] ?? line }
    return problem
  }

  /// Takes one of the pad's two sticks; returns the line of the one that has it.
  mutating func claim(_ target: StickTarget, line: Int) -> Int? {
    if case .direction = target { return nil }
    if let other = claims.sticks.first(where: { $0.target == target }) { return other.line }
    claims.sticks.append((target, line))
    return nil
  }

  /// Takes one of the device's buttons; returns the line of the button that has it.
  mutating func claim(_ input: EventCode, line: Int) -> Int? {
    let other = claims.inputs[input]
    claims.inputs[input] = other ?? line
    return other
  }

  /// The key, if this version has it.
  mutating func known<Key: ConfigurationKey>(
    _ entry: TOMLEntry, as _: Key.Type, in table: ConfigurationTable
  ) -> Key? {
    if let key = Key(rawValue: entry.key) { return key }
    let toCome = Key.toCome.contains(entry.key)
    let nearest = toCome ? nil : nearestWord(to: entry.key, among: table.keys)
    note(
      .key(
        toCome ? .toCome(entry.key, in: table) : .unknown(entry.key, in: table, nearest: nearest)),
      at: entry.keyPosition)
    return nil
  }

  private mutating func table(_ entry: TOMLEntry) -> [TOMLEntry]? {
    guard case .table(let entries) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .table(entry.key)), in: entry)
      return nil
    }
    return entries
  }

  private mutating func gamepad(_ table: [TOMLEntry]) -> GamepadSettings {
    var gamepad = GamepadSettings()
    for entry in table {
      switch known(entry, as: GamepadKey.self, in: .gamepad) {
      case .identity: gamepad.identity = word(entry) ?? gamepad.identity
      case .name: gamepad.name = gamepadName(entry)
      case .bus: gamepad.bus = identifier(entry, .padBus)
      case .vendor: gamepad.vendor = identifier(entry, .padVendor)
      case .product: gamepad.product = identifier(entry, .padProduct)
      case .version: gamepad.version = identifier(entry, .padVersion)
      case nil: break
      }
    }
    return gamepad
  }
}

/// What can be there once only, and the lines that have it.
private struct ControlClaims {
  /// By name, so that a file of many thousand controls takes no longer than it should.
  var names: [String: Int] = [:]
  var sticks: [(target: StickTarget, line: Int)] = []
  var inputs: [EventCode: Int] = [:]
}
