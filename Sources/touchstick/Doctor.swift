internal import ArgumentParser

/// Says what keeps touchstick from working on this machine.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what keeps touchstickd, and games that want its gamepad, from working here.",
    discussion: """
      It looks at /dev/uinput, the service, the configuration, the touch devices, the gamepads and other programs, and \
      changes nothing. A line says what is so, after ok, warning or problem; the line below it what can be done. It \
      needs no permissions, and says which are missing; as root it sees more.

      With --json it is one array, with an object for each line, and nothing else; remedy is null where there is none:

        {"check": word, "result": "ok" or "warning" or "problem", "message": text, "remedy": text}

      The checks are uinput, uinput-access, uinput-rule, service, configuration, devices, permissions, grab, size, \
      gamepad, name and programs.

      Exit status: 0 when there is no problem, with or without warnings; 69 when there is.
      """)

  @OptionGroup var chosen: ChosenConfiguration

  @Flag(help: "Print what is found as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let report = DoctorReport(diagnoses: try SystemFacts(chosen.config).diagnoses)
      Touchstick.printOutput(try (json ? report.json : report.text).utf8)
      if report.status != 0 { throw ExitCode(report.status) }
    }
  }
}

/// What is to be said of a machine.
struct DoctorReport {
  let diagnoses: [CheckedDiagnosis]

  /// EX_UNAVAILABLE where there is a problem.
  var status: Int32 { count(.problem) > 0 ? 69 : 0 }

  /// A line for each diagnosis, and one below for what can be done.
  var text: String {
    var lines: [String] = []
    for own in diagnoses.map(\.diagnosis) {
      lines.append(Self.padded(own.result.rawValue) + own.message)
      if let remedy = own.remedy { lines.append(Self.padded("") + remedy) }
    }
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  /// One object a line.
  var json: String {
    get throws { try diagnoses.jsonLines }
  }

  private var summary: String {
    func phrase(_ count: Int, _ noun: String) -> String {
      "\(count == 0 ? "no" : String(count)) \(noun)\(count == 1 ? "" : "s")"
    }
    let warnings = count(.warning)
    return phrase(count(.problem), "problem") + (warnings > 0 ? ", \(phrase(warnings, "warning"))" : "")
  }

  private func count(_ result: Diagnosis.Result) -> Int { diagnoses.count { $0.diagnosis.result == result } }

  private static func padded(_ word: String) -> String {
    word + String(repeating: " ", count: 9 - word.count)
  }
}

extension CheckedDiagnosis: Encodable {
  private enum CodingKeys: CodingKey {
    case check, result, message, remedy
  }

  /// All keys are always there.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(check, forKey: .check)
    try container.encode(diagnosis.result.rawValue, forKey: .result)
    try container.encode(diagnosis.message, forKey: .message)
    try container.encode(diagnosis.remedy, forKey: .remedy)
  }
}
