internal import Configuration

/// A value of a JSON text (RFC 8259), and the place of its first byte. Numbers beyond the range of Double are infinite.
struct JSONNode {
  indirect enum Value {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object(JSONObject)
  }

  let value: Value
  let offset: Int
}

struct JSONObject {
  private(set) var members: [JSONMember] = []
  private var indices: [String: Int] = [:]

  /// The member with a name. Of several, the last one counts, as in JavaScript.
  subscript(name: String) -> JSONNode? { indices[name].map { members[$0].node } }

  /// Adds a member. Returns whether an earlier one has its name.
  fileprivate mutating func add(_ member: JSONMember) -> Bool {
    members.append(member)
    return indices.updateValue(members.count - 1, forKey: member.name) != nil
  }
}

struct JSONMember {
  let name: String
  let offset: Int
  let node: JSONNode
}

extension JSONNode {
  var isNull: Bool { if case .null = value { true } else { false } }
  var boolean: Bool? { if case .boolean(let flag) = value { flag } else { nil } }
  var number: Double? { if case .number(let number) = value, number.isFinite { number } else { nil } }
  var string: String? { if case .string(let text) = value { text } else { nil } }
  var array: [JSONNode]? { if case .array(let nodes) = value { nodes } else { nil } }
  var members: [JSONMember] { if case .object(let object) = value { object.members } else { [] } }
  var isObject: Bool { if case .object = value { true } else { false } }

  subscript(name: String) -> JSONNode? { if case .object(let object) = value { object[name] } else { nil } }
}

/// Reads a JSON text, with a limit for its depth. Foundation's reader does not know where a value is.
struct JSONReader {
  private let bytes: [UInt8]
  private var index: Int
  private var depth = 0
  /// The members whose name an earlier member of the same object has.
  private(set) var repeated: [JSONMember] = []

  private static let maxDepth = 64

  /// - Parameter bytes: UTF-8; a byte order mark at the start is skipped.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  mutating func root() throws(Diagnostic) -> JSONNode {
    let node = try value()
    skipBlanks()
    guard index == bytes.count else { throw error("more text follows the value", hint: "remove it") }
    return node
  }

  private func error(_ what: String, hint: String, code: String = "not-json") -> Diagnostic {
    Diagnostic(.error, code, what, hint: hint, at: SourcePosition(of: min(index, bytes.count), in: bytes))
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { index += 1 }
  }

  private mutating func skip(_ character: Character) -> Bool {
    skipBlanks()
    guard next == character.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ character: Character) throws(Diagnostic) {
    guard skip(character) else {
      throw error("this is not JSON: \(quoted("\(character)")) is missing", hint: "correct the file")
    }
  }
}

extension JSONReader {
  private mutating func value() throws(Diagnostic) -> JSONNode {
    skipBlanks()
    let start = index
    func node(_ value: JSONNode.Value) -> JSONNode { JSONNode(value: value, offset: start) }
    switch next {
    case UInt8(ascii: "{"): return node(.object(try nested(Self.object)))
    case UInt8(ascii: "["): return node(.array(try nested(Self.array)))
    case UInt8(ascii: "\""): return node(.string(try string()))
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return node(.number(try number()))
    default: break
    }
    for (word, value) in [
      ("null", JSONNode.Value.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ]
    where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return node(value)
    }
    throw error("this is not JSON: a value is missing", hint: "correct the file")
  }

  private mutating func nested<Value>(
    _ read: (inout JSONReader) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    guard depth < Self.maxDepth else {
      throw error("this is nested too deeply", hint: "the limit is \(Self.maxDepth) levels", code: "too-deep")
    }
    depth += 1
    index += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private static func array(_ reader: inout JSONReader) throws(Diagnostic) -> [JSONNode] {
    var nodes: [JSONNode] = []
    repeat {
      // Also after a comma: other readers accept that, and so do people who write skins.
      if reader.skip("]") { return nodes }
      nodes.append(try reader.value())
    } while reader.skip(",")
    try reader.expect("]")
    return nodes
  }

  private static func object(_ reader: inout JSONReader) throws(Diagnostic) -> JSONObject {
    var object = JSONObject()
    repeat {
      if reader.skip("}") { return object }
      reader.skipBlanks()
      let start = reader.index
      let name = try reader.string()
      try reader.expect(":")
      let member = JSONMember(name: name, offset: start, node: try reader.value())
      if object.add(member) { reader.repeated.append(member) }
    } while reader.skip(",")
    try reader.expect("}")
    return object
  }

  private mutating func number() throws(Diagnostic) -> Double {
    let start = index
    while let byte = next, "+-.0123456789eE".utf8.contains(byte) { index += 1 }
    guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      index = start
      throw error("this is not a number", hint: "write 12, -0.5 or 1e3")
    }
    return number
  }
}

// Strings.
extension JSONReader {
  /// The longest string that is kept whole. No layout needs more, and references can have it read a thousand times.
  private static let maxStringBytes = 1000

  private mutating func string() throws(Diagnostic) -> String {
    try expect("\"")
    var units: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      index += 1
      let isKept = units.count < Self.maxStringBytes
      if byte == UInt8(ascii: "\\") {
        let scalar = try escaped()
        if isKept { units += String(scalar).utf8 }
      } else if isKept {
        units.append(byte)
      }
    }
    guard next != nil else { throw error("a string does not end", hint: "add its quotation mark") }
    index += 1
    return String(decoding: units, as: UTF8.self)
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{c}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func escaped() throws(Diagnostic) -> Unicode.Scalar {
    if let byte = next, let scalar = Self.escapes[byte] {
      index += 1
      return scalar
    }
    guard let high = unit() else {
      throw error("this is not an escape of JSON", hint: "write \\n, \\\" or \\u00e4")
    }
    guard (0xd800...0xdbff).contains(high) else { return Unicode.Scalar(high) ?? "\u{fffd}" }
    let start = index
    guard next == UInt8(ascii: "\\"), bytes.indices.contains(index + 1) else { return "\u{fffd}" }
    index += 1
    guard let low = unit(), (0xdc00...0xdfff).contains(low) else {
      index = start
      return "\u{fffd}"
    }
    return Unicode.Scalar((high - 0xd800) << 10 + (low - 0xdc00) + 0x10000) ?? "\u{fffd}"
  }

  /// Reads `u` and four hexadecimal digits.
  private mutating func unit() -> UInt32? {
    guard next == UInt8(ascii: "u"), index + 5 <= bytes.count else { return nil }
    let digits = bytes[index + 1..<index + 5]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    index += 5
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
