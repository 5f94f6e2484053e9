@testable import touchstick_overlay
import Foundation
import TestSupport
import Testing

/// The program with `--find-output` above a compositor with two outputs of 400 x 200 pixels, side by side, and above an
/// X server with one.
@Suite("touchstick-overlay --find-output", .serialized)
struct FindOutputTests {
  private static let looks = """
    # Mine.
    theme = "knob"  # shaded

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
    try patiently {
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
    // Other tests run meanwhile.
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
