import JoystickModel
import Testing

@testable import touchstick_overlay

@Suite("Where touches are in the picture")
struct GlassTests {
  /// Where wlroots maps a touch at a quarter of the panel's width and an eighth of its height, as parts of the picture.
  private static let expected: [(transform: Int, x: Double, y: Double)] = [
    (0, 0.25, 0.125), (1, 0.875, 0.25), (2, 0.75, 0.875), (3, 0.125, 0.75), (4, 0.75, 0.125),
    (5, 0.125, 0.25), (6, 0.25, 0.875), (7, 0.875, 0.75),
  ]

  @Test("a device that is not turned lies on the panel, in all eight transforms", arguments: expected)
  func panel(_ transform: Int, _ x: Double, _ y: Double) throws {
    let transform = try #require(OutputTransform(rawValue: transform))
    let picture = OutputPicture(width: 1600, height: 800, transform: transform)
    let glass = SurfaceMapping(Glasses.layout(), picture)
    #expect(glass.at(Point(x: 50, y: 12.5)) == PixelPoint(x: x * 1600, y: y * 800))
    #expect(
      transform.panel(ofPicture: transform.picture(ofPanel: Point(x: 0.25, y: 0.125)))
        == Point(x: 0.25, y: 0.125))
  }

  @Test("a device that is turned like the picture is not turned again", arguments: [0, 90, 180, 270])
  func followed(_ degrees: Int) {
    let picture = OutputPicture(width: 2000, height: 1000, transform: OutputTransform(degrees: degrees))
    let glass = SurfaceMapping(Glasses.layout(rotation: UInt16(degrees)), picture)
    #expect(glass.at(Point(x: 50, y: 12.5)) == PixelPoint(x: 500, y: 125))
    // Fractions of a power of two, which are exact.
    let area = glass.rectangle(Rectangle(x: 25, y: 12.5, width: 50, height: 25))
    #expect(area == PixelRectangle(x: 250, y: 125, width: 500, height: 250))
  }

  @Test("rectangles stay rectangles, and circles of unequal pixels become ellipses")
  func rectangles() {
    let turned = OutputPicture(width: 100, height: 200, transform: OutputTransform(degrees: 90))
    let glass = SurfaceMapping(Glasses.layout(), turned)
    #expect(
      glass.rectangle(Rectangle(x: 0, y: 0, width: 25, height: 12.5))
        == PixelRectangle(x: 87.5, y: 0, width: 12.5, height: 25))
    let wide = SurfaceMapping(Glasses.layout(), OutputPicture(width: 400, height: 100))
    let circle = wide.rectangle(around: Circle(center: Point(x: 100, y: 50), radius: 12.5))
    #expect(circle == PixelRectangle(x: 175, y: 37.5, width: 50, height: 25))
    #expect(wide.length(12.5) == 18.75)
  }

  @Test("a circle has the same size everywhere, so that a handle that moves does not flicker")
  func movedCircle() throws {
    for number in 0...7 {
      let transform = try #require(OutputTransform(rawValue: number))
      let (width, height) = number & 1 == 1 ? (200, 400) : (400, 200)
      let glass = SurfaceMapping(
        Glasses.layout(), OutputPicture(width: width, height: height, transform: transform))
      // In pixels, it is half one more than a whole number wide.
      let sizes = (0...1000).map { place in
        let middle = Point(x: Double(place) * 0.2, y: Double(place) * 0.1)
        return glass.rectangle(around: Circle(center: middle, radius: 12.75)).whole
      }
      #expect(Set(sizes.map(\.width)).count == 1 && Set(sizes.map(\.height)).count == 1, "\(number)")
    }
  }

  @Test("a pixel leads back to its place, however the picture lies and the device is held")
  func inverse() throws {
    for (number, rotation) in (0...7).flatMap({ number in [0, 90, 180, 270].map { (number, $0) } }) {
      let transform = try #require(OutputTransform(rawValue: number))
      let glass = SurfaceMapping(
        width: 200, height: 100, rotation: rotation,
        OutputPicture(width: 1600, height: 900, transform: transform))
      let place = glass.point(at: glass.at(Point(x: 30, y: 70)))
      #expect(abs(place.x - 30) < 1e-9 && abs(place.y - 70) < 1e-9, "\(number) \(rotation)")
    }
  }

  @Test("a device that is held like its screen is turned with it")
  func turns() throws {
    let quarter = OutputTransform(degrees: 90)
    #expect(OutputTransform.normal.turns(from: .normal, to: quarter) == 1)
    #expect(quarter.turns(from: quarter, to: .normal) == 3)
    #expect(OutputTransform.normal.turns(from: quarter, to: .normal) == nil)
    #expect(
      OutputTransform.normal.turns(from: .normal, to: try #require(OutputTransform(rawValue: 4))) == nil)
  }
}
