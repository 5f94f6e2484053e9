package import JoystickModel
internal import System

/// The `[keyboard]` table: which keys layouts may press. Only a configuration has it, so a session cannot add to it.
package struct KeyboardSettings: Equatable, Sendable {
  /// The keys that layouts may press besides ``alwaysAllowed``.
  package var keys: [KeyboardKey] = []

  var positions = SourcePositions()

  package init() {}

  /// The keys that every layout may press. None of them writes text, or changes what another key does.
  package static let alwaysAllowed: [KeyboardKey] =
    ((1...24).map { "KEY_F\($0)" } + [
      "KEY_ESC", "KEY_PAUSE", "KEY_UP", "KEY_LEFT", "KEY_RIGHT", "KEY_DOWN", "KEY_PAGEUP", "KEY_PAGEDOWN",
      "KEY_HOME", "KEY_END", "KEY_MUTE", "KEY_VOLUMEDOWN", "KEY_VOLUMEUP", "KEY_PLAYPAUSE", "KEY_PLAYCD",
      "KEY_PAUSECD", "KEY_STOPCD", "KEY_NEXTSONG", "KEY_PREVIOUSSONG", "KEY_REWIND", "KEY_FASTFORWARD",
    ]).compactMap(KeyboardKey.init)

  /// ``alwaysAllowed``, in words.
  package static let alwaysAllowedPhrase =
    "KEY_F1 to KEY_F24, " + list(alwaysAllowed.dropFirst(24).map(\.name), "and")

  func allows(_ key: KeyboardKey) -> Bool { Self.alwaysAllowed.contains(key) || keys.contains(key) }

  /// Any program of the session can send a layout that presses these keys.
  var dangerWarning: Diagnostic? {
    DangerousKeys(among: keys).map { found in
      Diagnostic(
        .warning, "dangerous-keys", "[keyboard] lets every layout press \(found.phrase)",
        hint: "remove it from keys", at: positions.position(of: "keys"))
    }
  }
}

extension Settings {
  /// Whether they need a virtual device that others do not need.
  package func needsDevices(beyond other: Settings) -> Bool {
    gamepad != other.gamepad || !keys.isSubset(of: other.keys) || movesMouse && !other.movesMouse
  }

  private var allControls: [ControlSettings] { controls + automatic.values.flatMap(\.controls) }

  private var keys: Set<KeyboardKey> {
    Set(allControls.flatMap { $0.table.keys })
  }

  private var movesMouse: Bool { allControls.contains { $0.table.movesMouse } }

  /// - Throws: The keys of these controls that layouts may not press, whoever has chosen the layout.
  package func checkKeys() throws(ConfigurationError) {
    let place = isLikeProfile ? Self.anyFile : fileName?.escaped ?? Self.anyFile
    let forbidden = ([self] + AutomaticProfile.allCases.compactMap { automatic[$0] }).flatMap {
      forbiddenKeys(of: $0, .error, permittedIn: place)
    }
    guard forbidden.isEmpty else { throw ConfigurationError(forbidden) }
  }

  /// The keys that a profile may press only with permission.
  var keyWarnings: [Diagnostic] { forbiddenKeys(of: self, .warning, permittedIn: Self.anyFile) }

  private static let anyFile = "a file of \(ConfigurationFiles.defaultFolder)"

  /// Whether `touchstick use` would accept the file, in which there cannot be permissions then.
  private var isLikeProfile: Bool {
    guard fileName.map({ parent(of: $0) }) != ConfigurationFiles.defaultFolder else { return false }
    return [device.positions, keyboard.positions, rumble.positions, haptics.positions].allSatisfy {
      $0.table == nil
    }
      && toggle == nil && profilePosition == nil
  }

  private func forbiddenKeys(
    of layout: Settings, _ severity: Diagnostic.Severity, permittedIn place: String
  ) -> [Diagnostic] {
    layout.controls.compactMap { control in
      let keys: [String] = control.table.keys.filter { !keyboard.allows($0) }.reduce(into: []) {
        if !$0.contains($1.name) { $0.append($1.name) }
      }
      guard !keys.isEmpty else { return nil }
      let permission = "keys = [\(keys.map(quoted).joined(separator: ", "))] under [keyboard] in \(place)"
      return Diagnostic(
        severity, "forbidden-key",
        "\(quoted(control.name)) presses \(list(keys, "and")), which layouts may press only with permission",
        hint:
          "the administrator can write \(permission); allowed without it are \(KeyboardSettings.alwaysAllowedPhrase)",
        about: control.name, at: control.positions.position(of: "output", "sequence", "touch"),
        in: layout.controlsFileName)
    }
  }
}
