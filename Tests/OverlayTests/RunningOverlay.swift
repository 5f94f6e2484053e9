import Foundation
import EventPipeline
import TestSupport

/// The program under test, and the feed that it reads.
final class RunningOverlay {
  private let process = Process()
  private let errors: Lines
  private let feed: FileHandle

  /// - Parameter readsBus: Whether it asks for the feed on the bus that the environment names.
  init(_ environment: [String: String], _ arguments: [String] = [], readsBus: Bool = false) throws {
    var ends: [Int32] = [0, 0]
    guard
      unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Missing(what: "a socket") }
    feed = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    // Only the overlay has the other end, so that a message to one that has ended is an error.
    defer { close(ends[1]) }
    errors = Lines()
    process.executableURL = Programs.folder.appending(path: "touchstick-overlay")
    process.arguments = (readsBus ? [] : ["--feed"]) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "WAYLAND_DISPLAY": "", "DISPLAY": "", "XDG_CONFIG_HOME": "/nonexistent",
    ]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    process.standardError = errors.pipe
    process.standardOutput = errors.pipe
    try Programs.starting.withLock { [process] _ in try process.run() }
  }

  deinit { kill() }

  var id: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func send(_ messages: FeedMessage...) throws {
    for message in messages { try feed.send(message) }
  }

  func send(_ bytes: [UInt8]) throws { try feed.send(packet: bytes) }

  func hangUp() throws { try feed.close() }

  /// Waits for its end. Returns the status and what it printed.
  func end() throws -> (status: Int32, printed: String) {
    process.waitUntilExit()
    return (process.terminationStatus, errors.read())
  }

  /// What it has printed until now.
  var printed: String { errors.read() }

  /// Waits until it has printed a line with this text.
  func wait(for text: String) throws {
    try patiently { guard errors.read().contains(text) else { throw Missing(what: text) } }
  }
}
