internal import Testing
internal import Foundation

/// A configuration, and what `touchstick check` says about it: a part of a file in Fixtures/configurations.
package struct ConfigurationExample: CustomTestStringConvertible, Sendable {
  /// What this example and its neighbours show.
  package let title: String
  package let text: String
  /// The surface in millimetres; nil if it is not known.
  package let size: (width: Double, height: Double)?
  /// Such as `2:10: error: travel is 0; it must be more than 0, at most 10`.
  package let messages: [String]

  package var testDescription: String { "\(title): \(text)" }

  package static let all = ["errors", "surfaces", "warnings"].flatMap { name in
    let file = Fixtures.project.appending(path: "Tests/Fixtures/configurations/\(name).txt")
    guard let content = try? String(contentsOf: file, encoding: .utf8) else { fatalError(file.path) }
    return parse(content)
  }

  /// A title begins with `===`, a size with `@`, and each message with `=>`. The text is between them. An empty line
  /// follows a title, and the messages of an example.
  private static func parse(_ content: String) -> [ConfigurationExample] {
    var examples: [ConfigurationExample] = []
    var (title, size): (String, (Double, Double)?) = ("", nil)
    var (lines, messages): ([Substring], [String]) = ([], [])
    var isAfterTitle = false
    for line in content.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { isAfterTitle = line.hasPrefix("=== ") }
      if line.hasPrefix("=> ") {
        messages.append(String(line.dropFirst(3)))
      } else if !messages.isEmpty {
        messages.removeAll { $0 == "no message" }
        examples.append(
          .init(title: title, text: lines.joined(separator: "\n"), size: size, messages: messages))
        (size, lines, messages) = (nil, [], [])
      } else if line.hasPrefix("=== ") {
        (title, lines) = (String(line.dropFirst(4)), [])
      } else if line.hasPrefix("@ ") {
        let sides = line.dropFirst(2).split(separator: " x ").compactMap { Double($0) }
        size = (sides[0], sides[1])
      } else if !isAfterTitle {
        lines.append(line)
      }
    }
    return examples
  }
}
