import CLibsystemd
import Foundation
import Testing
import TestSupport

@testable import System

/// The daemon itself on a private bus with a logind of ours, without any device: its /dev is empty but for a file that can be
/// opened as uinput, so it neither needs uinput nor uses a device of this machine. keeper.py does what systemd does.
///
/// Only root can give it such a folder.
final class HostDaemon {
  static let isPossible =
    geteuid() == 0 && (try? Programs.run("unshare", ["--mount", "true"]).status) == 0

  let loop: EventLoop
  let logind: Logind
  let client: SystemBus
  let address: String
  private let bus: PrivateBus
  private let process: Process

  init() throws {
    address = try PrivateBus.newAddress()
    bus = try PrivateBus(at: address)
    loop = try EventLoop()
    logind = try Logind(at: address, on: loop)
    client = try SystemBus.connected(to: address)
    let keeper = Fixtures.project.appending(path: "Tests/KernelTests/keeper.py").path
    process = Process(
      running: "unshare",
      [
        "--mount", "sh", "-c", Self.emptyFolder, "sh", "python3", keeper, Programs.path("touchstickd"),
        "--config", try Programs.file("touchstick.toml", ""),
      ], environment: ["DBUS_SYSTEM_BUS_ADDRESS": address, "KEEPER_RESTARTS": "2"])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    try wait("the daemon") { try client.padStatus().reason == "start" }
  }

  deinit { process.kill() }

  private static let emptyFolder = """
    mount -t tmpfs none /dev && mkdir /dev/input && mknod -m 666 /dev/null c 1 3 && mknod /dev/uinput c 1 3 && exec "$@"
    """

  /// Waits until something is so, while logind answers the daemon.
  func wait(_ what: String, until isSo: () throws -> Bool) throws {
    try waitUntil(what) {
      while unsafe sd_event_run(loop.event, 0) > 0 {}
      return try isSo()
    }
  }

  /// Waits until the daemon shows this reason for what the pads do.
  func wait(for reason: String) throws {
    try wait("the reason \(reason)") { try client.padStatus().reason == reason }
  }

  /// Brings a session to the front, or changes its lock, and waits until the daemon has seen it.
  func show(session: Int = 1, isLocked: Bool = false, until reason: String) throws {
    (logind.front, logind.isLocked) = (session, isLocked)
    logind.tellOfChange(of: Logind.seat)
    logind.tellOfChange(of: Logind.session(session))
    try wait(for: reason)
  }

  /// Has nobody read what the daemon sends to systemd, and fills the socket, as anybody can.
  func fillNotifySocket() throws {
    kill(process.processIdentifier, SIGSTOP)
    let environment = try Data(contentsOf: URL(filePath: "/proc/\(try daemon())/environ"))
    let path = try #require(
      environment.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        .first { $0.hasPrefix("NOTIFY_SOCKET=") }?.dropFirst("NOTIFY_SOCKET=".count))
    let script = """
      import socket, sys
      sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      sender.setblocking(False)
      while True:
        try: sender.sendto(b"STATUS=full", sys.argv[1])
        except BlockingIOError: break
      """
    let (status, said) = try Programs.run("python3", ["-c", script, String(path)])
    #expect(status == 0, "\(said)")
  }

  /// Has systemd read again, and waits until it keeps one file more.
  func readNotifySocket() throws {
    let before = try keptFiles()
    kill(process.processIdentifier, SIGCONT)
    try wait("a kept file") { try keptFiles() > before }
  }

  private func keptFiles() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count
  }

  /// Kills the daemon as a crash would, and waits until its next process is there.
  func crash() throws {
    let old = try daemon()
    kill(old, SIGKILL)
    try wait("another process") { try daemon() != old }
    try wait("its status") { (try? client.padStatus()) != nil }
  }

  /// Stops the daemon while something happens, so that all of it waits for the daemon.
  func whileStopped(_ work: () throws -> Void) throws {
    let process = try daemon()
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    // The signal stops a thread only as soon as that runs.
    try wait("the stop of all threads") {
      let threads = "/proc/\(process)/task"
      return try FileManager.default.contentsOfDirectory(atPath: threads).allSatisfy { thread in
        try String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8).contains(") T ")
      }
    }
    try work()
  }

  private func daemon() throws -> Int32 {
    let call = try client.newDriverCall("GetConnectionUnixProcessID")
    try call.append(PadsInterface.service)
    return Int32(try client.call(call).readUInt32())
  }
}
