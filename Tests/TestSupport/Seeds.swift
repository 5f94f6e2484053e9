internal import Foundation
package import Testing

/// Pseudo-random numbers, the same in every run (SplitMix64, by Sebastiano Vigna).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// True with this probability, from 0 to 1.
  package mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  package mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  package mutating func integer<Integer: FixedWidthInteger>(_ range: ClosedRange<Integer>) -> Integer {
    .random(in: range, using: &self)
  }

  /// A number above 0, as often between 1 and 10 as between 10 and 100.
  package mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
    exp(number(log(range.lowerBound)...log(range.upperBound)))
  }

  /// A length in sixty-fourths of a millimetre, so that sums are exact in any rotation.
  package mutating func length(_ range: ClosedRange<Double>) -> Double {
    Double(integer(Int((range.lowerBound * 64).rounded(.up))...Int(range.upperBound * 64))) / 64
  }

  package mutating func pick<Element>(_ first: Element, _ others: Element...) -> Element {
    let index = integer(0...others.count)
    return index == 0 ? first : others[index - 1]
  }
}

/// The message of a property that does not hold in a case.
package struct Violation: Error {
  package let text: String

  package init(text: String) { self.text = text }
}

/// Ends a case with an error unless `holds`. If it holds, this costs almost nothing, unlike `#expect`.
package func ensure(_ holds: Bool, _ text: @autoclosure () -> String) throws(Violation) {
  if !holds { throw Violation(text: text()) }
}

/// Traps with the message of a violation.
package func orTrap(_ check: () throws(Violation) -> Void) {
  do throws(Violation) {
    try check()
  } catch {
    preconditionFailure(error.text)
  }
}

/// The random cases of a property, each of which depends only on its seed.
package enum Seeds {
  /// The number of seeds to run: TOUCHSTICK_SEEDS, if it is set.
  package static let count = number("TOUCHSTICK_SEEDS") ?? 2000

  /// The first seed to run: TOUCHSTICK_FIRST_SEED, if it is set. Each night can run seeds that no night before has run.
  package static let first = number("TOUCHSTICK_FIRST_SEED") ?? 1

  /// The only seed to run: TOUCHSTICK_SEED, if it is set.
  package static let single = number("TOUCHSTICK_SEED")

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }

  /// Checks a property for this many seeds, but at least one. The first violation is a failure, and ends the run.
  package static func forEach(
    _ count: UInt64 = count, sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (inout SeededGenerator) throws(Violation) -> Void
  ) {
    for seed in single.map({ $0...$0 }) ?? first...first + max(count, 1) - 1 {
      var random = SeededGenerator(seed: seed)
      do throws(Violation) {
        try property(&random)
      } catch {
        Issue.record(
          "\(error.text); TOUCHSTICK_SEED=\(seed) runs this case alone", sourceLocation: sourceLocation)
        return
      }
    }
  }
}
