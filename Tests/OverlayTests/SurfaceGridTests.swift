import Drawing
import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("Surfaces on an output")
struct SurfaceGridTests {
  private static let scales = [60, 120, 121, 150, 160, 180, 210, 240, 300]

  @Test("are at whole units and whole pixels, and end with the output", arguments: scales)
  func edges(_ scale: Int) throws {
    let grid = try #require(SurfaceGrid(width: 1366, height: 767, scale: scale, transform: .normal))
    let output = grid.picture.box
    for place in 0..<200 {
      let (x, y) = (output.width * place / 200, output.height * place / 200)
      let box = PixelBox(left: x, top: y, right: x + 7, bottom: y + 3).intersection(output)
      let cells = try #require(grid.cells(around: box))
      let units = grid.units(of: cells)
      #expect(cells.intersection(box) == box && cells.intersection(output) == cells)
      #expect(Int(units.x) * scale == 120 * cells.left && Int(units.y) * scale == 120 * cells.top)
      let (right, bottom) = (Int(units.x + units.width), Int(units.y + units.height))
      #expect(cells.right == output.right ? right == 1366 : right * scale == 120 * cells.right)
      #expect(cells.bottom == output.bottom ? bottom == 767 : bottom * scale == 120 * cells.bottom)
    }
  }

  @Test("need a plausible output, and something on it")
  func implausible() throws {
    for (width, height, scale) in [(0, 9, 120), (9, 0, 120), (9, 9, 0), (9000, 9, 240), (1, 1, Int.max)] {
      #expect(SurfaceGrid(width: width, height: height, scale: scale, transform: .normal) == nil)
    }
    let grid = try #require(SurfaceGrid(width: 100, height: 100, scale: 120, transform: .normal))
    #expect(grid.cells(around: PixelBox(left: 101, top: 0, right: 120, bottom: 9)) == nil)
    #expect(grid.cells(around: PixelBox(left: -9, top: -9, right: 0, bottom: 0)) == nil)
  }

  @Test("that show rumble at both edges do not cover the output")
  func rumble() throws {
    let grid = try #require(SurfaceGrid(width: 1920, height: 1200, scale: 120, transform: .normal))
    var scene = Glasses.scene()
    scene.apply(.rumble(FeedRumble(strong: 255, weak: 255)), at: 0)
    let picture = try #require(scene.picture(on: grid.picture, at: 0))
    let boxes = picture.clusters(on: grid, shown: []).map(\.box)
    #expect(boxes.filter { $0.height == 1200 }.count == 2 && boxes.allSatisfy { $0.width < 960 })
  }

  private static let grid = SurfaceGrid(width: 400, height: 200, scale: 120, transform: .normal)

  @Test("show together the whole picture, without common pixels, 100 times")
  func whole() throws {
    let grid = try #require(Self.grid)
    var random = SeededGenerator(seed: 11)
    var shown: [PixelBox] = []
    for round in 0..<100 {
      let scene = Glasses.scene { controls in
        for index in controls.indices where random.chance(0.5) {
          controls[index].isTouched = true
          controls[index].base = Point(x: random.number(-20...220), y: random.number(-20...120))
          controls[index].handle = controls[index].base
        }
      }
      let picture = try #require(scene.picture(on: grid.picture, at: 0))
      let clusters = picture.clusters(on: grid, shown: shown)
      shown = clusters.map(\.box)
      let all = try Canvas(width: 400, height: 200, images: ImageLibrary())
      all.draw(picture, in: [grid.picture.box])
      var differing = 0
      var rest = Set((0..<400 * 200).filter { all.pixel($0 % 400, $0 / 400) != 0 })
      for (box, part) in clusters.map({ ($0.box, $0.picture) }) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * box.area, alignment: 4)
        defer { unsafe memory.deallocate() }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 4 * box.area)
        let canvas = try unsafe Canvas(memory: memory, box, images: ImageLibrary())
        canvas.draw(part, in: [box])
        for y in box.top..<box.bottom {
          for x in box.left..<box.right {
            rest.remove(y * 400 + x)
            if canvas.pixel(x - box.left, y - box.top) != all.pixel(x, y) { differing += 1 }
          }
        }
      }
      #expect(differing == 0 && rest.isEmpty, "round \(round)")
      for (index, box) in shown.enumerated() {
        #expect(!shown[..<index].contains(where: box.intersects), "round \(round)")
      }
    }
  }

  /// The surfaces of a stick and a button.
  private func boxes(shown: [PixelBox] = [], _ change: (inout [ControlReport]) -> Void) throws -> [PixelBox] {
    let grid = try #require(Self.grid)
    let picture = try #require(Glasses.scene(Glasses.plain, change).picture(on: grid.picture, at: 0))
    // Their rings come first, which do not exist in this theme.
    let controls = picture.controls.dropFirst(Glasses.controls.count).prefix(2)
    return OverlayPicture(Array(controls)).clusters(on: grid, shown: shown).map(\.box)
  }

  @Test("of a handle that circles stay the same after its first turn")
  func circling() throws {
    var (shown, changes): ([PixelBox], [Int]) = ([], [])
    for step in 0..<120 {
      let angle = Double(step) * .pi / 30
      let next = try boxes(shown: shown) { controls in
        controls[0].isTouched = true
        controls[0].handle = Point(x: 30 + 15 * cos(angle), y: 50 + 15 * sin(angle))
      }
      if next != shown { changes.append(step) }
      shown = next
    }
    #expect(changes.first == 0 && changes.allSatisfy { $0 < 60 }, "\(changes)")
  }

  @Test("are small again when a stick that was large has gone, and are not larger without need")
  func shrinking() throws {
    let rest = try boxes { _ in }
    let wide = try boxes(shown: rest) { controls in
      controls[0].isTouched = true
      (controls[0].base, controls[0].handle) = (Point(x: 10, y: 10), Point(x: 190, y: 90))
    }
    #expect(wide == [PixelBox(left: 0, top: 0, right: 400, bottom: 200)])
    #expect(try boxes(shown: wide) { _ in } == rest)
    #expect(rest.count == 2 && rest.reduce(0) { $0 + $1.area } < 400 * 200 / 4)
  }
}
