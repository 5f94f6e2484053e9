import Drawing
import CCairo
import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("Drawing")
struct CanvasTests {
  /// The opacity of each pixel, from 0 to 9; a dot is transparent.
  private func drawn(_ shapes: Shape..., width: Int = 16, height: Int = 8) throws -> [String] {
    let canvas = try Canvas(width: width, height: height, images: ImageLibrary())
    canvas.draw(OverlayPicture([shapes]), in: [PixelBox(left: 0, top: 0, right: width, bottom: height)])
    return (0..<height).map { y in
      (0..<width).map { x in
        let alpha = canvas.pixel(x, y) >> 24
        return alpha == 0 ? "." : "\(alpha * 9 / 255)"
      }.joined()
    }
  }

  @Test("a rectangle, a line with two sides on its inside, and a clip")
  func rectangle() throws {
    let area = PixelRectangle(x: 2, y: 1, width: 10, height: 6)
    let shape = Shape(
      .rectangle(area, rounding: 0), fill: Color(0xffffff).faded(to: 0.5), line: .white, lineWidth: 1,
      clip: PixelRectangle(x: 0, y: 3, width: 16, height: 5))
    #expect(
      try drawn(shape) == [
        "................", "................", "................", "..9944444499....", "..9944444499....",
        "..9999999999....", "..8999999998....", "................",
      ])
  }

  @Test("an ellipse, as wide and as high as its rectangle")
  func ellipse() throws {
    let rows = try drawn(Shape(.ellipse(PixelRectangle(x: 0, y: 0, width: 16, height: 8)), fill: .white))
    #expect(
      rows == [
        "..025788887520..", ".27999999999972.", "3899999999999983", "8999999999999998", "8999999999999997",
        "3899999999999983", ".27999999999972.", "..025788887520..",
      ])
  }

  @Test("a shape that was drawn once is kept while it is used")
  func kept() throws {
    let images = ImageLibrary()
    var drawings = 0
    func use() {
      _ = images.sprite(Shape(.polygon([]), fill: .white), pixels: 1) {
        drawings += 1
        return unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1).map {
          unsafe LoadedImage(owning: $0)
        }
      }
    }
    for _ in 1...3 {
      use()
      images.forgetUnused()
    }
    #expect(drawings == 1)
    images.forgetUnused()
    use()
    #expect(drawings == 2)
  }

  @Test("a triangle")
  func polygon() throws {
    let points = [PixelPoint(x: 0, y: 0), PixelPoint(x: 8, y: 0), PixelPoint(x: 0, y: 8)]
    let rows = try drawn(Shape(.polygon(points), fill: .white), width: 8)
    #expect(rows.map { $0.prefix { $0 == "9" }.count } == [7, 6, 5, 4, 3, 2, 1, 0])
  }

  @Test("a square with round corners, which is the same as a polygon and as a path of SVG")
  func roundCorners() throws {
    let points = [(0.0, 0.0), (8, 0), (8, 8), (0, 8)].map { PixelPoint(x: $0.0, y: $0.1) }
    let rows = try drawn(Shape(.polygon(points, rounding: 3), fill: .white), width: 8)
    #expect(rows[0] == String(rows[0].reversed()) && rows[0] == rows[7])
    #expect(rows[0].first != "9" && rows[0].dropFirst(3).prefix(2) == "99" && rows[4] == "99999999")
    let corner = RoundCorner.all(of: points, at: 3)[1]
    #expect(corner.start == PixelPoint(x: 5, y: 0) && corner.end == PixelPoint(x: 8, y: 3))
    #expect(RoundCorner.all(of: points, at: 30)[1].start == PixelPoint(x: 4, y: 0), "at most half of an edge")
    #expect(RoundCorner.all(of: [], at: 3).isEmpty)
  }

  @Test("colours are premultiplied, and a later shape is above an earlier one")
  func colors() throws {
    let area = PixelRectangle(x: 0, y: 0, width: 4, height: 4)
    let canvas = try Canvas(width: 4, height: 4, images: ImageLibrary())
    let red = Shape(.rectangle(area, rounding: 0), fill: Color(0xff0000))
    let blue = Shape(.rectangle(area, rounding: 0), fill: Color(0x0000ff).faded(to: 0.5))
    let box = PixelBox(left: 0, top: 0, right: 4, bottom: 4)
    canvas.draw(OverlayPicture([[blue]]), in: [box])
    #expect(canvas.pixel(1, 1) == 0x8000_0080)
    canvas.draw(OverlayPicture([[red], [blue]]), in: [box])
    #expect(canvas.pixel(1, 1) == 0xff7f_0080)
    canvas.draw(OverlayPicture(), in: [PixelBox(left: 0, top: 0, right: 2, bottom: 99)])
    #expect(canvas.pixel(1, 3) == 0 && canvas.pixel(2, 3) == 0xff7f_0080)
  }

  @Test("a light line has dark sides, a dark one light sides, and both sides the line's opacity")
  func sides() throws {
    let area = PixelRectangle(x: 0, y: 0, width: 16, height: 16)
    for (line, expected) in [
      (Color.white, [0x8000_0000, 0x8080_8080, 0x8080_8080, 0x8000_0000, 0]),
      (.black, [0x8080_8080, 0x8000_0000, 0x8000_0000, 0x8080_8080, 0]),
    ] as [(Color, [UInt32])] {
      let canvas = try Canvas(width: 16, height: 16, images: ImageLibrary())
      let shape = Shape(.rectangle(area, rounding: 0), line: line.faded(to: 0.5), lineWidth: 2)
      canvas.draw(OverlayPicture([[shape]]), in: [PixelBox(left: 0, top: 0, right: 16, bottom: 16)])
      #expect((0..<5).map { canvas.pixel($0, 8) } == expected)
    }
  }

  @Test("positions and sizes that are no numbers, or enormous, spoil nothing else")
  func hostile() throws {
    var theme = Theme()
    theme.stick.handleImage = PicturePath("/nonexistent.png")
    let box = Glasses.output.box
    func pixel(_ canvas: Canvas) throws -> UInt32 {
      canvas.draw(try #require(Glasses.scene().picture(on: Glasses.output, at: 0)), in: [box])
      return canvas.pixel(1800, 800)
    }
    let canvas = try Canvas(width: box.width, height: box.height, images: ImageLibrary())
    let expected = try pixel(canvas)
    #expect(expected != 0)
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let scene = Glasses.scene(theme) { controls in
        for index in controls.indices {
          controls[index].isTouched = true
          controls[index].base = Point(x: number, y: number)
          controls[index].handle = Point(x: number, y: -number)
        }
      }
      canvas.draw(try #require(scene.picture(on: Glasses.output, at: 0)), in: [box])
      #expect(try pixel(canvas) == expected, "\(number)")
    }
    for side in [1, 1e-12] as [Float] {
      var layout = Glasses.layout()
      (layout.width, layout.height) = (side, side)
      var scene = Scene(theme: theme)
      scene.apply(.layout(layout), at: 0)
      scene.apply(.state(Glasses.state()), at: 0)
      let picture = scene.picture(on: OutputPicture(width: 16384, height: 16384), at: 0)
      canvas.draw(try #require(picture), in: [box])
      #expect(try pixel(canvas) == expected, "\(side) mm")
    }
  }

  @Test("a text stays in its rectangle, however long it is", arguments: ["A", "Guide", "WWWWWWWWWWWWWWWW"])
  func text(_ text: String) throws {
    let area = PixelRectangle(x: 10, y: 5, width: 40, height: 30)
    let rows = try drawn(Shape(.text(text, area, height: 25), fill: .white), width: 60, height: 40)
    #expect(rows.contains { $0.contains { $0 != "." } })
    for (y, row) in rows.enumerated() where !(4...35).contains(y) { #expect(!row.contains { $0 != "." }) }
    for row in rows { #expect(!(row.prefix(9) + row.suffix(9)).contains { $0 != "." }) }
  }
}

@Suite("Damage")
struct DamageTests {
  private static let output = OutputPicture(width: 200, height: 100)

  private func picture(_ change: (inout [ControlReport]) -> Void = { _ in }) throws -> OverlayPicture {
    try #require(Glasses.scene(Glasses.plain, change).picture(on: Self.output, at: 0))
  }

  @Test("is nothing for the same picture, and the pressed button for a press")
  func press() throws {
    let rest = try picture()
    #expect(rest.changes(since: rest).isEmpty)
    let pressed = try picture { $0[1].isTouched = true }
    #expect(pressed.changes(since: rest) == [PixelBox(left: 169, top: 69, right: 191, bottom: 91)])
    #expect(rest.changes(since: pressed) == pressed.changes(since: rest))
  }

  @Test("of a moved handle is where it was and where it is")
  func handle() throws {
    let first = try picture {
      $0[0].isTouched = true
      $0[0].handle = Point(x: 10, y: 20)
    }
    let second = try picture {
      $0[0].isTouched = true
      $0[0].handle = Point(x: 50, y: 80)
    }
    #expect(
      second.changes(since: first) == [
        PixelBox(left: 36, top: 66, right: 64, bottom: 94), PixelBox(left: -4, top: 6, right: 24, bottom: 34),
      ])
  }

  @Test("is all that differs: drawing only the damage gives the whole picture, 100 times")
  func whole() throws {
    var random = SeededGenerator(seed: 7)
    // Large enough for sprites.
    let output = OutputPicture(width: 400, height: 200)
    let kept = try Canvas(width: 400, height: 200, images: ImageLibrary())
    var shown = OverlayPicture()
    var (base, handle) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    for round in 0..<100 {
      // Often near the last place, as a thumb moves.
      let isNear = random.chance(0.6)
      base = isNear ? random.place(near: base) : random.place
      handle = isNear ? random.place(near: handle) : random.place
      var scene = Glasses.scene(random.chance(0.1) ? .glass : Glasses.plain) { controls in
        for index in controls.indices where random.chance(0.7) {
          controls[index].isTouched = random.chance(0.5)
          controls[index].base = base
          controls[index].handle = handle
          controls[index].directionX = random.integer(-1...1)
          controls[index].directionY = random.integer(-1...1)
          controls[index].pull = random.integer(0...255)
        }
      }
      if random.chance(0.1) { scene.apply(.off, at: 0) }
      let next = scene.picture(on: output, at: 0) ?? OverlayPicture()
      kept.draw(next, in: next.changes(since: shown))
      shown = next
      let new = try Canvas(width: 400, height: 200, images: ImageLibrary())
      new.draw(next, in: [output.box])
      var difference = 0
      for y in 0..<200 {
        for x in 0..<400 {
          difference = max(difference, kept.pixel(x, y).difference(from: new.pixel(x, y)))
        }
      }
      // cairo computes the coverage of a pixel on an edge a little differently in a smaller clip, for each shape.
      #expect(difference <= 4, "round \(round)")
    }
  }

  @Test("rectangles that overlap become one")
  func boxes() {
    var boxes: [PixelBox] = []
    boxes.add(PixelBox(left: 0, top: 0, right: 10, bottom: 10))
    boxes.add(PixelBox(left: 20, top: 0, right: 30, bottom: 10))
    boxes.add(PixelBox(left: 5, top: 5, right: 5, bottom: 50))
    #expect(boxes.count == 2)
    boxes.add(PixelBox(left: 9, top: 9, right: 21, bottom: 12))
    #expect(boxes == [PixelBox(left: 0, top: 0, right: 30, bottom: 12)])
  }
}

extension SeededGenerator {
  /// A place on the surface or beside it.
  fileprivate var place: Point {
    mutating get { Point(x: number(-20...220), y: number(-20...120)) }
  }

  fileprivate mutating func place(near place: Point) -> Point {
    Point(x: place.x + number(-4...4), y: place.y + number(-4...4))
  }
}

extension UInt32 {
  /// The largest difference of two bytes of two pixels.
  fileprivate func difference(from other: UInt32) -> Int {
    var largest = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let (mine, others) = (Int(self >> shift & 0xff), Int(other >> shift & 0xff))
      largest = Swift.max(largest, abs(mine - others))
    }
    return largest
  }
}

@Suite("The pictures of a theme")
struct ImageTests {
  /// A PNG file with a disc in this colour in its middle.
  private func disc(_ color: Color, size: Int = 8) throws -> PicturePath {
    let folder = try Programs.files([:])
    let path = folder.appending(path: "disc.png").path
    let canvas = try Canvas(width: size, height: size, images: ImageLibrary())
    let area = PixelRectangle(x: 0, y: 0, width: Double(size), height: Double(size))
    canvas.draw(
      OverlayPicture([[Shape(.ellipse(area), fill: color)]]),
      in: [PixelBox(left: 0, top: 0, right: size, bottom: size)])
    #expect(canvas.write(toFile: path))
    return PicturePath(path)
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
    let canvas = try drawn(ImageUse(path: try disc(Color(0x336699))))
    #expect(canvas.pixel(20, 20) == 0xff33_6699)
    #expect(canvas.pixel(10, 10) == 0 && canvas.pixel(9, 20) == 0 && canvas.pixel(30, 20) == 0)
  }

  @Test("a mask is filled with the tint; otherwise the lightness stays")
  func tints() throws {
    let tint = Color(0xff8000)
    for (color, kept) in [
      (Color.black, 0xff00_0000), (Color(0x808080), 0xffff_8001), (.white, 0xffff_ffff),
    ]
      as [(Color, UInt32)]
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
        fill: (x % 4 < 2 ? Color.black : .white).faded(to: 0.98))
    }
    canvas.draw(OverlayPicture([shapes]), in: [PixelBox(left: 0, top: 0, right: 8, bottom: 8)])
    #expect(canvas.write(toFile: path))
    let tinted = try drawn(ImageUse(path: PicturePath(path), tint: Color(0xff8000)))
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
        try ImageLibrary.check(PicturePath(path.path))
        return nil
      } catch {
        return error
      }
    }
    let whole = Array(try Data(contentsOf: URL(filePath: try disc(.white, size: 64).whole)))
    #expect(try reason(whole) == nil)
    #expect(try reason([]) == .notPNG)
    #expect(try reason(Array("GIF89a and more of it than a header has".utf8)) == .notPNG)
    for count in [8, 20, 24, 33, whole.count / 2] {
      #expect(try reason(Array(whole.prefix(count))) == .damaged, "\(count)")
    }
    var huge = whole
    huge.replaceSubrange(16..<24, with: [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20])
    #expect(try reason(huge) == .size(width: 20_000, height: 20_000, limit: 4096))
    huge.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(try reason(huge) == .size(width: 0, height: 1, limit: 4096))
    // The file does not say what it has: its checksum is wrong.
    huge.replaceSubrange(16..<24, with: [0, 0, 0x10, 0, 0, 0, 0x10, 0])
    #expect(try reason(huge) == .damaged)
    #expect(throws: DrawingError.file(.notRegular)) { try ImageLibrary.check(PicturePath("/tmp")) }
    #expect(throws: DrawingError.file(.notRegular)) { try ImageLibrary.check(PicturePath("/dev/null")) }
    #expect(DrawingError.damaged.sentence == "is damaged or cut off")
  }

  @Test("one that is missing draws nothing")
  func missing() throws {
    #expect(try drawn(ImageUse(path: PicturePath("/nonexistent/picture.png"))).pixel(20, 20) == 0)
  }
}
