@testable import touchstick_overlay
import TestSupport

extension Screenshot {
  /// How many pixels are not those of a PNG file; all of them if it has another size.
  func pixelsDiffering(from file: String) throws -> Int {
    let (columns, rows) = try LoadedImage(path: file).size
    guard columns == width, rows == height else { return width * height }
    let canvas = try Canvas(width: width, height: height, images: ImageLibrary())
    let area = PixelRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    let box = PixelBox(left: 0, top: 0, right: width, bottom: height)
    canvas.draw(OverlayPicture([[Shape(.image(ImageUse(path: file), area), fill: .white)]]), in: [box])
    var count = 0
    for y in 0..<height {
      for x in 0..<width where pixel(x, y) != canvas.pixel(x, y) & 0xffffff { count += 1 }
    }
    return count
  }

  /// How many pixels are not nearly those of a canvas; all of them if it has another size. Premultiplied colours on black
  /// are the colours.
  func pixelsNotNear(_ canvas: Canvas, within limit: Int = 3) -> Int {
    guard (canvas.width, canvas.height) == (width, height) else { return width * height }
    var count = 0
    for y in 0..<height {
      for x in 0..<width where !pixel(x, y).isNear(canvas.pixel(x, y), within: limit) { count += 1 }
    }
    return count
  }
}

extension UInt32 {
  /// Whether two colours differ by at most this in each part: drawing in parts rounds differently.
  fileprivate func isNear(_ other: UInt32, within limit: Int) -> Bool {
    for shift: UInt32 in [0, 8, 16] {
      let (mine, others) = (Int(self >> shift & 0xff), Int(other >> shift & 0xff))
      if abs(mine - others) > limit { return false }
    }
    return true
  }
}
