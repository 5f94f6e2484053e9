internal import Diagnostics

/// The places of a table and its keys in the file. They are not part of the settings' meaning, so any two are equal.
struct Places: Equatable, Sendable {
  /// The file, as the user wrote it; nil for a table in it, and for settings without a file.
  var file: String?
  /// The beginning of the table.
  var table: SourcePosition?
  /// The values that the table has, by their keys.
  var values: [String: SourcePosition] = [:]
  /// The keys that are wrong, or missing although they are required.
  var misread: Set<String> = []
  /// The warnings about keys without an effect.
  var useless: [Diagnostic] = []
  /// The lengths that are sums.
  var sums: [LengthSum] = []

  static func == (first: Self, second: Self) -> Bool { true }

  /// The line of the table. Every table that was read has one.
  var line: Int { table?.line ?? 0 }

  /// Whether the table has the key with a valid value.
  func has(_ key: String) -> Bool { values[key] != nil && !misread.contains(key) }

  /// The value of the first of these keys that the table has, else the table.
  func place(of keys: String...) -> SourcePosition? {
    for key in keys {
      if let place = values[key] { return place }
    }
    return table
  }
}
