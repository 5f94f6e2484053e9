internal import Configuration

/// One thing that `touchstick check` says of a configuration.
struct Finding: Equatable {
  enum Severity: String {
    case error, warning
  }

  let file: String?
  let position: SourcePosition?
  /// `FILE:LINE:COLUMN`, or as much of it as there is, as it can be printed.
  let place: String?
  let severity: Severity
  let message: String

  init(_ problem: ConfigurationProblem) {
    file = problem.file
    position = problem.position
    place = problem.place
    severity = .error
    message = problem.kind.sentence
  }

  init(_ warning: ConfigurationWarning) {
    file = warning.file
    position = warning.position
    place = warning.place
    severity = .warning
    message = warning.message
  }

  /// The finding as a compiler would say it.
  var line: String { (place.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)" }
}

extension Finding: Encodable {
  private enum CodingKeys: CodingKey {
    case file, line, column, severity, message
  }

  /// All keys are always there.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(position?.line, forKey: .line)
    try container.encode(position?.column, forKey: .column)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(message, forKey: .message)
  }
}
