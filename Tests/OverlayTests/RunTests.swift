import Foundation
import EventPipeline
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("touchstick run and the overlay", .serialized)
struct RunTests {
  /// A game that touchstick run has started. It ends with its standard input.
  private final class Game {
    private let process = Process(
      running: Programs.folder.appending(path: "touchstick").path, ["run", "--", "cat"])
    private let input = Pipe()

    init(_ environment: [String: String]) throws {
      let path = "\(Programs.folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      process.environment = ProcessInfo.processInfo.environment.merging([
        "PATH": path, "XDG_CONFIG_HOME": "/nonexistent", "DISPLAY": "",
      ]) { $1 }.merging(environment) { $1 }
      process.standardInput = input
      try Programs.starting.withLock { [process] _ in try process.run() }
    }

    func end() throws -> Int32 {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test("shows the controls while the command runs, and leaves an overlay alone that ran before")
  func run() throws {
    let sway = try HeadlessSway()
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let service = FeedService(at: address)
    let environment = [
      "WAYLAND_DISPLAY": sway.display, "XDG_RUNTIME_DIR": sway.folder.path,
      "DBUS_SYSTEM_BUS_ADDRESS": address,
    ]
    func isShown() throws -> Bool { try !sway.screenshot("run").isEmpty }
    let game = try Game(environment)
    service.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try patiently { guard try isShown() else { throw Missing(what: "the overlay") } }
    #expect(try game.end() == 0)
    try patiently { guard try !isShown() else { throw Missing(what: "the end of the overlay") } }

    let overlay = try RunningOverlay(environment, readsBus: true)
    service.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try patiently { guard try isShown() else { throw Missing(what: "the other overlay") } }
    let feeds = service.feeds
    let second = try Game(environment)
    #expect(try second.end() == 0)
    let dark = try sway.screenshot("dark").pixel(360, 160)
    service.send(.layout(Glasses.layout()), .state(Glasses.state { $0[1].isTouched = true }))
    try patiently {
      let bright = try sway.screenshot("bright").pixel(360, 160)
      guard bright != dark else { throw Missing(what: "the overlay that ran before") }
    }
    #expect(service.feeds == feeds)
    withExtendedLifetime((overlay, bus)) {}
  }
}
