import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("A layout on a rotated screen")
struct FittedLayoutTests {
  private static let landscape = SurfaceSize(width: 240, height: 140)
  private static let portrait = SurfaceSize(width: 140, height: 240)
  /// A layout for a landscape screen.
  private static let text = """
    [[button]]
    output = "A"
    region = { center = [220, 100], radius = 7 }
    [[buttons]]
    layout = "diamond"
    region = { center = [200, 70], radius = 17 }
    [[trigger]]
    target = "left"
    region = { x = 0, y = 0, width = "100% - 150mm", height = 20 }
    [[stick]]
    target = "right"
    region = { x = 150, y = 20, width = 60, height = 60 }
    movable_bounds = { x = 160, y = 20, width = 40, height = 60 }
    [[stick]]
    region = { x = 0, y = 20, width = 60, height = 60 }
    """

  private func settings(_ device: String = "") throws -> Settings {
    try Settings.parse(device + Self.text, file: "a.toml")
  }

  @Test("It is accepted if it fits one of the two orientations, unless the rotation is fixed")
  func accepted() throws {
    for size in [Self.landscape, Self.portrait] {
      #expect(try settings().errors(on: size, deviceClass: .touchscreen) == [])
    }
    let fixed = try settings("[device]\nrotation = 0\n")
    #expect(fixed.errors(on: Self.landscape, deviceClass: .touchscreen) == [])
    #expect(fixed.errors(on: Self.portrait, deviceClass: .touchscreen).count == 4)
    // Too far in both orientations.
    let far = try Settings.parse("[[button]]\noutput='A'\nregion={center=[900,9], radius=5}", file: "a.toml")
    #expect(far.errors(on: Self.landscape, deviceClass: .touchscreen).count == 1)
  }

  @Test("A control beyond the edge is moved inside, groups together, and one that cannot exist is left out")
  func fitted() throws {
    let settings = try settings()
    let (same, none) = settings.fittedLayout(on: Self.landscape, deviceClass: .touchscreen)
    #expect(try none.isEmpty && same == settings.layout(width: 240, height: 140, deviceClass: .touchscreen))

    let (layout, warnings) = settings.fittedLayout(on: Self.portrait, deviceClass: .touchscreen)
    #expect(
      layout.controls.map(\.name) == [
        "A", "diamond Y", "diamond X", "diamond B", "diamond A", "right", "left",
      ])
    let surface = Rectangle(x: 0, y: 0, width: 140, height: 240)
    for control in layout.controls {
      let box = control.region.bounds
      #expect(
        surface.contains(Point(x: box.x, y: box.y))
          && surface.contains(Point(x: box.x + box.width, y: box.y + box.height)), "\(control.name)")
    }
    let group = layout.controls[1...4].map(\.region.center)
    #expect(Set(group.map(\.x)).count == 3 && Set(group.map(\.y)).count == 3)
    #expect(layout.sticks[0].stick.parameters.movableBounds == nil)
    #expect(layout.sticks[1] == same.sticks[1])
    #expect(
      warnings.map(\.sentence) == [
        "a.toml:3:10: \"A\" was moved inside: region is outside the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
        "a.toml:6:10: \"diamond\" was moved inside: region is outside the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
        "a.toml:9:34: \"left trigger\" is left out: region.width is -10 mm on the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
        "a.toml:12:10: \"right\" was moved inside: region is outside the surface (140 mm x 240 mm); "
          + "give it a place for each orientation, with when",
      ])
    #expect(
      settings.warnings(on: Self.portrait).map(\.code) == [
        "moved-inside", "moved-inside", "left-out", "moved-inside",
      ])
  }
}
