import Foundation
import FuzzRun
import TestSupport
@testable import touchstick_overlay

/// A picture whose header has the right checksum, which would keep nearly all changed headers out. (PNG specification,
/// 5.5, and Annex D)
func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  bytes.replaceSubrange(29..<33, with: PNGMaker.number(Int(PNGMaker.checksum(bytes[12..<29]))))
  return bytes
}

func check(_ bytes: [UInt8]) {
  guard let file = try? PNGFile(bytes) else { return }
  precondition(file.bytes.count <= bytes.count, "more bytes than the file has")
  guard let image = try? LoadedImage(file) else { return }
  let limits = 1...ImageLibrary.maxPixels
  precondition(limits.contains(image.size.width) && limits.contains(image.size.height), "\(image.size)")
  guard let copy = try? image.scaled(16, 16) else { preconditionFailure("a picture that cannot be scaled") }
  copy.tint(.white, isMask: bytes.count % 2 == 0)
}

try Fuzzer.run { folder in
  let pictures = Fixtures.project.appending(path: "Tests/OverlayTests/Pictures")
  let files = try FileManager.default.contentsOfDirectory(at: pictures, includingPropertiesForKeys: nil)
  try Fuzzer.writeSeeds(files.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }, to: folder)
  let text = PNGMaker.chunk("zTXt", Array("a\0\0".utf8) + PNGMaker.deflatedZeros(1 << 20))
  let palette = PNGMaker.chunk("PLTE", [1, 2, 3]) + PNGMaker.chunk("tRNS", [4])
  try Fuzzer.writeSeeds(
    [("palette.png", PNGMaker.file(palette)), ("texts.png", PNGMaker.file(text + text + palette))], to: folder
  )
  try Fuzzer.writeWords(
    ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "zTXt", "iTXt", "iCCP", "gAMA", "acTL", "CgBI"], to: folder)
} _: { bytes in
  check(bytes)
  if bytes.count >= 33 { check(sealed(bytes)) }
}
