internal import JoystickModel

extension SettingsReader {
  mutating func read(_ key: GestureKey, of entry: TOMLEntry, into gestures: inout GestureSettings) {
    switch key {
    case .tap: gestures.tap = gesture(entry)
    case .tapTime: gestures.tapTime = time(entry, .tapTime)
    case .doubleTap: gestures.doubleTap = gesture(entry)
    case .doubleTapTime: gestures.doubleTapTime = time(entry, .doubleTapTime)
    case .doubleTapDistance: gestures.doubleTapDistance = length(entry, .doubleTapDistance)
    case .hold: gestures.hold = gesture(entry)
    case .holdTime: gestures.holdTime = time(entry, .holdTime)
    case .outerRing: gestures.outerRing = button(entry)
    case .outerRingStart: gestures.outerRingStart = number(entry, .outerRingStart)
    }
  }

  private mutating func gesture(_ entry: TOMLEntry) -> GestureAction? {
    let buttons = GamepadButton.names.map { (word: $0.word, action: GestureAction.press($0.button)) }
    return word(entry, among: [("recenter", .recenter)] + buttons, expected: .gesture)
  }
}
