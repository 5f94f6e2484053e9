import Drawing
import Foundation
import EventPipeline
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("The overlay on X", .serialized)
struct XTests {
  private func start(_ server: XServer) throws -> RunningOverlay {
    let overlay = try launch(server)
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    return overlay
  }

  /// An overlay without messages, which one that ends at once could not read.
  private func launch(_ server: XServer) throws -> RunningOverlay {
    let looks = try Programs.file(
      "overlay.toml", "theme = \"quiet\"\nlabels = false\npad_colors = [\"#ff0000\"]\n")
    return try RunningOverlay(
      ["DISPLAY": server.display, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"], ["--config", looks])
  }

  private func startWithManager(_ server: XServer) throws -> RunningOverlay {
    try server.startManager()
    let background = try server.screenshot().pixel(360, 160)
    let overlay = try start(server)
    try expect(server, "the button") { $0.pixel(360, 160) != background }
    return overlay
  }

  private func expect(_ server: XServer, _ what: String, _ isThere: (Screenshot) -> Bool) throws {
    try waitUntil(what) { isThere(try server.screenshot()) }
  }

  @Test("shows the controls above what is there, and nothing while the pads are off")
  func states() throws {
    let server = try XServer()
    let overlay = try startWithManager(server)
    let rest = try server.screenshot().pixel(360, 160)
    try overlay.send(.state(Glasses.state { $0[1].isTouched = true }))
    try expect(server, "a bright button") { $0.pixel(360, 160) >> 16 > rest >> 16 + 50 }
    try overlay.send(.off)
    // Between the controls, the background can always be seen. A screenshot can be torn, so one picture has to show it all.
    try expect(server, "the background") { screen in
      [screen.pixel(360, 160), screen.pixel(60, 100)].allSatisfy { $0 == screen.pixel(300, 180) }
    }
    #expect(overlay.isRunning)
  }

  @Test("stays above a window that comes later, without a window manager, and above one that was raised")
  func restacked() throws {
    let server = try XServer()
    let overlay = try startWithManager(server)
    let game = Process(
      running: "xev", ["-geometry", "400x200+0+0", "-name", "game"], environment: ["DISPLAY": server.display])
    game.standardOutput = FileHandle.nullDevice
    try game.start()
    defer { game.kill() }
    for _ in 1...2 {
      try expect(server, "a button above the game") { screen in
        screen.pixel(300, 180) == 0xffffff && screen.pixel(360, 160) != 0xffffff
      }
      try Programs.run("DISPLAY=\(server.display)", ["xdotool", "search", "--name", "^game$", "windowraise"])
    }
    #expect(overlay.isRunning)
  }

  @Test("has no window when it has faded to nothing or the pads are off, and one again at the next touch")
  func fadedAway() throws {
    let server = try XServer()
    try server.startManager()
    let looks = try Programs.file("overlay.toml", "[fade]\nafter = \"0s\"\nduration = \"10ms\"\nalpha = 0\n")
    let overlay = try RunningOverlay(
      ["DISPLAY": server.display, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"], ["--config", looks])
    func windows() throws -> Int {
      try Programs.run("DISPLAY=\(server.display)", ["xwininfo", "-root", "-children"]).output
        .components(separatedBy: "400x200+0+0").count - 1
    }
    let without = try windows()
    for end in [FeedMessage.state(Glasses.state()), .state(Glasses.state()), .off] {
      try overlay.send(.layout(Glasses.layout()), .state(Glasses.state { $0[1].isTouched = true }))
      try waitUntil("a window") { try windows() == without + 1 }
      #expect(!overlay.printed.contains("no controls to show"), "\(overlay.printed)")
      try overlay.send(end)
      try waitUntil("no window") { try windows() == without }
    }
    #expect(overlay.isRunning)
  }

  @Test("ends with 69 without a compositing manager, at the start and later")
  func notComposited() throws {
    let server = try XServer()
    let (status, printed) = try launch(server).end()
    #expect(status == EX_UNAVAILABLE && printed.contains("has no compositing manager"))
    let overlay = try startWithManager(server)
    server.stopManager()
    let (later, why) = try overlay.end()
    #expect(later == EX_UNAVAILABLE && why.contains("has no compositing manager"))
  }

  @Test("ends with 69 where the X server lacks what it needs")
  func lacking() throws {
    for (fault, sentence) in [
      ("Composite", "the X server lacks a visual with 32 bits"),
      ("XFIXES", "the X server lacks XFixes 2"),
    ] {
      let server = try XServer(arguments: ["-extension", fault])
      let (status, printed) = try launch(server).end()
      #expect(status == EX_UNAVAILABLE && printed.contains(sentence), "\(printed)")
    }
  }

  @Test("sees an event that comes with the reply to a request")
  func queuedEvent() throws {
    let server = try XServer()
    try server.startManager()
    let painter = Painter()
    let display = try XOverlay(server.display, painter, ImageLibrary())
    server.stopManager()
    try eventually {
      do {
        _ = try XOverlay(server.display, painter, ImageLibrary())
      } catch OverlayError.notComposited {
        return
      }
      throw Missing(what: "a server that knows it")
    }
    var events = pollfd(fd: display.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&events, 1, -1) == 1)
    // This makes a window, for which it waits for a reply.
    painter.hasPicture = true
    #expect(throws: OverlayError.notComposited) { try display.update() }
  }

  @Test("refuses a GNOME whose version it does not learn")
  func unknownGNOME() throws {
    let server = try XServer()
    // It can show the overlay.
    _ = try startWithManager(server)
    try server.announce(windowManager: "GNOME Shell")
    let (status, printed) = try launch(server).end()
    #expect(status == EX_UNAVAILABLE && printed.contains("does not report the version of GNOME"))
  }

  @Test("is the overlay of gamescope, which needs no other compositing manager, and has only one")
  func gamescope() throws {
    let server = try XServer()
    let property = "GAMESCOPE_XWAYLAND_SERVER_ID"
    try Programs.run(
      "xprop", ["-display", server.display, "-root", "-f", property, "32c", "-set", property, "0"])
    let overlay = try start(server)
    try expect(server, "the button") { $0.pixel(360, 160) != 0 }
    let (status, printed) = try launch(server).end()
    #expect(status == EX_UNAVAILABLE && printed.contains("gamescope has only one overlay"))
    withExtendedLifetime(overlay) {}
  }

  @Test("refuses the versions of GNOME that send it all touches")
  func gnome() throws {
    for version in ["3.38.5", "43.9", "44.0", "44.8", "44.rc"] {
      #expect(try #require(ShellVersion(version)).stealsTouches, "\(version)")
    }
    for version in ["44.9", "44.10", "45.beta", "45.0", "48.1"] {
      #expect(try #require(ShellVersion(version)).stealsTouches == false, "\(version)")
    }
    #expect(ShellVersion("") == nil && ShellVersion("newest") == nil)
  }
}

private final class Painter: OneOutputPainter {
  let wantedOutput: String? = nil
  let deviceNode: String? = nil
  var hasPicture = false

  func picture(on output: OutputPicture, screen: Int) -> OverlayPicture? { OverlayPicture() }
}
