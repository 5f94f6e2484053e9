import Foundation
import Testing
import TestSupport

@Suite("touchstick check --device")
struct CheckDeviceTests {
  /// A screen of 200 mm by 100 mm with ten slots.
  private static func screen() throws -> String {
    try Programs.file("screen.desc", Screen.description(width: 2_000, height: 1_000, resolution: 10))
  }

  /// What is said of files with these texts, called a, b and so on, without the lines of the files.
  private func findings(_ texts: [String], device: String? = nil, status: Int32 = 0) throws -> [String] {
    let files = try texts.map { try CheckTests.file($0) }
    let result = try CheckTests.run(["--device", device ?? Self.screen()] + files)
    #expect(result.status == status && result.errors == "", "\(result.errors)")
    var output = result.output
    for (file, name) in zip(files, ["a", "b", "c"]) { output.replace(file, with: name) }
    return output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { String($0) }
  }

  private static let outside = "region = { x = 210, y = 0, width = 9, height = 9 }"

  @Test("what is not on its surface is an error")
  func layout() throws {
    #expect(try findings([""]) == ["1 file, no errors"])
    #expect(
      try findings(["[[dpad]]\n" + Self.outside], status: 65) == [
        "a:2:10: error: region is outside the surface of 200 mm x 100 mm; move it there", "1 file, 1 error",
      ])
    // Without a device, on the surface that the file says it has, if it does.
    let file = try CheckTests.file("[[dpad]]\n" + Self.outside)
    #expect(try CheckTests.run([file]).status == 0)
    let tiny = try CheckTests.run([try CheckTests.file("[[stick]]\nradius = 1")])
    #expect(tiny.status == 65 && tiny.output.contains(":2:10: error: moved_tolerance (1.5 mm) is more than"))
    let sized = try CheckTests.file("[device]\nsize = \"200x100\"\n[[dpad]]\n" + Self.outside)
    #expect(try CheckTests.run([sized]).status == 65)
  }

  @Test("what it does not have is a warning")
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
        #"a:3:9: warning: "screen" has no BTN_STYLUS, so that this is never pressed; take a button that the device has"#,
        #"a:7:8: warning: "screen" does not tell how hard it is pressed, so that a touch pulls all the way; take pull = "#
          + #""full" or "slide""#,
        "1 file, no errors, 2 warnings",
      ])
    let touchpad = Fixtures.folder.appending(path: "devices/SynPS2-Synaptics-TouchPad.hp8470p.desc").path
    #expect(
      try findings(["[device]\nsize = \"80x45\"\n[toggle]\nfingers = 3"], device: touchpad) == [
        #"a:4:11: warning: fingers is 3, but "SynPS/2 Synaptics TouchPad" tells of 2 at most; make it less, or leave out "#
          + "[toggle]", "1 file, no errors, 1 warning",
      ])
  }

  @Test("a size that is assumed, or of another shape, is a warning")
  func size() throws {
    let phone = try Programs.file("phone.desc", Screen.description(width: 720, height: 1440, resolution: 0))
    #expect(
      try findings([""], device: phone) == [
        #"a: warning: "screen" does not say how large it is; 69 x 139 mm is assumed, so that sticks may be too large or "#
          + "too small; set size in [device]", "1 file, no errors, 1 warning",
      ])
    #expect(try findings(["[device]\nsize = \"65x130\""], device: phone) == ["1 file, no errors"])
    #expect(
      try findings(["[device]\nsize = \"130x65\""], device: phone) == [
        #"a:2:8: warning: size is 130 x 65 mm, but by the axes of "screen" a width of 130 mm goes with a height of "#
          + "260 mm; measure both sides of the surface", "1 file, no errors, 1 warning",
      ])
  }

  @Test("files that do not ask for it are told of, and not held against it")
  func others() throws {
    let tablet = "[device]\ntype = \"tablet\"\n[[dpad]]\n" + Self.outside
    #expect(
      try findings(["", tablet]) == [
        #"b:1:1: warning: touchstickd does not take "screen", a touchscreen, for this file; it asks for a tablet"#,
        "2 files, no errors, 1 warning",
      ])
  }

  @Test("files that share it have to agree, and one can be behind the other")
  func shared() throws {
    let (left, right) = (
      "[[stick]]\nregion = { x = 0, y = 0, width = \"50%\", height = \"100%\" }\n",
      "[[stick]]\nregion = { x = \"50%\", y = 0, width = \"50%\", height = \"100%\" }\n"
    )
    #expect(try findings([left, right]) == ["2 files, no errors"])
    let apart = try findings([left, right + "[device]\ngrab = false"], status: 65)
    #expect(apart.count == 2 && apart[0].hasPrefix("b:4:8: error: grab is not what it is in "))
    #expect(apart[1] == "2 files, 1 error")
    #expect(
      try findings([left, left]) == [
        #"b:2:10: warning: a touch begins on "left" only while another finger has "left" of a:1, on which it lies; put "#
          + "it before that", "2 files, no errors, 1 warning",
      ])
  }

  @Test("a description that cannot be read, or is of no touch device, is said on the standard error")
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
