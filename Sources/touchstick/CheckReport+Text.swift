internal import Configuration

// The report as people read it, and as programs do.
extension CheckReport {
  /// A line for each finding, with its source, and one for all.
  var text: String {
    var sources: [String: SourceLines] = [:]
    var text = ""
    for finding in findings {
      text += finding.line + "\n"
      guard let file = finding.file, let position = finding.position else { continue }
      let lines = sources[file] ?? (try? Settings.text(ofFile: file)).map(SourceLines.init)
      sources[file] = lines
      guard let line = lines?.line(position.line) else { continue }
      let excerpt = SourceExcerpt(line, column: position.column)
      text += "    \(excerpt.text)\n    \(excerpt.mark)\n"
    }
    return text + summary + "\n"
  }

  /// One object a line.
  var json: String {
    get throws { try findings.jsonLines }
  }

  private var summary: String {
    let count = { (severity: Finding.Severity) in findings.count { $0.severity == severity } }
    let (errors, warnings) = (count(.error), count(.warning))
    let files =
      isUnconfigured
      ? "no \(Self.usualFolder), which touchstickd takes for an empty file" : Self.phrase(files.count, "file")
    let parts = [
      files, Self.phrase(errors, "mistake"),
      warnings > 0 ? Self.phrase(warnings, "warning") : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private static func phrase(_ count: Int, _ noun: String) -> String {
    "\(count == 0 ? "no" : String(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
