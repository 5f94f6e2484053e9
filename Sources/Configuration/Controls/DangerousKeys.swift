internal import JoystickModel

/// Keys that end a session or stop the machine.
struct DangerousKeys {
  let phrase: String

  private static let alone = [
    "KEY_POWER": "switches the machine off", "KEY_SLEEP": "suspends the machine",
    "KEY_SUSPEND": "suspends the machine",
  ]
  /// Each key with the modifiers that must be down. For the kernel, both keys of a pair are the same.
  private static let combinations: [(modifiers: [String], key: String, effect: String)] = [
    (["ALT"], "KEY_SYSRQ", "are commands to the kernel, such as a restart"),
    (["CTRL", "ALT"], "KEY_DELETE", "restart the machine or end the session"),
    (["CTRL", "ALT"], "KEY_BACKSPACE", "can end the session"),
  ]

  /// - Parameter keys: Keys that can be down together.
  init?(among keys: [KeyboardKey]) {
    let names = keys.map(\.name)
    if let name = names.first(where: { Self.alone[$0] != nil }) {
      phrase = "\(name), which \(Self.alone[name] ?? "")"
      return
    }
    for (modifiers, key, effect) in Self.combinations where names.contains(key) {
      let held = modifiers.map { modifier in
        names.first { $0 == "KEY_LEFT" + modifier || $0 == "KEY_RIGHT" + modifier }
      }
      guard held.allSatisfy({ $0 != nil }) else { continue }
      phrase = "\(list(held.compactMap(\.self) + [key], "and")), which together \(effect)"
      return
    }
    return nil
  }
}
