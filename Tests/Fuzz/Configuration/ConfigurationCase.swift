import Configuration
import EventPipeline

/// One input: the text of a configuration file, and the conditions that hold for any text.
struct ConfigurationCase {
  private let text: [UInt8]
  /// The number of Unicode scalars in each line.
  private let lines: [Int]

  init(text: [UInt8]) {
    self.text = text
    // As for the parser, a byte order mark has no column.
    let shown = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text[...]
    lines = shown.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.count { $0 & 0xc0 != 0x80 }
    }
  }

  /// Traps if a condition does not hold.
  func run() {
    do throws(ConfigurationError) {
      check(try Settings.parse(text, file: "t.toml"))
    } catch {
      check(error)
    }
  }

  private func check(_ error: ConfigurationError) {
    precondition(!error.diagnostics.isEmpty, "an error without a message")
    for problem in error.diagnostics { check(problem.position, problem.sentence) }
  }

  private func check(_ warnings: [Diagnostic]) {
    for warning in warnings { check(warning.position, warning.sentence) }
  }

  /// A place is in the text or directly after one of its lines, and a message is one line.
  private func check(_ place: SourcePosition?, _ sentence: String) {
    precondition(sentence.hasPrefix("t.toml:"), "a message that does not name the file: \(sentence)")
    precondition(
      sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "a control character: \(sentence)")
    guard let place else { return }
    precondition(lines.indices.contains(place.line - 1), "a line that does not exist: \(sentence)")
    precondition(
      (1...lines[place.line - 1] + 1).contains(place.column ?? 1), "a column that does not exist: \(sentence)"
    )
  }
}

extension ConfigurationCase {
  private func check(_ settings: Settings) {
    check(settings.warnings())
    do throws(ConfigurationError) {
      try settings.checkWithoutSurface()
    } catch {
      check(error)
    }
    for device in FuzzedDevice.all {
      check([settings].warnings(for: device.description, class: device.deviceClass))
      do throws(PipelineError) {
        var pipeline = try [settings].pipeline(for: device.description, class: device.deviceClass)
        device.play(on: &pipeline)
      } catch {
        guard case .configuration(let error) = error else { preconditionFailure("an invalid surface") }
        check(error)
      }
    }
  }
}
