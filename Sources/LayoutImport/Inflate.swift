/// Decompresses DEFLATE, as it is in ZIP archives. A library would be one more dependency for one small text. Numbers such as
/// 3.2.6 are sections of RFC 1951.
struct Inflate {
  /// The bytes are no such data, or more than allowed.
  struct Failure: Error {}

  private let input: ArraySlice<UInt8>
  private let limit: Int
  private var index: Int
  private var (bits, bitCount): (UInt32, Int) = (0, 0)
  private var output: [UInt8] = []

  /// - Parameter limit: The most bytes of the result.
  static func bytes(of input: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
    var inflate = Inflate(input: input, limit: limit)
    while try !inflate.readBlock() {}
    return inflate.output
  }

  private init(input: ArraySlice<UInt8>, limit: Int) {
    (self.input, self.limit, index) = (input, limit, input.startIndex)
  }

  /// Reads a block by its type, 3.2.3. Returns whether it was the last one.
  private mutating func readBlock() throws(Failure) -> Bool {
    let isLast = try read(1) == 1
    switch try read(2) {
    case 0: try copyStored()
    case 1: try decode(.fixedLiterals, .fixedDistances)
    case 2:
      let (literals, distances) = try readTables()
      try decode(literals, distances)
    default: throw Failure()
    }
    return isLast
  }

  private mutating func read(_ count: Int) throws(Failure) -> Int {
    while bitCount < count {
      guard index < input.endIndex else { throw Failure() }
      bits |= UInt32(input[index]) << bitCount
      (index, bitCount) = (index + 1, bitCount + 8)
    }
    let value = bits & ((1 << count) - 1)
    (bits, bitCount) = (bits >> count, bitCount - count)
    return Int(value)
  }

  private mutating func append(_ byte: UInt8) throws(Failure) {
    guard output.count < limit else { throw Failure() }
    output.append(byte)
  }

  private mutating func copyStored() throws(Failure) {
    // A stored block begins with the next byte, 3.2.4. At most seven bits are left of the last one.
    (bits, bitCount) = (0, 0)
    let (count, check) = (try read(16), try read(16))
    guard count == ~check & 0xffff, input.endIndex - index >= count else { throw Failure() }
    for _ in 0..<count {
      try append(input[index])
      index += 1
    }
  }
}

// Codes.
extension Inflate {
  /// A canonical Huffman code, 3.2.2: how many codes have each length, and the symbols in the order of their codes.
  fileprivate struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    /// - Parameter lengths: The length of each symbol's code in bits; 0 for a symbol that does not occur.
    init(lengths: [Int]) throws(Failure) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      var left = 1
      for count in counts.dropFirst() {
        left = 2 * left - count
        guard left >= 0 else { throw Failure() }
      }
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// The same without a check, which a static property could not throw from.
    private init(valid lengths: [Int]) {
      for length in lengths { counts[length] += 1 }
      symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    // The codes of block type 1, 3.2.6.
    static let fixedLiterals = Code(
      valid: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = Code(valid: [Int](repeating: 5, count: 30))
  }

  /// Reads a symbol bit by bit. `first` is the first code of the length so far, and `start` is its place in the symbols.
  private mutating func symbol(_ code: Code) throws(Failure) -> Int {
    var (value, first, start) = (0, 0, 0)
    for length in 1...15 {
      value |= try read(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[start + value - first] }
      (start, first) = (start + count, (first + count) << 1)
      value <<= 1
    }
    throw Failure()
  }

  /// The order in which a block has the lengths of the code for lengths, 3.2.7.
  private static let orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readTables() throws(Failure) -> (literals: Code, distances: Code) {
    let (literalCount, distanceCount) = (try read(5) + 257, try read(5) + 1)
    let lengthCount = try read(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw Failure() }
    var lengthsOfLengths = [Int](repeating: 0, count: 19)
    for place in Self.orderOfLengths.prefix(lengthCount) { lengthsOfLengths[place] = try read(3) }
    let code = try Code(lengths: lengthsOfLengths)
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      let symbol = try symbol(code)
      guard symbol > 15 else {
        all.append(symbol)
        continue
      }
      guard symbol != 16 || !all.isEmpty else { throw Failure() }
      let (value, count) =
        switch symbol {
        case 16: (all[all.count - 1], 3 + (try read(2)))
        case 17: (0, 3 + (try read(3)))
        default: (0, 11 + (try read(7)))
        }
      all += [Int](repeating: value, count: count)
    }
    // Symbol 256 ends the block.
    guard all.count == literalCount + distanceCount, all[256] > 0 else { throw Failure() }
    return (try Code(lengths: Array(all[..<literalCount])), try Code(lengths: Array(all[literalCount...])))
  }

  /// The least length that each symbol from 257 on stands for, 3.2.5.
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227,
    258,
  ]
  /// The least distance that each symbol stands for.
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097,
    6145, 8193, 12289, 16385, 24577,
  ]

  private mutating func decode(_ literals: Code, _ distances: Code) throws(Failure) {
    while true {
      let symbol = try symbol(literals)
      guard symbol >= 256 else {
        try append(UInt8(symbol))
        continue
      }
      guard symbol > 256 else { return }
      guard Self.lengths.indices.contains(symbol - 257) else { throw Failure() }
      // By the same tables, how many bits follow to add to the least length or distance.
      let lengthBits = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
      let length = Self.lengths[symbol - 257] + (try read(lengthBits))
      let place = try self.symbol(distances)
      guard Self.distances.indices.contains(place) else { throw Failure() }
      let distanceBits = place < 4 ? 0 : place / 2 - 1
      let distance = Self.distances[place] + (try read(distanceBits))
      guard distance <= output.count else { throw Failure() }
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }
}
