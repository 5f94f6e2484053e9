internal import CToml
internal import System

@safe package struct TOMLDocument: ~Copyable {
  /// Nil if there was no memory for the handle.
  private let handle: OpaquePointer?

  /// Parses UTF-8. ``root()`` reports errors.
  package init(parsing text: [UInt8]) {
    unsafe handle = text.withUnsafeBytes { bytes in
      unsafe ctoml_parse(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
  }

  deinit {
    unsafe ctoml_free(handle)
  }

  package func root() throws(Diagnostic) -> [TOMLEntry] {
    guard let handle = unsafe handle else { throw Self.noMemory }
    let position = unsafe SourcePosition(ctoml_error_position(handle))
    switch unsafe ctoml_document_status(handle) {
    case CTOML_PARSED: break
    case CTOML_TOO_DEEP:
      throw Diagnostic(
        .error, "too-deep", "this is nested too deeply",
        hint: "the limit is \(CTOML_MAX_DEPTH) levels of tables and arrays", at: position)
    case CTOML_SYNTAX_ERROR:
      let description = unsafe String(ctoml_error_description(handle))
      throw Diagnostic(
        .error, "not-toml", "this is not TOML (\(Self.lead(description).escaped))",
        hint: Self.hint(for: description), at: position)
    default: throw Self.noMemory
    }
    var count = 0
    let first = unsafe ctoml_nodes(handle, &count)
    var walk = unsafe TOMLWalk(nodes: UnsafeBufferPointer(start: first, count: count))
    guard case .table(let entries) = walk.next().node.value else { return [] }
    return entries
  }
}

// The errors of a text that is not TOML.
extension TOMLDocument {
  private static var noMemory: Diagnostic {
    Diagnostic(.error, "no-memory", "there is not enough memory to read this file")
  }

  /// The parser's description without "Error" and without a capital at the beginning.
  private static func lead(_ description: String) -> String {
    let error = "Error "
    if description.hasPrefix(error) { return String(description.dropFirst(error.count)) }
    return description.prefix(1).lowercased() + description.dropFirst()
  }

  /// The usual cause of an error, for words in the parser's description of it.
  private static let causes = [
    ("could not determine value type", unquoted), ("expected digit, saw", unquoted),
    ("parsing boolean", "words need quotes: \"left\"; true and false are written in small letters"),
    ("expected decimal digit, saw", "a number has digits on both sides of its point: 0.5"),
    ("parsing string: unescaped", unclosed), ("parsing string: encountered end-of-file", unclosed),
    ("expected '=', saw", "write a key, an equals sign and a value: radius = 12"),
    ("expected ']', saw", "close every bracket that you open, as in [device], [[stick]] and [10, 20]"),
    (
      "cannot redefine existing",
      "use each key once, and [[two brackets]] for a table that comes several times"
    ),
  ]
  private static let unquoted = "words, and lengths with a unit, need quotes: \"left\", \"12mm\""
  private static let unclosed =
    "a string ends with the quotes that it begins with, and has no control characters"

  private static func hint(for description: String) -> String? {
    causes.first { cause, _ in description.hasWord(cause) }?.1
  }
}

/// Iterates over the nodes of a document. The document must outlive it.
@safe private struct TOMLWalk: ~Copyable {
  private let nodes: UnsafeBufferPointer<ctoml_node>
  private var index = 0

  init(nodes: UnsafeBufferPointer<ctoml_node>) {
    unsafe self.nodes = unsafe nodes
  }

  /// The next node with its descendants. CToml limits the depth.
  mutating func next() -> TOMLEntry {
    let node = unsafe nodes[index]
    index += 1
    return unsafe TOMLEntry(
      key: String(node.key), keyPosition: SourcePosition(node.key_position),
      node: TOMLNode(
        position: SourcePosition(node.position), end: SourcePosition(node.end), value: value(of: node)))
  }

  private mutating func value(of node: ctoml_node) -> TOMLValue {
    switch unsafe node.kind {
    case CTOML_STRING: unsafe .string(String(node.string))
    case CTOML_INTEGER: unsafe .integer(node.integer)
    case CTOML_FLOAT: unsafe .float(node.number)
    case CTOML_BOOLEAN: unsafe .boolean(node.boolean)
    case CTOML_ARRAY: unsafe .array(children(node.child_count).map(\.node))
    case CTOML_TABLE: unsafe .table(children(node.child_count))
    default: .dateOrTime
    }
  }

  private mutating func children(_ count: Int) -> [TOMLEntry] {
    var entries: [TOMLEntry] = []
    entries.reserveCapacity(count)
    for _ in 0..<count { entries.append(next()) }
    return entries
  }
}

extension String {
  fileprivate init(_ text: ctoml_text) {
    let bytes = unsafe UnsafeRawBufferPointer(start: text.bytes, count: text.count)
    self = unsafe String(decoding: bytes, as: UTF8.self)
  }
}

extension SourcePosition {
  fileprivate init(_ position: ctoml_position) {
    self.init(line: Int(position.line), column: Int(position.column))
  }
}

package struct TOMLNode: Equatable, Sendable {
  package var position: SourcePosition
  /// After its last character; of a table that has a heading, after the heading.
  package var end: SourcePosition
  package var value: TOMLValue
}

package indirect enum TOMLValue: Equatable, Sendable {
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  case dateOrTime
  case array([TOMLNode])
  case table([TOMLEntry])

  package var type: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .dateOrTime: "a date or time"
    case .array: "an array"
    case .table: "a table"
    }
  }

  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .float(let float): float
    default: nil
    }
  }
}

/// A key of a table, with its value. A table has them in the order of their places.
package struct TOMLEntry: Equatable, Sendable {
  package var key: String
  package var keyPosition: SourcePosition
  package var node: TOMLNode

  package init(key: String, keyPosition: SourcePosition, node: TOMLNode) {
    (self.key, self.keyPosition, self.node) = (key, keyPosition, node)
  }
}

extension Settings {
  /// Reads the text of a configuration file.
  package static func parse(_ text: [UInt8], file: String) throws(ConfigurationError) -> Settings {
    try read(root(of: text, file: file), file: file, as: .root)
  }

  /// Turns the tables of a file into settings.
  ///
  /// - Parameter kind: `root` for a configuration, or `profile`.
  package static func read(
    _ root: [TOMLEntry], file: String, as kind: ConfigurationTable
  ) throws(ConfigurationError) -> Settings {
    var reader = SettingsReader(file: file)
    let settings = reader.settings(root, kind)
    guard reader.errors.isEmpty else { throw ConfigurationError(reader.errors) }
    // A profile is checked with the configuration that uses it.
    if kind == .root { try settings.checkKeys() }
    return settings
  }

  package static func root(of text: [UInt8], file: String) throws(ConfigurationError) -> [TOMLEntry] {
    do throws(Diagnostic) {
      try checkEncoding(of: text)
      return try TOMLDocument(parsing: text).root()
    } catch {
      throw ConfigurationError([error.located(in: file)])
    }
  }

  package static func parse(_ text: String, file: String) throws(ConfigurationError) -> Settings {
    try parse(Array(text.utf8), file: file)
  }

  private static func checkEncoding(of text: [UInt8]) throws(Diagnostic) {
    if let index = text.firstIndex(of: 0) {
      throw Diagnostic(
        .error, "nul-byte", "this is a NUL byte", hint: "a configuration must be text",
        at: SourcePosition(of: index, in: text))
    }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text.span)
    } catch {
      let position = SourcePosition(of: error.byteOffsets.lowerBound, in: text)
      throw Diagnostic(
        .error, "not-utf-8", "this is not UTF-8", hint: "save the file as UTF-8", at: position)
    }
  }
}

extension SourcePosition {
  /// The place of the byte at an index. As in the parser, a byte order mark has no column: its place is that of the
  /// next byte.
  package init(of index: Int, in text: [UInt8]) {
    let before = text[text.start..<max(index, text.start)]
    let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: line.count { $0 & 0xc0 != 0x80 } + 1)
  }
}
