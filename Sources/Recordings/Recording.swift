package import Configuration
package import EventPipeline
import Glibc
import System

/// A recorded device and its events, from `evemu-record`, `evemu-describe` or `libinput record`.
package struct Recording: Equatable, Sendable {
  /// The device's description; nil for an evemu file without `B:` lines. Such a file (evemu's `.events`) needs the
  /// `.desc` file of the same device.
  package var description: DeviceDescription?
  /// The events, in the order of the file; empty for a file that only describes a device. Times are the file's:
  /// microseconds from the first event, from boot or from 1970, never negative, and not always rising (a recording may
  /// be pieced together).
  package var events: [InputEvent]
  /// The samples of motion sensors, in the order of the file.
  package var motion: [RecordedMotion]
  package var warnings: [Diagnostic]

  package init(
    description: DeviceDescription?, events: [InputEvent], motion: [RecordedMotion] = [],
    warnings: [Diagnostic] = []
  ) {
    self.description = description
    self.events = events
    self.motion = motion
    self.warnings = warnings
  }
}

extension Recording {
  /// Reads an evemu file (formats 1.0 to 1.3) or the YAML of `libinput record` (format 1), decided by the first line
  /// that is neither blank nor a comment.
  ///
  /// - Throws: The first error in the file, with its line. A file with neither a whole description nor an event is an
  ///   error too.
  package static func parse(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Recording {
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
  package static func parse(_ text: String, file: String) throws(Diagnostic) -> Recording {
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

extension Recording {
  /// The events, without those that are unreliable after the kernel dropped some.
  ///
  /// When a reader is too slow, the kernel discards the unread events and sends SYN_DROPPED. The events up to the next
  /// SYN_REPORT are the rest of a frame whose beginning is lost, and must be ignored
  /// (`Documentation/input/event-codes.rst`, SYN_DROPPED). A live reader then reads the device's state from the kernel,
  /// which a recording cannot. So these events remain:
  ///
  /// - SYN_DROPPED itself, so that a reader knows that contacts may have come and gone unseen.
  /// - Up to and including the next SYN_REPORT, only ABS_MT_SLOT: the slot of the following events is valid in any
  ///   frame.
  /// - For a device with slots, no events of a contact (ABS_MT_TOUCH_MAJOR 0x30 to ABS_MT_TOOL_Y 0x3d) until an
  ///   ABS_MT_SLOT has come since SYN_DROPPED: the kernel sends that only when the slot changes, and the change may
  ///   have been lost.
  ///
  /// A device has slots if its ``description`` has ABS_MT_SLOT; without a description, if any of the events
  /// is one.
  package var trustworthyEvents: [InputEvent] {
    guard events.contains(where: { $0.is(.synDropped) }) else { return events }
    var filter = filter
    return events.filter { filter.isTrustworthy($0) }
  }

  /// The same events with the samples of motion sensors, in the order of the file. A sample in the middle of a frame comes
  /// after it.
  package var trustworthyInputs: [RecordedInput] {
    var filter = filter
    return inputs { filter.isTrustworthy($0) }
  }

  private var filter: TornFrameFilter {
    TornFrameFilter(
      hasSlots: description?.supports(.absMTSlot) ?? events.contains { $0.is(.absMTSlot) })
  }
}

private struct TornFrameFilter {
  let hasSlots: Bool
  var isTorn = false
  var knowsSlot = true

  mutating func isTrustworthy(_ event: InputEvent) -> Bool {
    if event.is(.synDropped) {
      isTorn = true
      knowsSlot = !hasSlots
      return true
    }
    if event.is(.absMTSlot) {
      knowsSlot = true
      return true
    }
    if isTorn {
      isTorn = !event.is(.synReport)
      return false
    }
    let isOfContact = event.type == .absolute && DeviceState.slotAxes.contains(event.code)
    return knowsSlot || !isOfContact
  }
}

extension Recording {
  /// The maximum size in bytes for ``read(path:)``: 256 MiB, hours of touches.
  package static let sizeLimit = 256 << 20

  /// Opens and reads a recording: a regular file, a named pipe or, for the path `-`, standard input.
  ///
  /// Other kinds of file are not opened, because opening a device can have effects. Opening a named pipe waits for a
  /// writer.
  ///
  /// - Throws: The errors of ``parse(_:file:)-([UInt8],_)``, and an error if the file cannot be read or has more than
  ///   ``sizeLimit`` bytes.
  package static func read(path: String) throws(Diagnostic) -> Recording {
    let file = path == "-" ? "standard input" : path
    return try parse(try bytes(ofPath: path, file: file), file: file)
  }

  private static func bytes(ofPath path: String, file: String) throws(Diagnostic) -> [UInt8] {
    if path == "-" { return try bytes(of: STDIN_FILENO, file: file) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw unreadable(file, "opened") }
    try checkKind(status, file: file)
    let descriptor: OwnedFileDescriptor
    do throws(SystemError) {
      descriptor = try OwnedFileDescriptor(opening: path, O_RDONLY | O_NOCTTY)
    } catch {
      throw unreadable(file, "opened", error)
    }
    return try bytes(of: descriptor.number, file: file)
  }

  private static func checkKind(_ status: stat, file: String) throws(Diagnostic) {
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: return
    case S_IFDIR: kind = "a directory"
    case S_IFCHR, S_IFBLK: kind = "a device"
    default: kind = "not a file"
    }
    throw Diagnostic(
      .error, "not-a-file", "is \(kind), which is not read",
      hint: "name a file, a named pipe, or - for standard input", in: file, isUnreadable: true)
  }

  private static func bytes(of descriptor: Int32, file: String) throws(Diagnostic) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try readAll(from: descriptor, limit: sizeLimit)
    } catch {
      throw unreadable(file, "read", error)
    }
    guard let bytes else { throw Diagnostic.tooLarge(limit: sizeLimit).located(in: file) }
    return bytes
  }

  private static func unreadable(_ file: String, _ verb: String, _ error: SystemError = .last) -> Diagnostic {
    Diagnostic(
      .error, "unreadable", "cannot be \(verb): \(error.text)", hint: "name a recording that you may read",
      in: file, isUnreadable: true)
  }
}

extension Diagnostic {
  static func tooLarge(limit: Int) -> Diagnostic {
    Diagnostic(
      .error, "too-large", "is larger than \(limit / 1_048_576) MiB",
      hint: "record less, or cut the file after a SYN_REPORT")
  }
}
