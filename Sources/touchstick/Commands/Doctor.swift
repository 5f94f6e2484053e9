internal import ArgumentParser
internal import Glibc

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what keeps touchstickd, or games that want its pad, from working.",
    discussion: """
      It checks /dev/uinput, the service, the configuration, the touch devices, the pads and other programs, and \
      changes nothing. Each line begins with error, warning or ok and says what it found; the line below it says what \
      to do. Errors come first, then warnings. It needs no permissions, and reports those that are missing; as root it sees more.

      Errors and warnings in the configuration have the same words as in touchstick check.

      With --json, the output is one array, with an object for each line, as that of touchstick check. severity can \
      also be "ok", and hint is null if there is none:

        {"code": word, "severity": "ok" or "warning" or "error", "file": path, "line": 3, "column": 8,
         "message": text, "hint": text}

      Exit status: 0 if there is no error, even if there are warnings; 69 if there is one.
      """)

  @OptionGroup var chosen: ChosenConfiguration

  @Flag(help: "Prints the report as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let report = DiagnosticReport(
        diagnostics: try SystemFacts(chosen.config).diagnostics.problemsFirst, isTable: true)
      Touchstick.printOutput(try (json ? report.json : "\(report.text)\(report.summary)\n").utf8)
      if report.count(.error) > 0 { throw ExitCode(EX_UNAVAILABLE) }
    }
  }
}
