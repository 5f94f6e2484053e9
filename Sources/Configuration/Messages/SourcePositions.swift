/// The places of a table and its keys in the file. They are not part of the settings' meaning, so any two are equal.
package struct SourcePositions: Equatable, Sendable {
  /// The file, as the user wrote it; nil for a table in it, and for settings without a file.
  package var file: String?
  package var table: SourcePosition?
  package var values: [String: SourcePosition] = [:]
  /// The keys that are wrong, or missing although they are required.
  package var misread: Set<String> = []
  package var useless: [Diagnostic] = []
  /// The old names that the file uses, by the names of today.
  var oldNames: [String: String] = [:]
  var sums: [LengthSum] = []

  package static func == (first: Self, second: Self) -> Bool { true }

  /// The line of the table. Every table that was read has one.
  package var line: Int { table?.line ?? 0 }

  /// Whether the table has the key with a valid value.
  package func has(_ key: String) -> Bool { values[key] != nil && !misread.contains(key) }

  /// The value of the first of these keys that the table has, else the table.
  package func position(of keys: String...) -> SourcePosition? {
    for key in keys {
      if let position = values[key] { return position }
    }
    return table
  }
}
