import Configuration
import EventPipeline
import JoystickModel

/// Reads evemu's text format. evemu's README describes the format. Beyond that, this follows evemu 2.7's own reader
/// (`src/evemu.c`), with two exceptions: the order of lines does not matter, and lines that evemu would skip or misread
/// are errors.
///
/// - 1.0 allows comments only before the data, 1.1 everywhere, 1.2 adds the resolution to `A:` lines, 1.3 the `L:` and
///   `S:` lines. All of it is read for every version, because the `.desc` files of 1.0 contain no version.
/// - ABS_MAX (3f) is the highest number of an axis, and not an axis. Old versions of evemu list it, so it is skipped
///   with a warning.
/// - `#M:` lines are comments for evemu, and samples of motion sensors for us: see ``RecordedMotion``.
/// - A description without `B:` lines does not contain the device's capabilities, so it does not count.
struct EvemuReader {
  private var line = 0
  private var hasBegun = false
  private var device = EvemuDevice()
  private var events: [InputEvent] = []
  private var motion: [RecordedMotion] = []
  /// The first time with fewer than six digits after its point, and its line.
  private var shortTime: (text: String, line: Int)?

  static func read(_ bytes: [UInt8]) throws(Diagnostic) -> Recording {
    var reader = EvemuReader()
    var lines = TextLines(bytes)
    while let text = lines.next() {
      reader.line = lines.number
      do throws(Diagnostic) {
        try reader.read(line: text)
      } catch {
        throw error.located(in: nil, at: SourcePosition(line: lines.number))
      }
    }
    return Recording(
      description: try reader.device.description(), events: reader.events, motion: reader.motion,
      warnings: reader.warnings)
  }

  private var warnings: [Diagnostic] {
    let axis = device.ignoredAxisLine.map { line in
      Diagnostic(
        .warning, "ignored-axis", "the axis 3f is ignored, because ABS_MAX is no axis",
        hint: "old versions of evemu list it", at: SourcePosition(line: line))
    }
    let time = shortTime.map { text, line in
      Diagnostic(
        .warning, "short-time", "as in evemu, the digits after the point of \(text) are microseconds",
        hint: "write six of them, such as 0.500000 for half a second", at: SourcePosition(line: line))
    }
    return [axis, time].compactMap { $0 }
  }

  private mutating func read(line text: ArraySlice<UInt8>) throws(Diagnostic) {
    let text = text.trimmingBlanks()
    if text.isEmpty { return }
    defer { hasBegun = true }
    if text.starts(with: MotionSample.lineStart) {
      let sample = try MotionSample(fields: text.dropFirst(MotionSample.lineStart.count).fields())
      return motion.append(RecordedMotion(sample, place: events.count))
    }
    if text.first == UInt8(ascii: "#") { return hasBegun ? () : try Self.checkVersion(text) }
    guard let kind = EvemuLine.tag(of: text) else {
      throw Diagnostic(
        .error, "unknown-line", "no evemu line begins with \(quoted(text.prefix(2).excerpt))",
        hint: "lines begin with N:, I:, P:, B:, A:, L:, S:, E: or #")
    }
    if kind == .name { return try device.readName(text.dropFirst(2)) }
    // Not in a name, where # may be a part of it.
    let data = text.dropFirst(2).prefix { $0 != UInt8(ascii: "#") }.fields()
    switch kind {
    case .name: break
    case .identity: try device.readIdentity(data)
    case .properties: try device.readProperties(data)
    case .bits: try device.readBits(data, line: line)
    case .axis: try device.readAxis(data, line: line)
    case .lamp, .switch: try Self.checkState(data, kind)
    case .event:
      events.append(try Self.event(data))
      if shortTime == nil, data[0].reversed().prefix(7).last != UInt8(ascii: ".") {
        shortTime = (data[0].excerpt, line)
      }
    }
  }

  /// Reads `# EVEMU major.minor`, which may be the first line. Other comments are skipped.
  private static func checkVersion(_ comment: ArraySlice<UInt8>) throws(Diagnostic) {
    let fields = comment.dropFirst().fields()
    guard fields.count >= 2, fields[0].elementsEqual("EVEMU".utf8) else { return }
    let parts = fields[1].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(digits.contains) else { return }
    // A minor version only adds to the format, so the known part of a newer one is read.
    if Number.decimal(parts[0], in: 0...1) == nil {
      throw Diagnostic(
        .error, "unknown-version", "evemu format \(quoted(fields[1].excerpt)) is not known",
        hint: "it should be 1.0 to 1.3, which evemu 2.7 and older write")
    }
  }

  private static func event(_ fields: [ArraySlice<UInt8>]) throws(Diagnostic) -> InputEvent {
    guard fields.count == 4 else { throw EvemuLine.event.fieldCount(fields.count) }
    return InputEvent(
      time: try time(fields[0], "an event's time"),
      type: EventType(rawValue: try hexadecimal(fields[1], "an event type", upTo: KernelLimits.type)),
      code: try hexadecimal(fields[2], "an event code", upTo: KernelLimits.code),
      value: try value(fields[3], "an event's value"))
  }

  /// Reads a time. The digits after the point are a number of microseconds, not a fraction: evemu reads
  /// them with `%06u`, so `0.5` is five microseconds.
  static func time(_ text: ArraySlice<UInt8>, _ field: String) throws(Diagnostic) -> Int64 {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count <= 6,
      let seconds = Number.decimal(parts[0], in: 0...Int64.max),
      let fraction = Number.decimal(parts[1], in: 0...999_999),
      text.first != UInt8(ascii: "-"), parts[1].first != UInt8(ascii: "-"),
      let time = Number.microseconds(seconds: seconds, microseconds: fraction)
    else {
      throw Diagnostic(
        badNumber: text.excerpt, of: field,
        "SECONDS.MICROSECONDS, such as 12.000345, not negative and below 9223372036854")
    }
    return time
  }

  private static func checkState(
    _ fields: [ArraySlice<UInt8>], _ kind: EvemuLine
  ) throws(Diagnostic) {
    guard fields.count == 2 else { throw kind.fieldCount(fields.count) }
    _ = try hexadecimal(fields[0], "the code of a lamp or switch", upTo: KernelLimits.code)
    _ = try value(fields[1], "the state of a lamp or switch")
  }

  static func hexadecimal(
    _ text: ArraySlice<UInt8>, _ field: String, upTo limit: UInt16
  ) throws(Diagnostic) -> UInt16 {
    guard let number = Number.hexadecimal(text, upTo: limit) else {
      throw Diagnostic(
        badNumber: text.excerpt, of: field,
        "a hexadecimal number up to \(String(limit, radix: 16)), without 0x, of at most 4 digits")
    }
    return number
  }

  static func value(
    _ text: ArraySlice<UInt8>, _ field: String
  ) throws(Diagnostic) -> Int32 {
    guard let number = Number.decimal(text, in: Number.values) else {
      throw Diagnostic(badNumber: text.excerpt, of: field, Number.phrase(Number.values))
    }
    return Int32(truncatingIfNeeded: number)
  }
}

extension Diagnostic {
  init(badNumber text: String, of field: String, _ notation: String) {
    self.init(.error, "bad-number", "\(field) cannot be \(quoted(text))", hint: "write \(notation)")
  }
}

/// The kinds of line in an evemu file, by the letter before the colon.
enum EvemuLine: Character {
  case name = "N"
  case identity = "I"
  case properties = "P"
  case bits = "B"
  case axis = "A"
  case lamp = "L"
  case `switch` = "S"
  case event = "E"

  /// The kind of a line that begins with a letter and a colon; nil for any other line.
  static func tag(of line: ArraySlice<UInt8>) -> EvemuLine? {
    guard let letter = line.first, line.dropFirst().first == UInt8(ascii: ":") else { return nil }
    return EvemuLine(rawValue: Character(UnicodeScalar(letter)))
  }

  private var form: String {
    switch self {
    case .name: "N: NAME"
    case .identity: "I: BUS VENDOR PRODUCT VERSION"
    case .properties: "P: and 8 bytes"
    case .bits: "B: TYPE and 8 bytes"
    case .axis: "A: CODE MINIMUM MAXIMUM FUZZ FLAT RESOLUTION (none before evemu 1.2)"
    case .lamp: "L: CODE STATE"
    case .switch: "S: CODE STATE"
    case .event: "E: SECONDS.MICROSECONDS TYPE CODE VALUE"
    }
  }

  var repeated: Diagnostic {
    Diagnostic(
      .error, "repeated-line", "a second \(rawValue): line", hint: "a file should describe one device")
  }

  var missing: Diagnostic {
    Diagnostic(
      .error, "missing-line", "the device description has no \(rawValue): line",
      hint: "it should have one such as \(form)")
  }

  func fieldCount(_ count: Int) -> Diagnostic {
    Diagnostic(
      .error, "field-count", "the \(rawValue): line has \(counted(count, "field"))", hint: "write \(form)")
  }
}
