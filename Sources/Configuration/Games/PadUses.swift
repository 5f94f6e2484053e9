internal import Glibc
package import System

/// A program that has, or had, a pad since the user's login.
package struct PadUse: Equatable, Sendable {
  package var program: PadProgram
  /// In seconds since 1970.
  package var since: Int64
  /// When it has ended, or closed the pad; nil while it has the pad.
  package var until: Int64?
  /// The rule that applied to it last; nil if none did.
  package var rule: GameRule?

  package init(_ program: PadProgram, since: Int64, until: Int64? = nil, rule: GameRule? = nil) {
    (self.program, self.since, self.until, self.rule) = (program, since, until, rule)
  }

  /// What a rule for it can call it: that of its rule, or else the most precise. Nil if nothing names it.
  package var ruleName: GameName? { rule?.name ?? program.names.first?.short }
}

/// The programs that have, or had, a pad. touchstick-session writes them to a file in the user's runtime folder; `touchstick
/// games` and the overlay read them there.
package struct PadUses: Equatable, Sendable {
  /// In the order in which they began.
  package var all: [PadUse] = []
  /// What touchstick-session has done for a rule, for its next process.
  package var applied = AppliedRule()

  package init() {}

  /// The program that has the pad now: the newest one that is no launcher, or else the newest one. Nil if nobody has it.
  package var current: PadUse? {
    let open = all.filter { $0.until == nil }
    return open.filter { !$0.program.isLauncher }.newest ?? open.newest
  }

  /// The program whose rule counts, as ``current``, of those with a rule.
  package func deciding(_ choices: SavedChoices) -> (program: PadProgram, rule: GameRule)? {
    var ruled = PadUses()
    ruled.all = all.filter { $0.until == nil && choices.rule(for: $0.program) != nil }
    return ruled.current.flatMap { use in choices.rule(for: use.program).map { (use.program, $0) } }
  }

  /// Which program has the pad now, and which rule of `session.toml` applies to it; nil without one, and while
  /// touchstick-session does not run.
  ///
  /// The name to call it in a rule is ``PadUse/ruleName`` of the result; ``SavedChoices/setRule(_:for:path:)`` sets or removes that
  /// rule. An error in `session.toml` counts as no rule.
  package static func current(in folder: String? = nil) -> PadUse? {
    guard ProgramLock("touchstick-session", in: folder).isHeld, var use = read(in: folder).current else {
      return nil
    }
    let choices = SavedChoices.path.flatMap { try? SavedChoices.read(path: $0) }
    use.rule = choices?.rule(for: use.program)
    return use
  }
}

/// What touchstick-session has done for a rule.
package struct AppliedRule: Equatable, Sendable {
  /// The layout that it has chosen; nil without one.
  package var layout: String?
  /// The layout that the user had chosen before for the session; nil for the one that is kept, or the configuration's.
  package var before: String?
  /// Whether it has seen to a rule that switches the pads off.
  package var isOffDone = false
  /// Whether it has switched them off.
  package var hasSwitchedOff = false

  package init() {}
}

extension [PadUse] {
  fileprivate var newest: PadUse? {
    self.max { ($0.program.start, $0.program.process) < ($1.program.start, $1.program.process) }
  }
}

// The file: a line for what was done, and one for each program, with tabs between the fields.
extension PadUses {
  /// The most programs that are remembered.
  package static let maxCount = 64

  /// Nil where there is no folder for it.
  ///
  /// - Parameter folder: The user's runtime folder; nil is that of this program's user.
  package static func path(in folder: String? = nil) -> String? {
    (folder ?? environment("XDG_RUNTIME_DIR")).map { "\($0)/touchstick/games" }
  }

  /// Reads the file; a missing one, and lines of another version, count as empty.
  package static func read(in folder: String? = nil) -> PadUses {
    guard let path = path(in: folder), let file = try? openRegularFile(path),
      let bytes = (try? readAll(from: file.number, limit: 1 << 20)) ?? nil
    else { return PadUses() }
    var uses = PadUses()
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if fields.first == "applied" { uses.applied = AppliedRule(fields) ?? uses.applied }
      if let use = PadUse(fields) { uses.all.append(use) }
    }
    return uses
  }

  /// Writes the file, and makes its folder.
  package func write(in folder: String? = nil) throws(SystemError) {
    guard let path = Self.path(in: folder) else { return }
    makeFolders(parent(of: path))
    let lines = ([applied.fields] + all.map(\.fields)).map { $0.joined(separator: "\t") + "\n" }
    try writeWhole(lines.joined().utf8, toFile: path)
  }
}

extension AppliedRule {
  fileprivate var fields: [String] {
    ["applied", layout ?? "", before ?? "", isOffDone ? "done" : "", hasSwitchedOff ? "off" : ""]
  }

  fileprivate init?(_ fields: [String]) {
    guard fields.count == 5 else { return nil }
    layout = fields[1].isEmpty ? nil : fields[1]
    before = fields[2].isEmpty ? nil : fields[2]
    (isOffDone, hasSwitchedOff) = (!fields[3].isEmpty, !fields[4].isEmpty)
  }
}

extension PadUse {
  /// A rule has three fields, and each name two.
  fileprivate var fields: [String] {
    let flags = (program.isLauncher ? "launcher " : "") + (program.isInWine ? "wine" : "")
    let effect: [String] =
      switch rule?.effect {
      case .profile(let name)?: ["profile", name]
      case .padsOff?: ["off", ""]
      case nil: ["", ""]
      }
    let ruleName = rule.map { [$0.name.pair.key, $0.name.pair.text] } ?? ["", ""]
    // A name with a tab or a line end cannot be in a rule.
    let names = program.names.map(\.pair).filter { !$0.text.unicodeScalars.contains(where: \.isControl) }
    return [
      "use", "\(program.process)", "\(program.start)", "\(since)", "\(until ?? 0)", flags, program.name,
    ]
      + effect + ruleName + names.flatMap { [$0.key, $0.text] }
  }

  fileprivate init?(_ fields: [String]) {
    guard fields.count >= 11, fields.count % 2 == 1, fields[0] == "use", let process = Int32(fields[1]),
      let start = UInt64(fields[2]), let since = Int64(fields[3]), let until = Int64(fields[4])
    else { return nil }
    let flags = fields[5].split(separator: " ")
    let names = stride(from: 11, to: fields.count, by: 2).compactMap {
      GameName(key: fields[$0], text: fields[$0 + 1])
    }
    let program = PadProgram(
      process: process, start: start, name: fields[6], names: names,
      isLauncher: flags.contains("launcher"), isInWine: flags.contains("wine"))
    let effect: GameRule.Effect? =
      fields[7] == "profile" ? .profile(fields[8]) : fields[7] == "off" ? .padsOff : nil
    let rule = GameName(key: fields[9], text: fields[10]).flatMap { name in effect.map { GameRule(name, $0) }
    }
    self.init(program, since: since, until: until == 0 ? nil : until, rule: rule)
  }
}

// What becomes of them.
extension PadUses {
  /// Takes over which programs have the pad open now. One that has it no more has ended if its process has, or if the pad was
  /// closed long enough.
  ///
  /// - Parameters:
  ///   - open: The programs that have it open.
  ///   - isOver: Whether one that has it no more is through with it.
  ///   - now: In seconds since 1970.
  package mutating func update(_ open: [PadProgram], now: Int64, isOver: (PadProgram) -> Bool) {
    for index in all.indices where all[index].until == nil {
      if let program = open.first(where: { $0.names == all[index].program.names }) {
        // Another process of the same program.
        all[index].program = program
      } else if isOver(all[index].program) {
        all[index].until = now
      }
    }
    let known = all.filter { $0.until == nil }.map(\.program.names)
    all += open.filter { !known.contains($0.names) }.map { PadUse($0, since: now) }
    let ended = all.indices.filter { all[$0].until != nil }
    for index in ended.prefix(Swift.max(0, all.count - Self.maxCount)).reversed() { all.remove(at: index) }
  }
}
