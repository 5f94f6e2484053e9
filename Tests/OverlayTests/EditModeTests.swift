import Foundation
import EventPipeline
import TestSupport
import Testing

@testable import touchstick_overlay

/// The program with `--edit` above a compositor and an X server without screens: 400 x 200 pixels, 2 for a millimetre.
@Suite("touchstick-overlay --edit", .serialized)
struct EditModeTests {
  private static let profile = """
    # Mine.
    [[button]]
    output = "A"  # jump
    region = { center = [180, "80%"], radius = 10 }

    """
  /// The button 10 mm farther left and 20 mm farther up.
  private static let moved = profile.replacing("[180, \"80%\"]", with: "[170, \"80% - 20mm\"]")
  private static let way = [360, 160, 350, 140, 340, 120]
  /// The middles of cells of the bar, in pixels.
  private static let (save, done) = ((200, 78), (264, 78))

  /// A folder for XDG_CONFIG_HOME with the profile.
  private func home() throws -> URL { try Programs.files(["touchstick/profiles/mine.toml": Self.profile]) }

  private func text(in home: URL) throws -> String {
    try String(contentsOf: home.appending(path: "touchstick/profiles/mine.toml"), encoding: .utf8)
  }

  @Test("a drag moves a button, Save writes the file, and Done ends; no touch reaches the window below")
  func wayland() throws {
    let (sway, home) = (try HeadlessSway(), try home())
    let below = try ClickedWindow(sway)
    let editor = try RunningOverlay(
      sway.environment(["XDG_CONFIG_HOME": home.path]),
      ["--edit", "mine"])
    try editor.send(.layout(Glasses.layout()))
    try waitUntil("the bar") { try sway.screenshot("edit").pixel(200, 66) != 0 }
    try below.drag(Self.way)
    try below.click(Self.save.0, Self.save.1)
    try patiently {
      let text = try text(in: home)
      guard text == Self.moved else { throw Missing(what: "the moved button in \(text)") }
    }
    try waitUntil("the moved button") { try sway.screenshot("saved").pixel(340, 120) != 0 }
    try below.click(Self.done.0, Self.done.1)
    #expect(try editor.end() == (0, ""))
    // The first click that the window below hears of.
    try below.click(7, 7)
    #expect(try below.line() == "pressed 7 7")
  }

  @Test("works on X, too")
  func x() throws {
    let (server, home) = (try XServer(), try home())
    try server.startManager()
    let background = try server.screenshot().pixel(200, 66)
    let editor = try RunningOverlay(
      ["DISPLAY": server.display, "XDG_CONFIG_HOME": home.path], ["--edit", "mine"])
    try editor.send(.layout(Glasses.layout()))
    try waitUntil("the bar") { try server.screenshot().pixel(200, 66) != background }
    func point(_ places: [Int]) throws {
      var words: [String] = []
      for index in stride(from: 0, to: places.count, by: 2) {
        words +=
          ["mousemove", "\(places[index])", "\(places[index + 1])"] + (index == 0 ? ["mousedown", "1"] : [])
      }
      try Programs.run("env", ["DISPLAY=\(server.display)", "xdotool"] + words + ["mouseup", "1"])
    }
    try point(Self.way)
    try point([Self.save.0, Self.save.1])
    try waitUntil("the moved button") { try text(in: home) == Self.moved }
    try point([Self.done.0, Self.done.1])
    #expect(try editor.end() == (0, ""))
  }

  @Test("says why it cannot edit, and exits with 65, 66 or 69")
  func errors() throws {
    let home = try Programs.files(["touchstick/profiles/bad.toml": "[[buton]]\n"])
    func end(_ name: String) throws -> (status: Int32, printed: String) {
      let editor = try RunningOverlay(["XDG_CONFIG_HOME": home.path], ["--edit", name])
      try editor.send(.layout(Glasses.layout()))
      return try editor.end()
    }
    let (bad, why) = try end("bad")
    #expect(bad == EX_DATAERR && why.contains("bad.toml:1:3: unknown key \"buton\""), "\(why)")
    let (missing, hint) = try end("bed")
    #expect(
      missing == EX_NOINPUT && hint.contains("there is no profile \"bed\"; did you mean \"bad\"?"), "\(hint)")
    let (status, sentence) = try Programs.run(
      "env",
      [
        "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent", "XDG_RUNTIME_DIR=",
        Programs.path("touchstick-overlay"), "--edit",
      ])
    #expect(status == EX_UNAVAILABLE && sentence.contains("the system bus cannot be reached"), "\(sentence)")
  }
}
