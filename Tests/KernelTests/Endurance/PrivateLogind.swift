import Foundation
import System
import TestSupport

/// systemd's logind on a private bus, without sessions. It ends with its owner.
final class PrivateLogind {
  private static let name = "org.freedesktop.login1"

  private let process = Process()

  /// Starts it, and does not wait.
  init(at address: String) throws {
    process.executableURL = URL(filePath: "/lib/systemd/systemd-logind")
    process.environment = ["DBUS_SYSTEM_BUS_ADDRESS": address]
    process.standardError = FileHandle.nullDevice
    try Programs.starting.withLock { _ in try process.run() }
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Has it answer a question: who is in front of seat0?
  func answer(_ client: SystemBus) throws {
    let question = try client.newCall(
      to: Self.name, path: "/org/freedesktop/login1/seat/seat0",
      interface: "org.freedesktop.DBus.Properties", "GetAll", startsService: false)
    try question.append("\(Self.name).Seat")
    _ = try client.call(question)
  }
}
