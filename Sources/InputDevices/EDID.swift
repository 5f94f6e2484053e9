public import EventPipeline

/// A display's description of itself: the first block of its EDID, of VESA's E-EDID standard, release A2.
///
/// The bytes are not trusted, because some displays have wrong ones. Each is used only after its position was checked.
public struct EDID: Equatable, Sendable {
  /// The size of the picture in the display's first timing, or else in its basic parameters, which are whole
  /// centimetres; nil if neither is a plausible size.
  public let size: SurfaceSize?

  /// The length of the first block in bytes.
  static let blockSize = 128

  private static let header: [UInt8] = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]
  /// The positions of the sides in the basic parameters.
  private static let centimetres = (width: 21, height: 22)
  private static let timings = 54..<126
  private static let timingSize = 18

  /// Reads the first block; others may follow. Nil if it is too short, or if its header or checksum is wrong.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.blockSize else { return nil }
    let block = Array(bytes[..<Self.blockSize])
    guard block.starts(with: Self.header), block.reduce(0, &+) == 0 else { return nil }
    let timings = stride(from: Self.timings.lowerBound, to: Self.timings.upperBound, by: Self.timingSize)
      .map { Array(block[$0..<$0 + Self.timingSize]) }
    let basic = SurfaceSize(
      width: 10 * Double(block[Self.centimetres.width]), height: 10 * Double(block[Self.centimetres.height]))
    size = (timings.compactMap(Self.size).prefix(1) + [basic]).first(where: Self.isSize)
  }

  /// The picture's size in a detailed timing; nil for any other descriptor, which has 0 instead of the pixel clock.
  private static func size(of timing: [UInt8]) -> SurfaceSize? {
    guard timing[0] != 0 || timing[1] != 0 else { return nil }
    let (width, height) = (
      Int(timing[14] >> 4) << 8 | Int(timing[12]), Int(timing[14] & 0xf) << 8 | Int(timing[13])
    )
    return SurfaceSize(width: Double(width), height: Double(height))
  }

  /// Whether it is a size: 16 x 9 and the like, in millimetres or centimetres, are only ratios.
  private static func isSize(_ size: SurfaceSize) -> Bool {
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    let isRatio = [(16.0, 9.0), (16, 10), (4, 3)].contains { ratio in
      [1.0, 10].contains { (long, short) == (ratio.0 * $0, ratio.1 * $0) }
    }
    return size.isPlausible && !isRatio
  }
}
