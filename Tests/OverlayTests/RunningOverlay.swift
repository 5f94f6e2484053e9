import Configuration
import Drawing
import EventPipeline
import Foundation
import Synchronization
import System
import TestSupport

@testable import touchstick_overlay
@testable import touchstickd

/// The program under test, and the feed that it reads.
final class RunningOverlay {
  private let process: Process
  private let output: PrintedText
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
    process = Process(
      running: Programs.path("touchstick-overlay"), (readsBus ? [] : ["--feed"]) + arguments,
      environment: ["WAYLAND_DISPLAY": "", "DISPLAY": "", "XDG_CONFIG_HOME": "/dev/null/none"]
        .merging(environment) { $1 })
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    output = try PrintedText(of: process, [\.standardOutput, \.standardError])
  }

  deinit { kill() }

  var id: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  func kill() { process.kill() }

  func send(_ messages: FeedMessage...) throws {
    for message in messages { try feed.send(message) }
  }

  func send(_ bytes: [UInt8]) throws { try feed.send(packet: bytes) }

  func hangUp() throws { try feed.close() }

  /// Waits for its end. Returns the status and what it printed.
  func end() throws -> (status: Int32, printed: String) {
    process.waitUntilExit()
    try waitUntil("the end of its output") { output.isComplete }
    return (process.terminationStatus, output.text)
  }

  var printed: String { output.text }

  /// Waits until it has printed a line with this text.
  func wait(for text: String) throws {
    try waitUntil(text) { output.text.contains(text) }
  }
}

extension Screenshot {
  /// How many pixels look different from those of a PNG file; all of them if it has another size. Versions of cairo and
  /// pixman round differently.
  func pixelsDiffering(from file: String) throws -> Int {
    let (columns, rows) = try LoadedImage(path: PicturePath(file)).size
    guard columns == width, rows == height else { return width * height }
    let canvas = try Canvas(width: width, height: height, images: ImageLibrary())
    let area = PixelRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    let box = PixelBox(left: 0, top: 0, right: width, bottom: height)
    canvas.draw(
      OverlayPicture([[Shape(.image(ImageUse(path: PicturePath(file)), area), fill: .white)]]), in: [box])
    var count = 0
    for y in 0..<height {
      for x in 0..<width where pixel(x, y).differs(from: canvas.pixel(x, y)) { count += 1 }
    }
    return count
  }

  /// How many pixels are not nearly those of a canvas; all of them if it has another size. Premultiplied colours on black
  /// are the colours.
  func pixelsNotNear(_ canvas: Canvas, within limit: Int = 3) -> Int {
    guard (canvas.width, canvas.height) == (width, height) else { return width * height }
    var count = 0
    for y in 0..<height {
      for x in 0..<width where !pixel(x, y).isNear(canvas.pixel(x, y), within: limit) { count += 1 }
    }
    return count
  }
}

extension UInt32 {
  /// Whether two colours differ by at most this in each part: drawing in parts rounds differently.
  fileprivate func isNear(_ other: UInt32, within limit: Int) -> Bool {
    for shift: UInt32 in [0, 8, 16] {
      let (mine, others) = (Int(self >> shift & 0xff), Int(other >> shift & 0xff))
      if abs(mine - others) > limit { return false }
    }
    return true
  }
}

/// touchstickd's service on a bus, whose feed the test writes. It has a loop and a thread of its own.
final class FeedService: Sendable {
  private struct State {
    /// This end of the last feed.
    var feed: FileHandle?
    var feeds = 0
    /// What each new feed begins with, as touchstickd's do.
    var messages: [FeedMessage] = [.off]
  }

  private let state = Mutex(State())
  private let wakeUp = Pipe()
  private let end = DispatchSemaphore(value: 0)

  init(at address: String) {
    Thread.detachNewThread { [self] in
      do { try run(at: address) } catch { fatalError("\(error)") }
      end.signal()
    }
  }

  var feeds: Int { state.withLock(\.feeds) }

  func stop() throws {
    try wakeUp.fileHandleForWriting.close()
    end.wait()
    state.withLock { $0.feed = nil }
  }

  /// Sends messages that say everything, now and to whoever asks later.
  func send(_ messages: FeedMessage...) {
    state.withLock { state in
      state.messages = messages
      // Who has hung up asks again.
      for message in messages { try? state.feed?.send(message) }
    }
  }

  private func run(at address: String) throws {
    let loop = try EventLoop()
    let service = try BusService(PadStatus(DaemonState()), loop, address: address)
    service.handler = { [unowned service] number, request, _ in
      guard case .watch = request else { return service.reply(to: number, .done(nil)) }
      var ends: [Int32] = [0, 0]
      let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        return service.reply(to: number, .refused(BusRefusal(.noFeed)))
      }
      let feed = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
      self.state.withLock { state in
        for message in state.messages { try? feed.send(message) }
        state.feed = feed
        state.feeds += 1
      }
      service.reply(to: number, .done(BusFile(OwnedFileDescriptor(owning: ends[1]))))
    }
    let source = try loop.whenReadable(wakeUp.fileHandleForReading.fileDescriptor) { loop.exit(0) }
    service.connect()
    _ = try loop.run()
    withExtendedLifetime(source) {}
  }
}

extension FileHandle {
  /// Sends a message of the feed through this socket.
  func send(_ message: FeedMessage) throws {
    var buffer = FeedBuffer()
    buffer.write(message)
    try send(packet: buffer.bytes)
  }

  func send(packet: [UInt8]) throws {
    let count = unsafe packet.withUnsafeBytes {
      unsafe Glibc.send(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count == packet.count else { throw Missing(what: "a reader of the feed") }
  }
}

extension UInt32 {
  /// Whether a colour's red, green or blue differs by more than 8 of 255 from another one's.
  fileprivate func differs(from other: UInt32) -> Bool {
    for shift: UInt32 in [0, 8, 16] {
      let (one, two) = (Int(self >> shift & 0xff), Int(other >> shift & 0xff))
      if abs(one - two) > 8 { return true }
    }
    return false
  }
}
