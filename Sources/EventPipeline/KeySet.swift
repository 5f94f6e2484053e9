/// A set of key and button codes. It takes the same room however many are in it, so that a key that goes down
/// allocates nothing.
public struct KeySet: Equatable, Sendable {
  private static let bitsPerWord = 64

  /// KEY_MAX + 1 bits.
  private var words = [UInt64](repeating: 0, count: 0x300 / Self.bitsPerWord)

  /// Makes an empty set.
  public init() {}

  /// Makes a set of these codes.
  public init(_ codes: some Sequence<UInt16>) {
    for code in codes { self[code] = true }
  }

  /// Whether a code is in the set. One that no key can have never is.
  public subscript(code: UInt16) -> Bool {
    get {
      let (word, bit) = Int(code).quotientAndRemainder(dividingBy: Self.bitsPerWord)
      return words.indices.contains(word) && words[word] & (1 << bit) != 0
    }
    set {
      let (word, bit) = Int(code).quotientAndRemainder(dividingBy: Self.bitsPerWord)
      guard words.indices.contains(word) else { return }
      if newValue { words[word] |= 1 << bit } else { words[word] &= ~(1 << bit) }
    }
  }

  /// The codes that are not in the set.
  var inverted: KeySet {
    var inverted = self
    for index in words.indices { inverted.words[index] = ~words[index] }
    return inverted
  }

  /// Whether a code is in both sets.
  func intersects(_ other: KeySet) -> Bool {
    zip(words, other.words).contains { $0 & $1 != 0 }
  }

  mutating func formIntersection(_ other: KeySet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formUnion(_ other: KeySet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }
}
