/// A rule of SDL: it ignores gamepads with a certain word in their names.
///
/// The list is that of SDL 3 (`SDL_gamepad_blacklist_words` in src/joystick/SDL_gamepad.c); SDL 2 has a part of it. It
/// excludes sensors, touchpads and keyboards. Case matters.
package struct IgnoredName: Equatable, Sendable {
  enum Location: String, Sendable {
    case beginning = "begins with"
    case anywhere = "contains"
    case end = "ends with"
  }

  package let word: String
  let location: Location

  /// The first rule that matches the name; nil if SDL accepts it.
  package init?(of name: String) {
    guard let rule = Self.all.first(where: { $0.matches(name) }) else { return nil }
    self = rule
  }

  private init(_ word: String, _ location: Location) {
    self.word = word
    self.location = location
  }

  private func matches(_ name: String) -> Bool {
    switch location {
    case .beginning: name.utf8.starts(with: word.utf8)
    case .end: name.utf8.reversed().starts(with: word.utf8.reversed())
    case .anywhere: name.hasWord(word)
    }
  }

  private static let all =
    rules(.beginning, "uinput-", "gpio_ir_recv", "Mouse ")
    + rules(.anywhere, "Synaptics ", "Trackpad", "Clickpad", " Keyboard", " Laptop ", " LED ", " Thelio ")
    + rules(.end, " Motion Sensors", " IMU", " Accelerometer", " IR", " Motion Plus", " Nunchuk")
    + rules(.end, " Touchpad", " Pen", " Finger")

  private static func rules(_ location: Location, _ words: String...) -> [IgnoredName] {
    words.map { IgnoredName($0, location) }
  }
}
