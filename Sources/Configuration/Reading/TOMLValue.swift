internal import Diagnostics

/// A value of a TOML document, with its place.
struct TOMLNode: Equatable, Sendable {
  var position: SourcePosition
  /// After its last character; of a table that has a heading, after the heading.
  var end: SourcePosition
  var value: TOMLValue
}

/// A value of a TOML document.
indirect enum TOMLValue: Equatable, Sendable {
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  case dateOrTime
  case array([TOMLNode])
  case table([TOMLEntry])

  /// Its type, in words.
  var type: String {
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

  /// The value of an integer or a float.
  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .float(let float): float
    default: nil
    }
  }
}

/// A key of a table, with its value. A table has them in the order of their places.
struct TOMLEntry: Equatable, Sendable {
  var key: String
  var keyPosition: SourcePosition
  var node: TOMLNode
}
