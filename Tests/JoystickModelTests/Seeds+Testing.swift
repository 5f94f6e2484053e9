import Testing
import TestSupport

extension Seeds {
  /// Runs a property for each seed, up to the first for which it does not hold, which is a failure.
  static func forEach(
    _ count: UInt64 = count, sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (inout SeededGenerator) throws(Violation) -> Void
  ) {
    if let violation = firstViolation(count, property) {
      Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
  }
}
