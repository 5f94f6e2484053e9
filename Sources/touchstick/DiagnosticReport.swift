internal import Configuration
internal import Diagnostics

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
    get throws { try diagnostics.map(\.object).jsonLines }
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

  fileprivate var object: JSONObject {
    [
      "code": code, "severity": severity.rawValue, "file": file, "line": position?.line,
      "column": position?.column, "message": message, "hint": hint,
    ]
  }
}
