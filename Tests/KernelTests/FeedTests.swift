import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import System
import Testing
import TestSupport

extension KernelTests {
  @Suite("What watchers are told", .serialized)
  struct FeedTests {
    /// A feed, and the last messages that it had.
    fileprivate final class Feed {
      let file: OwnedFileDescriptor
      private(set) var layout: FeedLayout?
      private(set) var states: [FeedState] = []
      private(set) var contacts: [FeedContacts] = []
      private(set) var isOff = false
      private(set) var hasEnded = false

      init(_ file: consuming OwnedFileDescriptor) { self.file = file }

      /// Reads all that waits.
      func read() throws {
        while !hasEnded, let packet = try readPacket(from: file.number, limit: FeedBuffer.capacity) {
          guard !packet.isEmpty else { return hasEnded = true }
          let message = try FeedMessage(packet)
          isOff = message == .off
          switch message {
          case .off: break
          case .layout(let layout): self.layout = layout
          case .state(let state): states.append(state)
          case .contacts(let contacts): self.contacts.append(contacts)
          }
        }
      }

      /// Waits until it has told something.
      func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: (Feed) -> Bool) throws {
        let isTrue = try Bed.wait {
          try read()
          return condition(self)
        }
        #expect(
          isTrue, "\(String(describing: states.last)), \(String(describing: contacts.last))",
          sourceLocation: sourceLocation)
      }

      /// The stick of the built-in configuration.
      var stick: ControlReport? { states.last?.controls.first }
    }

    @Test("controls follow the fingers, and root is told of those that no control holds")
    func follows() throws {
      let watched = try BusTests.Called()
      let feed = try watched.watch()
      try feed.wait { $0.layout != nil && $0.stick?.isTouched == false }
      let layout = try #require(feed.layout)
      #expect(layout.controls.map(\.kind) == [.stick(.left)] && layout.deviceClass == .touchscreen)
      #expect(layout.device == "ELAN Touchscreen" && layout.node == watched.screen.node)
      let (thumb, other) = (Finger(on: watched.screen, slot: 0), Finger(on: watched.screen, slot: 1))
      try thumb.push(id: 1, of: watched.pad)
      try feed.wait {
        ($0.stick?.handle.x ?? 0) - ($0.stick?.base.x ?? 0) > Double(layout.controls[0].reach) * 0.99
      }
      #expect(feed.stick?.isTouched == true)
      try other.touchDown(id: 2, x: 3000, y: 1500)
      try feed.wait { $0.contacts.last?.contacts.map(\.reason) == [.desktop] }
      let place = try #require(feed.contacts.last?.contacts.first?.position)
      #expect(place.x > Double(layout.width) / 2 && place.x < Double(layout.width))
      try other.lift()
      try thumb.lift()
      try feed.wait { $0.contacts.last?.contacts.isEmpty == true && $0.stick?.isTouched == false }
      #expect(feed.stick?.handle == feed.stick?.base)
      watched.daemon.stop()
      try feed.wait { $0.hasEnded }
    }

    @Test("until the device is grabbed, touches on controls are the desktop's, and root is told why")
    func notGrabbed() throws {
      let watched = try BusTests.Called { try Finger(on: $0, slot: 1).touchDown(id: 1, x: 3000, y: 1500) }
      let feed = try watched.watch()
      try Finger(on: watched.screen, slot: 0).touchDown(id: 2, x: 500, y: 500)
      try feed.wait { $0.contacts.last?.contacts.map(\.reason) == [.notGrabbed, .downBefore] }
      watched.daemon.stop()
    }

    @Test("off is off, and nothing else until the pads are on again")
    func off() throws {
      let watched = try BusTests.Called()
      let feed = try watched.watch()
      try feed.wait { $0.stick != nil }
      #expect(try watched.tool("off").status == 0)
      try feed.wait { $0.isOff }
      watched.daemon.waitUntilItSays("is switched off")
      let count = feed.states.count + feed.contacts.count
      let finger = Finger(on: watched.screen)
      try finger.drag(id: 1, from: (500, 500), to: (700, 500))
      try finger.lift()
      // It has answered after all that it did for the finger.
      #expect(try watched.tool("status").status == 0)
      try feed.read()
      #expect(feed.isOff && feed.states.count + feed.contacts.count == count)
      let generation = try #require(feed.layout?.generation)
      #expect(try watched.tool("on").status == 0)
      try feed.wait {
        $0.layout?.generation != generation && $0.states.last?.generation == $0.layout?.generation
      }
      watched.daemon.stop()
    }

    @Test("another layout is told, and then its state")
    func layouts() throws {
      let right = try Programs.file("right.toml", "[[stick]]\ntarget = \"right\"\n")
      let watched = try BusTests.Called()
      let feed = try watched.watch()
      try feed.wait { $0.stick != nil }
      #expect(try watched.tool("use", "--force", right).status == 0)
      try feed.wait { $0.layout?.controls.map(\.kind) == [.stick(.right)] }
      try feed.wait { $0.states.last?.generation == $0.layout?.generation }
      watched.daemon.stop()
    }

    @Test("without a grab, the feed has no positions of fingers")
    func shared() throws {
      let watched = try BusTests.Called(configuration: "[device]\ngrab = false\n")
      let feed = try watched.watch()
      try feed.wait { $0.stick?.isTouched == false }
      #expect(feed.layout?.hidesPositions == true)
      let home = try #require(feed.stick?.base)
      try Finger(on: watched.screen).drag(id: 1, from: (500, 500), to: (700, 500))
      try feed.wait { $0.stick?.isTouched == true }
      #expect(Bed.wait { watched.pad.value(of: .absX) == 32767 })
      watched.daemon.settle()
      try feed.read()
      #expect(feed.states.allSatisfy { $0.controls[0].base == home && $0.controls[0].handle == home })
      #expect(feed.contacts.flatMap(\.contacts).allSatisfy { $0.position == nil })
      watched.daemon.stop()
    }

    @Test("a reader that never reads, one that writes and one that comes and goes leave nothing behind")
    func hostile() throws {
      let watched = try BusTests.Called()
      let finger = Finger(on: watched.screen)
      func round(_ id: Int32) throws {
        let (stuck, good) = (try watched.watch(), try watched.watch())
        #expect(unsafe send(stuck.file.number, "garbage", 7, Int32(MSG_NOSIGNAL)) == -1 && errno == EPIPE)
        try good.wait { $0.stick != nil }
        try finger.touchDown(id: id, x: 500, y: 500)
        // Each is a message, as soon as the reader has seen the one before.
        for step in Int32(1)...40 {
          let count = good.states.count
          try finger.move(x: 500 + step * 10, y: 500)
          try good.wait { $0.states.count > count }
        }
        try finger.lift()
        try good.wait { $0.stick?.isTouched == false }
        try stuck.wait { $0.stick == good.stick }
        #expect(stuck.states.count < good.states.count)
      }
      try round(1)
      let before = try watched.daemon.resources()
      for id in Int32(2)...4 { try round(id) }
      try watched.daemon.expect(before)
      watched.daemon.stop()
    }

    @Test("files that somebody attaches to calls are not left open")
    func files() throws {
      let watched = try BusTests.Called()
      _ = try watched.watch()
      let before = try watched.daemon.resources()
      let script = Bed.script("files.py")
      let socket = String(watched.address.dropFirst("unix:path=".count))
      #expect(try Programs.run("python3", [script, socket, "50"]) == (0, "50 AccessDenied\n"))
      try watched.daemon.expect(before)
      watched.daemon.stop()
    }

    @Test("touchstick monitor prints a line for each, ends with 0 by Ctrl-C, and says when the daemon goes")
    func monitor() throws {
      let watched = try BusTests.Called()
      for signal in [SIGINT, SIGKILL] {
        let process = Process(
          running: Programs.path("touchstick"), ["monitor"],
          environment: ["DBUS_SYSTEM_BUS_ADDRESS": watched.address])
        let printed = try PrintedText(of: process, [\.standardOutput, \.standardError])
        func waitFor(_ text: String) { #expect(Bed.wait { printed.text.contains(text) }, "\(printed.text)") }
        waitFor("using ELAN Touchscreen")
        let finger = Finger(on: watched.screen)
        try finger.drag(id: signal, from: (500, 500), to: (700, 500))
        waitFor("left stick down at ")
        try finger.lift()
        waitFor("left stick released\n")
        if signal == SIGINT { process.interrupt() } else { watched.daemon.stop() }
        process.waitUntilExit()
        #expect(process.terminationStatus == (signal == SIGINT ? 0 : 69))
        if signal != SIGINT { waitFor("touchstickd tells nothing more: it has ended") }
      }
    }
  }
}

extension KernelTests.BusTests.Called {
  /// Begins to watch, as soon as the daemon is on the bus.
  fileprivate func watch() throws -> KernelTests.FeedTests.Feed {
    let bus = try SystemBus(unconnected: ())
    try bus.begin(at: address, passesFiles: true)
    var feed: KernelTests.FeedTests.Feed?
    _ = Bed.wait {
      if let file = try? bus.watchPads() { feed = KernelTests.FeedTests.Feed(file) }
      return feed != nil
    }
    return try #require(feed)
  }
}
