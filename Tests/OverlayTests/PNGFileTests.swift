import Configuration
import Drawing
import CAllocationCounter
import Foundation
import TestSupport
import Testing

@testable import touchstick_overlay

/// Files that must not use up the memory or the time, whatever they say.
@Suite("PNG files")
struct PNGFileTests {
  private func error(_ content: [UInt8]) -> DrawingError? {
    do throws(DrawingError) {
      _ = try LoadedImage(PNGFile(content))
      return nil
    } catch {
      return error
    }
  }

  /// Half transparent red.
  private static let palette =
    PNGMaker.chunk("PLTE", [0xff, 0, 0]) + PNGMaker.chunk("tRNS", [0x80])

  private func pixel(_ content: [UInt8]) throws -> UInt32 {
    let canvas = try Canvas(width: 16, height: 16, images: ImageLibrary())
    let path = try Programs.files([:]).appending(path: "pixel.png")
    try Data(content).write(to: path)
    let area = PixelRectangle(x: 0, y: 0, width: 16, height: 16)
    let shape = Shape(.image(ImageUse(path: PicturePath(path.path)), area), fill: .white)
    canvas.draw(OverlayPicture([[shape]]), in: [PixelBox(left: 0, top: 0, right: 16, bottom: 16)])
    return canvas.pixel(8, 8)
  }

  /// The allocations for a picture in a file, which measure the work on any machine.
  private func work(_ content: [UInt8]) throws -> UInt {
    let path = try Programs.files([:]).appending(path: "picture.png")
    try Data(content).write(to: path)
    let picture = PicturePath(path.path)
    let before = allocation_count()
    try ImageLibrary.check(picture)
    return allocation_count() - before
  }

  @Test("Texts and profiles, which are a thousand times as large when inflated, do not reach the decoder")
  func bomb() throws {
    let mebibyte = PNGMaker.deflatedZeros(1 << 20)
    let bombs = [
      PNGMaker.chunk("iCCP", Array("a\0\0".utf8) + mebibyte),
      PNGMaker.chunk("zTXt", Array("a\0\0".utf8) + mebibyte),
      PNGMaker.chunk("iTXt", Array("a\0\u{1}\0\0\0".utf8) + mebibyte),
    ]
    let plain = PNGMaker.file(Self.palette)
    let bombed = PNGMaker.file((0..<60).flatMap { bombs[$0 % 3] } + Self.palette)
    #expect(try PNGFile(bombed).bytes == plain)
    // libpng skips a chunk that it does not know.
    let unknown = PNGMaker.file((0..<60).flatMap { _ in PNGMaker.chunk("teSt", []) } + Self.palette)
    #expect(try work(bombed) < work(unknown) + 20)
    #expect(try pixel(bombed) == pixel(plain))
  }

  @Test(
    "The palette and its opacity count, statements about colours do not, and nothing after the end is read")
  func chunks() throws {
    let gamma = PNGMaker.chunk("gAMA", PNGMaker.number(100_000))
    let content = PNGMaker.file(gamma + Self.palette + PNGMaker.chunk("bKGD", [0])) + [1, 2, 3]
    #expect(try PNGFile(content).bytes == PNGMaker.file(Self.palette))
    #expect(try pixel(content) == 0x8080_0000)
  }

  @Test("A file that is cut off anywhere is refused")
  func truncated() {
    let whole = PNGMaker.file(Self.palette)
    #expect(error(whole) == nil)
    for count in 0..<whole.count {
      #expect(error(Array(whole.prefix(count))) == (count < 8 ? .notPNG : .damaged), "\(count)")
    }
  }

  @Test("A chunk with a wrong length is refused", arguments: [0, 1, 12, 14, 0x7fff_ffff, 0xffff_ffff])
  func lengths(_ length: Int) {
    let whole = PNGMaker.file(Self.palette)
    for (type, start) in [("IHDR", 8), ("PLTE", 33), ("IDAT", 61)] {
      var content = whole
      #expect(content[(start + 4)...].starts(with: type.utf8))
      content.replaceSubrange(start..<start + 4, with: PNGMaker.number(length))
      #expect(error(content) == .damaged, "\(type)")
    }
  }

  @Test("A chunk that decoders must know, or a second header, is refused", arguments: ["CgBI", "IHDR"])
  func critical(_ type: String) {
    #expect(error(PNGMaker.file(PNGMaker.chunk(type, []) + Self.palette)) == .damaged)
  }

  @Test("The size is checked before anything is decoded: a colour of 16 bits needs four times the memory")
  func size() throws {
    for (depth, limit) in [(8, 4096), (16, 2048)] as [(UInt8, Int)] {
      func content(_ width: Int, _ height: Int) -> [UInt8] {
        PNGMaker.signature + PNGMaker.header(width, height, depth: depth, color: 6) + PNGMaker.end
      }
      _ = try PNGFile(content(limit, limit))
      for (width, height) in [(limit + 1, 1), (1, limit + 1), (0, 1), (1, 0), (0xffff_ffff, 0xffff_ffff)] {
        #expect(error(content(width, height)) == .size(width: width, height: height, limit: limit))
      }
    }
  }

  @Test("Far more data than the pixels need is refused", arguments: ["IDAT", "PLTE", "tRNS", "IEND"])
  func excess(_ type: String) {
    let more = PNGMaker.chunk(type, Array(repeating: 0, count: 1 << 20))
    #expect(error(PNGMaker.file(more)) == .tooMuchData)
    let many = (0..<10_000).flatMap { _ in PNGMaker.chunk(type, []) }
    if type != "IEND" { #expect(error(PNGMaker.file(many)) == .tooMuchData) }
  }

  @Test(
    "Pixels that cannot be compressed, also interlaced, are not too much data",
    arguments: [(1, 1), (1, 4096), (2, 4096), (5, 4096), (8, 4096), (4096, 1), (64, 64)])
  func incompressible(_ width: Int, _ height: Int) throws {
    for (color, samples) in [(0, 1), (2, 3), (3, 1), (4, 2), (6, 4)] as [(UInt8, Int)] {
      // The passes of Adam7: where they begin, and their steps.
      let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
      ]
      let plain = passes.reduce(0) { bytes, pass in
        let columns = (width - pass.0 + pass.2 - 1) / pass.2
        let rows = (height - pass.1 + pass.3 - 1) / pass.3
        return bytes + (columns > 0 && rows > 0 ? rows * (1 + columns * samples) : 0)
      }
      // The bound of compressBound of zlib for any settings: deflateBound.
      let data = [UInt8](repeating: 0x55, count: plain + plain / 8 + plain / 64 + 23)
      let header = PNGMaker.header(width, height, depth: 8, color: color, interlace: 1)
      // In chunks as small as those of libpng.
      let chunks = stride(from: 0, to: data.count, by: 8192).flatMap { start in
        PNGMaker.chunk("IDAT", Array(data[start..<min(start + 8192, data.count)]))
      }
      #expect(throws: Never.self) { try PNGFile(PNGMaker.signature + header + chunks + PNGMaker.end) }
    }
  }
}

/// Which files a theme's pictures can be.
@Suite("Paths of pictures")
struct PicturePathTests {
  /// The errors about a picture in a file, without the folder's path.
  private func errors(_ name: String, in folder: URL) throws -> [String] {
    let path = folder.appending(path: "overlay.toml")
    try "[stick]\nbase_image = \"\(name)\"\n".write(to: path, atomically: true, encoding: .utf8)
    let file = OverlayConfigurationFile(path.path)
    return try file.errors(in: file.read()).map { $0.sentence.replacing(folder.path, with: "DIR") }
  }

  @Test("All keys for a path are looked at")
  func keys() {
    let names = StickLooks.rows.map(\.key.name).filter { $0.hasSuffix("_image") }
    #expect(StickLooks.imageRows.map(\.key) + ["color_fill_handle_image"] == names)
  }

  @Test("A path that begins in the file's folder does not leave it; a whole path leads anywhere")
  func folder() throws {
    let (folder, other) = (try Programs.files(["sub/readme": ""]), try Programs.files([:]))
    try Data(PNGMaker.file(PNGMaker.chunk("PLTE", [1, 2, 3]))).write(to: other.appending(path: "a.png"))
    try Data(contentsOf: other.appending(path: "a.png")).write(to: folder.appending(path: "sub/b.png"))
    let links = ["in.png": "sub/b.png", "out.png": other.path + "/a.png", "there": other.path]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: name).path, withDestinationPath: target)
    }
    for name in ["sub/b.png", "sub/../in.png", other.path + "/a.png", folder.path + "/out.png"] {
      #expect(try errors(name, in: folder) == [], "\(name)")
    }
    for name in ["out.png", "there/a.png", "../\(other.lastPathComponent)/a.png"] {
      #expect(
        try errors(name, in: folder) == [
          "DIR/overlay.toml:2:14: base_image: \"DIR/\(name)\" is outside the folder that it must be in; "
            + "put the picture itself into that folder, or write its whole path"
        ])
    }
  }

  @Test("A FIFO, or a link to a device, is not even opened")
  func special() throws {
    let folder = try Programs.files([:])
    let fifo = folder.appending(path: "fifo.png").path
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "zero.png").path, withDestinationPath: "/dev/zero")
    let watch = try OpenWatch(fifo)
    for name in ["fifo.png", fifo, "/dev/zero", folder.appending(path: "zero.png").path] {
      let path = name.hasPrefix("/") ? name.replacing(folder.path, with: "DIR") : "DIR/\(name)"
      #expect(
        try errors(name, in: folder) == [
          "DIR/overlay.toml:2:14: base_image: \"\(path)\" is not a regular file; "
            + "use another picture, or remove the key"
        ])
    }
    #expect(try errors("zero.png", in: folder).first?.contains("is outside the folder") == true)
    #expect(!watch.wasOpened)
    // The watch sees what happens.
    close(unsafe open(fifo, O_RDONLY | O_NONBLOCK))
    #expect(watch.wasOpened)
  }
}

extension PicturePath {
  /// A whole path.
  init(_ path: String) { self.init(path, in: "") }
}
