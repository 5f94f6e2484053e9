public import EventPipeline

/// A recorded device and what it sent: what `evemu-record`, `evemu-describe` or `libinput record` wrote.
public struct Recording: Equatable, Sendable {
  /// What the device can do; nil for an evemu file without `B:` lines. Such a file (evemu's `.events`) was
  /// made beside a description of its own, the `.desc` file of the same device, which has to be read for it.
  public var description: DeviceDescription?
  /// What the device sent, in the order of the file; empty for a file that only describes a device. Times
  /// are the file's: microseconds from the first event, from boot or from 1970, never negative, and not
  /// always rising (a recording may be pieced together).
  public var events: [InputEvent]
  /// What of the file is left out.
  public var remarks: [RecordingRemark]

  /// Makes a recording from its parts.
  public init(description: DeviceDescription?, events: [InputEvent], remarks: [RecordingRemark] = []) {
    self.description = description
    self.events = events
    self.remarks = remarks
  }
}

extension Recording {
  /// Reads an evemu file (formats 1.0 to 1.3) or the YAML of `libinput record` (format 1), whichever the
  /// text is: its first line that is neither blank nor a comment tells.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: What errors call the file.
  /// - Throws: The first thing in the file that is not as it should be, with its line. A file with neither
  ///   a whole description nor an event is an error too.
  public static func parse(_ bytes: [UInt8], file: String) throws(RecordingError) -> Recording {
    if bytes.isEmpty { throw RecordingError(file: file, problem: .empty) }
    if let zero = bytes.firstIndex(of: 0) {
      throw RecordingError(file: file, line: TextLines.number(at: zero, of: bytes), problem: .zeroByte)
    }
    let recording: Recording
    switch try format(of: bytes, file: file) {
    case .evemu:
      var reader = EvemuReader(file: file)
      recording = try reader.read(bytes)
    case .libinput: recording = try LibinputReader(file: file).read(bytes)
    }
    if recording.description == nil && recording.events.isEmpty {
      throw RecordingError(file: file, problem: .nothingRecorded)
    }
    return recording
  }

  /// Reads a file's text; see ``parse(_:file:)-([UInt8],_)``.
  public static func parse(_ text: String, file: String) throws(RecordingError) -> Recording {
    try parse(Array(text.utf8), file: file)
  }

  private static func format(of bytes: [UInt8], file: String) throws(RecordingError) -> RecordingFormat {
    var lines = TextLines(bytes)
    while let line = lines.next() {
      let text = line.trimmingBlanks()
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      if EvemuLine.tag(of: text) != nil { return .evemu }
      if LibinputReader.begins(with: text) { return .libinput }
      throw RecordingError(file: file, line: lines.number, problem: .unknownFormat)
    }
    return .evemu
  }
}

/// The two kinds of file that a ``Recording`` is read from.
public enum RecordingFormat: Sendable {
  /// The lines of evemu (`N:`, `I:`, `P:`, `B:`, `A:`, `L:`, `S:`, `E:`).
  case evemu
  /// The YAML of `libinput record`.
  case libinput
}
