internal import ArgumentParser

/// Says what keeps touchstick from working on this machine.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what keeps touchstickd, and games that want its gamepad, from working here.",
    discussion: """
      It looks at /dev/uinput, the service, the configuration, the touch devices, the gamepads and other programs, and \
      changes nothing. A line says what is so, after ok, warning or error; the line below it what can be done. It \
      needs no permissions, and says which are missing; as root it sees more.

      What touchstick check finds in the configuration is said in the same words.

      With --json it is one array, with an object for each line, and nothing else, as that of touchstick check; \
      severity can also be "ok", and hint is null where there is none:

        {"code": word, "severity": "ok" or "warning" or "error", "file": path, "line": 3, "column": 8,
         "message": text, "hint": text}

      Exit status: 0 when there is no error, with or without warnings; 69 when there is.
      """)

  @OptionGroup var chosen: ChosenConfiguration

  @Flag(help: "Print what is found as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let report = DiagnosticReport(
        diagnostics: try SystemFacts(chosen.config).diagnostics, isTable: true)
      Touchstick.printOutput(try (json ? report.json : "\(report.text)\(report.summary)\n").utf8)
      if report.count(.error) > 0 { throw ExitCode(69) }  // EX_UNAVAILABLE
    }
  }
}
