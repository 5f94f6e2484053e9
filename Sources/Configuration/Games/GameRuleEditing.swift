extension SavedChoices {
  /// Sets what happens while a program has the pad, in the user's `session.toml`, or removes the rule for it. Everything else in the
  /// file stays as it is written, comments and other rules, too. touchstick-session applies the change at once, also to a program
  /// that has the pad now.
  ///
  /// - Parameters:
  ///   - effect: What the rule does; nil removes it.
  ///   - name: The program, as a rule calls it: ``PadUse/ruleName`` of ``PadUses/current``, or the name of its rule.
  ///   - path: Another file than the user's own.
  /// - Returns: The path of the file.
  /// - Throws: The errors of a file that cannot be read or written, or that would not be right; it then stays as it was.
  @discardableResult
  package static func setRule(
    _ effect: GameRule.Effect?, for name: GameName, path: String? = nil
  ) throws(ConfigurationError) -> String {
    try changeText(path: path) { text, file throws(ConfigurationError) in
      guard let effect else { return try text.removeRule(for: name, file: file) }
      try text.setRule(GameRule(name, effect), file: file)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func setRule(_ rule: GameRule, file: String) throws(ConfigurationError) {
    let root = try Settings.root(of: self, file: file)
    guard let table = root.rules.first(where: { $0.ruleName == rule.name }) else {
      let newline = newline(after: start)
      if !isEmpty { append(contentsOf: last == UInt8(ascii: "\n") ? newline : newline + newline) }
      for line in ["[[game]]", rule.name.written, rule.effect.written] {
        append(contentsOf: Array(line.utf8) + newline)
      }
      return
    }
    guard case .table(let entries) = table.value,
      let entry = entries.first(where: { ["profile", "pads"].contains($0.key) })
    else { return }
    replaceSubrange(
      index(of: entry.keyPosition)..<index(of: entry.node.end), with: Array(rule.effect.written.utf8))
  }

  fileprivate mutating func removeRule(for name: GameName, file: String) throws(ConfigurationError) {
    let root = try Settings.root(of: self, file: file)
    guard let table = root.rules.first(where: { $0.ruleName == name }) else { return }
    var lines = try lines(of: table, among: root.rules.map(\.position), "this rule", file: file)
    // The empty line that sets it apart from what is above.
    let above = self[..<lines.lowerBound].suffix(2)
    if above.elementsEqual([UInt8(ascii: "\n"), UInt8(ascii: "\n")]) {
      lines = lines.lowerBound - 1..<lines.upperBound
    }
    removeSubrange(lines)
  }
}

extension [TOMLEntry] {
  fileprivate var rules: [TOMLNode] {
    guard case .array(let nodes)? = first(where: { $0.key == "game" })?.node.value else { return [] }
    return nodes
  }
}

extension TOMLNode {
  fileprivate var ruleName: GameName? {
    guard case .table(let entries) = value else { return nil }
    return entries.lazy.compactMap { entry in
      switch entry.node.value {
      case .string(let text): GameName(key: entry.key, text: text)
      case .integer(let number): GameName(key: entry.key, text: "\(number)")
      default: nil
      }
    }.first
  }
}
