/// A value of a TOML document, with its place.
struct TOMLNode: Equatable {
  var position: SourcePosition
  var value: TOMLValue
}

/// What a value of a TOML document is.
indirect enum TOMLValue: Equatable {
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  case dateOrTime
  case array([TOMLNode])
  case table([TOMLEntry])

  var type: ValueType {
    switch self {
    case .string: .string
    case .integer: .integer
    case .float: .float
    case .boolean: .boolean
    case .dateOrTime: .dateOrTime
    case .array: .array
    case .table: .table
    }
  }
}

/// A key of a table, with its value. A table has them in the order of their places.
struct TOMLEntry: Equatable {
  var key: String
  var keyPosition: SourcePosition
  var node: TOMLNode
}

/// The types that TOML knows.
public enum ValueType: Sendable {
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  case string, integer, float, boolean, dateOrTime, array, table
}
