internal import JoystickModel

extension SettingsReader {
  mutating func read(_ key: ResponseKey, of entry: TOMLEntry, into response: inout ResponseSettings) {
    switch key {
    case .deadZone: response.deadZone = number(entry, .deadZone)
    case .deadZoneShape: response.deadZoneShape = deadZoneShape(entry)
    case .saturation: response.saturation = number(entry, .saturation)
    case .curve: response.curve = number(entry, .curve)
    case .sensitivity: response.sensitivity = number(entry, .sensitivity)
    case .antiDeadZone: response.antiDeadZone = number(entry, .antiDeadZone)
    case .axisSnap: response.axisSnap = number(entry, .axisSnap)
    case .directions: response.directions = directions(entry)
    case .outputShape: response.outputShape = outputShape(entry)
    case .invertX: response.invertX = boolean(entry)
    case .invertY: response.invertY = boolean(entry)
    }
  }

  private mutating func deadZoneShape(_ entry: TOMLEntry) -> DeadZoneShape? {
    word(
      entry,
      among: [
        ("none", .none), ("radial", .radial), ("axial", .axial), ("scaled_radial", .scaledRadial),
        ("scaled_axial", .scaledAxial),
      ])
  }

  private mutating func directions(_ entry: TOMLEntry) -> StickDirections? {
    directions(entry, among: [("analog", .analog)] + Self.countedDirections, expected: .directions)
  }

  /// Four or eight, as a number or a word.
  mutating func fourOrEight(_ entry: TOMLEntry) -> StickDirections? {
    directions(entry, among: Self.countedDirections, expected: .fourOrEight)
  }

  private static let countedDirections: [(word: String, StickDirections)] = [("4", .four), ("8", .eight)]

  private mutating func directions(
    _ entry: TOMLEntry, among words: [(word: String, StickDirections)], expected: ExpectedValue
  ) -> StickDirections? {
    guard case .integer(let number) = entry.node.value else {
      return word(entry, among: words, expected: expected)
    }
    switch number {
    case 4: return .four
    case 8: return .eight
    default:
      note(.unfitNumber(number, expected: expected), in: entry)
      return nil
    }
  }

  private mutating func outputShape(_ entry: TOMLEntry) -> OutputShape? {
    word(entry, among: [("circle", .circle), ("square", .square)])
  }
}
