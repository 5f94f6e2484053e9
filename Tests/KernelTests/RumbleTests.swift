import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import Synchronization
import System
import TestSupport
import Testing

extension KernelTests {
  @Suite("Rumble", .serialized)
  struct RumbleTests {
    private static let configuration = "[rumble]\nmotor = \"Test motor\"\n"

    /// A daemon that uses a virtual motor, and a game that has its pad open.
    private struct Rumbling {
      let daemon: RunningDaemon
      let screen: VirtualDevice
      let pad: Pad
      let motor: TestMotor
      let game: RumblingGame

      init(_ configuration: String = RumbleTests.configuration) throws {
        motor = try TestMotor()
        (daemon, screen, pad) = try Bed.start(configuration)
        try daemon.settleWithUdev()
        game = try RumblingGame(pad.path)
      }

      /// Waits until the motor has this magnitude.
      func wait(for magnitude: UInt16, sourceLocation: SourceLocation = #_sourceLocation) {
        motor.wait(for: magnitude, sourceLocation: sourceLocation)
      }

      /// Starts an effect of the game, which plays until it is stopped.
      func startRumble(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try game.ask("rumble -1 40000 0 0 0") == "0", sourceLocation: sourceLocation)
        #expect(try game.ask("play 0 1") == "0", sourceLocation: sourceLocation)
        wait(for: 40000, sourceLocation: sourceLocation)
      }
    }

    @Test("The motor shakes as strongly and as long as the game wants, and as often")
    func lengths() throws {
      let rumbling = try Rumbling()
      #expect(try rumbling.game.ask("rumble -1 40000 10000 300 0") == "0")
      #expect(try rumbling.game.ask("play 0 1") == "0")
      rumbling.wait(for: 40000)
      rumbling.wait(for: 0)
      // Half of the weak motor, after a delay, twice.
      #expect(try rumbling.game.ask("rumble -1 0 60000 100 200") == "1")
      #expect(try rumbling.game.ask("play 1 2") == "0")
      #expect(Bed.wait { rumbling.motor.changes.count == 6 })
      // The motor would stop by itself, 50 ms later.
      #expect(rumbling.motor.maxPlay <= 350_000)
      // The mean power of a sine, at half of the highest magnitude and half of the gain.
      #expect(try rumbling.game.ask("sine -1 16384 100") == "2")
      #expect(try rumbling.game.ask("gain 32768") == "0")
      #expect(try rumbling.game.ask("play 2 1") == "0")
      #expect(Bed.wait { rumbling.motor.changes.count == 8 })
      let changes = rumbling.motor.changes
      #expect(changes.map(\.magnitude) == [40000, 0, 30000, 0, 30000, 0, 11585, 0])
      // A busy machine may be late, but never early.
      let lengths = zip(changes, changes.dropFirst()).map { ($1.time - $0.time) / 1000 }
      for (index, length) in [(0, 300), (2, 100), (3, 200), (4, 100), (6, 100)] as [(Int, Int64)] {
        #expect(lengths[index] >= length - 20, "\(lengths)")
      }
      rumbling.daemon.stop()
    }

    @Test("strength and minimum change the magnitude, also while the motor shakes")
    func magnitudes() throws {
      let game = try ReloadTests.Game(Self.configuration + "strength = 0.5\n")
      let motor = try TestMotor()
      try game.daemon.settleWithUdev()
      let rumbling = try RumblingGame(game.pad.path)
      #expect(try rumbling.ask("rumble -1 40000 0 0 0") == "0")
      #expect(try rumbling.ask("play 0 1") == "0")
      motor.wait(for: 20000)
      try game.write(Self.configuration + "strength = 0.1\nminimum = 0.5\n")
      motor.wait(for: 32767)
      try game.write("[rumble]\nmotor = \"none\"\n")
      motor.wait(for: 0)
      game.daemon.stop()
    }

    @Test("The motor stops when the game erases the effect, closes the pad or is killed")
    func gone() throws {
      let rumbling = try Rumbling()
      try rumbling.startRumble()
      #expect(try rumbling.game.ask("erase 0") == "0")
      rumbling.wait(for: 0)
      try rumbling.startRumble()
      rumbling.game.kill()
      rumbling.wait(for: 0)
      rumbling.daemon.stop()
    }

    @Test("While the pad is off nothing shakes, and games are answered at once")
    func off() throws {
      let rumbling = try Rumbling()
      try rumbling.startRumble()
      rumbling.daemon.signal(SIGUSR1, until: "is switched off")
      rumbling.wait(for: 0)
      #expect(try rumbling.game.ask("rumble -1 10000 0 0 0") == "1")
      #expect(try rumbling.game.ask("play 1 1") == "0")
      #expect(try rumbling.game.ask("erase 0") == "0")
      rumbling.daemon.settle()
      #expect(rumbling.motor.magnitude == 0)
      rumbling.daemon.signal(SIGUSR1, until: "is switched on")
      rumbling.wait(for: 10000)
      rumbling.daemon.stop()
      rumbling.wait(for: 0)
    }

    @Test("Games are answered while the touchscreen is away")
    func withoutScreen() throws {
      let motor = try TestMotor()
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(configuration: Self.configuration)
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let game = try RumblingGame(daemon.openPad().path)
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      #expect(try game.ask("rumble -1 40000 0 0 0") == "0")
      #expect(try game.ask("play 0 1") == "0")
      motor.wait(for: 40000)
      daemon.stop()
      _ = screen
    }

    @Test("The motor is at rest when the daemon is killed, or hangs for a second")
    func killed() throws {
      let rumbling = try Rumbling()
      try rumbling.startRumble()
      try rumbling.daemon.freeze()
      // By the length of what the daemon plays, although the game wants more.
      rumbling.wait(for: 0)
      rumbling.daemon.signal(SIGCONT)
      rumbling.wait(for: 40000)
      rumbling.daemon.signal(SIGKILL)
      #expect(rumbling.daemon.waitForEnd() == SIGKILL)
      rumbling.wait(for: 0)
      #expect(Bed.wait { rumbling.pad.isGone })
    }

    @Test("A motor that is unplugged while it shakes shakes again when it comes back")
    func unplugged() throws {
      let rumbling = try Rumbling()
      try rumbling.startRumble()
      rumbling.motor.unplug()
      rumbling.daemon.waitUntilItSays("the device is gone")
      #expect(try rumbling.game.ask("play 0 1") == "0")
      let motor = try TestMotor()
      motor.wait(for: 40000)
      rumbling.daemon.stop()
    }

    @Test("A pad has room for ten effects, and one more is refused by the kernel")
    func capacity() throws {
      let rumbling = try Rumbling()
      #expect(try rumbling.game.ask("capacity") == "10")
      for number in 0..<10 {
        #expect(try rumbling.game.ask("rumble -1 \(number * 1000) 0 0 0") == "\(number)")
      }
      #expect(try rumbling.game.ask("rumble -1 1 0 0 0") == "ENOSPC")
      #expect(try rumbling.game.ask("erase 4") == "0")
      #expect(try rumbling.game.ask("rumble -1 1 0 0 0") == "4")
      // All at once.
      for number in 0..<10 { #expect(try rumbling.game.ask("play \(number) 1") == "0") }
      rumbling.wait(for: 41001)
      rumbling.daemon.stop()
    }

    @Test("rumble = false makes a pad without force feedback, and a motor of its own is not used")
    func without() throws {
      let rumbling = try Rumbling(Self.configuration + "[gamepad]\nrumble = false\n")
      #expect(try rumbling.game.ask("rumble -1 40000 0 0 0") == "ENOSYS")
      #expect(!SurveyedDevice.all().contains { $0.isGamepad && $0.description.codes.contains(.ffRumble) })
      rumbling.daemon.stop()
    }

    @Test("A game that plays effects in a loop delays neither touches nor other games")
    func floodThoroughly() throws {
      let rumbling = try Rumbling()
      let other = try RumblingGame(rumbling.pad.path)
      #expect(try rumbling.game.ask("rumble -1 40000 0 1 0") == "0")
      try rumbling.game.begin("flood 2")
      for _ in 0..<20 {
        #expect(try other.ask("rumble -1 1000 0 0 0") == "1")
        #expect(try other.ask("erase 1") == "0")
      }
      let finger = Finger(on: rumbling.screen)
      try finger.push(of: rumbling.pad)
      try finger.lift()
      #expect(Bed.wait { rumbling.pad.value(of: .absX) == 0 })
      #expect(try rumbling.game.answer() == "0")
      rumbling.wait(for: 0)
      rumbling.daemon.stop()
    }

    @Test("After 300 random rounds the motor is at rest, no request has waited, and nothing leaks")
    func roundsThoroughly() throws {
      let rumbling = try Rumbling()
      var random = SeededGenerator(seed: Seeds.single ?? 1)
      func play(_ rounds: Int) throws {
        for round in 0..<rounds {
          try rumbling.game.askAnything(&random, "round \(round)")
          if round % 50 == 49 {
            rumbling.daemon.signal(SIGUSR1)
            rumbling.daemon.settle()
            #expect(rumbling.motor.magnitude == 0, "round \(round)")
            rumbling.daemon.signal(SIGUSR1)
          }
        }
      }
      try play(100)
      for effect in 0..<10 { _ = try rumbling.game.ask("erase \(effect)") }
      rumbling.wait(for: 0)
      let before = try rumbling.daemon.resources()
      try play(300)
      rumbling.game.kill()
      rumbling.wait(for: 0)
      try rumbling.daemon.expect(before)
      rumbling.daemon.stop()
    }

    @Test(
      "After a restart of the service the pad stays, the motor rests, and the next effects of games shake it")
    func restartedThoroughly() throws {
      let motor = try TestMotor()
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(
        configuration: Self.configuration, by: ["python3", Bed.script("keeper.py")])
      let pad = try daemon.openPad()
      let game = try RumblingGame(pad.path)
      #expect(try game.ask("rumble -1 40000 0 0 0") == "0")
      #expect(try game.ask("play 0 1") == "0")
      motor.wait(for: 40000)
      daemon.signal(SIGTERM)
      motor.wait(for: 0)
      // It may wait for the next process.
      #expect(try game.ask("rumble -1 20000 0 0 0") == "1")
      #expect(try game.ask("play 1 1") == "0")
      motor.wait(for: 20000)
      #expect(daemon.output.contains("kept the gamepad") && !pad.isGone)
      daemon.stop()
      motor.wait(for: 0)
      _ = screen
    }

    @Test("When the pads are made anew, as for another owner, the motor stops, and the new one can rumble")
    func repluggedThoroughly() throws {
      let motor = try TestMotor()
      let called = try BusTests.Called(configuration: Self.configuration)
      try called.waitUntilStatusHas("Test motor")
      let game = try RumblingGame(called.pad.path)
      #expect(try game.ask("rumble -1 40000 0 0 0") == "0")
      #expect(try game.ask("play 0 1") == "0")
      motor.wait(for: 40000)
      #expect(try called.tool("replug").status == 0)
      motor.wait(for: 0)
      let other = try RumblingGame(called.daemon.openPad(after: 1).path)
      #expect(try other.ask("rumble -1 30000 0 0 0") == "0")
      #expect(try other.ask("play 0 1") == "0")
      motor.wait(for: 30000)
      called.daemon.stop()
    }

    /// Between two processes of the service, systemd has its pads.
    @Test(
      "A game that waits since before a process adopted the pad is answered, even if the kernel has lost its request"
    )
    func forgottenThoroughly() throws {
      let pad = try VirtualDevice(.xbox360, phys: VirtualDevice.gamepadPhys, through: Uinput())
      let node = try #require(pad.node)
      let (game, other) = try (RumblingGame(node), RumblingGame(node))
      var mixer = RumbleMixer()
      func isReadable() -> Bool {
        var request = pollfd(fd: pad.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, 0) == 1
      }
      try game.begin("rumble -1 1000 0 0 0")
      try #require(Bed.wait(until: isReadable))
      pad.answer(into: &mixer, now: 0)
      #expect(try game.answer() == "0")
      for _ in 0..<15 { #expect(try other.ask("play 0 1") == "0") }
      #expect(isReadable())
      try game.begin("rumble -1 2000 0 0 0")
      // The kernel has no more room, and forgets everything.
      #expect(Bed.wait { !isReadable() })
      pad.answer(into: &mixer, now: 0)
      #expect(try game.answer() == "1")
      mixer.play(1, count: 1, time: 0)
      #expect(mixer.magnitudes(at: 0).strong == 2000)
      // A game that ends would wait until its effects are erased.
      for effect in 0...1 {
        try game.begin("erase \(effect)")
        // The kernel stops the effect before it asks for the erasure.
        let isAnswered = Bed.wait {
          if isReadable() { pad.answer(into: &mixer, now: 0) }
          return game.hasAnswered
        }
        #expect(isAnswered)
        #expect(try game.answer() == "0")
      }
      #expect(mixer.magnitudes(at: 0).strong == 0)
    }

    @Test("udev's rules let the service's group use a motor, read a gamepad, and not read a keyboard")
    func permissions() throws {
      let file = Fixtures.project.appending(path: "udev/70-touchstick.rules")
      // A group that every machine has.
      let rules = try String(contentsOf: file, encoding: .utf8).replacing(
        "group:touchstick", with: "group:games")
      try Bed.setUdevRules(rules)
      defer { try? Bed.setUdevRules("") }
      let motor = try TestMotor()
      let wheel = try VirtualDevice(.xbox360, through: Uinput())
      let keyboard = try VirtualDevice(.keyboard([try #require(KeyboardKey("KEY_A"))]), through: Uinput())
      try Bed.settleUdev()
      let lists = try [motor.node, try #require(wheel.node), try #require(keyboard.node)].map { node in
        try Programs.run("getfacl", ["--absolute-names", node]).output
      }
      #expect(lists[0].contains("group:games:rw-\n"), "\(lists[0])")
      #expect(lists[1].contains("group:games:r--\n"), "\(lists[1])")
      #expect(!lists[2].contains("group:games"), "\(lists[2])")
    }

    @Test("touchstick rumble shakes the motor, which status and devices name")
    func command() throws {
      let motor = try TestMotor()
      let called = try BusTests.Called(configuration: Self.configuration)
      try called.waitUntilStatusHas("\(motor.node)  Test motor\n    motor, shakes when a game rumbles\n")
      let devices = try called.tool("devices").output
      #expect(devices.contains("\(motor.node)  Test motor\n"))
      #expect(devices.contains("a motor, which shakes when a game has a gamepad rumble"))
      #expect(try called.tool("rumble", "--strong", "0.5", "--weak", "0", "--for", "0.3") == (0, ""))
      motor.wait(for: 0)
      #expect(motor.changes.map(\.magnitude) == [32767, 0])
      motor.unplug()
      called.daemon.waitUntilItSays("the device is gone")
      #expect(try !called.tool("status").output.contains("Test motor"))
      #expect(try called.tool("rumble", "--for", "0.1") == (0, ""))
      called.daemon.stop()
      #expect(try called.tool("rumble").status == 69)
    }

    @Test("The motor ticks for buttons, directions and the rim, but not while a game has it shake")
    func ticks() throws {
      let rumbling = try Rumbling(
        Self.configuration
          + """
          [haptics]
          press = 0.5
          release = 0.25
          direction = 0.125
          rim = 1.0
          [[button]]
          output = "A"
          region = { center = [300, 50], radius = 10 }
          [[dpad]]
          region = { center = [250, 50], radius = 20 }
          [[stick]]
          region = { x = 0, y = 0, width = 150, height = 187 }
          """)
      let finger = Finger(on: rumbling.screen)
      var id: Int32 = 0
      /// Waits until the motor has ticked once more.
      func expectTick(_ magnitude: UInt16, after work: () throws -> Void, line: Int = #line) throws {
        let before = rumbling.motor.changes.count
        try work()
        let hasTicked = Bed.wait { rumbling.motor.changes.count == before + 2 }
        let changes = rumbling.motor.changes.dropFirst(before)
        #expect(hasTicked && changes.map(\.magnitude) == [magnitude, 0], "line \(line): \(changes)")
        let length = (changes.last?.time ?? 0) - (changes.first?.time ?? 0)
        // A busy machine may be late.
        #expect((10_000...100_000).contains(length), "line \(line): \(length)")
      }
      func press() throws {
        id += 1
        try finger.touchDown(id: id, x: 3000, y: 500)
      }
      try expectTick(32767) { try press() }
      try expectTick(16383) { try finger.lift() }
      try expectTick(8191) { try finger.touchDown(id: 100, x: 2600, y: 500) }
      try expectTick(8191) { try finger.move(x: 2500, y: 600) }
      try finger.lift()
      try expectTick(65535) { try finger.push(id: 101, of: rumbling.pad) }
      try finger.lift()
      // As weak as a game's rumble can be.
      #expect(try rumbling.game.ask("rumble -1 1 0 0 0") == "0")
      #expect(try rumbling.game.ask("play 0 1") == "0")
      rumbling.wait(for: 1)
      let before = rumbling.motor.changes.count
      try press()
      try finger.lift()
      #expect(Bed.wait { (try? rumbling.pad.isAtRest()) == true })
      rumbling.daemon.settle()
      #expect(rumbling.motor.changes.count == before)
      #expect(try rumbling.game.ask("play 0 0") == "0")
      rumbling.wait(for: 0)
      try expectTick(32767) { try press() }
      // Nothing is felt from the request on.
      rumbling.daemon.signal(SIGUSR1)
      rumbling.daemon.settle()
      try finger.lift()
      rumbling.daemon.waitUntilItSays("is switched off")
      #expect(rumbling.motor.changes.last?.magnitude == 0 && rumbling.motor.changes.count == before + 3)
      rumbling.daemon.stop()
    }

    @Test("fftest plays its weak and its strong effect, and stops both when it ends")
    func fftestThoroughly() throws {
      let rumbling = try Rumbling()
      let game = Process(running: "fftest", [rumbling.pad.path])
      let input = Pipe()
      game.standardInput = input
      game.standardOutput = FileHandle.nullDevice
      game.standardError = FileHandle.nullDevice
      try game.start()
      defer { game.kill() }
      func choose(_ effect: Int) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(effect)\n".utf8))
      }
      // Half of the weak motor's 0xc000, and 0x8000, both with its gain of 75 %.
      try choose(5)
      rumbling.wait(for: 0x4800)
      try choose(4)
      rumbling.wait(for: 0x6000)
      try choose(-1)
      rumbling.wait(for: 0)
      rumbling.daemon.stop()
    }

    private static let hasSDL3 = unsafe dlopen("libSDL3.so.0", RTLD_LAZY) != nil

    @Test("SDL3 has the pad rumble, and stops it", .enabled(if: hasSDL3))
    func sdl3() throws {
      let motor = try TestMotor()
      let (daemon, screen, _) = try Bed.start(Self.configuration)
      try daemon.settleWithUdev()
      let game = Process(running: "python3", [Bed.script("sdl3.py")])
      try game.start()
      defer { game.kill() }
      motor.wait(for: 0x8000)
      motor.wait(for: 0)
      #expect(motor.changes.map(\.magnitude) == [0x8000, 0])
      daemon.stop()
      _ = screen
    }

    @Test("SDL2 has the pad rumble, and stops it")
    func sdl() throws {
      let motor = try TestMotor()
      let (daemon, screen, _) = try Bed.start(Self.configuration)
      try daemon.settleWithUdev()
      let game = try SDLGame("--rumble")
      motor.wait(for: 0x8000)
      motor.wait(for: 0)
      #expect(motor.changes.map(\.magnitude) == [0x8000, 0])
      _ = (screen, game)
      daemon.stop()
    }
  }
}

/// A motor as a phone has one: it plays what the daemon uploads.
final class TestMotor: Sendable {
  struct Change {
    /// In microseconds.
    let time: Int64
    let magnitude: UInt16
  }

  private struct State {
    /// Nil after it was unplugged.
    var device: VirtualDevice?
    var mixer = RumbleMixer()
    var changes: [Change] = []
    var maxPlay: Int64 = 0

    mutating func answer() {
      device?.answer(into: &mixer, now: TestMotor.now)
      record()
    }

    mutating func record() {
      let now = TestMotor.now
      let magnitude = mixer.magnitudes(at: now).strong
      if magnitude > 0 { maxPlay = max(maxPlay, (mixer.deadline(after: now) ?? .max) - now) }
      if magnitude != changes.last?.magnitude ?? 0 { changes.append(Change(time: now, magnitude: magnitude)) }
    }
  }

  /// In microseconds.
  static var now: Int64 { nanoseconds(on: CLOCK_MONOTONIC) / 1000 }

  let node: String
  private let state: Mutex<State>

  init(_ codes: Set<EventCode> = [.ffRumble]) throws {
    let description = DeviceDescription(
      name: "Test motor", id: DeviceID(bus: 0x19, vendor: 0, product: 0, version: 0), codes: codes)
    nonisolated(unsafe) let device = try VirtualDevice(description, through: Uinput())
    let file = unsafe device.fileDescriptor
    let path = unsafe device.node
    node = try #require(path)
    state = unsafe Mutex(State(device: device))
    // With a real-time priority, so that its times are right.
    Thread.detachNewThread { [weak self] in
      var priority = sched_param(sched_priority: 1)
      let status = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority)
      precondition(status == 0, "no real-time priority: \(status)")
      while let self, !isUnplugged {
        var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        unsafe poll(&request, 1, 10)
        state.withLock { $0.answer() }
      }
    }
  }

  private var isUnplugged: Bool { state.withLock { $0.device == nil } }

  func unplug() { state.withLock { $0.device = nil } }

  /// The longest time for which a program has it shake without a further word, in microseconds.
  var maxPlay: Int64 { state.withLock(\.maxPlay) }

  /// All changes of its magnitude.
  var changes: [Change] { state.withLock(\.changes) }

  var magnitude: UInt16 {
    state.withLock { state in
      state.answer()
      return state.changes.last?.magnitude ?? 0
    }
  }

  func wait(for magnitude: UInt16, sourceLocation: SourceLocation = #_sourceLocation) {
    let has = Bed.wait { !changes.isEmpty && self.magnitude == magnitude }
    #expect(has, "\(changes.map(\.magnitude))", sourceLocation: sourceLocation)
  }
}

/// A game that has a pad rumble: rumble.py.
final class RumblingGame: Sendable {
  private let process: Process
  private let input: Pipe
  private let printed: PrintedText

  init(_ pad: String) throws {
    process = Process(running: "python3", [Bed.script("rumble.py"), pad])
    input = Pipe()
    process.standardInput = input
    printed = try PrintedText(of: process, [\.standardOutput])
    try #require(Bed.wait { printed.lines == ["ready"] }, "the game does not start")
  }

  deinit { process.kill() }

  func kill() { process.kill() }

  /// Has it do something. Returns the result, or the name of the error: ETIMEDOUT if the daemon does not answer the kernel.
  func ask(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try begin(command)
    return try answer(sourceLocation: sourceLocation)
  }

  /// Has it do anything that a game can do.
  func askAnything(_ random: inout SeededGenerator, _ comment: String) throws {
    let effect = random.integer(-1...9)
    let command = random.pick(
      "rumble \(effect) \(random.integer(0...65535)) \(random.integer(0...65535)) "
        + "\(random.pick(0, 1, 50, 65535)) \(random.pick(0, 1, 50, 65535))",
      "sine \(effect) \(random.integer(-32768...32767)) \(random.pick(0, 1, 50, 65535))",
      "play \(effect) \(random.pick(-1, 0, 1, 2, 0x7fff_ffff))", "erase \(effect)",
      "gain \(random.pick(-1, 0, 32768, 65535, 70000))")
    let result = try ask(command)
    // An effect that there is not.
    #expect(
      Int(result) != nil || ["EINVAL", "ENOSPC"].contains(result), "\(comment), \(command): \(result)")
  }

  func begin(_ command: String) throws {
    printed.forget()
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
  }

  var hasAnswered: Bool { !printed.lines.isEmpty }

  /// Waits for the answer to what it has begun.
  func answer(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try #require(Bed.wait { hasAnswered }, "no answer", sourceLocation: sourceLocation)
    return String(try #require(printed.lines.last))
  }
}
