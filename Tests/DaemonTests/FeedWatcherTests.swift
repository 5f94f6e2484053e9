import CAllocationCounter
import Foundation
import JoystickModel
import System
import EventPipeline
import Testing
import TestSupport

@testable import touchstickd

@Suite("When a watcher receives changes")
struct FeedPaceTests {
  @Test("is at once after a rest, and else at most once in 16 ms")
  func pace() {
    var pace = FeedPace()
    #expect(pace.recordChange(now: 1000) == 1000)
    // It is scheduled.
    #expect(pace.recordChange(now: 1500) == nil)
    pace.recordSending(now: 2000)
    #expect(pace.recordChange(now: 2001) == 18_000)
    pace.recordSending(now: 18_500)
    #expect(pace.recordChange(now: 40_000) == 40_000)
  }

  @Test("is 63 times in a second for a device that sends a thousand frames")
  func flood() {
    var (pace, count) = (FeedPace(), 0)
    var due: Int64?
    for now in stride(from: Int64(0), to: 1_000_000, by: 1000) {
      if let time = due, now >= time {
        pace.recordSending(now: now)
        (due, count) = (nil, count + 1)
      }
      due = pace.recordChange(now: now) ?? due
    }
    #expect(count == 63)
  }
}

@Suite("What a watcher receives")
struct FeedWatcherTests {
  private static func layout(_ controls: Int = 4) -> FeedLayout {
    let region = Region.circle(Circle(center: Point(x: 10, y: 10), radius: 5))
    return FeedLayout(
      generation: 0, surface: 0, surfaceCount: 1, width: 200, height: 100, rotation: 0,
      deviceClass: .touchscreen,
      device: "screen", node: "/dev/input/event5",
      controls: Array(
        repeating: FeedControl(pad: 0, kind: .trigger(.left), region: region, name: "gas"), count: controls))
  }

  private func state(_ pull: Int) -> ControlReport {
    var state = ControlReport()
    state.pull = UInt8(pull % 256)
    state.base = Point(x: Double(pull), y: 0)
    return state
  }

  private func show(_ pull: Int, controls: Int = 4, _ contents: inout FeedContents) {
    contents.writeState(ofSurface: 0) { buffer in
      for _ in 0..<controls { buffer.append(state(pull)) }
      buffer.startLayers()
    }
  }

  /// A watcher with both its ends.
  private final class Feed {
    let watcher: FeedWatcher

    init(user: UInt32) throws { watcher = try FeedWatcher(user: user, withMenu: false) }

    var file: Int32 { watcher.clientEnd?.number ?? -1 }

    func read() throws -> [FeedMessage?] { try messages(in: file) }
  }

  @Test("is each thing once: the layout, then each new state, and contacts only for root")
  func once() throws {
    var contents = FeedContents()
    contents.setLayouts([Self.layout()])
    let (mine, roots) = (try Feed(user: 1000), try Feed(user: 0))
    func tell() {
      for feed in [mine, roots] { feed.watcher.send(contents) }
    }
    tell()
    var layout = Self.layout()
    layout.generation = 1
    #expect(try mine.read() == [.layout(layout)])
    show(1, &contents)
    contents.writeContacts(ofSurface: 0) {
      $0.append(FeedContact(id: 7, position: Point(x: 1, y: 2), reason: .desktop))
    }
    tell()
    tell()
    let sent = FeedMessage.state(
      FeedState(generation: 1, surface: 0, controls: Array(repeating: state(1), count: 4)))
    #expect(try mine.read() == [sent])
    let contacts = FeedContacts(
      generation: 1, surface: 0, contacts: [FeedContact(id: 7, position: Point(x: 1, y: 2), reason: .desktop)]
    )
    #expect(try roots.read() == [.layout(layout), sent, .contacts(contacts)])
    // The same again is no news.
    show(1, &contents)
    contents.setLayouts([Self.layout()])
    tell()
    #expect(try mine.read() == [])
    contents.setLayouts([])
    contents.setLayouts([])
    tell()
    #expect(try mine.read() == [.off])
    contents.setLayouts([Self.layout()])
    tell()
    layout.generation = 3
    #expect(try mine.read() == [.layout(layout)])
  }

  @Test("is how the pads rumble, once they do, and again with new layouts")
  func rumble() throws {
    var contents = FeedContents()
    // While the pads are off, nothing rumbles.
    contents.writeRumble(FeedRumble(strong: 1))
    contents.setLayouts([Self.layout()])
    let feed = try Feed(user: 1000)
    func sent(_ rumble: FeedRumble) throws -> [FeedMessage?] {
      contents.writeRumble(rumble)
      feed.watcher.send(contents)
      return try feed.read()
    }
    #expect(try sent(FeedRumble(hasMotor: true)).count == 1)
    #expect(try sent(FeedRumble(strong: 7, weak: 1)) == [.rumble(FeedRumble(strong: 7, weak: 1))])
    #expect(try sent(FeedRumble(strong: 7, weak: 1)) == [])
    #expect(try sent(FeedRumble()) == [.rumble(FeedRumble())])
    contents.setLayouts([Self.layout(2)])
    #expect(try sent(FeedRumble()).count == 1)
    #expect(try sent(FeedRumble(weak: 1)) == [.rumble(FeedRumble(weak: 1))])
  }

  @Test("is the newest state if it reads late, and nothing waits for it until then")
  func late() throws {
    var contents = FeedContents()
    contents.setLayouts([Self.layout()])
    let feed = try Feed(user: 1000)
    let watcher = feed.watcher
    let loop = try EventLoop()
    var wasCalled = 0
    try watcher.start(on: loop) {
      wasCalled += 1
      loop.exit(0)
    }
    for pull in 1...1000 {
      show(pull, &contents)
      watcher.send(contents)
    }
    #expect(watcher.isBlocked && !watcher.isGone)
    let old = try feed.read()
    #expect((3...40).contains(old.count))
    // It can be written again.
    _ = try loop.run()
    #expect(wasCalled == 1 && !watcher.isBlocked)
    watcher.send(contents)
    let newest = FeedState(generation: 1, surface: 0, controls: Array(repeating: state(1000), count: 4))
    #expect(try feed.read() == [.state(newest)])
  }

  @Test("is even the largest message")
  func largest() throws {
    var contents = FeedContents()
    var layout = Self.layout(FeedMessage.maxControls)
    layout.device = String(repeating: "a", count: 200)
    contents.setLayouts([layout])
    show(3, controls: FeedMessage.maxControls, &contents)
    let feed = try Feed(user: 1000)
    let watcher = feed.watcher
    watcher.send(contents)
    #expect(try feed.read().count == 2)
    #expect(!watcher.isBlocked && !watcher.isGone)
  }

  @Test("is even a layout with the longest texts, which has the capacity of a buffer")
  func longest() throws {
    let text = String(repeating: "a", count: 200)
    var layout = Self.layout(FeedMessage.maxControls)
    (layout.device, layout.node) = (text, text)
    layout.layers = Array(repeating: text, count: FeedMessage.maxLayers)
    for index in layout.controls.indices {
      (layout.controls[index].name, layout.controls[index].appearance.label) = (text, text)
    }
    var buffer = FeedBuffer()
    buffer.write(.layout(layout))
    #expect(buffer.count == FeedBuffer.capacity)
    var contents = FeedContents()
    contents.setLayouts([layout])
    let feed = try Feed(user: 1000)
    feed.watcher.send(contents)
    #expect(try feed.read().count == 1)
    #expect(!feed.watcher.isGone)
  }

  @Test("does not come back: what it writes is refused")
  func garbage() throws {
    var contents = FeedContents()
    contents.setLayouts([])
    let feed = try Feed(user: 1000)
    let watcher = feed.watcher
    #expect(unsafe send(feed.file, "garbage", 7, Int32(MSG_NOSIGNAL)) == -1 && errno == EPIPE)
    watcher.send(contents)
    #expect(try feed.read() == [.off])
  }

  @Test("ends when it closes its end, and when the daemon does")
  func ends() throws {
    var contents = FeedContents()
    contents.setLayouts([])
    var watcher: FeedWatcher? = try FeedWatcher(user: 1000, withMenu: false)
    let loop = try EventLoop()
    try watcher?.start(on: loop) { loop.exit(0) }
    watcher?.clientEnd = nil
    _ = try loop.run()
    #expect(watcher?.isGone == true)
    watcher = try FeedWatcher(user: 1000, withMenu: false)
    let clientEnd = watcher?.clientEnd.take()
    guard let end = clientEnd else {
      Issue.record("it has no end for a program")
      return
    }
    watcher = nil
    let last = try messages(in: end.number)
    #expect(last == [nil])
  }

  @Test("ends for the loop, too, while a process that is being started has a copy of its file")
  func copy() throws {
    var watcher: FeedWatcher? = try FeedWatcher(user: 1000, withMenu: false)
    let copy = OwnedFileDescriptor(owning: dup(watcher?.file.number ?? -1))
    let loop = try EventLoop()
    let idle = try loop.whenIdle { loop.exit(0) }
    var calls = 0
    try watcher?.start(on: loop) {
      calls += 1
      watcher = nil
      idle.ask()
    }
    watcher?.clientEnd = nil
    _ = try loop.run()
    #expect(calls == 1)
    withExtendedLifetime(copy) {}
  }

  @Test("costs no allocation after the first messages")
  func allocations() throws {
    var contents = FeedContents()
    contents.setLayouts([Self.layout()])
    let feed = try Feed(user: 0)
    let watcher = feed.watcher
    var buffer = [UInt8](repeating: 0, count: FeedBuffer.capacity)
    func tell(_ count: Int) {
      for step in 1...count {
        contents.writeState(ofSurface: 0) {
          $0.append(state(step))
          $0.startLayers()
        }
        contents.writeContacts(ofSurface: 0) {
          $0.append(FeedContact(id: UInt32(step), position: nil, reason: .palm))
        }
        watcher.send(contents)
        while unsafe recv(feed.file, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
      }
    }
    tell(10)
    let before = kept_allocation_count()
    tell(10_000)
    #expect(kept_allocation_count() == before)
    #expect(!watcher.isBlocked && !watcher.isGone)
  }
}

/// Reads all that waits in a feed; nil at its end.
private func messages(in file: Int32) throws -> [FeedMessage?] {
  var messages: [FeedMessage?] = []
  while let packet = try readPacket(from: file, limit: FeedBuffer.capacity) {
    guard !packet.isEmpty else { return messages + [nil] }
    messages.append(try FeedMessage(packet))
  }
  return messages
}
