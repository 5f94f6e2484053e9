import EventPipeline

/// Reads evemu's text format. The format is described in evemu's README; where that is silent, evemu 2.7's
/// own reader (`src/evemu.c`) was followed, but for two things: the order of lines does not matter, and
/// lines that evemu would skip or misread are errors.
///
/// - 1.0 allows comments only before the data, 1.1 everywhere, 1.2 adds the resolution to `A:` lines, 1.3
///   the `L:` and `S:` lines. All of it is read whatever the version says, because the `.desc` files of
///   1.0 do not say one.
/// - ABS_MAX (3f) is the highest number of an axis, and no axis. Old versions of evemu list it all the same, so that
///   it is left out with a remark.
/// - A description without `B:` lines does not say what the device can send, so it counts as none.
struct EvemuReader {
  private let file: String
  private var line = 0
  private var hasBegun = false
  private var device = EvemuDevice()
  private var events: [InputEvent] = []

  init(file: String) { self.file = file }

  mutating func read(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
    var lines = TextLines(bytes)
    while let text = lines.next() {
      line = lines.number
      do throws(Fault) {
        try read(line: text)
      } catch {
        throw RecordingError(file: file, line: line, problem: error.problem)
      }
    }
    do throws(Fault) {
      let remarks = device.ignoredAxisLine.map { [RecordingRemark(file: file, line: $0)] } ?? []
      return Recording(description: try device.description(), events: events, remarks: remarks)
    } catch {
      throw RecordingError(file: file, line: error.line, problem: error.problem)
    }
  }

  private mutating func read(line text: ArraySlice<UInt8>) throws(Fault) {
    let text = text.trimmingBlanks()
    if text.isEmpty { return }
    defer { hasBegun = true }
    if text.first == UInt8(ascii: "#") { return hasBegun ? () : try Self.checkVersion(text) }
    guard let kind = EvemuLine.tag(of: text) else { throw .init(.unknownLine(text.prefix(2).excerpt)) }
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
    case .event: events.append(try Self.event(data))
    }
  }

  /// Reads `# EVEMU major.minor`, which the first line may be; any other comment is skipped.
  private static func checkVersion(_ comment: ArraySlice<UInt8>) throws(Fault) {
    let fields = comment.dropFirst().fields()
    guard fields.count >= 2, fields[0].elementsEqual("EVEMU".utf8) else { return }
    let parts = fields[1].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(digits.contains) else { return }
    // A minor version only adds to the format, so a newer one is read as far as it is known.
    if Number.decimal(parts[0], in: 0...1) == nil {
      throw .init(.unknownVersion(.evemu, found: fields[1].excerpt))
    }
  }

  private static func event(_ fields: [ArraySlice<UInt8>]) throws(Fault) -> InputEvent {
    guard fields.count == 4 else { throw .init(.fieldCount(.event, found: fields.count)) }
    return InputEvent(
      time: try time(fields[0]),
      type: EventType(rawValue: try hexadecimal(fields[1], .type, upTo: KernelLimits.type)),
      code: try hexadecimal(fields[2], .code, upTo: KernelLimits.code), value: try value(fields[3], .value))
  }

  /// Reads a time. The digits after the point are a number of microseconds, not a fraction: evemu reads
  /// them with `%06u`, so `0.5` is five microseconds.
  private static func time(_ text: ArraySlice<UInt8>) throws(Fault) -> Int64 {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count <= 6,
      let seconds = Number.decimal(parts[0], in: 0...Int64.max),
      let fraction = Number.decimal(parts[1], in: 0...999_999),
      text.first != UInt8(ascii: "-"), parts[1].first != UInt8(ascii: "-"),
      let time = Number.microseconds(seconds: seconds, microseconds: fraction)
    else { throw .init(.badNumber(.time, text: text.excerpt, .time)) }
    return time
  }

  private static func checkState(
    _ fields: [ArraySlice<UInt8>], _ kind: EvemuLine
  ) throws(Fault) {
    guard fields.count == 2 else { throw .init(.fieldCount(kind, found: fields.count)) }
    _ = try hexadecimal(fields[0], .stateCode, upTo: KernelLimits.code)
    _ = try value(fields[1], .state)
  }

  static func hexadecimal(
    _ text: ArraySlice<UInt8>, _ field: RecordingError.Field, upTo limit: UInt16
  ) throws(Fault) -> UInt16 {
    guard let number = Number.hexadecimal(text, upTo: limit) else {
      throw .init(.badNumber(field, text: text.excerpt, .hexadecimal(upTo: limit)))
    }
    return number
  }

  static func value(
    _ text: ArraySlice<UInt8>, _ field: RecordingError.Field
  ) throws(Fault) -> Int32 {
    guard let number = Number.decimal(text, in: Number.values) else {
      throw .init(.badNumber(field, text: text.excerpt, .decimal(Number.values)))
    }
    return Int32(truncatingIfNeeded: number)
  }
}

/// A problem on its way to where the file and the line are known.
struct Fault: Error {
  var problem: RecordingError.Problem
  /// The line, where it is not the one being read.
  var line: Int?

  init(_ problem: RecordingError.Problem, line: Int? = nil) {
    self.problem = problem
    self.line = line
  }
}
