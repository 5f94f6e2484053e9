/// What a rule of `session.toml` can call a program.
package enum GameName: Hashable, Sendable {
  /// The path of an executable or a script; in a rule, also its file's name alone.
  case program(String)
  /// Steam's number of a game.
  case steam(Int)
  /// The id of a Flatpak, or a desktop's name for a program.
  case app(String)
  /// A Windows program under Wine; in a rule, the name of its file.
  case exe(String)

  /// The same name as people write it in a rule: of a file without its folder.
  package var short: GameName {
    switch self {
    case .program(let path): .program(path.split(separator: "/").last.map(String.init) ?? path)
    case .exe(let path): .exe(fileName(ofWindowsPath: path))
    case .steam, .app: self
    }
  }

  /// The key of a rule, and its value as text.
  package var pair: (key: String, text: String) {
    switch self {
    case .program(let path): ("program", path)
    case .steam(let number): ("steam", "\(number)")
    case .app(let id): ("app", id)
    case .exe(let name): ("exe", name)
    }
  }

  /// From what ``pair`` returns; nil for another key.
  package init?(key: String, text: String) {
    switch key {
    case "program": self = .program(text)
    case "steam": if let number = Int(text) { self = .steam(number) } else { return nil }
    case "app": self = .app(text)
    case "exe": self = .exe(text)
    default: return nil
    }
  }

  /// In the notation of the file: `program = "supertuxkart"`.
  package var written: String {
    let (key, text) = pair
    if case .steam = self { return "\(key) = \(text)" }
    return "\(key) = \(TextChange.Value.text(text).spelled(like: nil))"
  }

  /// Whether a rule with this name means a program that has the other one.
  package func means(_ other: GameName) -> Bool {
    switch (self, other) {
    case (.program(let word), .program(let path)):
      word == path || !word.utf8.contains(UInt8(ascii: "/")) && other.short == .program(word)
    case (.exe(let name), .exe(let path)): fileName(ofWindowsPath: path).lowercased() == name.lowercased()
    default: self == other
    }
  }
}

/// What happens while a program has the pad: `[[game]]` in `session.toml`.
package struct GameRule: Equatable, Sendable {
  package enum Effect: Equatable, Sendable {
    /// The layout is that of the profile with this name.
    case profile(String)
    /// The pads are switched off.
    case padsOff

    /// In the notation of the file.
    package var written: String {
      switch self {
      case .profile(let name): "profile = \(TextChange.Value.text(name).spelled(like: nil))"
      case .padsOff: "pads = \"off\""
      }
    }
  }

  package var name: GameName
  package var effect: Effect
  package internal(set) var positions = SourcePositions()

  package init(_ name: GameName, _ effect: Effect) { (self.name, self.effect) = (name, effect) }

  /// The place of what it does.
  package var effectPosition: SourcePosition? { positions.position(of: "profile", "pads") }
}

extension SavedChoices {
  /// The rule for a program: the first one that names it as precisely as any of them does. Nil without one.
  package func rule(for program: PadProgram) -> GameRule? { rule(for: program.names) }

  /// - Parameter names: Those of a program, the most precise first.
  package func rule(for names: [GameName]) -> GameRule? {
    for name in names {
      if let rule = games.first(where: { $0.name.means(name) }) { return rule }
    }
    return nil
  }
}
