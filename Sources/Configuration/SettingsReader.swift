/// Makes settings of a parsed file, and notes all that is wrong with it.
///
/// Each method that reads something returns nil when that is wrong, which it has noted then, and the
/// reading goes on: the settings that come out are of no use unless ``problems`` is empty.
struct SettingsReader {
  let file: String
  private(set) var problems: [ConfigurationProblem] = []

  init(file: String) {
    self.file = file
  }

  mutating func settings(_ root: [TOMLEntry]) -> Settings {
    var settings = Settings()
    settings.file.name = file
    for entry in root {
      switch known(entry, as: RootKey.self, in: .root) {
      case .device:
        if let table = table(entry) { settings.device = device(table) }
      case .gamepad:
        if let table = table(entry) { settings.gamepad = gamepad(table) }
      case .stick: settings.sticks = sticks(entry)
      case nil: break
      }
    }
    return settings
  }

  mutating func note(_ kind: ConfigurationProblem.Kind, at position: SourcePosition?) {
    problems.append(ConfigurationProblem(file: file, position: position, kind: kind))
  }

  mutating func note(_ problem: ValueProblem, in entry: TOMLEntry) {
    note(.value(problem, of: entry.key), at: entry.node.position)
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

  private mutating func device(_ table: [TOMLEntry]) -> DeviceSettings {
    var device = DeviceSettings()
    for entry in table {
      switch known(entry, as: DeviceKey.self, in: .device) {
      case .name: device.name = pattern(entry)
      case .type: device.type = word(entry)
      case .vendor: device.vendor = identifier(entry, .vendor)
      case .product: device.product = identifier(entry, .product)
      case .path: device.path = path(entry)
      case .grab: device.grab = boolean(entry) ?? device.grab
      case .size: device.size = size(entry)
      case nil: break
      }
    }
    return device
  }

  private mutating func gamepad(_ table: [TOMLEntry]) -> GamepadSettings {
    var gamepad = GamepadSettings()
    for entry in table {
      switch known(entry, as: GamepadKey.self, in: .gamepad) {
      case .identity: gamepad.identity = identity(entry) ?? gamepad.identity
      case .name: gamepad.name = gamepadName(entry)
      case nil: break
      }
    }
    return gamepad
  }
}
