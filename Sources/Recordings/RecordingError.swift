/// What is wrong with a recording, and where. Its sentence is in `RecordingError+Sentences.swift`.
public struct RecordingError: Error, Equatable, Sendable {
  /// What the file is called: its path, or `standard input`.
  public var file: String
  /// The line that is wrong, from 1; nil where the whole file is.
  public var line: Int?
  /// What is wrong.
  public var problem: Problem

  /// Makes an error from its parts.
  public init(file: String, line: Int? = nil, problem: Problem) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// Whether the file could not be read at all (a program exits with `EX_NOINPUT`, 66). Otherwise it was
  /// read and its content is wrong (`EX_DATAERR`, 65).
  public var isUnreadable: Bool {
    switch problem {
    case .cannotOpen, .cannotRead, .notAFile: true
    default: false
    }
  }
}

/// That a line of a recording describes ABS_MAX, which is left out. Its sentence is in
/// `RecordingError+Sentences.swift`.
public struct RecordingRemark: Equatable, Sendable {
  /// What the file is called: its path, or `standard input`.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// Makes a remark from its parts.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension RecordingError {
  /// What can be wrong with a recording.
  public enum Problem: Equatable, Sendable {
    /// The file could not be opened; `errno` says why.
    case cannotOpen(errno: Int32)
    /// The file was opened, but reading it failed; `errno` says why.
    case cannotRead(errno: Int32)
    /// The path names something that recordings are not read from.
    case notAFile(FileKind)
    /// The file has more than this many bytes.
    case tooLarge(limit: Int)
    /// The file has no bytes.
    case empty
    /// The file has neither a whole device description nor an event.
    case nothingRecorded
    /// The file is of neither format.
    case unknownFormat
    /// The file holds a zero byte, so it is not text.
    case zeroByte
    /// YAML that is not UTF-8.
    case notUTF8
    /// The format's version is one that touchstick does not know.
    case unknownVersion(RecordingFormat, found: String)
    /// A number that is none, or is out of range.
    case badNumber(Field, text: String, Notation)
    /// An absolute code whose axis is not described.
    case codeWithoutAxis(UInt16, RecordingFormat)
    /// An axis that is not among the device's codes.
    case axisWithoutCode(UInt16, RecordingFormat)

    /// A line that begins with none of evemu's letters.
    case unknownLine(String)
    /// A second line of a kind of which a file has one.
    case repeatedLine(EvemuLine)
    /// A description without a line of this kind.
    case missingLine(EvemuLine)
    /// A line with too few or too many fields.
    case fieldCount(EvemuLine, found: Int)
    /// A second `A:` line for an axis.
    case repeatedAxis(UInt16)
    /// More `B:` lines for an event type than it has codes.
    case tooManyCodes(type: UInt16)
    /// More `P:` lines than there are properties.
    case tooManyProperties

    /// Text that the YAML parser rejects, in its own words.
    case notYAML(String)
    /// Lists and mappings in one another, deeper than the YAML parser takes.
    case tooDeep
    /// A YAML anchor or alias, which `libinput record` never writes.
    case alias
    /// A mapping without this key.
    case missingKey(String)
    /// A value of this key (of the whole file, where the key is empty) that is not what it should be.
    case wrongShape(key: String, Shape)
    /// A list under this key that has too few or too many items.
    case itemCount(key: String, right: Int, found: Int)
    /// A recording of no device.
    case noDevices
  }

  /// What a path can name that is not read.
  public enum FileKind: Sendable {
    /// A directory.
    case directory
    /// A character or block device, such as `/dev/input/event0`.
    case device
    /// A socket, or a kind that touchstick does not know.
    case other
  }

  /// The numbers of a recording.
  public enum Field: Sendable {
    /// An event's time.
    case time
    /// The seconds or the microseconds of an event's time.
    case seconds, microseconds
    /// An event type.
    case type
    /// An event code.
    case code
    /// An event's value.
    case value
    /// A part of the device's identity.
    case identity
    /// A device property.
    case property
    /// Eight bits, one for each code or property.
    case bits
    /// The code of an axis.
    case axis
    /// A limit, the fuzz, the flat or the resolution of an axis.
    case axisValue
    /// The code or the state of a lamp or switch.
    case stateCode, state
    /// The version of a file's format.
    case version
  }

  /// How a number has to be written.
  public enum Notation: Equatable, Sendable {
    /// In hexadecimal without `0x`, at most four digits, up to this number.
    case hexadecimal(upTo: UInt16)
    /// In decimal, in this range.
    case decimal(ClosedRange<Int64>)
    /// Seconds, a point, and one to six digits that count microseconds.
    case time
  }

  /// What a YAML value can be.
  public enum Shape: Sendable {
    /// A mapping of keys to values.
    case mapping
    /// A list.
    case list
    /// A single value.
    case scalar
  }
}

/// The kinds of line in an evemu file, by the letter before the colon.
public enum EvemuLine: Character, Sendable {
  /// The device's name.
  case name = "N"
  /// The device's identity.
  case identity = "I"
  /// Property bits.
  case properties = "P"
  /// Event type and code bits.
  case bits = "B"
  /// An absolute axis.
  case axis = "A"
  /// A lamp that is lit.
  case lamp = "L"
  /// A switch that is on.
  case `switch` = "S"
  /// An event.
  case event = "E"

  /// The kind of a line that begins with a letter and a colon; nil for any other line.
  static func tag(of line: ArraySlice<UInt8>) -> EvemuLine? {
    guard let letter = line.first, line.dropFirst().first == UInt8(ascii: ":") else { return nil }
    return EvemuLine(rawValue: Character(UnicodeScalar(letter)))
  }
}
