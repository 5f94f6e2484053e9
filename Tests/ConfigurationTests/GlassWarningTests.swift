import Configuration
import EventPipeline
import Testing

@Suite("Warnings about sizes on the glass")
struct GlassWarningTests {
  private static let upright = "on a phone held upright (65 mm x 140 mm), "
  private static let sideways = "on a phone held sideways (140 mm x 65 mm), "

  private func warnings(_ text: String, on size: (Double, Double)? = (200, 100)) throws -> [String] {
    try WarningTests.warnings(text, on: size)
  }

  private func button(_ name: String, _ region: String) -> String {
    "[[button]]\nname = '\(name)'\noutput = 'A'\nregion = { \(region) }\n"
  }

  private func beyond(_ length: String, _ name: String, _ edge: String) -> String {
    "\"\(name)\" extends \(length) mm beyond the \(edge) edge of the surface; move it or make it smaller"
  }

  @Test(
    "A control that is cut off is warned about",
    arguments: [
      ("x = -3, y = 10, width = 12, height = 12", "3", "left"),
      ("x = 190, y = 0, width = 21.25, height = 9", "11.25", "right"),
      ("center = [50, 5], radius = 8", "3", "top"), ("center = [50, 95], radius = 9", "4", "bottom"),
      ("x = 0, y = '93%', width = 12, height = 12", "5", "bottom"),
      ("center = [196, 96], radius = 9", "5", "right"),
    ])
  func cutOff(_ region: String, _ length: String, _ edge: String) throws {
    #expect(try warnings(button("A", region)) == ["4:10: \(beyond(length, "A", edge))"])
  }

  @Test(
    "A control that ends at the edge, or a circle around a point of it, causes no warning",
    arguments: [
      "x = 0, y = 0, width = '100%', height = '100%'", "center = [9, 91], radius = 9",
      "center = [0, 0], radius = 20",
      "center = [200, '50%'], radius = 20", "x = '100% - 12mm', y = '100% - 12mm', width = 12, height = 12",
    ])
  func within(_ region: String) throws {
    #expect(try warnings(button("A", region)) == [])
  }

  @Test("A button of a group that is cut off or too small is warned about")
  func group() throws {
    let group = "[[buttons]]\nlayout = 'diamond'\nregion = { center = [190, 50], radius = 12 }"
    #expect(
      try warnings(group) == [
        "3:10: \(beyond("2", "diamond B", "right"))"
      ])
    let small = try warnings(
      "[[buttons]]\nlayout = 'abcd'\nregion = { x = 0, y = 0, width = 11, height = 20 }")
    #expect(small.count == 4)
    #expect(small.first == "3:10: \"abcd A\" is only 5.5 mm wide or high; a finger needs at least 6 mm")
  }

  @Test("A button too small for a finger is warned about, but not on a tablet")
  func small() throws {
    let text =
      button("A", "center = [50, 50], radius = 2.9") + button("B", "x = 9, y = 9, width = 6, height = 6")
    #expect(try warnings(text) == ["4:10: \"A\" is only 5.8 mm wide or high; a finger needs at least 6 mm"])
    #expect(try warnings("device.type = 'tablet'\n" + text) == [])
  }

  @Test(
    "Overlapping controls are warned about",
    arguments: [
      ("center = [50, 50], radius = 8", "center = [60, 50], radius = 5", "3"),
      ("x = 40, y = 40, width = 20, height = 20", "x = 57.5, y = 50, width = 20, height = 20", "2.5"),
      ("x = 40, y = 40, width = 20, height = 20", "center = [66, 50], radius = 8", "2"),
      ("center = [66, 50], radius = 8", "x = 40, y = 40, width = 20, height = 20", "2"),
    ])
  func overlaps(_ first: String, _ second: String, _ length: String) throws {
    #expect(
      try warnings(button("A", first) + button("B", second)) == [
        "8:10: \"B\" overlaps \"A\" (line 1) by \(length) mm, and receives no touches there; move them apart"
      ])
  }

  @Test(
    "Controls that touch, or a later one on a quarter of the surface, cause no warning",
    arguments: [
      ("center = [50, 50], radius = 8", "center = [63, 50], radius = 5"),
      ("x = 40, y = 40, width = 20, height = 20", "x = 60, y = 40, width = 20, height = 20"),
      ("x = 90, y = 40, width = 20, height = 20", "x = 0, y = 0, width = '50%', height = '50%'"),
      ("x = 88, y = 40, width = 20, height = 20", "center = [50, 50], radius = 41"),
    ])
  func apart(_ first: String, _ second: String) throws {
    #expect(try warnings(button("A", first) + button("B", second)) == [])
  }

  @Test("A background that comes first, or is smaller than a quarter, is warned about")
  func background() throws {
    let (large, small) = (
      "x = 0, y = 0, width = '50%', height = '50%'", "x = 90, y = 40, width = 20, height = 20"
    )
    #expect(try warnings(button("A", large) + button("B", small)).count == 1)
    let less = "x = 0, y = 0, width = '50%', height = '49%'"
    #expect(try warnings(button("A", small) + button("B", less)).count == 1)
  }

  @Test("A toggle with no more fingers than sticks is warned about")
  func toggle() throws {
    let sticks = "[[stick]]\n[[stick]]\ntarget = 'right'\n"
    #expect(
      try warnings("[toggle]\nfingers = 2\n" + sticks) == [
        "2:11: fingers is 2, so thumbs resting on the 2 sticks (\"left\" and \"right\") switch the pad off; "
          + "it must be at least 3"
      ])
    #expect(try warnings("[toggle]\nfingers = 3\n" + sticks) == [])
    let one = "[[stick]]\nwhen = 'portrait'\n[[stick]]\nwhen = 'landscape'\n"
    #expect(try warnings("[toggle]\nfingers = 2\n" + one) == [])
  }

  @Test("A stick that a thumb cannot use is warned about")
  func stick() throws {
    #expect(
      try warnings("[[stick]]\nradius = 2") == [
        "2:10: the handle of \"left\" goes 2 mm (radius x travel); a thumb needs 3 mm to 50 mm here"
      ])
    #expect(try warnings("[[stick]]\nradius = 20\ntravel = 3").count == 1)
    #expect(try warnings("[[stick]]\nradius = 50") == [])
    #expect(
      try warnings("[[stick]]\nsensitivity = 10") == [
        "2:15: \"left\" is fully deflected 0.9 mm from its middle, with sensitivity 10 and radius x travel 9 mm; use a "
          + "sensitivity of at most 4"
      ])
    #expect(
      try warnings("[[stick]]\nsensitivity = 0.1") == [
        "2:15: \"left\" deflects by at most 10%, 9 mm from its middle, with sensitivity 0.1; use a "
          + "sensitivity of at least 0.25"
      ])
    for sensitivity in [0.25, 4] { #expect(try warnings("[[stick]]\nsensitivity = \(sensitivity)") == []) }
  }

  @Test("A direction pad or stick with the same button four times is warned about")
  func directions() throws {
    let four = "{ up = 'A', right = 'A', down = 'BTN_SOUTH', left = 'A' }"
    let end = "press A; use a different button for each, or a [[button]]"
    let pad = "[[dpad]]\nregion = { center = [50, 50], radius = 9 }\noutput = "
    #expect(try warnings(pad + four) == ["3:10: all four directions of \"dpad\" \(end)"])
    #expect(
      try warnings("[[stick]]\ntarget = \(four)") == ["2:10: all four directions of \"directions\" \(end)"])
    #expect(try warnings(pad + "{ up = 'A', right = 'A', down = 'A', left = 'B' }") == [])
  }

  @Test("Without a size, each warning comes once, for a phone both ways and a 10-inch screen")
  func typical() throws {
    #expect(
      try warnings(button("B", "center = ['88%', '62%'], radius = 17"), on: nil) == [
        "4:10: \(Self.upright)\(beyond("9.2", "B", "right"))"
      ])
    #expect(
      try warnings(button("B", "x = 0, y = 57, width = 20, height = 12"), on: nil) == [
        "4:10: \(Self.sideways)\(beyond("4", "B", "bottom"))"
      ])
    // On one of these surfaces the daemon would not use the file at all.
    #expect(
      try warnings(button("B", "x = 100, y = 0, width = 20, height = 9"), on: nil) == [
        "4:10: \(Self.upright)region is outside the surface (65 mm x 140 mm); move it onto the surface"
      ])
    // A warning for all surfaces names no example.
    #expect(
      try warnings(button("B", "x = -3, y = 0, width = 20, height = 9"), on: nil) == [
        "4:10: \(beyond("3", "B", "left"))"
      ])
    #expect(
      try warnings(
        "device.type = 'touchpad'\n" + button("B", "x = 60, y = 0, width = 9, height = 9"), on: nil) == [])
    #expect(
      try warnings(
        "device.type = 'touchpad'\n" + button("B", "x = 85, y = 0, width = 19, height = 9"), on: nil) == [
          "5:10: on a touchpad (100 mm x 65 mm), \(beyond("4", "B", "right"))"
        ])
  }

  @Test("With a size in the file, only that size is checked")
  func ownSize() throws {
    let text = "device.size = '200x100'\n" + button("B", "x = 193, y = 0, width = 9, height = 9")
    #expect(try warnings(text, on: nil) == ["5:10: \(beyond("2", "B", "right"))"])
  }
}
