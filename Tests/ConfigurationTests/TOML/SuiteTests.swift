import Testing

@testable import Configuration

/// What toml-test says is TOML 1.0 and what is not.
///
/// toml++ 3.3 has no deviation from it. We are stricter than TOML in one thing: it sets no limit to the nesting. Of
/// dates and times there is no more to compare than that they are some, and a NUL byte is refused before it is parsed.
@Suite("toml-test")
struct SuiteTests {
  @Test("is there as a whole")
  func count() {
    #expect(SuiteCase.valid.count == 99)
    #expect(SuiteCase.invalid.count == 234)
  }

  @Test("each valid text has its values", arguments: SuiteCase.valid)
  func valid(_ own: SuiteCase) throws {
    let value = try TaggedValue(TOMLDocument(parsing: own.text).root())
    #expect(try value == own.value)
  }

  @Test("each invalid text is refused, with a place in it", arguments: SuiteCase.invalid)
  func invalid(_ own: SuiteCase) throws { try expectRefusal(of: own.text) }

  @Test("so is what the suite of that time has not", arguments: NewerCases.invalid)
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
