import Foundation
import Testing
import TestSupport

@testable import touchstickd

@Suite("touchstick-overlay and the service", .serialized)
struct OverlayFeedTests {
  private func expect(feeds count: Int, of service: RunningService) throws {
    try eventually {
      guard service.feeds == count else { throw Missing(what: "\(count) feeds; there are \(service.feeds)") }
    }
  }

  /// Starts the program, and waits until it asks for a feed.
  private func overlay(_ display: String, _ address: String, _ service: RunningService) throws -> Background {
    let overlay = try Background(
      Programs.folder.appending(path: "touchstick-overlay").path, [],
      [
        "DISPLAY": display, "WAYLAND_DISPLAY": "", "DBUS_SYSTEM_BUS_ADDRESS": address,
        "XDG_CONFIG_HOME": "/dev/null/none", "XDG_RUNTIME_DIR": "",
      ])
    try expect(feeds: 1, of: service)
    return overlay
  }

  @Test(
    "it asks for a feed, asks again after a restart of the service and after a refusal, and ends with the bus"
  )
  func restart() throws {
    let server = try XServer("1280x1024")
    defer { withExtendedLifetime(server) {} }
    try server.startManager()
    let address = try PrivateBus.newAddress()
    var bus: PrivateBus? = try PrivateBus(at: address)
    let first = RunningService(at: address)
    let overlay = try overlay(server.display, address, first)
    // Nobody can send files to it: its connections and the service's are among the first five. The service's is refused
    // by its own rule.
    let script = URL(filePath: #filePath).appending(path: "../../KernelTests/files.py").standardized.path
    let socket = String(address.dropFirst("unix:path=".count))
    for number in 0..<5 {
      let result = try Programs.run("python3", [script, socket, "3", ":1.\(number)"])
      #expect(["3 another error\n", "3 AccessDenied\n"].contains(result.output))
    }
    try first.stop()
    let second = RunningService(at: address, refusals: 1)
    try expect(feeds: 1, of: second)
    try second.stop()
    withExtendedLifetime(bus) {}
    bus = nil
    #expect(overlay.exitStatus() == EX_UNAVAILABLE)
  }
}
