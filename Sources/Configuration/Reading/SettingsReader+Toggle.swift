extension SettingsReader {
  mutating func toggle(_ table: [TOMLEntry], at position: SourcePosition) -> ToggleSettings? {
    var places = Places<ToggleKey>()
    places.table = position
    var fingers: Int64?
    var holdTime: Int64?
    for entry in table {
      guard let key = known(entry, as: ToggleKey.self, in: .toggle) else { continue }
      places.values[key] = entry.node.position
      switch key {
      case .fingers: fingers = integer(entry, .toggleFingers)
      case .holdTime: holdTime = time(entry, .toggleHoldTime)
      }
    }
    if places.values[.fingers] == nil {
      let expected = ExpectedValue.integerIn(NumericParameter.toggleFingers.range)
      note(.key(.required(ToggleKey.fingers.rawValue, in: .toggle, expected: expected)), at: position)
    }
    guard let fingers else { return nil }
    var toggle = ToggleSettings(fingers: Int(fingers))
    toggle.holdTime = holdTime ?? toggle.holdTime
    toggle.places = places
    return toggle
  }
}
