import Foundation
import OverlayFeed
import TestSupport

@testable import OverlayScene

/// A Wayland compositor without a screen, in a folder of its own.
final class HeadlessSway {
  let folder: URL
  private let process: Process
  /// Sway does not run as root.
  private static let nobody = 65534

  /// Starts it with an output of 400 x 200 pixels, and waits until it answers.
  init(xwayland: Bool = false) throws {
    let configuration =
      "xwayland \(xwayland ? "force" : "disable")\noutput * resolution 400x200 bg #000000 solid_color\n"
    folder = try Programs.files(["config": configuration])
    if geteuid() == 0 {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700, .ownerAccountID: Self.nobody, .groupOwnerAccountID: Self.nobody],
        ofItemAtPath: folder.path)
    }
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let sway = ["sway", "--config", folder.appending(path: "config").path]
    process.arguments =
      geteuid() == 0
      ? ["setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups"] + sway : sway
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWAYSOCK": folder.appending(path: "control").path, "XDG_RUNTIME_DIR": folder.path,
      "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
    ]) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try Programs.starting.withLock { [process] _ in try process.run() }
    _ = try patiently { try self.ask("-t", "get_version") }
  }

  deinit { kill() }

  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Sends a request to sway.
  @discardableResult
  func ask(_ request: String...) throws -> String {
    let control = folder.appending(path: "control").path
    let (status, said) = try Programs.run("swaymsg", ["--socket", control] + request)
    guard status == 0 else { throw Missing(what: said) }
    return said
  }

  var display: String { folder.appending(path: "wayland-1").path }

  /// What it shows: the pixels as 0xrrggbb.
  func screenshot(_ name: String, scale: String = "1") throws -> Screenshot {
    let file = folder.appending(path: "\(name).ppm").path
    let (status, said) = try Programs.run(
      "env",
      [
        "WAYLAND_DISPLAY=\(display)", "XDG_RUNTIME_DIR=\(folder.path)", "grim", "-s", scale, "-t", "ppm",
        file,
      ])
    guard status == 0 else { throw Missing(what: said) }
    if let kept = ProcessInfo.processInfo.environment["TOUCHSTICK_PICTURES"] {
      try Programs.run("cp", [file, kept])
    }
    return try Screenshot(ppm: Array(Data(contentsOf: URL(filePath: file))))
  }
}

/// A picture of a screen.
struct Screenshot: Equatable {
  let width: Int
  let height: Int
  private let bytes: [UInt8]

  /// Reads a PPM file with 8 bits for each part.
  init(ppm: [UInt8]) throws {
    let fields = ppm.prefix(64).split(maxSplits: 4) { $0 == 10 || $0 == 32 }
    guard fields.count == 5, fields[0] == Array("P6".utf8)[...],
      let width = Int(String(decoding: fields[1], as: UTF8.self)),
      let height = Int(String(decoding: fields[2], as: UTF8.self))
    else { throw Missing(what: "a picture") }
    (self.width, self.height) = (width, height)
    bytes = Array(ppm.suffix(width * height * 3))
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let start = (y * width + x) * 3
    return bytes[start..<start + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether something is drawn on the black background.
  var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }
}

/// The program under test, and the feed that it reads.
final class RunningOverlay {
  private let process = Process()
  private let errors: Lines
  private let feed: FileHandle

  init(_ environment: [String: String], _ arguments: [String] = []) throws {
    var ends: [Int32] = [0, 0]
    guard
      unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Missing(what: "a socket") }
    feed = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    // Only the overlay has the other end, so that a message to one that has ended is an error.
    defer { close(ends[1]) }
    errors = Lines()
    process.executableURL = Programs.folder.appending(path: "touchstick-overlay")
    process.arguments = ["--feed"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "WAYLAND_DISPLAY": "", "DISPLAY": "", "XDG_CONFIG_HOME": "/nonexistent",
    ]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    process.standardError = errors.pipe
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
    for message in messages {
      var buffer = FeedBuffer()
      buffer.write(message)
      try send(buffer.bytes)
    }
  }

  func send(_ bytes: [UInt8]) throws {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(feed.fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count == bytes.count else { throw Missing(what: "a reader of the feed") }
  }

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

/// What a program prints.
final class Lines {
  let pipe = Pipe()
  private var text = ""

  /// What it has printed until now.
  func read() -> String {
    let file = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return text }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}

struct Missing: Error {
  let what: String
}

/// Tries again until the work succeeds. It gives up after half a minute.
func patiently<Value>(_ work: () throws -> Value) throws -> Value {
  let end = ContinuousClock.now + .seconds(30)
  while true {
    do {
      return try work()
    } catch  where ContinuousClock.now < end {
      usleep(20_000)
    }
  }
}
