import Configuration
import Testing

/// The fault of the reference's that a stick cannot show because it is not made: the others are tests of
/// `JoystickModel`.
@Suite("Faults of the reference that are not inherited")
struct FaultTests {
  @Test("travel 0 giving infinity", arguments: ["0", "0.0"])
  func travelOfNothing(_ travel: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try Settings.parse("[[stick]]\ntravel = \(travel)", file: "t.toml")
    }
    #expect(
      error?.diagnostics.map(\.sentence) == ["t.toml:2:10: travel is 0; it must be more than 0, at most 10"])
  }
}
