import Foundation
import Testing
import TestSupport

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

/// A case of toml-test: see Tests/Fixtures/toml-test/SOURCE.md.
struct SuiteCase: CustomTestStringConvertible, Sendable {
  /// The path in the suite, without the extension.
  let name: String

  var testDescription: String { name }
  var text: [UInt8] { get throws { Array(try Data(contentsOf: Self.url(name + ".toml"))) } }

  /// The values of a valid case, as the suite writes them.
  var value: TaggedValue {
    get throws {
      try JSONDecoder().decode(TaggedValue.self, from: Data(contentsOf: Self.url(name + ".json")))
    }
  }

  static let valid = cases("valid")
  static let invalid = cases("invalid")

  private static func url(_ path: String) -> URL {
    Fixtures.project.appending(path: "Tests/Fixtures/toml-test/\(path)")
  }

  private static func cases(_ part: String) -> [SuiteCase] {
    let files = FileManager.default.enumerator(atPath: url(part).path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".toml") }.sorted()
      .map { SuiteCase(name: "\(part)/\($0.dropLast(".toml".count))") }
  }
}

/// A value as toml-test writes it in JSON: tables and arrays unchanged, others as `{"type": ..., "value": ...}`.
indirect enum TaggedValue: Equatable {
  /// In UTF-8, because TOML distinguishes strings that Swift considers equal.
  case string([UInt8])
  case integer(Int64)
  /// The bits. All NaNs are the same here, and so are 0 and -0, because the suite writes both as 0.
  case float(UInt64)
  case boolean(Bool)
  /// We keep only that it is a date or a time.
  case dateOrTime
  case array([TaggedValue])
  case table([String: TaggedValue])

  private static func float(_ number: Double) -> TaggedValue {
    .float(number.isNaN ? Double.nan.bitPattern : (number + 0).bitPattern)
  }
}

extension TaggedValue {
  init(_ value: TOMLValue) {
    self =
      switch value {
      case .string(let text): .string(Array(text.utf8))
      case .integer(let number): .integer(number)
      case .float(let number): .float(number)
      case .boolean(let own): .boolean(own)
      case .dateOrTime: .dateOrTime
      case .array(let nodes): .array(nodes.map { TaggedValue($0.value) })
      case .table(let entries): TaggedValue(entries)
      }
  }

  /// A table, without duplicate keys.
  init(_ entries: [TOMLEntry]) {
    self = .table(.init(uniqueKeysWithValues: entries.map { ($0.key, TaggedValue($0.node.value)) }))
  }
}

extension TaggedValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let values = try? container.decode([TaggedValue].self) {
      self = .array(values)
    } else if let tagged = try? container.decode([String: String].self),
      Set(tagged.keys) == ["type", "value"]
    {
      guard let value = TaggedValue(type: tagged["type"] ?? "", text: tagged["value"] ?? "") else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value: \(tagged)")
      }
      self = value
    } else {
      self = .table(try container.decode([String: TaggedValue].self))
    }
  }

  private init?(type: String, text: String) {
    let value: TaggedValue? =
      switch type {
      case "string": .string(Array(text.utf8))
      case "integer": Int64(text).map(Self.integer)
      case "float": Double(text).map(Self.float)
      case "bool": Bool(text).map(Self.boolean)
      case "datetime", "datetime-local", "date-local", "time-local": .dateOrTime
      default: nil
      }
    guard let value else { return nil }
    self = value
  }
}

/// Texts of our own for cases that only newer versions of toml-test have.
enum NewerCases {
  static let invalid = arrays + inlineTables + numbers + datesAndTimes + strings + keys + tables + ends

  private static let arrays = [
    "a = [1,, 2]", "a = [,1]", "a = [,]", "a = [,,]", "a = [1 2]", "a = [[1] [2]]", "a = [{} {}]", "a = [",
    "a = [1", "a = [1,", "a = [\"b\"", "a = [\n\n", "a = [{ b = 1 ]", "a = [{ b = 1 }", "a = [1\n# ]",
    "a = [1]]", "a = [1] 2", "a = []\n[[a]]", "a = [{}]\n[[a]]", "a = [{}]\n[a.b]", "[[a]]\n[a]",
  ]

  private static let inlineTables = [
    "a = {,}", "a = { , b = 1 }", "a = { b = 1,, c = 2 }", "a = { b = 1, }", "a = { b = 1 c = 2 }",
    "a = { b = 1\n}", "a = {\n b = 1 }", "a = { b = 1,\n c = 2 }", "a = {", "a = { b = 1", "a = { b = 1,",
    "a = { b }", "a = { b = }", "a = { b = 1, b = 2 }", "a = { b.c = 1, b = 2 }", "a = { b = 1, b.c = 2 }",
    "a = {}\na.b = 1", "a = {}\n[a]", "a = {}\n[a.b]", "a = {}\n[[a.b]]", "a = { b = {} }\na.b.c = 1",
    "a = { b = { c = 1 }, b.d = 2 }", "a = [{ b = {} }]\n[a.b.c]", "a = {} b = {}",
  ]

  private static let numbers = [
    "a = +0x1", "a = -0b1", "a = +0o7", "a = 0X1", "a = 0B1", "a = 0O7", "a = 0x", "a = 0b", "a = 0o",
    "a = 0x_1",
    "a = 0b1_", "a = 0o_7", "a = 0b2", "a = 0o8", "a = 0xg", "a = 0_x1", "a = --1", "a = ++1", "a = +-1",
    "a = 00",
    "a = -01", "a = +0_1", "a = 1__0", "a = 9223372036854775808", "a = -9223372036854775809",
    "a = 0x8000000000000000", "a = 1.", "a = .1", "a = 1.e2", "a = 1e", "a = 1e+", "a = 1e2e3", "a = 1e2.3",
    "a = 1._5", "a = 1_.5", "a = 1.5_", "a = 1e_5", "a = 1e5_", "a = 1e5__0", "a = 01.5", "a = 1.2.3",
    "a = Inf",
    "a = in", "a = infinite", "a = i_nf", "a = NaN", "a = na", "a = +", "a = -", "a = 1 000",
  ]

  private static let datesAndTimes = [
    "a = 2023-02-29", "a = 2023-02-30", "a = 1900-02-29", "a = 2023-13-01", "a = 2023-00-01",
    "a = 2023-01-00",
    "a = 2023-04-31", "a = 2023-1-01", "a = 23-01-01", "a = 2023-01-01T", "a = 2023-01-01T24:00:00",
    "a = 2023-01-01T23:60:00", "a = 2023-01-01T23:59:61", "a = 2023-01-01T1:00:00", "a = 2023-01-01T01:00",
    "a = 2023-01-0101:00:00", "a = 2023-01-01T01:00:00.", "a = 2023-01-01T01:00:00+24:00",
    "a = 2023-01-01T01:00:00+00:60", "a = 2023-01-01T01:00:00+1:00", "a = 2023-01-01T01:00:00+01",
    "a = 24:00:00", "a = 23:60:00", "a = 1:00:00", "a = 01:00", "a = 01:00:0", "a = 01:00:00.",
    "a = 01:00:00Z",
  ]

  private static let strings = [
    "a = \"", "a = '", "a = \"\"\"", "a = '''", "a = \"\"\"b\"\"", "a = '''b''", "a = \"b\\\"", "a = \"b' ",
    "a = \"b\" c", "a = \"b\" \"c\"", "a = \"\\x4\"", "a = \"\\q\"", "a = \"\\\"", "a = \"\\u12\"",
    "a = \"\\ug000\"",
    "a = \"\\U0000d800\"", "a = \"\\udfff\"", "a = \"\\U00110000\"", "a = \"\\Uffffffff\"",
    "a = \"\"\"\\q\"\"\"", "a = \"\"\"b \\ c\"\"\"", "a = \"\"\"\"\"\"\"\"\"", "a = '''''''''", "a = b",
    "a = \"b\nc\"", "a = 'b\nc'", "a = \"b\rc\"", "a = '''b\rc'''", "a = \"\"\"b\rc\"\"\"", "a = \"\u{7f}\"",
    "a = '\u{1f}'", "a = \"\u{8}\"", "a = \"\"\"\u{1f}\"\"\"", "a = '''\u{7f}'''",
  ]

  private static let keys = [
    "a = 1 b = 2", "a = 1\na = 2", "a = 1\n\"a\" = 2", "a = 1\n'a' = 2", "a = 1\na.b = 2", "a.b = 1\na = 2",
    "a.b = 1\n[a]", "a.b = 1\na.b.c = 2", "[a]\nb.c = 1\n[a.b]", "[a]\nb.c.d = 1\n[a.b.c]", "= 1", "a", "a =",
    "a = \n1",
    "a\n= 1", "a == 1", "a = = 1", "a b = 1", "a# = 1", "a. = 1", ".a = 1", "a..b = 1", "\"a = 1", "'a = 1",
    "\"\"\"a\"\"\" = 1",
    "'''a''' = 1", "\"a\"b = 1", "a\"b\" = 1", "\"\\q\" = 1", "\"a\nb\" = 1", "[a = 1", "a] = 1", "é = 1",
    "a! = 1",
    "[[a]] b = 1", "[a] b = 1",
  ]

  private static let tables = [
    "[]", "[[]]", "[ ]", "[a", "[[a", "[[a]", "[a]]", "[ [a] ]", "[[a] ]", "[a.]", "[.a]", "[a..b]", "[[a.]]",
    "[a b]", "[a=b]", "[a#b]",
    "[\"a]", "['a]", "[[[a]]]", "[a[b]]", "[a]b]", "[{a}]", "[a\n]", "[a]\n[a]", "[a]\nb = 1\n[a.b]",
    "[a]\nb = 1\n[a]",
    "[a.b]\n[a]\nb = 1", "[a]\n[[a]]", "[[a.b]]\n[a]\nb = 1",
    "[a.b.c]\n[a]\nb.c.d = 1", "[[a.b]]\n[a]\nb.c = 1", "a = 1\n[a.b]", "a = 1\n[[a]]", "a = true\n[[a]]",
    "a = []\n[a.b]",
  ]

  /// Ends of lines, control characters, and byte order marks.
  private static let ends = [
    "a = 1\rb = 2", "\r", "a = 1\r", "# \u{0}", "# \u{7f}", "# \u{1f}", "# a\rb", "# \u{c}", "a = 1 \u{b}",
    "\u{c}",
    "\u{b}", "\u{0}", "a = \u{0}1", "a = 1\u{feff}", "a\u{feff} = 1", "# a\n\u{feff}",
  ]
}
