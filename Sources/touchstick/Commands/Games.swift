internal import ArgumentParser
internal import Configuration
internal import Glibc
internal import System

struct Games: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the programs that have or had the pad, and the rule that applied to each.",
    discussion: """
      touchstick-session notices which of your programs open a pad. A rule in $XDG_CONFIG_HOME/touchstick/session.toml chooses \
      a profile while a program has the pad, or switches the pads off:

        [[game]]
        program = "supertuxkart"
        profile = "racing"

      Each line has a program, since when it has the pad or how long it had it, what its rule does, and the key to name it in a \
      rule. A * marks a program that has the pad now. Launchers, browsers and desktops open every pad; a rule must name them \
      to count.

      With --json, the output is one array; unknown values are null. Times are seconds since 1970:

        [{"name": text, "process": number, "since": number, "until": number, "launcher": true or false,
          "names": [{"key": word, "value": text}, ...],
          "rule": {"key": word, "value": text, "profile": text, "pads": "off"}}, ...]

      Exit status: 0; 69 if touchstick-session is not running.
      """)

  @Flag(help: "Prints the list as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      guard ProgramLock("touchstick-session").isHeld else {
        throw CommandError(
          "touchstick-session, which notices games, is not running for you; see: touchstick doctor",
          status: EX_UNAVAILABLE)
      }
      let uses = PadUses.read().all
      if uses.isEmpty, !json { Touchstick.printError("no program has opened the pad since your login") }
      Touchstick.printOutput((json ? try uses.map(\.object).jsonLines : uses.table).utf8)
    }
  }
}

extension [PadUse] {
  /// Four columns, without spaces at the ends of lines.
  fileprivate var table: String {
    let rows = map { use in
      [
        "\(use.until == nil ? "*" : " ") \(use.program.name.printable)", use.time,
        use.rule?.effect.written.printable ?? (use.program.isLauncher ? "launcher" : "no rule"),
        use.ruleName?.written.printable ?? "",
      ]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let padded = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count + 2)
      }
      return padded.joined() + row[3] + "\n"
    }.joined()
  }
}

extension PadUse {
  fileprivate var time: String {
    until.map { "\(Self.clock(since)) to \(Self.clock($0))" } ?? "since \(Self.clock(since))"
  }

  /// The local time, without the day.
  private static func clock(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var local = unsafe tm()
    unsafe localtime_r(&time, &local)
    func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return unsafe "\(digits(local.tm_hour)):\(digits(local.tm_min))"
  }

  fileprivate var object: JSONObject {
    [
      "name": program.name, "process": Int(program.process), "since": Int(since),
      "until": until.map { Int($0) },
      "launcher": program.isLauncher, "names": program.names.map { $0.short.object }, "rule": rule?.object,
    ]
  }
}

extension GameName {
  fileprivate var object: JSONObject { ["key": pair.key, "value": pair.text] }
}

extension GameRule {
  fileprivate var object: JSONObject {
    let profile: String? = if case .profile(let name) = effect { name } else { nil }
    return [
      "key": name.pair.key, "value": name.pair.text, "profile": profile,
      "pads": effect == .padsOff ? "off" : nil,
    ]
  }
}
