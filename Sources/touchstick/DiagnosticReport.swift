internal import Configuration
internal import Diagnostics
internal import FoundationEssentials

/// Diagnostics for people and for programs.
struct DiagnosticReport {
  let diagnostics: [Diagnostic]
  /// Whether diagnostics without a place are printed in columns, with the hint below.
  var isTable = false

  /// A line for each, with the line of its file or its hint below; without a summary line.
  var text: String {
    var sources: [String: SourceLines] = [:]
    return diagnostics.map { diagnostic in
      if isTable, diagnostic.place == nil { return diagnostic.tableRow }
      let line =
        (diagnostic.place.map { "\($0): " } ?? "") + "\(diagnostic.severity.rawValue): \(diagnostic.text)\n"
      guard let file = diagnostic.file, let position = diagnostic.position else { return line }
      let lines = sources[file] ?? (try? Settings.text(ofFile: file)).map(SourceLines.init)
      sources[file] = lines
      guard let source = lines?.line(position.line) else { return line }
      let excerpt = SourceExcerpt(source, column: position.column ?? 1)
      return line + "    \(excerpt.text)\n    \(excerpt.mark)\n"
    }.joined()
  }

  /// One JSON array, an object a line.
  var json: String {
    get throws { try diagnostics.map(EncodedDiagnostic.init).jsonLines }
  }

  /// `no errors, 2 warnings`
  var summary: String {
    let warnings = count(.warning)
    return (count(.error) == 0 ? "no errors" : counted(count(.error), "error"))
      + (warnings > 0 ? ", \(counted(warnings, "warning"))" : "")
  }

  func count(_ severity: Diagnostic.Severity) -> Int { diagnostics.count { $0.severity == severity } }
}

extension Diagnostic {
  /// The severity and the message, and the hint on its own line.
  fileprivate var tableRow: String {
    func row(_ word: String, _ text: String) -> String {
      word + String(repeating: " ", count: 9 - word.count) + text + "\n"
    }
    return row(severity.rawValue, message) + (hint.map { row("", $0) } ?? "")
  }
}

private struct EncodedDiagnostic: Encodable {
  let diagnostic: Diagnostic

  private enum CodingKeys: CodingKey {
    case code, severity, file, line, column, message, hint
  }

  /// All keys are always present.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(diagnostic.code, forKey: .code)
    try container.encode(diagnostic.severity.rawValue, forKey: .severity)
    try container.encode(diagnostic.file, forKey: .file)
    try container.encode(diagnostic.position?.line, forKey: .line)
    try container.encode(diagnostic.position?.column, forKey: .column)
    try container.encode(diagnostic.message, forKey: .message)
    try container.encode(diagnostic.hint, forKey: .hint)
  }
}

extension Encodable {
  /// One JSON object in a line.
  var jsonLine: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self).escapedForJSON
    }
  }
}

extension Array where Element: Encodable {
  /// One JSON array, an object a line.
  var jsonLines: String {
    get throws {
      let objects = try map { try $0.jsonLine }
      return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
    }
  }
}
