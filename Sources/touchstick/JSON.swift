internal import FoundationEssentials
internal import System

/// An object for JSON. A key without a value is null, so all keys are always present.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private let values: [(String, any Encodable)]

  init(dictionaryLiteral values: (String, any Encodable)...) { self.values = values }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (key, value) in values { try container.encode(value, forKey: Name(stringValue: key)) }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension Encodable {
  /// JSON in one line.
  var jsonLine: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // The encoder leaves some control characters, which a terminal would obey.
      return String(decoding: try encoder.encode(self), as: UTF8.self).escapedForJSON
    }
  }
}

extension Array where Element: Encodable {
  /// One JSON array, an object a line.
  var jsonLines: String {
    get throws {
      let objects = try map { try $0.jsonLine }
      return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
    }
  }
}
