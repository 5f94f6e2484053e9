import Configuration
import EventPipeline
import JoystickModel
import Testing

@Suite("when, and sums of lengths")
struct OrientationTests {
  private static let region = "region = { x = 0, y = 0, width = 20, height = 20 }\n"

  private func controls(_ text: String, _ width: Double, _ height: Double) throws -> [Control] {
    let settings = try Settings.parse(text, file: "t.toml")
    return try settings.layout(width: width, height: height, deviceClass: .touchscreen).controls
  }

  @Test("A control of any kind exists only in its orientation")
  func existence() throws {
    let tables = [
      "[[stick]]\n", "[[button]]\noutput = 'A'\n" + Self.region,
      "[[buttons]]\nlayout = 'abcd'\n" + Self.region,
      "[[dpad]]\n" + Self.region, "[[trigger]]\ntarget = 'left'\n" + Self.region,
    ]
    for (table, count) in zip(tables, [1, 1, 4, 1, 1]) {
      let (upright, sideways) = (table + "when = 'portrait'\n", table + "when = 'landscape'\n")
      #expect(try controls(upright, 60, 110).count == count && controls(upright, 110, 60).isEmpty)
      #expect(try controls(sideways, 110, 60).count == count && controls(sideways, 60, 110).isEmpty)
      // A square surface is landscape.
      #expect(try controls(sideways, 60, 60).count == count && controls(upright, 60, 60).isEmpty)
      #expect(try controls(table, 60, 110).count == count && controls(table, 110, 60).count == count)
    }
  }

  @Test("A device button exists only in its orientation")
  func deviceButton() throws {
    let settings = try Settings.parse(
      "[[button]]\ninput = 'BTN_LEFT'\noutput = 'A'\nwhen = 'portrait'\n"
        + "[[button]]\ninput = 'BTN_LEFT'\noutput = 'B'\nwhen = 'landscape'", file: "t.toml")
    #expect(settings.deviceButtons(on: SurfaceSize(width: 60, height: 110)).map(\.output) == [.south])
    #expect(settings.deviceButtons(on: SurfaceSize(width: 110, height: 60)).map(\.output) == [.east])
  }

  @Test("Controls that never exist together may share a name and a stick")
  func names() throws {
    let both = "[[stick]]\nwhen = 'portrait'\nradius = 8\n[[stick]]\nwhen = 'landscape'\n"
    #expect(try controls(both, 60, 110).map(\.name) == ["left"])
    #expect(try controls(both, 110, 60).map(\.name) == ["left"])
    for other in ["", "when = 'portrait'", "when = 'landscape'"] {
      let error = #expect(throws: ConfigurationError.self) {
        try Settings.parse(both + "[[stick]]\n\(other)", file: "t.toml")
      }
      let line = other == "when = 'landscape'" ? 4 : 1
      #expect(
        error?.diagnostics.map(\.sentence) == [
          "t.toml:6:1: line \(line) already moves the left stick; use target = \"right\""
        ])
    }
  }

  @Test("Only a file without controls on the surface has the default stick")
  func standard() throws {
    #expect(try controls("", 60, 110).count == 1)
    #expect(try controls("[[stick]]\nwhen = 'landscape'", 60, 110).isEmpty)
  }

  @Test("A sum reaches the right and the lower edge of any surface")
  func sums() throws {
    let text = """
      [[dpad]]
      region = { x = "100% - 25mm", y = "50% + 8mm", width = "10% + 5mm", height = "8mm + 2%" }
      [[button]]
      output = "A"
      region = { center = ["100% - 7mm", "-7mm + 100%"], radius = "1% + 5mm" }
      """
    for (width, height) in [(200.0, 100.0), (60, 110)] {
      let controls = try controls(text, width, height)
      #expect(
        controls.map(\.region) == [
          .rectangle(
            Rectangle(
              x: width - 25, y: height * 50 / 100 + 8, width: width * 10 / 100 + 5,
              height: height * 2 / 100 + 8)),
          .circle(
            Circle(center: Point(x: width - 7, y: height - 7), radius: min(width, height) * 1 / 100 + 5)),
        ])
    }
  }

  @Test("A sum that is out of range on a surface is an error there, with its place")
  func beyond() throws {
    let settings = try Settings.parse(
      "[[dpad]]\nregion = { x = 0, y = 0, width = '100% - 80mm', height = 20 }\n"
        + "[[stick]]\nradius = '20% - 12mm'\ncenter = ['50% - 40mm', '50%']", file: "t.toml")
    _ = try settings.layout(width: 200, height: 100, deviceClass: .touchscreen)
    let error = #expect(throws: ConfigurationError.self) {
      try settings.layout(width: 60, height: 110, deviceClass: .touchscreen)
    }
    let surface = "on the surface (60 mm x 110 mm); it must be"
    #expect(
      error?.diagnostics.map(\.sentence) == [
        "t.toml:2:34: region.width is -20 mm \(surface) more than 0 mm, at most 10000 mm",
        "t.toml:4:10: radius is 0 mm \(surface) more than 0 mm, at most 10000 mm",
        "t.toml:5:11: center is -10 mm \(surface) 0 mm to 10000 mm",
      ])
    let pad = #expect(throws: ConfigurationError.self) {
      try settings.layout(width: 200, height: 60, deviceClass: .touchscreen)
    }
    #expect(
      pad?.diagnostics.map(\.sentence) == [
        "t.toml:4:10: radius is 0 mm on the surface (200 mm x 60 mm); it must be more than 0 mm, at most 10000 mm"
      ])
  }
}
