import Testing
import TestSupport

extension Seeds {
  /// Checks a property for each seed. The first violation is a failure, and ends the run.
  static func forEach(
    _ count: UInt64 = count, sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (inout SeededGenerator) throws(Violation) -> Void
  ) {
    if let violation = firstViolation(count, property) {
      Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
  }
}
