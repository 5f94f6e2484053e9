internal import CLibyaml
import Configuration
import System

/// A value in a YAML file, with its key and its place.
struct YAMLValue {
  private let node: YAMLNode
  /// The key that the value belongs to; a list's items have that of the list. Empty for
  /// the whole file.
  private let key: String

  /// The maximum size of a YAML file in bytes. Its contents need about six times as much memory, and forty times in a
  /// malicious file.
  static let sizeLimit = 16 << 20

  static func root(of bytes: [UInt8]) throws(Diagnostic) -> YAMLValue {
    if bytes.count > sizeLimit { throw .tooLarge(limit: sizeLimit) }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw Diagnostic(
        .error, "not-utf-8", "is not UTF-8", hint: "YAML should be written in UTF-8",
        at: SourcePosition(line: TextLines.number(at: error.byteOffsets.lowerBound, of: bytes)))
    }
    let node = try unsafe bytes.withUnsafeBufferPointer { text throws(Diagnostic) in
      try unsafe YAMLNode.root(of: text)
    }
    guard let node else { throw .nothingRecorded }
    return YAMLValue(node: node, key: "")
  }

  func error(_ code: String, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(.error, code, message, hint: hint, at: SourcePosition(line: node.line))
  }

  private func isNot(_ shape: String) -> Diagnostic {
    let name = key.isEmpty ? "the file" : "the value of \(quoted(key))"
    return error("wrong-shape", "\(name) is not \(shape)", hint: "it should be")
  }

  /// Whether there is no value, as in `events:` with nothing after it.
  var isEmpty: Bool { node.text?.isEmpty == true }

  func text() throws(Diagnostic) -> String {
    guard let text = node.text else { throw isNot("a single value") }
    return text
  }

  func number(_ field: String, in range: ClosedRange<Int64>) throws(Diagnostic) -> Int64 {
    let text = try text()
    guard let number = Number.decimal(text.utf8, in: range) else {
      let excerpt = Array(text.utf8)[...].excerpt
      throw Diagnostic(badNumber: excerpt, of: field, Number.phrase(range))
        .located(in: nil, at: SourcePosition(line: node.line))
    }
    return number
  }

  /// The items of a list; exactly `count` if that is given.
  func items(count: Int? = nil) throws(Diagnostic) -> [YAMLValue] {
    guard case .sequence(let nodes) = node.content else { throw isNot("a list") }
    if let count, nodes.count != count {
      throw error(
        "item-count", "a list under \(quoted(key)) has \(counted(nodes.count, "item"))",
        hint: "it should have \(count)")
    }
    return nodes.map { YAMLValue(node: $0, key: key) }
  }

  func numbers(
    _ field: String, in range: ClosedRange<Int64>, count: Int? = nil
  ) throws(Diagnostic) -> [Int64] {
    var numbers: [Int64] = []
    for item in try items(count: count) { numbers.append(try item.number(field, in: range)) }
    return numbers
  }

  func pairs() throws(Diagnostic) -> [(key: YAMLValue, value: YAMLValue)] {
    guard case .mapping(let pairs) = node.content else { throw isNot("a mapping (key: value)") }
    return pairs.map { pair in
      (
        YAMLValue(node: pair.key, key: key),
        YAMLValue(node: pair.value, key: pair.key.text ?? key)
      )
    }
  }

  /// The value of a key; nil if the mapping does not have it.
  func optionalValue(_ name: String) throws(Diagnostic) -> YAMLValue? {
    try pairs().first { $0.key.node.text == name }?.value
  }

  func value(_ name: String) throws(Diagnostic) -> YAMLValue {
    guard let value = try optionalValue(name) else {
      throw error(
        "missing-key", "the key \(name) is missing", hint: "it should be there, as libinput record writes it")
    }
    return value
  }
}

/// A node of a YAML file, and the line that it begins in, from 1.
struct YAMLNode {
  enum Content {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  let content: Content
  let line: Int

  var text: String? { if case .scalar(let text) = content { text } else { nil } }

  /// The deepest nesting of lists and mappings. Traversing them, even freeing them, is recursive.
  static let depthLimit = 100
}

extension YAMLNode {
  /// The root node of a file with one document; nil for an empty file.
  static func root(of text: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> YAMLNode? {
    let events = try unsafe YAMLEvents(of: text)
    guard case .documentStart = try events.next().kind else { return nil }
    let root = try node(events)
    _ = try events.next()  // the end of the document
    let last = try events.next()
    guard case .streamEnd = last.kind else {
      throw .notYAML("but found another document", line: last.line)
    }
    return root
  }

  /// The next node with its contents; nil at the end of a list or mapping.
  private static func node(_ events: YAMLEvents, depth: Int = 0) throws(Diagnostic) -> YAMLNode? {
    let event = try events.next()
    switch event.kind {
    case .scalar(let text): return YAMLNode(content: .scalar(text), line: event.line)
    case .end: return nil
    // A few lines of aliases can stand for more nodes than any machine can visit. An anchor alone is harmless.
    case .alias:
      throw Diagnostic(
        .error, "yaml-alias", "a YAML alias (* before a word), which is not read",
        hint: "write the value itself, as libinput record does", at: SourcePosition(line: event.line))
    case .sequenceStart, .mappingStart:
      guard depth < depthLimit else {
        throw Diagnostic(
          .error, "too-deep", "lists and mappings stand more than \(depthLimit) deep in one another",
          hint: "libinput record needs 6 levels", at: SourcePosition(line: event.line))
      }
      var nodes: [YAMLNode] = []
      while let node = try node(events, depth: depth + 1) { nodes.append(node) }
      let content: Content =
        if case .sequenceStart = event.kind { .sequence(nodes) } else { .mapping(try pairs(nodes)) }
      return YAMLNode(content: content, line: event.line)
    // libyaml sends none of these within a node, and sends them forever after its last event.
    case .documentStart, .streamEnd, .other: throw .notYAML("a value does not end", line: event.line)
    }
  }

  /// The pairs of keys and values in turn. Keys must be different texts; keys that are lists or mappings are not compared.
  private static func pairs(_ nodes: [YAMLNode]) throws(Diagnostic) -> [(key: YAMLNode, value: YAMLNode)] {
    let pairs = stride(from: 1, to: nodes.count, by: 2).map { (key: nodes[$0 - 1], value: nodes[$0]) }
    var lines: [String: Int] = [:]
    for pair in pairs where pairs.count > 1 {
      guard let name = pair.key.text else { continue }
      if let first = lines.updateValue(pair.key.line, forKey: name) {
        throw .notYAML("the key \(name) is there twice", line: first)
      }
    }
    return pairs
  }
}

/// An event of the YAML parser, and the line that it begins in, from 1.
struct YAMLEvent {
  enum Kind {
    case documentStart, sequenceStart, mappingStart
    case scalar(String)
    case alias
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
  private let lineCount: Int

  /// Starts parsing. The text must stay alive while events are read.
  init(of text: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe self.text = unsafe text
    lineCount = unsafe Self.lineCount(text[...])
    // If it fails, it has freed its memory.
    guard unsafe yaml_parser_initialize(parser) == 1 else { throw failure }
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    _ = try next()  // the start of the stream
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  func next() throws(Diagnostic) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe YAMLEvent(kind: YAMLEvent.Kind(event), line: line(of: event.start_mark))
  }

  private var failure: Diagnostic {
    guard let problem = unsafe parser.pointee.problem else {
      return .notYAML("the YAML parser failed", line: nil)
    }
    return .notYAML(unsafe String(cString: problem), line: problemLine)
  }

  private var problemLine: Int {
    guard unsafe parser.pointee.error == YAML_READER_ERROR else {
      return unsafe line(of: parser.pointee.problem_mark)
    }
    return unsafe Self.lineCount(text.prefix(min(parser.pointee.problem_offset, text.count)))
  }

  /// libyaml counts the end of the text as a line break, and NEL and some other characters. Editors do not, and have no
  /// such line.
  private func line(of mark: yaml_mark_t) -> Int { min(mark.line + 1, lineCount) }

  private static func lineCount(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    unsafe text.count { $0 == UInt8(ascii: "\n") } + 1
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
}
