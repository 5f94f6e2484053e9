/// A place in a file.
public struct SourcePosition: Equatable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars; nil for the line as a whole.
  public var column: Int?

  /// Makes a place.
  public init(line: Int, column: Int? = nil) {
    self.line = line
    self.column = column
  }

  /// Whether the first comes before the second.
  public static func < (first: SourcePosition, second: SourcePosition) -> Bool {
    (first.line, first.column ?? 0) < (second.line, second.column ?? 0)
  }
}
