internal import JoystickModel

// What the keys of several controls take.
extension SettingsReader {
  mutating func required<Key>(
    _ key: Key, of fields: ControlFields<Key>, expected: ExpectedValue
  ) -> TOMLEntry? {
    if fields[key] == nil {
      note(.key(.required(key.rawValue, in: fields.table, expected: expected)), at: fields.places.table)
    }
    return fields[key]
  }

  mutating func region<Key>(
    _ key: Key, of fields: ControlFields<Key>, expected: ExpectedValue = .region
  ) -> RegionSettings? {
    required(key, of: fields, expected: expected).flatMap { region($0) }
  }

  /// The name that the table has, or else the default.
  mutating func name<Key>(
    _ key: Key, of fields: ControlFields<Key>, default standard: String?
  ) -> String? {
    guard let entry = fields[key] else { return standard }
    return controlName(entry)
  }

  /// Notes when a control before has one of the names.
  mutating func claim<Key>(_ names: [String], for key: Key, of fields: ControlFields<Key>) {
    guard let clash = claim(names, line: fields.places.line) else { return }
    note(.control(clash), at: fields.places.place(of: key))
  }

  mutating func slide(_ entry: TOMLEntry) -> Slide? {
    word(entry, among: [("off", .off), ("over", .over), ("hold_first", .holdFirst)])
  }
}
