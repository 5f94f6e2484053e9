package import EventPipeline

// Messages for somebody who sees the controls, and not the lines of the text.
extension ProfileText {
  /// What `touchstick check` would warn of on a surface.
  package func warnings(on size: SurfaceSize) -> [String] {
    settings.warnings(on: size).map { warning in
      let sentence = sentence(warning)
      guard let position = warning.position, let name = name(at: position), !sentence.includes(quoted(name))
      else { return sentence }
      return "\(quoted(name)): \(sentence)"
    }
  }

  /// A message that names controls instead of their lines: `line 3 already` and `"A" (line 3)` have other words.
  package func sentence(_ message: Diagnostic) -> String {
    var (rest, sentence) = (Substring(message.text), "")
    if rest.hasPrefix("line "), let line = Int(rest.dropFirst(5).prefix(while: \.isWholeNumber)),
      let name = name(at: SourcePosition(line: line, column: .max))
    {
      sentence = quoted(name)
      rest = rest.dropFirst(5).drop(while: \.isWholeNumber)
    }
    while let next = rest.first {
      if rest.hasPrefix("\" (line "), let end = rest.firstIndex(of: ")") {
        sentence.append("\"")
        rest = rest[rest.index(after: end)...]
      } else {
        sentence.append(next)
        rest.removeFirst()
      }
    }
    return sentence
  }

  /// The name of the control whose table has this place.
  private func name(at position: SourcePosition) -> String? {
    let index = tables.lastIndex { $0.position <= position }
    return index.flatMap { settings.controls.indices.contains($0) ? settings.controls[$0].name : nil }
  }
}
