internal import Glibc

/// A pattern for a whole name, as fnmatch(3) reads it without an escape character: `[*]` matches a star.
package struct GlobPattern: Equatable, Sendable {
  package let text: String

  /// Compares characters, not bytes, whatever the locale of the program.
  nonisolated(unsafe) private static let unicode = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// Nil if a bracket has no end, or a range in it runs backwards, which fnmatch(3) accepts.
  package init?(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let start = rest.firstIndex(of: "[") {
      rest = rest[(start + 1)...]
      if rest.first == "!" || rest.first == "^" { rest.removeFirst() }
      // A ] at the beginning belongs to the set.
      guard let end = rest.dropFirst().firstIndex(of: "]") else { return nil }
      let set = rest[..<end]
      let dashes = set.indices.dropFirst().dropLast().filter { set[$0] == "-" }
      guard dashes.allSatisfy({ set[$0 - 1] <= set[$0 + 1] }) else { return nil }
      rest = rest[(end + 1)...]
    }
    self.text = text
  }

  package func matches(_ name: String) -> Bool {
    let before = unsafe uselocale(Self.unicode)
    defer { unsafe uselocale(before) }
    return unsafe fnmatch(text, name, FNM_NOESCAPE) == 0
  }
}
