import Foundation
import System
import EventPipeline
import Synchronization
import TestSupport

@testable import touchstickd

/// touchstickd's service on a bus, whose feed the test writes. It has a loop and a thread of its own.
final class FeedService: Sendable {
  private struct State {
    /// This end of the last feed.
    var feed: FileHandle?
    /// How many feeds were handed over.
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

  /// How many feeds it has handed over.
  var feeds: Int { state.withLock(\.feeds) }

  /// Leaves the bus, and hangs up.
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
    let service = BusService(DaemonState(), loop, address: address)
    service.handler = { request, _ throws(BusRefusal) in
      guard case .watch = request else { return nil }
      var ends: [Int32] = [0, 0]
      let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw BusRefusal(.noFeed) }
      let feed = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
      self.state.withLock { state in
        for message in state.messages { try? feed.send(message) }
        state.feed = feed
        state.feeds += 1
      }
      return OwnedFileDescriptor(owning: ends[1])
    }
    let source = try loop.whenReadable(wakeUp.fileHandleForReading.fileDescriptor) { loop.exit(0) }
    service.connect()
    _ = try loop.run()
    withExtendedLifetime(source) {}
    service.handler = { _, _ in nil }
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
