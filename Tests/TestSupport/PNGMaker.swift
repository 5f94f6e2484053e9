/// Makes PNG files, also such as no program writes. (PNG specification, third edition, 5 and 11; RFC 1950 and 1951)
package enum PNGMaker {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// A picture whose pixels all have the colour 0 of a palette, with chunks before its pixels.
  package static func file(width: Int = 16, height: Int = 16, _ chunks: [UInt8] = []) -> [UInt8] {
    let pixels = deflatedZeros(height * (1 + width))
    return signature + header(width, height, depth: 8, color: 3) + chunks + chunk("IDAT", pixels) + end
  }

  package static let end = chunk("IEND", [])

  /// The chunk IHDR.
  package static func header(
    _ width: Int, _ height: Int, depth: UInt8, color: UInt8, interlace: UInt8 = 0
  ) -> [UInt8] {
    chunk("IHDR", number(width) + number(height) + [depth, color, 0, 0, interlace])
  }

  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = type.utf8 + data
    return number(data.count) + content + number(Int(checksum(content)))
  }

  package static func number(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The CRC of a chunk. (Annex D)
  package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xedb8_8320) }
    }
  }

  /// So many zeros in the format of zlib, which makes 158 times as much of a byte.
  package static func deflatedZeros(_ count: Int) -> [UInt8] {
    // One block with fixed codes: a few zeros, and then 258 of what is before, again and again.
    let (matches, literals) = ((count - 1) / 258, 1 + (count - 1) % 258)
    var bits = [1, 1, 0].map { UInt8($0) }
    for _ in 0..<literals { bits += [0, 0, 1, 1, 0, 0, 0, 0] }
    for _ in 0..<matches { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
    bits += Array(repeating: 0, count: 7)
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
    }
    return [0x78, 0xda] + bytes + number((count % 65_521) << 16 | 1)
  }
}
