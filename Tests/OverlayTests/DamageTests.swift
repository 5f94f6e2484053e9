import JoystickModel
import EventPipeline
@testable import touchstick_overlay
import TestSupport
import Testing

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
      var scene = Glasses.scene(random.chance(0.1) ? .knob : Glasses.plain) { controls in
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
