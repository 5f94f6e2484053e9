internal import OperatingSystem
import Glibc

// Every sentence that the recordings layer says: what is wrong; what would be right.

extension RecordingError: CustomStringConvertible {
  /// `FILE:LINE: what is wrong; what would be right`, on one line, without control characters of the file's.
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(problem.sentence)"
  }
}

extension RecordingRemark: CustomStringConvertible {
  /// `FILE:LINE: what is left out`, on one line.
  public var description: String {
    "\(file):\(line): the axis 3f is ignored, because ABS_MAX is no axis; old versions of evemu list it"
  }
}

extension RecordingError.Problem {
  fileprivate var sentence: String {
    switch self {
    case .cannotOpen, .cannotRead, .notAFile, .tooLarge, .empty, .nothingRecorded, .unknownFormat, .zeroByte,
      .notUTF8:
      fileSentence
    case .unknownLine, .repeatedLine, .missingLine, .fieldCount, .repeatedAxis, .tooManyCodes,
      .tooManyProperties:
      evemuSentence
    case .notYAML, .tooDeep, .alias, .missingKey, .wrongShape, .itemCount, .noDevices: libinputSentence
    case .unknownVersion(let format, let found):
      "\(format.name) format \(quoted(found)) is not known; \(format.versions)"
    case .badNumber(let field, let text, let notation):
      "\(field.name) cannot be \(quoted(text)); write \(notation.name)"
    case .codeWithoutAxis(let code, let format): format.codeWithoutAxis(code)
    case .axisWithoutCode(let code, let format): format.axisWithoutCode(code)
    }
  }

  private var fileSentence: String {
    switch self {
    case .cannotOpen(let errno):
      "cannot be opened: \(SystemError(errno).text); name a recording that you may read"
    case .cannotRead(let errno):
      "cannot be read: \(SystemError(errno).text); name a recording that you may read"
    case .notAFile(let kind):
      "is \(kind.name), which is not read; name a file, a named pipe, or - for standard input"
    case .tooLarge(let limit):
      "is larger than \(limit / 1_048_576) MiB; record less, or cut the file after a SYN_REPORT"
    case .empty: "is empty; it should hold what evemu-record or libinput record wrote"
    case .nothingRecorded:
      "holds neither events (E: lines) nor a whole device description (N:, I:, B: and A: lines); "
        + "record with evemu-record or libinput record"
    case .unknownFormat:
      "neither an evemu file nor one of libinput record; the first line should be such as N: NAME, "
        + "E: SECONDS.MICROSECONDS TYPE CODE VALUE or version: 1"
    case .zeroByte: "holds a zero byte; a recording is a text file, without compression, in ASCII or UTF-8"
    default: "is not UTF-8; YAML should be written in UTF-8"
    }
  }

  private var evemuSentence: String {
    switch self {
    case .unknownLine(let text):
      "no evemu line begins with \(quoted(text)); lines begin with N:, I:, P:, B:, A:, L:, S:, E: or #"
    case .repeatedLine(let line): "a second \(line.letter) line; a file should describe one device"
    case .missingLine(let line):
      "the device description has no \(line.letter) line; it should have one such as \(line.form)"
    case .fieldCount(let line, let found):
      "the \(line.letter) line has \(found == 1 ? "1 field" : "\(found) fields"); write \(line.form)"
    case .repeatedAxis(let code):
      "a second A: line for the axis \(hex(code)); an axis should be described once"
    case .tooManyCodes(let type):
      "more B: lines than the event type \(hex(type)) has codes; "
        + "there should be \(type == 0x03 ? "1 for it" : "12 at the most")"
    default: "a second P: line; one has room for all properties"
    }
  }

  private var libinputSentence: String {
    switch self {
    case .notYAML(let reason): "not YAML: \(reason.escaped); it should be what libinput record wrote"
    case .tooDeep:
      "lists and mappings stand more than \(YAMLNode.depthLimit) deep in one another; libinput record needs 6 levels"
    case .alias:
      "a YAML anchor or alias (& or * before a word), which is not read; write the value itself, as libinput "
        + "record does"
    case .missingKey(let key): "the key \(key) is missing; it should be there, as libinput record writes it"
    case .wrongShape(let key, let shape):
      "\(key.isEmpty ? "the file" : "the value of \(quoted(key))") is not \(shape.name); it should be"
    case .itemCount(let key, let right, let found):
      "a list under \(quoted(key)) has \(found == 1 ? "1 item" : "\(found) items"); it should have \(right)"
    default: "no device was recorded; the list devices should have at least one"
    }
  }
}

extension RecordingFormat {
  fileprivate var name: String {
    switch self {
    case .evemu: "evemu"
    case .libinput: "libinput record"
    }
  }

  fileprivate var versions: String {
    switch self {
    case .evemu: "it should be 1.0 to 1.3, which evemu 2.7 and older write"
    case .libinput: "it should be 1"
    }
  }

  fileprivate func codeWithoutAxis(_ code: UInt16) -> String {
    switch self {
    case .evemu:
      "a B: line has the axis \(hex(code)), which no A: line describes; "
        + "add A: \(hex(code)) MINIMUM MAXIMUM FUZZ FLAT RESOLUTION"
    case .libinput:
      "codes has the axis \(code), which absinfo does not describe; "
        + "add \(code): [MINIMUM, MAXIMUM, FUZZ, FLAT, RESOLUTION]"
    }
  }

  fileprivate func axisWithoutCode(_ code: UInt16) -> String {
    switch self {
    case .evemu:
      "the axis \(hex(code)) is in no B: line; set bit \(code) of the B: 03 line, or drop the A: line"
    case .libinput:
      "the axis \(code) is not among the codes of type 3; add it there, or drop it from absinfo"
    }
  }
}

extension RecordingError.FileKind {
  fileprivate var name: String {
    switch self {
    case .directory: "a directory"
    case .device: "a device"
    case .other: "not a file"
    }
  }
}

extension RecordingError.Field {
  fileprivate var name: String {
    switch self {
    case .time: "an event's time"
    case .seconds: "an event's seconds"
    case .microseconds: "an event's microseconds"
    case .type: "an event type"
    case .code: "an event code"
    case .value: "an event's value"
    case .identity: "a part of the device's identity"
    case .property: "a property"
    case .bits: "a byte of bits"
    case .axis: "an axis"
    case .axisValue: "a number of an axis"
    case .stateCode: "the code of a lamp or switch"
    case .state: "the state of a lamp or switch"
    case .version: "the format's version"
    }
  }
}

extension RecordingError.Notation {
  fileprivate var name: String {
    switch self {
    case .hexadecimal(let limit):
      "a hexadecimal number up to \(String(limit, radix: 16)), without 0x, of at most 4 digits"
    case .decimal(let range): "a decimal number from \(range.lowerBound) to \(range.upperBound)"
    case .time: "SECONDS.MICROSECONDS, such as 12.000345, not negative and below 9223372036854"
    }
  }
}

extension RecordingError.Shape {
  fileprivate var name: String {
    switch self {
    case .mapping: "a mapping (key: value)"
    case .list: "a list"
    case .scalar: "a single value"
    }
  }
}

extension EvemuLine {
  fileprivate var letter: String { "\(rawValue):" }

  fileprivate var form: String {
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
}

private func hex(_ code: UInt16) -> String { (code < 0x10 ? "0" : "") + String(code, radix: 16) }

private func quoted(_ text: String) -> String { "\"\(text.escaped)\"" }
