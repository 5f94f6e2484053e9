import Foundation
import FuzzRun
import TestSupport
@testable import touchstick_overlay

/// A picture whose header has the right checksum, which would keep nearly all changed headers out. (PNG specification,
/// 5.5, and Annex D)
func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var (bytes, checksum) = (bytes, UInt32.max)
  for byte in bytes[12..<29] {
    checksum ^= UInt32(byte)
    for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 0 ? 0 : 0xedb8_8320) }
  }
  checksum = ~checksum
  bytes.replaceSubrange(
    29..<33, with: (0..<4).reversed().map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) })
  return bytes
}

func check(_ bytes: [UInt8]) {
  guard let image = try? LoadedImage(bytes) else { return }
  let limits = 1...ImageLibrary.maxPixels
  precondition(limits.contains(image.size.width) && limits.contains(image.size.height), "\(image.size)")
  guard let copy = try? image.scaled(16, 16) else { preconditionFailure("a picture that cannot be scaled") }
  copy.tint(.white, isMask: bytes.count % 2 == 0)
}

try Fuzzer.run { folder in
  let pictures = Fixtures.project.appending(path: "Tests/OverlayTests/Pictures")
  let files = try FileManager.default.contentsOfDirectory(at: pictures, includingPropertiesForKeys: nil)
  try Fuzzer.writeSeeds(files.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }, to: folder)
} _: { bytes in
  check(bytes)
  if bytes.count >= 33 { check(sealed(bytes)) }
}
