import Configuration
import Testing

/// The only fault of the reference that the reader prevents. The tests of `JoystickModel` have the others.
@Suite("Faults of the reference that are not repeated")
struct FaultTests {
  @Test("travel = 0 is an error, not infinity", arguments: ["0", "0.0"])
  func travelOfNothing(_ travel: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try Settings.parse("[[stick]]\ntravel = \(travel)", file: "t.toml")
    }
    #expect(
      error?.diagnostics.map(\.sentence) == ["t.toml:2:10: travel is 0; it must be more than 0, at most 10"])
  }
}
