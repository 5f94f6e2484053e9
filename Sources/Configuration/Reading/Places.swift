internal import Diagnostics

/// The file that settings are from; no part of what they say, so that any two are equal.
struct SourceFile: Equatable, Sendable {
  /// As it was named; nil for settings that are from no file.
  var name: String?

  static func == (first: SourceFile, second: SourceFile) -> Bool { true }
}

/// Where a table and its keys are in the file; no part of what they say, so that any two are equal.
struct Places: Equatable, Sendable {
  /// The beginning of the table.
  var table: SourcePosition?
  /// The values that the table has, by their keys.
  var values: [String: SourcePosition] = [:]
  /// The keys that are wrong, or not there although they are required.
  var misread: Set<String> = []
  /// The lengths that are sums.
  var sums: [LengthSum] = []

  static func == (first: Self, second: Self) -> Bool { true }

  /// The line of the table. All that has been read has one.
  var line: Int { table?.line ?? 0 }

  /// Whether the table has the key, with a value that is right.
  func has(_ key: String) -> Bool { values[key] != nil && !misread.contains(key) }

  /// The value of the first of these keys that the table has, else the table.
  func place(of keys: String...) -> SourcePosition? {
    for key in keys {
      if let place = values[key] { return place }
    }
    return table
  }
}
