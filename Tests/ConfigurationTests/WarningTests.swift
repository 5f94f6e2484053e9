import Configuration
import EventPipeline
import Testing

@Suite("Warnings")
struct WarningTests {
  /// The warnings about a text, without the file's name.
  static func warnings(_ text: String, on size: (Double, Double)? = nil) throws -> [String] {
    let settings = try Settings.parse(text, file: "t.toml")
    let warnings = settings.warnings(on: size.map { SurfaceSize(width: $0, height: $1) })
    return warnings.map { warning in
      warning.sentence.hasPrefix("t.toml:") ? String(warning.sentence.dropFirst(7)) : "? \(warning.sentence)"
    }
  }

  @Test(
    "A key of a stick that has no effect is warned about",
    arguments: [
      ("catch_distance = 5", ["2:18: catch_distance"], "origin = \"semi\" or \"relative\""),
      ("catch_distance = 5\norigin = 'fixed'", ["2:18: catch_distance"], "origin = \"semi\" or \"relative\""),
      ("min_cutoff = 2\nbeta = 0.5", ["2:14: min_cutoff", "3:8: beta"], "smoothing = true"),
      ("beta = 0.5\nsmoothing = false", ["2:8: beta"], "smoothing = true"),
      ("dead_zone_shape = 'none'\ndead_zone = 0.2", ["3:13: dead_zone"], "another dead_zone_shape"),
      ("dead_zone_shape = 'none'\nsaturation = 0.9", ["3:14: saturation"], "another dead_zone_shape"),
      ("axis_snap = 10\ndirections = 8", ["2:13: axis_snap"], "directions = \"analog\""),
      ("target = 'hat'\ncurve = 2", ["3:9: curve"], "target = \"left\" or \"right\""),
      ("target = 'hat'\noutput_shape = 'square'", ["3:16: output_shape"], "target = \"left\" or \"right\""),
      ("tap_time = 100", ["2:12: tap_time"], "tap"),
      (
        "double_tap_time = 200\ndouble_tap_distance = 5",
        ["2:19: double_tap_time", "3:23: double_tap_distance"],
        "double_tap"
      ),
      ("hold_time = 900", ["2:13: hold_time"], "hold"),
      ("outer_ring_start = 0.8", ["2:20: outer_ring_start"], "outer_ring"),
      (
        "movable = false\norigin = 'fixed'\nmovable_bounds = { x = 0, y = 0, width = '100%', height = '100%' }",
        ["4:18: movable_bounds"], "movable = true"
      ),
    ])
  func withoutUse(_ keys: String, _ places: [String], _ other: String) throws {
    #expect(
      try Self.warnings("[[stick]]\n" + keys)
        == places.map { "\($0) has no effect here; it needs \(other)" })
  }

  @Test(
    "A key of another control that has no effect is warned about, unless it has its default value",
    arguments: [
      (
        "[[button]]\noutput = 'A'\npress_margin = 1\nslide = 'off'\ninput = 'BTN_LEFT'",
        [
          "3:16: press_margin has no effect here; it needs region",
          "4:9: slide has no effect here; it needs region",
        ]
      ),
      ("[[button]]\noutput = 'A'\npress_margin = 2\nslide = 'over'\ninput = 'BTN_LEFT'", []),
      (
        "[[buttons]]\nlayout = 'diamond'\n\(region)\nby_position = true",
        [#"4:15: by_position has no effect here; it needs layout = "abcd""#]
      ),
      ("[[buttons]]\nlayout = 'diamond'\n\(region)\nby_position = false", []),
      (
        "[[trigger]]\n\(region)\ntarget = 'left'\ndistance = 9",
        [#"4:12: distance has no effect here; it needs pull = "slide""#]
      ),
      (
        "[[trigger]]\n\(region)\ntarget = 'left'\ndistance = 9\npull = 'pressure'",
        [#"4:12: distance has no effect here; it needs pull = "slide""#]
      ),
      ("[[trigger]]\n\(region)\ntarget = 'left'\ndistance = 15", []),
    ])
  func withoutUseInControls(_ text: String, _ warnings: [String]) throws {
    #expect(try Self.warnings(text) == warnings)
  }

  private static let region = "region = { center = [20, 20], radius = 15 }"

  @Test(
    "A key that has an effect, or its default value, causes no warning",
    arguments: [
      "", "min_cutoff = 2\nbeta = 0.5\nsmoothing = true", "dead_zone = 0.2\nsaturation = 0.9",
      "axis_snap = 10\ndirections = 'analog'", "target = 'hat'\ndirections = 4\ncurve = 1.0",
      "tap_time = 100\ntap = 'A'", "tap_time = 100\ndouble_tap = 'A'",
      "tap_time = 100\nhome_return = 'double_tap'",
      "double_tap_time = 200\nhome_return = 'double_tap'", "double_tap_distance = '5%'\ndouble_tap = 'A'",
      "hold = 'A'\nhold_time = 900", "outer_ring = 'L3'\nouter_ring_start = 0.5",
      "catch_distance = 5\norigin = 'semi'", "catch_distance = 5\norigin = 'relative'",
      "min_cutoff = 3\nbeta = 0.2\ntap_time = 200\nhold_time = '0.5s'\nouter_ring_start = 0.9",
      "movable = false\nmovable_bounds = { x = 0, y = 0, width = '100%', height = '100%' }",
      "origin = 'fixed'\nmovable_bounds = { x = 0, y = 0, width = '100%', height = '100%' }",
      "movable_bounds = { x = 0, y = '50%', width = '100%', height = 0 }", "tap = 'A'\ndouble_tap = 'B'",
      "tap = 'A'\nhold = 'A'",
    ])
  func none(_ keys: String) throws {
    #expect(try Self.warnings("[[stick]]\n" + keys) == [])
    #expect(try Self.warnings("[[stick]]\n" + keys, on: (200, 100)) == [])
  }

  @Test("Bounds that are a point are warned about, and a double tap that does the same as a tap")
  func valuesTogether() throws {
    #expect(
      try Self.warnings("[[stick]]\nmovable_bounds = { x = '50%', y = '50%', width = 0, height = '0%' }") == [
        "2:18: movable_bounds is a point, so the base never moves; give it a width or a height, or remove it"
      ])
    let same = "double_tap does the same as tap, and delays each tap; remove it"
    #expect(try Self.warnings("[[stick]]\ndouble_tap = 'A'\ntap = 'BTN_SOUTH'") == ["2:14: \(same)"])
    #expect(try Self.warnings("[[stick]]\ntap = 'recenter'\ndouble_tap = 'recenter'") == ["3:14: \(same)"])
  }

  private static let fixed = "[[stick]]\norigin = 'fixed'\nmovable = false\n"

  @Test("A base that stays where a finger cannot push its handle all the way is warned about")
  func edges() throws {
    let end = "; move it away from the edge, or reduce radius or travel"
    let place = "4:10: center is"
    let left =
      "\(place) 5 mm from the left edge of the surface, but the stick is fully deflected left at 8.55 mm\(end)"
    let corner = Self.fixed + "center = [5, 96]"
    #expect(
      try Self.warnings(corner, on: (200, 100)) == [
        left,
        "\(place) 4 mm from the bottom edge of the surface, but the stick is fully deflected down at 8.55 mm\(end)",
      ])
    #expect(try Self.warnings(corner + "\naxis = 'horizontal'", on: (200, 100)) == [left])
    // The distance to the bottom is known only with a surface.
    #expect(try Self.warnings(Self.fixed + "center = [5, 12]") == [left])
    #expect(try Self.warnings("[device]\nsize = '200x100'\n" + corner).count == 2)
    let region = Self.fixed + "region = { x = '90%', y = 0, width = '10%', height = 9 }\ntravel = 2\n"
    #expect(
      try Self.warnings(region + "dead_zone_shape = 'none'", on: (200, 100)) == [
        "4:10: center is 10 mm from the right edge of the surface, but the stick is fully deflected right at 18 mm"
          + end,
        "4:10: center is 4.5 mm from the top edge of the surface, but the stick is fully deflected up at 18 mm\(end)",
      ])
  }

  @Test(
    "A base that can move, or a handle that needs less room, causes no warning",
    arguments: [
      "origin = 'fixed'\n", "movable = false\n", "origin = 'fixed'\nmovable = false\nsensitivity = 2\n",
      "origin = 'fixed'\nmovable = false\ntarget = 'hat'\n",
      "origin = 'fixed'\nmovable = false\nradius = 5\n",
      "origin = 'fixed'\nmovable = false\nhandle_constraint = { x = 0, y = 0, width = 9, height = 9 }\n",
    ])
  func farFromEdges(_ keys: String) throws {
    #expect(try Self.warnings("[[stick]]\n\(keys)center = [5, 95]", on: (200, 100)) == [])
  }
}
