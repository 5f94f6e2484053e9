/// The keys of `[[game]]`, as they are written.
private struct GameTable: RowTable, TableKind {
  var program, app, exe, profile: String?
  var steam: Int?
  var isOn: Bool?

  private static let maxBytes = 4095

  static let rows: [Row<Self>] = [
    Row(
      "program", optional: \.program, .text(limit: maxBytes), defaultText: "",
      "The path of an executable or a script, or its file's name alone."),
    Row(
      "steam", optional: \.steam, .count(.from(1, to: Double(UInt32.max))), defaultText: "",
      "Steam's number of the game."),
    Row(
      "app", optional: \.app, .text(limit: maxBytes), defaultText: "",
      "The id of a Flatpak, or the desktop's name for the program."),
    Row(
      "exe", optional: \.exe, .text(limit: maxBytes), defaultText: "",
      "The file's name of a Windows program under Wine."),
    Row("profile", optional: \.profile, .text(limit: 255), defaultText: "", "The profile to use."),
    Row("pads", optional: \.isOn, .words(["off": false]), defaultText: "", "Switches the pads off."),
  ]

  let heading = "[[game]]"
  let location = "in [[game]]"
  var keyNames: [String] { Self.rows.map(\.key.name) }
  let shape = ""

  var names: [GameName] {
    [
      program.map(GameName.program), steam.map(GameName.steam), app.map(GameName.app), exe.map(GameName.exe),
    ].compactMap { $0 }
  }

  var effects: [GameRule.Effect] {
    [profile.map(GameRule.Effect.profile), isOn.map { _ in .padsOff }].compactMap { $0 }
  }
}

extension SettingsReader {
  /// The rules of `session.toml`.
  mutating func gameRules(_ entry: TOMLEntry) -> [GameRule] {
    let hint = "write [[game]], with two brackets"
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, hint: hint) ?? [] }
    var rules: [GameRule] = []
    for node in nodes {
      guard case .table(let entries) = node.value else {
        let _: GameRule? = wrongType(
          TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), hint: hint)
        continue
      }
      guard let rule = gameRule(entries, at: node.position) else { continue }
      if let other = rules.first(where: { $0.name == rule.name }) {
        report(
          "same-game", "this is the same program as in line \(other.positions.line)",
          hint: "remove one of the two rules", at: node.position)
      }
      rules.append(rule)
    }
    return rules
  }

  private mutating func gameRule(_ entries: [TOMLEntry], at position: SourcePosition) -> GameRule? {
    var table = GameTable()
    let entries = known(entries, in: table)
    let misread = values(entries, of: table, GameTable.rows, at: position, into: &table)
    guard misread.isEmpty else { return nil }
    let name = one(
      of: table.names, ["program", "steam", "app", "exe"], entries, at: position,
      hint: "touchstick games lists the programs, and what to call them")
    let effect = one(
      of: table.effects, ["profile", "pads"], entries, at: position,
      hint: "write profile = \"NAME\" or pads = \"off\"")
    guard let name, let effect else { return nil }
    var rule = GameRule(name, effect)
    rule.setPositions(entries, table: position)
    return check(rule, entries) ? rule : nil
  }

  /// The only value of several keys, one of which a table must have.
  private mutating func one<Value>(
    of values: [Value], _ keys: [String], _ entries: [TOMLEntry], at position: SourcePosition, hint: String
  ) -> Value? {
    let written = entries.filter { keys.contains($0.key) }
    if written.count > 1 {
      let names = list(written.map(\.key), "and")
      report("too-many-keys", "[[game]] has \(names)", hint: "keep one of them", at: written[1].keyPosition)
      return nil
    }
    if written.isEmpty {
      report("missing-key", "[[game]] needs \(list(keys, "or"))", hint: hint, at: position)
    }
    return values.first
  }

  /// Notes names that no program and no profile has.
  private mutating func check(_ rule: GameRule, _ entries: [TOMLEntry]) -> Bool {
    let before = errors.count
    if case .exe(let name) = rule.name, fileName(ofWindowsPath: name) != name,
      let entry = entries.first(where: { $0.key == "exe" })
    {
      let _: String? = refuse(
        entry, "is \(quoted(name))",
        hint: "write the file's name alone, \(quoted(fileName(ofWindowsPath: name)))")
    }
    if case .program(let path) = rule.name, !path.hasPrefix("/"), path.utf8.contains(UInt8(ascii: "/")),
      let entry = entries.first(where: { $0.key == "program" })
    {
      let _: String? = refuse(
        entry, "is \(quoted(path))", hint: "it must be a file's name, or a path that begins with a slash")
    }
    if case .profile(let name) = rule.effect, NamedLayout(name).profile == nil,
      let entry = entries.first(where: { $0.key == "profile" })
    {
      let _: String? = refuse(
        entry, "is \(quoted(name))", hint: "it must be the name of a profile; list them: touchstick profiles")
    }
    return errors.count == before
  }
}

extension GameRule {
  fileprivate mutating func setPositions(_ entries: [TOMLEntry], table: SourcePosition) {
    positions.table = table
    for entry in entries { positions.values[entry.key] = entry.node.position }
  }
}
