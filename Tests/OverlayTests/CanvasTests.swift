import JoystickModel
import EventPipeline
@testable import touchstick_overlay
import Testing

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
      .rectangle(area, rounding: 0), fill: ThemeColor(0xffffff).faded(to: 0.5), line: .white, lineWidth: 1,
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

  @Test("a triangle")
  func polygon() throws {
    let points = [PixelPoint(x: 0, y: 0), PixelPoint(x: 8, y: 0), PixelPoint(x: 0, y: 8)]
    let rows = try drawn(Shape(.polygon(points), fill: .white), width: 8)
    #expect(rows.map { $0.prefix { $0 == "9" }.count } == [7, 6, 5, 4, 3, 2, 1, 0])
  }

  @Test("colours are premultiplied, and a later shape is above an earlier one")
  func colors() throws {
    let area = PixelRectangle(x: 0, y: 0, width: 4, height: 4)
    let canvas = try Canvas(width: 4, height: 4, images: ImageLibrary())
    let red = Shape(.rectangle(area, rounding: 0), fill: ThemeColor(0xff0000))
    let blue = Shape(.rectangle(area, rounding: 0), fill: ThemeColor(0x0000ff).faded(to: 0.5))
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
      (ThemeColor.white, [0x8000_0000, 0x8080_8080, 0x8080_8080, 0x8000_0000, 0]),
      (.black, [0x8080_8080, 0x8000_0000, 0x8000_0000, 0x8080_8080, 0]),
    ] as [(ThemeColor, [UInt32])] {
      let canvas = try Canvas(width: 16, height: 16, images: ImageLibrary())
      let shape = Shape(.rectangle(area, rounding: 0), line: line.faded(to: 0.5), lineWidth: 2)
      canvas.draw(OverlayPicture([[shape]]), in: [PixelBox(left: 0, top: 0, right: 16, bottom: 16)])
      #expect((0..<5).map { canvas.pixel($0, 8) } == expected)
    }
  }

  @Test("positions and sizes that are no numbers, or enormous, spoil nothing else")
  func hostile() throws {
    var theme = Theme()
    theme.stick.handleImage = "/nonexistent.png"
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
