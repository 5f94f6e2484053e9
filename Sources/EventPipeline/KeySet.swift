/// A set of key and button codes. Its size is fixed, so a key press allocates nothing.
public struct KeySet: Equatable, Sendable {
  private static let bitsPerWord = 64

  /// KEY_MAX + 1 bits.
  private var words = InlineArray<12, UInt64>(repeating: 0)

  /// Makes an empty set.
  public init() {}

  /// Makes a set of these codes.
  public init(_ codes: some Sequence<UInt16>) {
    for code in codes { self[code] = true }
  }

  /// Whether a code is in the set; false for codes beyond KEY_MAX.
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

  /// The codes that describe contacts: bit n is the nth of ``ContactCodes/keys``.
  @inline(__always) var ofContacts: UInt16 {
    UInt16(truncatingIfNeeded: words[Int(ContactCodes.keys.lowerBound) / Self.bitsPerWord])
  }

  /// Whether two sets have the same codes.
  public static func == (first: KeySet, second: KeySet) -> Bool {
    first.words.indices.allSatisfy { first.words[$0] == second.words[$0] }
  }

  /// The codes that are not in the set.
  var inverted: KeySet {
    var inverted = self
    for index in words.indices { inverted.words[index] = ~words[index] }
    return inverted
  }

  /// Whether a code is in both sets.
  func intersects(_ other: KeySet) -> Bool {
    words.indices.contains { words[$0] & other.words[$0] != 0 }
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
