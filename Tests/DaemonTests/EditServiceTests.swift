import CLibsystemd
import Foundation
import Testing
import TestSupport

@testable import System
@testable import touchstickd

@Suite("touchstick-overlay --edit and --find-output, and the service", .serialized)
struct EditServiceTests {
  /// Starts the program, and waits until its window is under the pointer.
  private func overlay(
    _ arguments: [String], _ display: String, _ address: String, _ home: URL
  ) throws -> Background {
    /// The window under the pointer.
    func window() throws -> String {
      try Programs.run("env", ["DISPLAY=\(display)", "xdotool", "getmouselocation", "--shell"]).output
    }
    let background = try window()
    let overlay = try start(arguments, display, address, home)
    try waitUntil("a window") { try window() != background }
    return overlay
  }

  private func start(
    _ arguments: [String], _ display: String, _ address: String, _ home: URL
  ) throws -> Background {
    try Background(
      Programs.folder.appending(path: "touchstick-overlay").path, arguments,
      [
        "DISPLAY": display, "WAYLAND_DISPLAY": "", "DBUS_SYSTEM_BUS_ADDRESS": address,
        "XDG_CONFIG_HOME": home.path, "XDG_RUNTIME_DIR": "",
      ])
  }

  private func waitUntilReleased(by service: RunningService) throws {
    try waitUntil("the release of the touchscreen") {
      service.asked { if case .releaseDevice(let node) = $0 { node } else { nil } }.last
        == "/dev/input/event5"
    }
  }

  @Test("the touchscreen is released until an output was tapped")
  func tap() throws {
    let server = try XServer("1280x1024")
    defer { withExtendedLifetime(server) {} }
    try server.startManager()
    let called = try CalledService.used()
    let home = try Programs.files([:])
    let finder = try overlay(["--find-output"], server.display, called.address, home)
    try waitUntilReleased(by: called.service)
    try Programs.run("env", ["DISPLAY=\(server.display)", "xdotool", "click", "1"])
    #expect(finder.exitStatus() == 0)
    try waitUntil("the end of the claim") { called.service.releases > 0 }
    try called.service.stop()
  }

  @Test("neither is shown above a lock screen, and editing goes on after the lock")
  func locked() throws {
    let server = try XServer("1280x1024")
    defer { withExtendedLifetime(server) {} }
    try server.startManager()
    let called = try CalledService.used()
    let loop = try EventLoop()
    let logind = try Logind(at: called.address, on: loop)
    func wait(windows wanted: Int) throws {
      try eventually {
        while unsafe sd_event_run(loop.event, 0) > 0 {}
        let found = try Programs.run("env", ["DISPLAY=\(server.display)", "xwininfo", "-root", "-children"])
          .output
        let count = found.components(separatedBy: "1280x1024+0+0").count - 1
        guard count == wanted else { throw Missing(what: "\(wanted) windows: \(found)") }
      }
    }
    func lock(_ isLocked: Bool) {
      logind.isLocked = isLocked
      logind.tellOfChange(of: Logind.session(1))
    }
    let before =
      try Programs.run("env", ["DISPLAY=\(server.display)", "xwininfo", "-root", "-children"]).output
      .components(separatedBy: "1280x1024+0+0").count - 1
    let home = try Programs.files(["touchstick/profiles/mine.toml": "[[stick]]\n"])
    for arguments in [["--edit", "mine"], ["--find-output"]] {
      logind.isLocked = false
      let overlay = try start(arguments, server.display, called.address, home)
      try wait(windows: before + 1)
      lock(true)
      try wait(windows: before)
      lock(false)
      try wait(windows: before + 1)
      overlay.kill()
      try wait(windows: before)
    }
    try called.service.stop()
  }

  @Test(
    "the menu closes when the system is about to sleep, because a lock may follow", arguments: [true, false])
  func sleep(_ isAboutToSleep: Bool) throws {
    let server = try XServer("1280x1024")
    defer { withExtendedLifetime(server) {} }
    try server.startManager()
    let called = try CalledService.used()
    let loop = try EventLoop()
    let logind = try Logind(at: called.address, on: loop)
    func wait(_ what: String, until isSo: () throws -> Bool) throws {
      try waitUntil(what) {
        while unsafe sd_event_run(loop.event, 0) > 0 {}
        return try isSo()
      }
    }
    func window() throws -> String {
      try Programs.run("env", ["DISPLAY=\(server.display)", "xdotool", "getmouselocation", "--shell"]).output
    }
    let background = try window()
    let menu = try start(["--menu"], server.display, called.address, try Programs.files([:]))
    try wait("the menu") { try window() != background }
    let questions = logind.questions
    try logind.broadcastSleep(isAboutToSleep)
    // The answer to a later question comes after the signal.
    logind.tellOfChange(of: Logind.seat)
    try wait("the end of the menu, or the next question") {
      !menu.process.isRunning || !isAboutToSleep && logind.questions > questions
    }
    #expect(menu.process.isRunning == !isAboutToSleep)
    if isAboutToSleep { #expect(menu.exitStatus() == 0) } else { menu.kill() }
    try called.service.stop()
  }

  @Test("the touchscreen is released, also after a restart of the service, and a saved layout is used")
  func released() throws {
    let server = try XServer("1280x1024")
    defer { withExtendedLifetime(server) {} }
    try server.startManager()
    let home = try Programs.files([
      "touchstick/profiles/mine.toml":
        "[[button]]\noutput = \"A\"\nregion = { center = [\"25%\", \"25%\"], radius = 10 }\n"
    ])
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let state = try DaemonState.used()
    func start() throws -> RunningService {
      let service = RunningService(at: address)
      try service.change { $0 = state }
      return service
    }
    let first = try start()
    let editor = try overlay(["--edit", "mine"], server.display, address, home)
    try waitUntilReleased(by: first)
    try first.stop()
    let second = try start()
    try waitUntilReleased(by: second)
    // From the button to the right, and then the cell Save, on a screen of 331 mm x 187 mm with 1280 x 1024 pixels.
    for words in [
      ["320", "256", "mousedown", "1", "mousemove", "500", "256"], ["640", "356", "mousedown", "1"],
    ] {
      let status = try Programs.run(
        "env", ["DISPLAY=\(server.display)", "xdotool", "mousemove"] + words + ["mouseup", "1"]
      ).status
      #expect(status == 0)
    }
    let used = try eventually {
      let texts = second.asked { if case .use(let layout, _, _) = $0 { layout.text } else { nil } }
      guard let text = texts.last else { throw Missing(what: "a layout") }
      return text
    }
    #expect(used.contains("center = [\"25% + "))
    let file = home.appending(path: "touchstick/profiles/mine.toml")
    #expect(try String(contentsOf: file, encoding: .utf8) == used)
    // It is kept beyond this session.
    let choices = home.appending(path: "touchstick/session.toml")
    try eventually {
      let text = try String(contentsOf: choices, encoding: .utf8)
      guard text.contains("layout = \"mine\"") else { throw Missing(what: "the layout in \(text)") }
    }
    editor.kill()
    try second.stop()
    withExtendedLifetime(bus) {}
  }
}
