import Foundation
import Testing
import TestSupport

@Suite("touchstick check --device")
struct CheckDeviceTests {
  /// A screen of 200 mm by 100 mm with ten slots.
  private static func screen() throws -> String {
    try Programs.file("screen.desc", Screen.description(width: 2_000, height: 1_000, resolution: 10))
  }

  /// The findings in files with these texts, called a, b and so on, without the quoted lines.
  private func findings(_ texts: [String], device: String? = nil, status: Int32 = 0) throws -> [String] {
    let files = try texts.map { try CheckTests.file($0) }
    let result = try CheckTests.run(["--device", device ?? Self.screen()] + files)
    #expect(result.status == status && result.errors == "", "\(result.errors)")
    var output = result.output
    for (file, name) in zip(files, ["a", "b", "c"]) { output.replace(file, with: name) }
    return output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { String($0) }
  }

  private static let outside = "region = { x = 210, y = 0, width = 9, height = 9 }"

  @Test("A control outside the device's surface is an error")
  func layout() throws {
    #expect(try findings([""]) == ["1 file, no errors"])
    #expect(
      try findings(["[[dpad]]\n" + Self.outside], status: 65) == [
        "a:2:10: error: region is outside the surface (200 mm x 100 mm); move it onto the surface",
        "1 file, 1 error",
      ])
    // Without a device, on the surface with the file's size, if it has one.
    let file = try CheckTests.file("[[dpad]]\n" + Self.outside)
    #expect(try CheckTests.run([file]).status == 0)
    let tiny = try CheckTests.run([try CheckTests.file("[[stick]]\nradius = 1")])
    #expect(
      tiny.status == 65 && tiny.output.contains(":2:10: error: moved_tolerance (1.5 mm) is greater than"))
    let sized = try CheckTests.file("[device]\nsize = \"200x100\"\n[[dpad]]\n" + Self.outside)
    #expect(try CheckTests.run([sized]).status == 65)
  }

  @Test("A button or pressure that the device lacks is a warning")
  func missing() throws {
    let text = """
      [[button]]
      output = "A"
      input = "BTN_STYLUS"
      [[trigger]]
      target = "left"
      region = { x = 0, y = 0, width = 9, height = 9 }
      pull = "pressure"
      """
    #expect(
      try findings([text]) == [
        #"a:3:9: warning: "screen" has no BTN_STYLUS, so this button is never pressed; use a button "#
          + "that the device has",
        #"a:7:8: warning: "screen" does not report pressure, so a touch pulls all the way; use pull = "#
          + #""full" or "slide""#,
        "1 file, no errors, 2 warnings",
      ])
    let touchpad = Fixtures.folder.appending(path: "devices/SynPS2-Synaptics-TouchPad.hp8470p.desc").path
    #expect(
      try findings(["[device]\nsize = \"80x45\"\n[toggle]\nfingers = 3"], device: touchpad) == [
        #"a:4:11: warning: fingers is 3, but "SynPS/2 Synaptics TouchPad" reports at most 2; reduce it, or use "#
          + "touchstick toggle", "1 file, no errors, 1 warning",
      ])
  }

  @Test("An assumed size, or one with another shape, is a warning")
  func size() throws {
    let phone = try Programs.file("phone.desc", Screen.description(width: 720, height: 1440, resolution: 0))
    #expect(
      try findings([""], device: phone) == [
        #"a: warning: "screen" does not report its size: touchstick assumes 69 x 139 mm, so sticks may be too large "#
          + "or too small; set size in [device]", "1 file, no errors, 1 warning",
      ])
    #expect(try findings(["[device]\nsize = \"65x130\""], device: phone) == ["1 file, no errors"])
    #expect(
      try findings(["[device]\nsize = \"130x65\""], device: phone) == [
        #"a:2:8: warning: size is 130 x 65 mm, but the axes of "screen" have another shape: a width of 130 mm would "#
          + "need a height of 260 mm; measure both sides of the surface", "1 file, no errors, 1 warning",
      ])
  }

  @Test("A file for another device is reported, and not checked against this one")
  func others() throws {
    let tablet = "[device]\ntype = \"tablet\"\n[[dpad]]\n" + Self.outside
    #expect(
      try findings(["", tablet]) == [
        #"b:1:1: warning: touchstickd does not use "screen", a touchscreen, for this file; the file asks for a tablet"#,
        "2 files, no errors, 1 warning",
      ])
  }

  @Test("Files that share the device must agree, and a control behind another file's is a warning")
  func shared() throws {
    let (left, right) = (
      "[[stick]]\nregion = { x = 0, y = 0, width = \"50%\", height = \"100%\" }\n",
      "[[stick]]\nregion = { x = \"50%\", y = 0, width = \"50%\", height = \"100%\" }\n"
    )
    #expect(try findings([left, right]) == ["2 files, no errors"])
    let apart = try findings([left, right + "[device]\ngrab = false"], status: 65)
    #expect(apart.count == 2 && apart[0].hasPrefix("b:4:8: error: grab differs from "))
    #expect(apart[1] == "2 files, 1 error")
    #expect(
      try findings([left, left]) == [
        #"b:2:10: warning: "left" (a:1) covers "left" and gets its touches, unless another finger holds it; "#
          + #"put "left" before it"#, "2 files, no errors, 1 warning",
      ])
  }

  @Test("A description that cannot be read, or not of a touch device, is reported on standard error")
  func errors() throws {
    let good = try CheckTests.file("")
    let cases: [(device: String, status: Int32, said: String)] = [
      ("/nonexistent", 66, "/nonexistent: "), (good, 65, "t.toml"),
      ("/dev/null", 66, "/dev/null: is not an input event node"),
    ]
    for (device, status, said) in cases {
      let result = try CheckTests.run(["--device", device, good])
      #expect(result.status == status && result.output == "", "\(device)")
      #expect(result.errors.contains(said), "\(result.errors)")
    }
  }
}
