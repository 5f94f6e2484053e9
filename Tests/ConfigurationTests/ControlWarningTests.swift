import Configuration
import EventPipeline
import Testing

@Suite("Warnings about positions of controls")
struct ControlWarningTests {
  private func warnings(_ text: String, on size: (Double, Double)? = nil) throws -> [String] {
    try WarningTests.warnings(text, on: size)
  }

  private func button(_ output: String, _ region: String) -> String {
    "[[button]]\noutput = '\(output)'\nregion = { \(region) }\n"
  }

  private func hidden(_ name: String, _ other: String) -> String {
    #"the button \#(other) covers "\#(name)" and gets all its touches; put "\#(name)" before it, or move it away"#
  }

  private func second(_ name: String, _ other: String) -> String {
    #"\#(other) covers "\#(name)" and gets its touches, unless another finger holds it; put "\#(name)" before it"#
  }

  private static let half = "x = 0, y = 0, width = '50%', height = '50%'"

  @Test(
    "A control behind a button is warned about, on any surface",
    arguments: [
      "x = 0, y = 0, width = '50%', height = '50%'", "x = '10%', y = '20%', width = '40%', height = '30%'",
      "x = 3, y = 3, width = 12, height = 12", "center = ['25%', '25%'], radius = '20%'",
      "center = [0, 0], radius = 12",
    ])
  func behindButton(_ region: String) throws {
    let first = button("A", Self.half)
    #expect(try warnings(first + button("B", region)) == ["6:10: \(hidden("B", #""A" (line 1)"#))"])
    for (table, name) in [("dpad", "dpad"), ("stick", "left"), ("trigger", "left trigger")] {
      let target = table == "trigger" ? "target = 'left'\n" : ""
      let text = first + "[[\(table)]]\nregion = { \(region) }\n" + target
      #expect(try warnings(text) == ["5:10: \(hidden(name, #""A" (line 1)"#))"])
    }
  }

  @Test("A control behind a round button or a part of a group is warned about")
  func behindCircle() throws {
    let round = button("A", "center = [50, 50], radius = 20")
    for region in ["center = [55, 50], radius = 15", "x = 40, y = 40, width = 20, height = 20"] {
      #expect(
        try warnings(round + button("B", region), on: (200, 100)) == [
          "6:10: \(hidden("B", #""A" (line 1)"#))"
        ])
    }
    for region in ["center = [55, 50], radius = 16", "x = 30, y = 30, width = 40, height = 40"] {
      let warnings = try self.warnings(round + button("B", region), on: (200, 100))
      #expect(warnings.count == 1 && warnings[0].hasPrefix(#"6:10: "B" overlaps "A" (line 1) by "#))
    }
    let group = "[[buttons]]\nlayout = 'abcd'\nregion = { x = 0, y = 0, width = '100%', height = '100%' }"
    #expect(try warnings(button("A", Self.half) + group) == ["6:10: \(hidden("abcd A", #""A" (line 1)"#))"])
    #expect(
      try warnings(group + "\n" + button("A", "x = 0, y = 0, width = '20%', height = '20%'")) == [
        "6:10: \(hidden("A", #""abcd A" (line 1)"#))"
      ])
  }

  @Test("A small control that comes after a stick or direction pad covering it is warned about")
  func onStick() throws {
    let small = button("A", "center = ['80%', '80%'], radius = '8%'")
    #expect(try warnings("[[stick]]\n" + small) == ["4:10: \(second("A", #""left" (line 1)"#))"])
    #expect(try warnings(small + "[[stick]]\n") == [])
    let pad = "[[dpad]]\nregion = { \(Self.half) }\n[[trigger]]\ntarget = 'left'\n"
    #expect(
      try warnings(pad + "region = { x = 0, y = 0, width = '10%', height = '10%' }") == [
        "5:10: \(second("left trigger", #""dpad" (line 1)"#))"
      ])
  }

  @Test(
    "Controls for a second finger, and controls side by side, cause no warning",
    arguments: [
      "[[stick]]\n[[stick]]\ntarget = 'right'",
      "[[stick]]\n[[button]]\noutput = 'A'\nregion = { x = '50%', y = 0, width = '50%', height = '100%' }",
      "[[button]]\noutput = 'A'\nregion = { x = 0, y = 0, width = '50%', height = '50%' }\n[[stick]]",
    ])
  func beside(_ text: String) throws {
    #expect(try warnings(text) == [])
  }

  @Test("Warnings that depend on the surface need a known surface")
  func knownSurface() throws {
    let text = button("A", Self.half) + "[[dpad]]\nregion = { x = 0, y = 0, width = 30, height = 20 }"
    #expect(try warnings(text, on: (200, 100)) == ["5:10: \(hidden("dpad", #""A" (line 1)"#))"])
    let apart =
      "5:10: \"dpad\" overlaps \"A\" (line 1) by 20 mm, and receives no touches there; move them apart"
    #expect(try warnings(text, on: (50, 100)) == [apart])
    #expect(try warnings(text + "\n[device]\nsize = '200x100'").count == 1)
    // A file that does not fit has an error, and so no warnings.
    #expect(try warnings(text, on: (200, 100)).count == 1)
    #expect(
      try warnings(text + "\n" + button("B", "x = 300, y = 0, width = 9, height = 9"), on: (200, 100)) == [])
  }

  @Test("A trigger that no finger can fully pull is warned about")
  func pull() throws {
    let start = "[[trigger]]\ntarget = 'left'\npull = 'slide'\n"
    let corner = "region = { x = 0, y = 0, width = 10, height = 10 }\n"
    let sentence = "a finger can slide at most 50 mm from region; reduce it"
    #expect(
      try warnings(start + corner + "distance = 51", on: (40, 30)) == [
        "5:12: distance is 51 mm, but \(sentence)"
      ])
    #expect(try warnings(start + corner + "distance = 50", on: (40, 30)) == [])
    #expect(try warnings(start + corner + "distance = 51") == [])
    let tiny = "region = { x = 0, y = 0, width = 4, height = 3 }"
    #expect(
      try warnings(start + tiny, on: (8, 6)) == [
        "3:8: distance is 15 mm, but a finger can slide at most 10 mm from region; reduce it"
      ])
  }

  @Test("Warnings about 500 controls come soon", .timeLimit(.minutes(5)))
  func many() throws {
    let one = "region={x=0,y=0,width=9,height=9}\n"
    let text = (0..<500).map { "[[button]]\noutput='A'\nname='\($0)'\n\(one)" }.joined()
    #expect(try warnings(text).count == 499)
  }
}
