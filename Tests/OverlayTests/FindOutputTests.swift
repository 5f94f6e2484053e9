import Configuration
import EventPipeline
import Foundation
import TestSupport
import Testing

@testable import touchstick_overlay

/// The program with `--find-output` above a compositor with two outputs of 400 x 200 pixels, side by side, and above an
/// X server with one.
@Suite("touchstick-overlay --find-output", .serialized)
struct FindOutputTests {
  private static let looks = """
    # Mine.
    theme = "glass"  # shaded

    [fade]
    after = "never"

    """

  private func twoOutputs() throws -> HeadlessSway {
    let sway = try HeadlessSway()
    try sway.ask("create_output")
    try sway.ask("output", "HEADLESS-1", "position", "0", "0")
    try sway.ask("output", "HEADLESS-2", "resolution", "400x200", "position", "400", "0")
    return sway
  }

  private func start(_ sway: HeadlessSway, _ home: URL) throws -> RunningOverlay {
    let finder = try RunningOverlay(
      sway.environment(["XDG_CONFIG_HOME": home.path]),
      ["--find-output"])
    try waitForQuestions(sway, areThere: true)
    return finder
  }

  /// Waits until both outputs show a question, or neither does.
  private func waitForQuestions(_ sway: HeadlessSway, areThere: Bool) throws {
    try eventually {
      let screen = try sway.screenshot("question")
      guard [200, 600].allSatisfy({ (screen.pixel($0, 75) != 0) == areThere }) else {
        throw Missing(what: areThere ? "two questions" : "the end of the questions")
      }
    }
  }

  private func text(in home: URL) throws -> String {
    try String(contentsOf: home.appending(path: "touchstick/overlay.toml"), encoding: .utf8)
  }

  @Test("a click on the second output prints and saves its name, and then the overlay draws there")
  func click() throws {
    let (sway, home) = (try twoOutputs(), try Programs.files(["touchstick/overlay.toml": Self.looks]))
    let environment = sway.environment(["XDG_CONFIG_HOME": home.path])
    let overlay = try RunningOverlay(environment)
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try overlay.wait(for: "several outputs are possible")
    let below = try ClickedWindow(sway)
    let finder = try start(sway, home)
    // The pointer's 400 x 200 places are for both outputs together.
    try below.click(300, 100)
    let (status, printed) = try finder.end()
    let file = home.appending(path: "touchstick/overlay.toml").path
    #expect(
      status == 0
        && Set(printed.split(separator: "\n")) == ["HEADLESS-2", "touchstick-overlay: saved in \(file)"])
    #expect(try text(in: home) == Self.looks.replacing("# shaded", with: "# shaded\noutput = \"HEADLESS-2\""))
    try waitUntil("the overlay") { try sway.screenshot("found").pixel(760, 160) != 0 }
    #expect(try sway.screenshot("other").pixel(360, 160) == 0)
    // Another time, on the first output.
    let second = try start(sway, home)
    try below.click(100, 100)
    #expect(try second.end().status == 0)
    #expect(try text(in: home) == Self.looks.replacing("# shaded", with: "# shaded\noutput = \"HEADLESS-1\""))
    withExtendedLifetime(overlay) {}
  }

  @Test("a file that is missing is made, and one that cannot be written is no reason to lose the name")
  func files() throws {
    let (sway, home) = (try twoOutputs(), try Programs.files(["file": ""]))
    let below = try ClickedWindow(sway)
    let finder = try start(sway, home)
    try below.click(300, 100)
    #expect(try finder.end().status == 0)
    #expect(try text(in: home) == "output = \"HEADLESS-2\"\n")
    let other = try start(sway, home.appending(path: "file"))
    try below.click(300, 100)
    let (status, printed) = try other.end()
    #expect(status == EX_CANTCREAT && printed.contains("HEADLESS-2\n"))
    #expect(
      printed.contains(
        "/touchstick/overlay.toml: Not a directory; use this option instead: --output HEADLESS-2"))
  }

  @Test("ends after half a minute, or by a signal, and leaves no question behind")
  func timeout() async throws {
    let (sway, home) = (try twoOutputs(), try Programs.files(["touchstick/overlay.toml": Self.looks]))
    for signal in [SIGINT, SIGTERM] {
      let finder = try start(sway, home)
      kill(finder.id, signal)
      #expect(try finder.end().status == 128 + signal)
      try waitForQuestions(sway, areThere: false)
    }
    let finder = try start(sway, home)
    // The half minute is the program's. Other tests run meanwhile.
    while finder.isRunning { try await Task.sleep(for: .milliseconds(200)) }
    let (status, printed) = try finder.end()
    #expect(
      status == EX_TEMPFAIL && printed.contains("nobody tapped a screen for 30 seconds; nothing has changed"))
    try waitForQuestions(sway, areThere: false)
    #expect(try text(in: home) == Self.looks)
  }

  @Test("works on X, too")
  func x() throws {
    let (server, home) = (try XServer(), try Programs.files([:]))
    try server.startManager()
    let background = try server.screenshot().pixel(200, 75)
    let finder = try RunningOverlay(
      ["DISPLAY": server.display, "XDG_CONFIG_HOME": home.path], ["--find-output"])
    try waitUntil("the question") { try server.screenshot().pixel(200, 75) != background }
    try Programs.run("env", ["DISPLAY=\(server.display)", "xdotool", "mousemove", "9", "9", "click", "1"])
    let (status, printed) = try finder.end()
    #expect(status == 0 && printed.contains("screen\n"), "\(printed)")
    #expect(try text(in: home) == "output = \"screen\"\n")
  }

  @Test("says what is wrong with the file before it asks")
  func wrongFile() throws {
    let home = try Programs.files(["touchstick/overlay.toml": "outptu = 3\n"])
    let (status, printed) = try RunningOverlay(["XDG_CONFIG_HOME": home.path], ["--find-output"]).end()
    #expect(status == EX_DATAERR && printed.contains("unknown key \"outptu\""), "\(printed)")
  }
}

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
    try eventually {
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

  @Test("Add makes a control, and Save as writes the profile with a new name; the old file stays")
  func saveAs() throws {
    let (sway, home) = (try HeadlessSway(), try home())
    let below = try ClickedWindow(sway)
    let editor = try RunningOverlay(sway.environment(["XDG_CONFIG_HOME": home.path]), ["--edit", "mine"])
    try editor.send(.layout(Glasses.layout()))
    try waitUntil("the bar") { try sway.screenshot("edit").pixel(200, 66) != 0 }
    // It shows where the cells are.
    var model = try LayoutEditor(
      ProfileText(Array(Self.profile.utf8), file: "mine.toml"), name: "mine",
      size: SurfaceSize(width: 200, height: 100))
    func press(_ label: String) throws {
      let place = try #require(model.bar.cells.first { $0.label == label }).area.center
      try below.click(Int(place.x * 2), Int(place.y * 2))
      _ = model.touch(.began(place), by: 0, at: 0)
      _ = model.touch(.ended, by: 0, at: 0)
    }
    // The first OK is refused: the name is not new.
    for label in ["Add", "button", "Close", "Save as", "OK", "2", "OK"] { try press(label) }
    let file = home.appending(path: "touchstick/profiles/mine2.toml")
    try eventually {
      guard (try? Data(contentsOf: file)) == Data(model.text.bytes) else {
        throw Missing(what: "the new file")
      }
    }
    #expect(model.text.count == 2)
    #expect(try text(in: home) == Self.profile)
    model.reportSaved("", as: "mine2")
    try press("Done")
    #expect(try editor.end() == (0, ""))
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
