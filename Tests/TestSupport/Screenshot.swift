internal import Foundation

/// A picture of a screen.
package struct Screenshot: Equatable {
  package let width: Int
  package let height: Int
  private let bytes: [UInt8]

  /// Reads a PPM file with 8 bits for each part.
  package init(ppm: [UInt8]) throws {
    let fields = ppm.prefix(64).split(maxSplits: 4) { $0 == 10 || $0 == 32 }
    guard fields.count == 5, fields[0] == Array("P6".utf8)[...],
      let width = Int(String(decoding: fields[1], as: UTF8.self)),
      let height = Int(String(decoding: fields[2], as: UTF8.self))
    else { throw Missing(what: "a picture") }
    (self.width, self.height) = (width, height)
    bytes = Array(ppm.suffix(width * height * 3))
  }

  package func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let start = (y * width + x) * 3
    return bytes[start..<start + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether nothing is drawn on the black background.
  package var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }
}

/// Something did not appear.
package struct Missing: Error {
  package let what: String

  package init(what: String) { self.what = what }
}

/// Tries again until the work succeeds. It gives up after half a minute.
package func patiently<Value>(_ work: () throws -> Value) throws -> Value {
  let end = ContinuousClock.now + .seconds(30)
  while true {
    do {
      return try work()
    } catch  where ContinuousClock.now < end {
      usleep(20_000)
    }
  }
}
