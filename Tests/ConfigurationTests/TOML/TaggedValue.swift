@testable import Configuration

/// A value as toml-test writes it in JSON: tables and arrays unchanged, others as `{"type": ..., "value": ...}`.
indirect enum TaggedValue: Equatable {
  /// In UTF-8, because TOML distinguishes strings that Swift considers equal.
  case string([UInt8])
  case integer(Int64)
  /// The bits. All NaNs are the same here, and so are 0 and -0, because the suite writes both as 0.
  case float(UInt64)
  case boolean(Bool)
  /// We keep only that it is a date or a time.
  case dateOrTime
  case array([TaggedValue])
  case table([String: TaggedValue])

  private static func float(_ number: Double) -> TaggedValue {
    .float(number.isNaN ? Double.nan.bitPattern : (number + 0).bitPattern)
  }
}

extension TaggedValue {
  init(_ value: TOMLValue) {
    self =
      switch value {
      case .string(let text): .string(Array(text.utf8))
      case .integer(let number): .integer(number)
      case .float(let number): .float(number)
      case .boolean(let own): .boolean(own)
      case .dateOrTime: .dateOrTime
      case .array(let nodes): .array(nodes.map { TaggedValue($0.value) })
      case .table(let entries): TaggedValue(entries)
      }
  }

  /// A table, without duplicate keys.
  init(_ entries: [TOMLEntry]) {
    self = .table(.init(uniqueKeysWithValues: entries.map { ($0.key, TaggedValue($0.node.value)) }))
  }
}

extension TaggedValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let values = try? container.decode([TaggedValue].self) {
      self = .array(values)
    } else if let tagged = try? container.decode([String: String].self),
      Set(tagged.keys) == ["type", "value"]
    {
      guard let value = TaggedValue(type: tagged["type"] ?? "", text: tagged["value"] ?? "") else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value: \(tagged)")
      }
      self = value
    } else {
      self = .table(try container.decode([String: TaggedValue].self))
    }
  }

  private init?(type: String, text: String) {
    let value: TaggedValue? =
      switch type {
      case "string": .string(Array(text.utf8))
      case "integer": Int64(text).map(Self.integer)
      case "float": Double(text).map(Self.float)
      case "bool": Bool(text).map(Self.boolean)
      case "datetime", "datetime-local", "date-local", "time-local": .dateOrTime
      default: nil
      }
    guard let value else { return nil }
    self = value
  }
}
