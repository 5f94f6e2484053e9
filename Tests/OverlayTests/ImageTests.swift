import Foundation
@testable import touchstick_overlay
import TestSupport
import Testing

@Suite("The pictures of a theme")
struct ImageTests {
  /// A PNG file with a disc in this colour in its middle.
  private func disc(_ color: ThemeColor, size: Int = 8) throws -> String {
    let folder = try Programs.files([:])
    let path = folder.appending(path: "disc.png").path
    let canvas = try Canvas(width: size, height: size, images: ImageLibrary())
    let area = PixelRectangle(x: 0, y: 0, width: Double(size), height: Double(size))
    canvas.draw(
      OverlayPicture([[Shape(.ellipse(area), fill: color)]]),
      in: [PixelBox(left: 0, top: 0, right: size, bottom: size)])
    #expect(canvas.write(toFile: path))
    return path
  }

  private func drawn(_ use: ImageUse) throws -> Canvas {
    let canvas = try Canvas(width: 40, height: 40, images: ImageLibrary())
    let area = PixelRectangle(x: 10, y: 10, width: 20, height: 20)
    canvas.draw(
      OverlayPicture([[Shape(.image(use, area), fill: .white)]]),
      in: [PixelBox(left: 0, top: 0, right: 40, bottom: 40)])
    return canvas
  }

  @Test("fill their rectangle, keep their colours, and stay transparent where they are")
  func plain() throws {
    let canvas = try drawn(ImageUse(path: try disc(ThemeColor(0x336699))))
    #expect(canvas.pixel(20, 20) == 0xff33_6699)
    #expect(canvas.pixel(10, 10) == 0 && canvas.pixel(9, 20) == 0 && canvas.pixel(30, 20) == 0)
  }

  @Test("a mask is filled with the tint; otherwise the lightness stays")
  func tints() throws {
    let tint = ThemeColor(0xff8000)
    for (color, kept) in [
      (ThemeColor.black, 0xff00_0000), (ThemeColor(0x808080), 0xffff_8001), (.white, 0xffff_ffff),
    ]
      as [(ThemeColor, UInt32)]
    {
      let path = try disc(color)
      let mask = try drawn(ImageUse(path: path, tint: tint, isMask: true))
      #expect(mask.pixel(20, 20) == 0xffff_8000 && mask.pixel(10, 10) == 0)
      let tinted = try drawn(ImageUse(path: path, tint: tint))
      #expect(tinted.pixel(20, 20) == kept && tinted.pixel(10, 10) == 0)
    }
  }

  @Test("that become lighter than their opacity by scaling have colours of it")
  func overshoot() throws {
    let path = try Programs.files([:]).appending(path: "stripes.png").path
    let canvas = try Canvas(width: 8, height: 8, images: ImageLibrary())
    let shapes = (0..<8).map { x in
      Shape(
        .rectangle(PixelRectangle(x: Double(x), y: 0, width: 1, height: 8), rounding: 0),
        fill: (x % 4 < 2 ? ThemeColor.black : .white).faded(to: 0.98))
    }
    canvas.draw(OverlayPicture([shapes]), in: [PixelBox(left: 0, top: 0, right: 8, bottom: 8)])
    #expect(canvas.write(toFile: path))
    let tinted = try drawn(ImageUse(path: path, tint: ThemeColor(0xff8000)))
    for x in 0..<40 {
      let pixel = tinted.pixel(x, 20)
      for shift: UInt32 in [0, 8, 16] { #expect(pixel >> shift & 0xff <= pixel >> 24, "\(x)") }
    }
  }

  @Test("that cannot be used are refused with a reason, before they need memory")
  func refused() throws {
    func reason(_ bytes: [UInt8]) throws -> DrawingError? {
      let path = try Programs.files([:]).appending(path: "picture.png")
      try Data(bytes).write(to: path)
      do throws(DrawingError) {
        try ImageLibrary.check(path.path)
        return nil
      } catch {
        return error
      }
    }
    let whole = Array(try Data(contentsOf: URL(filePath: try disc(.white, size: 64))))
    #expect(try reason(whole) == nil)
    #expect(try reason([]) == .notPNG)
    #expect(try reason(Array("GIF89a and more of it than a header has".utf8)) == .notPNG)
    for count in [8, 20, 24, 33, whole.count / 2] {
      #expect(try reason(Array(whole.prefix(count))) == .damaged, "\(count)")
    }
    var huge = whole
    huge.replaceSubrange(16..<24, with: [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20])
    #expect(try reason(huge) == .size(width: 20_000, height: 20_000))
    huge.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(try reason(huge) == .size(width: 0, height: 1))
    // The file does not say what it has: its checksum is wrong.
    huge.replaceSubrange(16..<24, with: [0, 0, 0x10, 0, 0, 0, 0x10, 0])
    #expect(try reason(huge) == .damaged)
    #expect(throws: DrawingError.notAFile) { try ImageLibrary.check("/tmp") }
    #expect(throws: DrawingError.notAFile) { try ImageLibrary.check("/dev/null") }
    #expect(DrawingError.damaged.sentence == "is damaged or cut off")
  }

  @Test("one that is missing draws nothing")
  func missing() throws {
    #expect(try drawn(ImageUse(path: "/nonexistent/picture.png")).pixel(20, 20) == 0)
  }
}
