import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import System
import Testing
import TestSupport

extension KernelTests {
  @Suite("What watchers receive", .serialized)
  struct FeedTests {
    /// A feed, and the last messages that it had.
    fileprivate final class Feed {
      let file: OwnedFileDescriptor
      private(set) var layout: FeedLayout?
      private(set) var states: [FeedState] = []
      private(set) var contacts: [FeedContacts] = []
      private(set) var rumbles: [FeedRumble] = []
      /// All messages but layouts, as they were received.
      private(set) var packets: [[UInt8]] = []
      private(set) var isOff = false
      private(set) var hasEnded = false

      init(_ file: consuming OwnedFileDescriptor) { self.file = file }

      func read() throws {
        while !hasEnded, let packet = try readPacket(from: file.number, limit: FeedBuffer.capacity) {
          guard !packet.isEmpty else { return hasEnded = true }
          let message = try FeedMessage(packet)
          isOff = message == .off
          if case .layout(let layout) = message { self.layout = layout } else { packets.append(packet) }
          switch message {
          case .off, .layout: break
          case .state(let state): states.append(state)
          case .contacts(let contacts): self.contacts.append(contacts)
          case .rumble(let rumble): rumbles.append(rumble)
          }
        }
      }

      func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: (Feed) -> Bool) throws {
        let isTrue = try Bed.wait {
          try read()
          return condition(self)
        }
        #expect(
          isTrue, "\(String(describing: states.last)), \(String(describing: contacts.last))",
          sourceLocation: sourceLocation)
      }

      var stick: ControlReport? { states.last?.controls.first }
    }

    @Test("controls follow the fingers, and root receives those that no control holds")
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

    @Test("rumble is reported where there is no motor, and where there is one, until it ends")
    func rumbles() throws {
      let watched = try BusTests.Called(configuration: "[rumble]\nmotor = \"Test motor\"\n")
      let feed = try watched.watch()
      try feed.wait { $0.layout != nil && !$0.states.isEmpty }
      #expect(try watched.tool("rumble", "--strong", "0.5", "--weak", "0.25", "--for", "0.2").status == 0)
      try feed.wait { $0.rumbles.last == FeedRumble() }
      #expect(feed.rumbles == [FeedRumble(strong: 127, weak: 63), FeedRumble()])
      let motor = try TestMotor()
      try watched.waitUntilStatusHas("Test motor")
      #expect(try watched.tool("rumble", "--for", "0.2").status == 0)
      try feed.wait { $0.rumbles.count == 4 }
      #expect(feed.rumbles.map(\.hasMotor) == [false, false, true, false])
      #expect(feed.rumbles.map(\.strong) == [127, 0, 255, 0])
      motor.wait(for: 0)
      watched.daemon.stop()
    }

    /// What programs of a user, and readers of the log, learn of touches.
    fileprivate struct Learned {
      let feed: [[UInt8]]
      let signals: String
      let log: String
      let pad: [String]
    }

    /// Plays the same touches on the stick, and others beside it: for each step, the places of some fingers.
    ///
    /// - Returns: What a user learns, and the number of messages to root.
    fileprivate func play(beside steps: [[(x: Int32, y: Int32)]]) throws -> (user: Learned, root: Int) {
      let watched = try BusTests.Called()
      let monitor = Process(
        running: "dbus-monitor", ["--address", watched.address, "type='signal',sender='org.touchstick'"])
      let signals = try PrintedText(of: monitor, [\.standardOutput])
      defer { monitor.kill() }
      let rootFeed = try watched.watch()
      let feed = try Bed.asFrontUser { try watched.watch() }
      try feed.wait { $0.stick?.isTouched == false }
      let (thumb, others) = (Finger(on: watched.screen), (1...4).map { Finger(on: watched.screen, slot: $0) })
      // The feed combines what follows within 16 ms, so each step of the thumb waits for its message.
      func waitForMessage() throws {
        let count = feed.packets.count
        try feed.wait { $0.packets.count > count }
      }
      try thumb.touchDown(id: 1, x: 500, y: 500)
      try waitForMessage()
      try thumb.move(x: 700, y: 500)
      try waitForMessage()
      for (step, places) in steps.enumerated() {
        for (index, place) in places.enumerated() {
          if step == 0 {
            try others[index].touchDown(id: Int32(index) + 2, x: place.x, y: place.y)
          } else {
            try others[index].move(x: place.x, y: place.y)
          }
          watched.daemon.settle()
        }
        try rootFeed.read()
      }
      try thumb.move(x: 500, y: 300)
      try waitForMessage()
      for index in steps[0].indices { try others[index].lift() }
      try thumb.lift()
      try feed.wait { $0.stick?.isTouched == false }
      #expect(try watched.tool("off").status == 0 && watched.tool("on").status == 0)
      try feed.wait { $0.states.last?.generation == $0.layout?.generation && !$0.isOff }
      try rootFeed.read()
      #expect(Bed.wait { signals.text.components(separatedBy: "PropertiesChanged").count > 2 })
      watched.daemon.stop()
      let user = Learned(
        feed: feed.packets,
        signals: signals.text.replacing(/time=[\d.]+|serial=\d+|:1\.\d+|event\d+/, with: ""),
        log: watched.daemon.output.replacing(/event\d+/, with: ""), pad: watched.pad.events)
      return (user, rootFeed.contacts.count)
    }

    @Test(
      "what a user learns does not depend on touches beside the controls", .enabled(if: Bed.isVirtualMachine))
    func flow() throws {
      let none = try play(beside: [[]])
      #expect(none.user.feed.count > 3 && none.user.pad.contains("ABS_X 32767"))
      let one = try play(beside: [[(3000, 1500)]])
      // Four fingers, which move.
      let moves = stride(from: Int32(0), to: 500, by: 90).map { way -> [(x: Int32, y: Int32)] in
        [(2100 + way, 400 + way), (2500 - way, 800), (2900, 1200 - way), (3300 - way, 1500)]
      }
      let keyboard = try play(beside: moves)
      for others in [one.user, keyboard.user] {
        #expect(others.feed == none.user.feed)
        #expect(others.signals == none.user.signals)
        #expect(others.log == none.user.log)
        #expect(others.pad == none.user.pad)
      }
      // Root's do.
      #expect(one.root > none.root && keyboard.root > one.root)
    }

    @Test("until the device is grabbed, touches on controls are the desktop's, and root gets the reason")
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

    @Test("another layout is sent, and then its state")
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

    @Test("a screen that goes away under a finger comes back with the button for the menu")
    func menuAfterUnplugging() throws {
      let address = try PrivateBus.newAddress()
      let bus = try PrivateBus(at: address)
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(by: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let feed = try Self.watch(at: address)
      try Finger(on: try #require(screen)).touchDown(id: 1, x: 500, y: 500)
      try feed.wait { $0.stick?.isTouched == true }
      let menu = try Self.watch(at: address, withMenu: true)
      try menu.wait { $0.stick?.isTouched == true }
      #expect(menu.layout?.controls.map(\.kind) == [.stick(.left)])
      screen = nil
      try menu.wait { $0.isOff }
      screen = try Bed.makeDevice(SessionTests.screen)
      try menu.wait { !$0.isOff && $0.stick != nil }
      #expect(menu.layout?.controls.map(\.kind).contains(.menu) == true)
      daemon.stop()
      withExtendedLifetime(bus) {}
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
        if signal != SIGINT { waitFor("touchstickd has closed the connection: it has ended") }
      }
    }
  }
}

extension Bed {
  /// Runs code as a user in front of seat0, for the bus and for sd_seat_get_active(3).
  fileprivate static func asFrontUser<Result>(_ body: () throws -> Result) throws -> Result {
    let user: UInt32 = 65534
    let files = Programs.logindFiles(front: user)
    defer { for name in files.keys { try? FileManager.default.removeItem(atPath: "/run/systemd/\(name)") } }
    for (name, text) in files {
      let file = URL(filePath: "/run/systemd/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try #require(seteuid(user) == 0)
    defer { seteuid(0) }
    return try body()
  }
}

extension KernelTests.BusTests.Called {
  /// Begins to watch, as soon as the daemon is on the bus.
  fileprivate func watch() throws -> KernelTests.FeedTests.Feed {
    try KernelTests.FeedTests.watch(at: address)
  }
}

extension KernelTests.FeedTests {
  fileprivate static func watch(at address: String, withMenu: Bool = false) throws -> Feed {
    let bus = try SystemBus(unconnected: ())
    try bus.begin(at: address, passesFiles: true)
    var feed: Feed?
    _ = Bed.wait {
      if let file = try? bus.watchPads(withMenu: withMenu) { feed = Feed(file) }
      return feed != nil
    }
    return try #require(feed)
  }
}
