public import Diagnostics
public import EventPipeline

/// A recorded device and its events, from `evemu-record`, `evemu-describe` or `libinput record`.
public struct Recording: Equatable, Sendable {
  /// The device's description; nil for an evemu file without `B:` lines. Such a file (evemu's `.events`) needs the
  /// `.desc` file of the same device.
  public var description: DeviceDescription?
  /// The events, in the order of the file; empty for a file that only describes a device. Times are the file's:
  /// microseconds from the first event, from boot or from 1970, never negative, and not always rising (a recording may
  /// be pieced together).
  public var events: [InputEvent]
  /// Warnings about skipped parts of the file.
  public var warnings: [Diagnostic]

  /// Makes a recording from its parts.
  public init(description: DeviceDescription?, events: [InputEvent], warnings: [Diagnostic] = []) {
    self.description = description
    self.events = events
    self.warnings = warnings
  }
}

extension Recording {
  /// Reads an evemu file (formats 1.0 to 1.3) or the YAML of `libinput record` (format 1), decided by the first line
  /// that is neither blank nor a comment.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The name of the file in errors.
  /// - Throws: The first error in the file, with its line. A file with neither a whole description nor an event is an
  ///   error too.
  public static func parse(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Recording {
    do throws(Diagnostic) {
      var recording = try read(bytes)
      recording.warnings = recording.warnings.map { $0.located(in: file) }
      return recording
    } catch {
      throw error.located(in: file)
    }
  }

  private static func read(_ bytes: [UInt8]) throws(Diagnostic) -> Recording {
    if bytes.isEmpty {
      throw Diagnostic(
        .error, "empty", "is empty",
        hint: "it should hold what touchstick record, evemu-record or libinput record wrote")
    }
    if let zero = bytes.firstIndex(of: 0) {
      throw Diagnostic(
        .error, "nul-byte", "holds a zero byte",
        hint: "a recording is a text file, without compression, in ASCII or UTF-8",
        at: SourcePosition(line: TextLines.number(at: zero, of: bytes)))
    }
    let recording = try isEvemu(bytes) ? EvemuReader.read(bytes) : LibinputReader.read(bytes)
    if recording.description == nil && recording.events.isEmpty { throw .nothingRecorded }
    return recording
  }

  /// Reads a file's text; see ``parse(_:file:)-([UInt8],_)``.
  public static func parse(_ text: String, file: String) throws(Diagnostic) -> Recording {
    try parse(Array(text.utf8), file: file)
  }

  /// Whether it is an evemu file rather than one of `libinput record`.
  private static func isEvemu(_ bytes: [UInt8]) throws(Diagnostic) -> Bool {
    var lines = TextLines(bytes)
    while let line = lines.next() {
      let text = line.trimmingBlanks()
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      if EvemuLine.tag(of: text) != nil { return true }
      if LibinputReader.begins(with: text) { return false }
      throw Diagnostic(
        .error, "unknown-format", "not written by touchstick record, evemu or libinput record",
        hint:
          "the first line should be such as N: NAME, E: SECONDS.MICROSECONDS TYPE CODE VALUE or version: 1",
        at: SourcePosition(line: lines.number))
    }
    return true
  }
}

extension Diagnostic {
  static var nothingRecorded: Diagnostic {
    Diagnostic(
      .error, "nothing-recorded",
      "holds neither events (E: lines) nor a whole device description (N:, I:, B: and A: lines)",
      hint: "record with touchstick record, evemu-record or libinput record")
  }
}
