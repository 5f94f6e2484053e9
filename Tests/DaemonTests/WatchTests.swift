import Configuration
import Foundation
import System
import EventPipeline
import Testing
import TestSupport

@testable import touchstickd

@Suite("Watch on the system bus", .serialized, .enabled(if: geteuid() == 0))
struct WatchTests {
  /// The next message; nil at the end.
  private func next(_ file: Int32) throws -> FeedMessage? {
    var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&request, 1, -1) == 1)
    let packet = try #require(try readPacket(from: file, limit: FeedBuffer.capacity))
    return packet.isEmpty ? nil : try FeedMessage(packet)
  }

  @Test("says that the pads are off where there is no device, until the daemon ends")
  func off() throws {
    let called = try CalledService()
    let feed = try called.client.watchPads()
    #expect(try next(feed.number) == .off)
    try called.service.stop()
    #expect(try next(feed.number) == nil)
  }

  @Test("has room for eight programs of a user, and for another when one of them ends")
  func limit() throws {
    let called = try CalledService()
    var feeds = try (1...PadsInterface.maxWatchers).map { _ in Feed(try called.client.watchPads()) }
    let refusal = #expect(throws: BusError.self) { _ = try called.client.watchPads() }
    #expect(
      refusal
        == .refused(
          name: "org.touchstick.Error.TooManyWatchers", message: "at most 8 programs of a user may watch"))
    feeds.removeLast()
    let feed = try called.client.watchPads()
    #expect(try next(feed.number) == .off)
    try called.service.stop()
  }

  private final class Feed {
    let file: OwnedFileDescriptor
    init(_ file: consuming OwnedFileDescriptor) { self.file = file }
  }

  @Test("ends for users who are not in front any more, and not for root")
  func front() throws {
    let loop = try EventLoop()
    let feed = LayoutFeed(Sessions([try Settings.parse("", file: "t.toml")], isActive: true, loop), loop)
    let watchers = try [1000, 1001, 0].map { user in
      Feed(try feed.watch(BusCaller(name: ":1.1", user: user), withMenu: false))
    }
    func haveEnded() throws -> [Bool] {
      try watchers.map { try readPacket(from: $0.file.number, limit: FeedBuffer.capacity)?.isEmpty ?? false }
    }
    feed.setFront(.user(1000, isLocked: true))
    #expect(try haveEnded() == [false, true, false])
    feed.setFront(.greeter)
    #expect(try haveEnded() == [true, true, false])
  }

  @Test("never gives the daemon a file: the bus delivers no call that has one")
  func files() throws {
    let called = try CalledService()
    let script = URL(filePath: #filePath).appending(path: "../../KernelTests/files.py").standardized.path
    let socket = String(called.address.dropFirst("unix:path=".count))
    #expect(try Programs.run("python3", [script, socket, "20"]) == (0, "20 AccessDenied\n"))
    try called.service.stop()
  }
}
