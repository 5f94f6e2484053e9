/// A pattern for a whole name, as in a shell: `*` matches any text, `?` any character, `[a-z]` one of these, `[!a-z]`
/// any other. There is no escape character; `[*]` matches a star.
package struct GlobPattern: Equatable, Sendable {
  /// The text of the pattern.
  package let text: String
  private let elements: [Element]

  private enum Element: Equatable, Sendable {
    case anyText
    case anyOne
    case one(Unicode.Scalar)
    case set([ClosedRange<Unicode.Scalar>], negated: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .anyText, .anyOne: true
      case .one(let wanted): wanted == scalar
      case .set(let ranges, let negated): ranges.contains { $0.contains(scalar) } != negated
      }
    }
  }

  /// Reads a pattern; nil if a set in it has no end, or a range in a set runs backwards.
  package init?(_ text: String) {
    var elements: [Element] = []
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": elements.append(.anyText)
      case "?": elements.append(.anyOne)
      case "[":
        guard let set = Self.takeSet(&rest) else { return nil }
        elements.append(set)
      default: elements.append(.one(scalar))
      }
    }
    self.text = text
    self.elements = elements
  }

  /// Whether the pattern matches the whole name. Case matters.
  package func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    var (element, scalar) = (0, 0)
    // The last star, and where its text ends so far. Only the last star is ever retried, so the time is at most the
    // product of both lengths.
    var star: (element: Int, scalar: Int)?
    while scalar < scalars.count {
      if element < elements.count, elements[element] == .anyText {
        star = (element, scalar)
        element += 1
      } else if element < elements.count, elements[element].matches(scalars[scalar]) {
        element += 1
        scalar += 1
      } else if let last = star {
        star = (last.element, last.scalar + 1)
        (element, scalar) = (last.element + 1, last.scalar + 1)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anyText }
  }

  /// Reads the rest of a set, after its bracket. A `]` at the beginning belongs to the set.
  private static func takeSet(_ rest: inout Substring.UnicodeScalarView) -> Element? {
    let negated = rest.first == "!" || rest.first == "^"
    if negated { rest.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let low = rest.popFirst() {
      if low == "]", !ranges.isEmpty { return .set(ranges, negated: negated) }
      var high = low
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest.removeFirst(2)
        high = end
      }
      guard low <= high else { return nil }
      ranges.append(low...high)
    }
    return nil
  }
}
