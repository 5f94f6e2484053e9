/// How a user's fingers want all layouts: `[feel]` in `session.toml`. Profiles stay as they are written.
package struct FeelSettings: Equatable, Sendable {
  /// The dead zone of sticks, as a part of the travel; nil is each stick's own.
  package var deadZone: Double?
  /// What the sensitivity of sticks is multiplied by.
  package var stickFactor = 1.0
  /// What the sensitivity of look pads is multiplied by.
  package var lookFactor = 1.0
  /// What the strength of the rumble is multiplied by, 0 to 1.
  package var rumbleFactor = 1.0

  package init() {}

  /// Whether it changes nothing.
  package var isEmpty: Bool { self == FeelSettings() }

  /// The feel of this program's user. A file with an error has none: whoever reads it for its own sake reports that.
  static var ofUser: FeelSettings {
    SavedChoices.path.flatMap { try? SavedChoices.read(path: $0) }?.feel ?? FeelSettings()
  }
}

extension FeelSettings: RowTable {
  package static let table = "feel"

  static let rows: [Row<Self>] = [
    Row(
      "dead_zone", optional: \.deadZone, .number(.from(0, below: 1)), defaultText: "each stick's own",
      "The dead zone of all sticks, as a part of the travel."),
    Row(
      "stick", \.stickFactor, .number(.from(0.1, to: 10)),
      "What the `sensitivity` of all sticks is multiplied by."),
    Row(
      "look", \.lookFactor, .number(.from(0.1, to: 10)),
      "What the `sensitivity` of all look pads is multiplied by: 2 turns twice as far."),
    Row(
      "rumble", \.rumbleFactor, .number(.from(0, to: 1)),
      "What the `rumble_strength` of all layouts is multiplied by."),
  ]
}

struct FeelTable: TableKind {
  let heading = "[feel]"
  let location = "in [feel]"
  let keyNames = FeelSettings.rows.map(\.key.name)
  let shape = ""
}

/// A change of the user's feel.
package enum FeelChange: Equatable, Sendable {
  /// Nil is each stick's own.
  case deadZone(Double?)
  case stickFactor(Double)
  case lookFactor(Double)
  case rumbleFactor(Double)

  fileprivate var edit: (key: String, value: Double?) {
    switch self {
    case .deadZone(let value): ("dead_zone", value)
    case .stickFactor(let factor): ("stick", factor == 1 ? nil : factor)
    case .lookFactor(let factor): ("look", factor == 1 ? nil : factor)
    case .rumbleFactor(let factor): ("rumble", factor == 1 ? nil : factor)
    }
  }
}

extension SavedChoices {
  /// Changes the feel in the user's file, and nothing else.
  package static func setFeel(_ change: FeelChange, path: String? = nil) throws(ConfigurationError) {
    _ = try changeText(path: path) { text, file throws(ConfigurationError) in
      let (key, value) = change.edit
      try text.set(key, in: FeelSettings.table, to: value.map { .number($0) }, file: file)
    }
  }
}

extension ProfileText {
  /// The text with the values that a feel wants.
  package func applying(_ feel: FeelSettings) throws(ConfigurationError) -> ProfileText {
    var text = bytes
    if feel.rumbleFactor < 1 {
      let strength = FeelSettings.scaled(settings.rumbleFactor, by: feel.rumbleFactor, 0...1)
      try text.set("rumble_strength", to: .number(strength), file: file)
    }
    return try ProfileText(text, file: file).changing(
      settings.controls.enumerated().flatMap { number, control in
        control.table.values(for: feel).map {
          let key = control.table.positions.oldNames[$0.key] ?? $0.key
          return TextChange(table: number, path: [key], value: .number($0.value))
        }
      })
  }
}

extension FeelSettings {
  /// A value times a factor, with at most four digits and in the range of its key.
  static func scaled(_ value: Double, by factor: Double, _ range: ClosedRange<Double>) -> Double {
    let product = max(range.lowerBound, min(value * factor, range.upperBound))
    return product >= 100 ? product.rounded() : (product * 1000).rounded() / 1000
  }
}
