internal import CLibyaml
import Diagnostics
import OperatingSystem

/// An event of the YAML parser, and the line that it begins in, from 1.
struct YAMLEvent {
  /// What it is.
  enum Kind {
    case documentStart, sequenceStart, mappingStart
    case scalar(String)
    case alias
    /// The end of a list or mapping.
    case end
    case streamEnd
    /// An event without content: the start of the stream, the end of a document.
    case other
  }

  let kind: Kind
  let line: Int
}

/// libyaml's parser at work on a text: yaml.h.
@safe final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeBufferPointer<UInt8>

  /// Starts parsing. The text must stay alive while events are read.
  init(of text: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe self.text = unsafe text
    // If it fails, it has freed its memory.
    guard unsafe yaml_parser_initialize(parser) == 1 else { throw failure }
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    _ = try next()  // the start of the stream
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// The next event. After the end of the stream there is none.
  func next() throws(Diagnostic) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe YAMLEvent(kind: YAMLEvent.Kind(event), line: event.start_mark.line + 1)
  }

  /// Why the parser could not go on.
  private var failure: Diagnostic {
    guard let problem = unsafe parser.pointee.problem else {
      return .notYAML("the YAML parser failed", line: nil)
    }
    return .notYAML(unsafe String(cString: problem), line: problemLine)
  }

  private var problemLine: Int {
    guard unsafe parser.pointee.error == YAML_READER_ERROR else {
      return unsafe parser.pointee.problem_mark.line + 1
    }
    let offset = unsafe min(parser.pointee.problem_offset, text.count)
    return unsafe text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
  }
}

extension YAMLEvent.Kind {
  fileprivate init(_ event: yaml_event_t) {
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: self = .documentStart
    case YAML_SEQUENCE_START_EVENT: self = .sequenceStart
    case YAML_MAPPING_START_EVENT: self = .mappingStart
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: self = .end
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      self = .scalar(unsafe String(decoding: text, as: UTF8.self))
    case YAML_ALIAS_EVENT: self = .alias
    case YAML_STREAM_END_EVENT: self = .streamEnd
    default: self = .other
    }
  }
}

extension Diagnostic {
  /// The error of a text that is not YAML, or that libyaml does not accept, for this reason.
  static func notYAML(_ reason: String, line: Int?) -> Diagnostic {
    Diagnostic(
      .error, "not-yaml", "not YAML: \(reason.escaped)", hint: "it should be what libinput record wrote",
      at: line.map { SourcePosition(line: $0) })
  }

  /// An anchor or alias, which `libinput record` never writes.
  static func alias(line: Int) -> Diagnostic {
    Diagnostic(
      .error, "yaml-alias", "a YAML anchor or alias (& or * before a word), which is not read",
      hint: "write the value itself, as libinput record does", at: SourcePosition(line: line))
  }
}
