/// A set of key and button codes. Its size is fixed, so a key press allocates nothing.
public struct KeySet: Equatable, Sendable {
  private static let bitsPerWord = 64

  /// KEY_MAX + 1 bits.
  private var words = InlineArray<12, UInt64>(repeating: 0)

  public init() {}

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
    // The first of them, 0x140, begins a word: it is 5 * 64.
    UInt16(truncatingIfNeeded: words[Int(ContactCodes.keys.lowerBound) / Self.bitsPerWord])
  }

  public static func == (first: KeySet, second: KeySet) -> Bool {
    let (first, second) = (first.words.span, second.words.span)
    for index in first.indices where first[index] != second[index] { return false }
    return true
  }

  var inverted: KeySet {
    var inverted = self
    for index in words.indices { inverted.words[index] = ~words[index] }
    return inverted
  }

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

/// The tools in range: pens, and a tablet's mouse or lens, but not fingers.
///
/// There can be two for a moment: some tablets report the eraser before the pen has left.
struct ToolSet: OptionSet, Sendable {
  /// Bit n is the key BTN_TOOL_PEN + n.
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// All tools that write, BTN_TOOL_PEN to BTN_TOOL_AIRBRUSH.
  static let pens = ToolSet(rawValue: 0b1_1111)
  /// BTN_TOOL_FINGER, which is among the codes.
  private static let finger = ToolSet(rawValue: 0b10_0000)
  private static let keys: ClosedRange<UInt16> = 0x140...0x147

  init(_ keys: KeySet) {
    // The tools are the first eight of these keys.
    self = ToolSet(rawValue: UInt8(truncatingIfNeeded: keys.ofContacts)).subtracting(.finger)
  }

  init(key: UInt16) {
    let bit = Self.keys.contains(key) ? UInt8(1) << (key - Self.keys.lowerBound) : 0
    self = ToolSet(rawValue: bit).subtracting(.finger)
  }

  static func areReported(by device: DeviceDescription) -> Bool {
    keys.contains { device.supports(EventCode(.key, $0)) && !ToolSet(key: $0).isEmpty }
  }
}
