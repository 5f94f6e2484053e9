import Foundation
import Testing

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

  private static let folder = URL(filePath: #filePath, directoryHint: .notDirectory)
    .deletingLastPathComponent().appending(path: "../../Fixtures/toml-test").standardized

  private static func url(_ path: String) -> URL { folder.appending(path: path) }

  private static func cases(_ part: String) -> [SuiteCase] {
    let files = FileManager.default.enumerator(atPath: url(part).path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".toml") }.sorted()
      .map { SuiteCase(name: "\(part)/\($0.dropLast(".toml".count))") }
  }
}
