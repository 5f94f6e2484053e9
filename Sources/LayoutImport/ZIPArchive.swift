internal import Configuration

/// A ZIP archive, of which one small text is read: the `info.json` of a skin. Its pictures are never unpacked.
package struct ZIPArchive {
  private let bytes: [UInt8]

  /// The largest archive that is read.
  package static let sizeLimit = 64 << 20
  private static let maxEntries = 10_000
  private static let maxTextBytes = Settings.sizeLimit
  /// A text is seldom packed to a twentieth.
  private static let maxRatio = 200

  /// Nil for bytes that are no archive.
  init?(_ bytes: [UInt8]) {
    guard Self.isArchive(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Whether a file begins like an archive.
  package static func isArchive(_ start: [UInt8]) -> Bool { start.starts(with: [0x50, 0x4b, 3, 4]) }

  private struct Entry {
    let name: String
    let flags, method, checksum, packedSize, size, offset: Int

    /// In the archive's own folder, or in one within it.
    var depth: Int { name.utf8.count { $0 == UInt8(ascii: "/") } }
  }

  /// The text of the file with a name that is the least deep in folders.
  func text(of name: String) throws(Diagnostic) -> [UInt8] {
    let found = try entries().filter { entry in
      (entry.name == name || entry.name.hasSuffix("/" + name)) && !entry.name.hasPrefix("__MACOSX/")
    }
    guard let entry = found.min(by: { $0.depth < $1.depth }) else {
      throw Self.error("this archive has no \(name)", hint: "it must be a skin for Delta")
    }
    guard entry.size <= Self.maxTextBytes, entry.size <= Self.maxRatio * max(entry.packedSize, 1) else {
      throw Self.error(
        "\(name) in this archive is too large", hint: "it can have at most \(Self.maxTextBytes) bytes")
    }
    guard let text = unpacked(entry) else {
      throw Self.error(
        "\(name) in this archive is damaged, or encrypted", hint: "unpack it with another program")
    }
    return text
  }

  private static func error(_ message: String, hint: String) -> Diagnostic {
    Diagnostic(.error, "archive", message, hint: hint)
  }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The central directory at the end of the archive.
  private func entries() throws(Diagnostic) -> [Entry] {
    let damaged = Self.error("this archive is damaged", hint: "unpack it with another program")
    let last = bytes.count - 22
    // A comment can follow.
    guard last >= 0,
      let end = (max(0, last - 0xffff)...last).last(where: { number($0, 4) == 0x0605_4b50 }),
      let count = number(end + 10, 2), var offset = number(end + 16, 4)
    else { throw damaged }
    guard count <= Self.maxEntries else {
      throw Self.error("this archive has too many files", hint: "it can have at most \(Self.maxEntries)")
    }
    var entries: [Entry] = []
    for _ in 0..<count {
      let numbers = [(8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (42, 4), (28, 2), (30, 2), (32, 2)]
        .compactMap { number(offset + $0.0, $0.1) }
      guard number(offset, 4) == 0x0201_4b50, numbers.count == 9, offset + 46 + numbers[6] <= bytes.count
      else { throw damaged }
      let name = String(decoding: bytes[offset + 46..<offset + 46 + numbers[6]], as: UTF8.self)
      entries.append(
        Entry(
          name: name, flags: numbers[0], method: numbers[1], checksum: numbers[2], packedSize: numbers[3],
          size: numbers[4], offset: numbers[5]))
      offset += 46 + numbers[6] + numbers[7] + numbers[8]
    }
    return entries
  }

  /// Nil if it is damaged, encrypted, or packed in another way than all programs do it.
  private func unpacked(_ entry: Entry) -> [UInt8]? {
    guard entry.flags & 1 == 0, number(entry.offset, 4) == 0x0403_4b50,
      let nameSize = number(entry.offset + 26, 2), let extraSize = number(entry.offset + 28, 2)
    else { return nil }
    let start = entry.offset + 30 + nameSize + extraSize
    guard start + entry.packedSize <= bytes.count else { return nil }
    let packed = bytes[start..<start + entry.packedSize]
    let text: [UInt8]?
    switch entry.method {
    case 0: text = Array(packed)
    case 8: text = try? Inflate.bytes(of: packed, limit: entry.size)
    default: text = nil
    }
    guard let text, text.count == entry.size, Self.checksum(of: text) == entry.checksum else { return nil }
    return text
  }

  private static func checksum(of bytes: [UInt8]) -> Int {
    var value: UInt32 = 0xffff_ffff
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xedb8_8320 : 0) }
    }
    return Int(~value)
  }
}
