import Testing

@testable import Configuration

/// The cases of toml-test for TOML 1.0, valid and invalid.
///
/// toml++ 3.3 does not deviate from them. We are stricter than TOML in one thing: it has no limit for nesting. The tests
/// compare dates and times only by their type, and the reader refuses a NUL byte before it parses.
@Suite("toml-test")
struct SuiteTests {
  @Test("The suite is complete")
  func count() {
    #expect(SuiteCase.valid.count == 99)
    #expect(SuiteCase.invalid.count == 234)
  }

  @Test("Each valid text has its values", arguments: SuiteCase.valid)
  func valid(_ own: SuiteCase) throws {
    let value = try TaggedValue(TOMLDocument(parsing: own.text).root())
    #expect(try value == own.value)
  }

  @Test("Each invalid text is an error, with a place in it", arguments: SuiteCase.invalid)
  func invalid(_ own: SuiteCase) throws { try expectRefusal(of: own.text) }

  @Test("Each invalid text of newer suites is an error, too", arguments: NewerCases.invalid)
  func newer(_ text: String) throws { try expectRefusal(of: Array(text.utf8)) }

  private func expectRefusal(of text: [UInt8]) throws {
    let error = #expect(throws: ConfigurationError.self) { try Settings.parse(text, file: "t.toml") }
    let problem = try #require(error?.diagnostics.first)
    guard ["not-toml", "nul-byte", "not-utf-8", "too-deep"].contains(problem.code) else {
      Issue.record("it is read: \(problem.sentence)")
      return
    }
    let position = try #require(problem.position)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(lines.indices.contains(position.line - 1))
    #expect((1...lines[position.line - 1].count + 1).contains(try #require(position.column)))
  }
}
