import EventPipeline
import Foundation
import InputDevices
import System
import TestSupport
import Testing

extension KernelTests {
  /// feedbackd, where the system's has motors for games, or else feedbackd.py, which speaks its interface.
  @Suite("feedbackd", .serialized)
  struct FeedbackTests {
    /// How long feedbackd may play on when nobody stops it, in microseconds: as long as the longest message of
    /// touchstickd, in whole milliseconds.
    private static let maxPattern: Int64 = 1_051_000

    /// A daemon, a user's session with a motor that feedbackd has, and a game that has the pad open.
    ///
    /// The motor is virtual, so that touchstickd never uses it by itself.
    private final class Shaking {
      let motor: TestMotor
      let called: BusTests.Called
      let game: RumblingGame
      private let display: XServer
      private let sessionBus: Process
      private let variables: [String: String]
      private(set) var feedback: Process
      private(set) var session: Process

      init() throws {
        let folder = try Programs.files([:])
        try Bed.setUdevRules(
          "SUBSYSTEM==\"input\", KERNEL==\"event*\", ATTRS{name}==\"Test motor\", ENV{FEEDBACKD_TYPE}=\"vibra\"\n"
        )
        motor = try TestMotor([.ffRumble, .ffPeriodic, .ffSine])
        try Bed.settleUdev()
        called = try BusTests.Called()
        game = try RumblingGame(called.pad.path)
        display = try XServer()
        let address = "unix:path=" + folder.appending(path: "bus").path
        sessionBus = Process(
          running: "dbus-daemon", ["--session", "--nofork", "--print-address", "--address=\(address)"])
        let ready = try PrintedText(of: sessionBus, [\.standardOutput])
        try #require(Bed.wait { !ready.lines.isEmpty })
        variables = [
          "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": called.address,
          "DISPLAY": display.display, "XDG_RUNTIME_DIR": folder.path, "GSETTINGS_BACKEND": "memory",
        ]
        feedback = try Self.startFeedback(motor, variables)
        session = try Self.startSession(variables)
        try waitForFeedback()
      }

      deinit {
        for process in [session, feedback, sessionBus] { process.kill() }
        try? Bed.setUdevRules("")
      }

      private static func startFeedback(_ motor: TestMotor, _ variables: [String: String]) throws -> Process {
        let interface = "/usr/share/dbus-1/interfaces/org.sigxcpu.Feedback.Haptic.xml"
        let isInstalled = FileManager.default.fileExists(atPath: interface)
        let process =
          isInstalled
          ? Process(running: "/usr/libexec/feedbackd", [], environment: variables)
          : Process(running: "python3", [Bed.script("feedbackd.py"), motor.node], environment: variables)
        try process.start()
        return process
      }

      private static func startSession(_ variables: [String: String]) throws -> Process {
        let process = Process(running: Programs.path("touchstick-session"), [], environment: variables)
        try process.start()
        return process
      }

      func restartFeedback() throws { feedback = try Self.startFeedback(motor, variables) }

      func restartSession() throws { session = try Self.startSession(variables) }

      func waitForFeedback(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try called.waitUntilStatusHas("feedbackd\n", sourceLocation: sourceLocation)
      }

      func waitUntilStatusHasNoMotor() throws {
        #expect(try Bed.wait { try !called.tool("status").output.contains("feedbackd") })
      }

      /// Starts an effect of the game, which plays until it is stopped.
      func startRumble(by other: RumblingGame? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        throws
      {
        let game = other ?? game
        #expect(try game.ask("rumble -1 65535 0 0 0") == "0", sourceLocation: sourceLocation)
        #expect(try game.ask("play 0 1") == "0", sourceLocation: sourceLocation)
        motor.wait(for: 65535, sourceLocation: sourceLocation)
      }

      /// Waits until the motor rests for longer than a pattern, and checks that no pattern was longer.
      ///
      /// How soon it rests depends on the machine's load: three programs pass the word on.
      func rests(after work: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) rethrows {
        try work()
        // A pattern that follows another may stop for a moment.
        let rests = Bed.wait {
          let last = motor.changes.last?.time ?? 0
          return motor.magnitude == 0 && TestMotor.now - last > FeedbackTests.maxPattern
        }
        #expect(rests, "\(motor.changes.suffix(10))", sourceLocation: sourceLocation)
        #expect(
          motor.maxPlay <= FeedbackTests.maxPattern, "\(motor.maxPlay) µs",
          sourceLocation: sourceLocation)
      }
    }

    @Test("feedbackd's motor shakes as strongly and as long as the game wants")
    func shakes() throws {
      let shaking = try Shaking()
      // The first call takes longer.
      try shaking.startRumble()
      #expect(try shaking.game.ask("erase 0") == "0")
      shaking.motor.wait(for: 0)
      #expect(try shaking.game.ask("rumble -1 65535 0 500 0") == "0")
      // Longer than a pattern. Each pattern may stop for a moment.
      #expect(try shaking.game.ask("rumble -1 0 65534 2500 0") == "1")
      for (effect, magnitude, isLong) in [(0, 65535, false), (1, 32767, true)] {
        let before = shaking.motor.changes.count
        func changes() -> ArraySlice<TestMotor.Change> { shaking.motor.changes.dropFirst(before) }
        // Both ends pass three programs, each of which a busy machine delays.
        try shaking.rests {
          let played = try shaking.game.ask("play \(effect) 1")
          #expect(played == "0")
          shaking.motor.wait(for: UInt16(magnitude))
        }
        let shaken = (changes().last?.time ?? 0) - (changes().first?.time ?? 0)
        #expect(!isLong || shaken > FeedbackTests.maxPattern, "\(changes())")
        #expect(
          changes().allSatisfy { $0.magnitude == 0 || abs(Int($0.magnitude) - magnitude) <= 1 },
          "\(changes())")
      }
      shaking.called.daemon.stop()
    }

    @Test("feedbackd's motor rests when the game ends, the pads are off, or touchstickd is killed")
    func restsThoroughly() throws {
      let shaking = try Shaking()
      try shaking.startRumble()
      shaking.called.daemon.signal(SIGUSR1, until: "is switched off")
      shaking.motor.wait(for: 0)
      shaking.called.daemon.signal(SIGUSR1, until: "is switched on")
      shaking.motor.wait(for: 65535)
      shaking.rests { shaking.game.kill() }
      let other = try RumblingGame(shaking.called.pad.path)
      #expect(try other.ask("rumble -1 65535 0 0 0") == "0")
      #expect(try other.ask("play 0 1") == "0")
      shaking.motor.wait(for: 65535)
      shaking.rests { shaking.called.daemon.signal(SIGKILL) }
    }

    /// feedbackd itself does not notice the end of a caller.
    @Test(
      "feedbackd's motor rests a second after touchstick-session was killed or hangs, and shakes again with the next one"
    )
    func sessionKilledThoroughly() throws {
      let shaking = try Shaking()
      try shaking.startRumble()
      shaking.rests { shaking.session.kill() }
      try shaking.waitUntilStatusHasNoMotor()
      try shaking.restartSession()
      shaking.motor.wait(for: 65535)
      shaking.rests { kill(shaking.session.processIdentifier, SIGSTOP) }
      kill(shaking.session.processIdentifier, SIGCONT)
      shaking.motor.wait(for: 65535)
      shaking.rests { shaking.game.kill() }
      shaking.called.daemon.stop()
    }

    @Test("The motor rests when feedbackd is killed, and shakes again when it is back")
    func feedbackKilledThoroughly() throws {
      let shaking = try Shaking()
      try shaking.startRumble()
      shaking.rests { shaking.feedback.kill() }
      try shaking.waitUntilStatusHasNoMotor()
      try shaking.restartFeedback()
      shaking.motor.wait(for: 65535)
      shaking.called.daemon.stop()
      shaking.motor.wait(for: 0)
    }

    @Test(
      "After random games and the ends of a game, touchstick-session and feedbackd, the motor rests each time"
    )
    func roundsThoroughly() throws {
      let shaking = try Shaking()
      shaking.game.kill()
      var random = SeededGenerator(seed: Seeds.single ?? 1)
      for round in 0..<Endurance.count(300, ordinarily: 5) {
        let game = try RumblingGame(shaking.called.pad.path)
        #expect(try game.ask("gain 65535") == "0")
        try shaking.startRumble(by: game)
        for _ in 0..<random.integer(1...20) { try game.askAnything(&random, "round \(round)") }
        switch round % 5 {
        case 0:
          shaking.rests { shaking.session.kill() }
          try shaking.restartSession()
          try shaking.waitForFeedback()
        case 1:
          shaking.rests { shaking.feedback.kill() }
          try shaking.restartFeedback()
          try shaking.waitForFeedback()
        case 2:
          shaking.rests { kill(shaking.session.processIdentifier, SIGSTOP) }
          kill(shaking.session.processIdentifier, SIGCONT)
        case 3:
          shaking.called.daemon.forgetOutput()
          shaking.rests { shaking.called.daemon.signal(SIGUSR1, until: "is switched off") }
          shaking.called.daemon.signal(SIGUSR1, until: "is switched on")
        default: break
        }
        shaking.rests { game.kill() }
      }
      let game = try RumblingGame(shaking.called.pad.path)
      #expect(try game.ask("gain 65535") == "0")
      try shaking.startRumble(by: game)
      shaking.called.daemon.stop()
      shaking.motor.wait(for: 0)
    }

    @Test(
      "Another program that plays rumble takes the place of the last one, and one that does not read is hung up on"
    )
    func replacedThoroughly() throws {
      let called = try BusTests.Called()
      let game = try RumblingGame(called.pad.path)
      let client = try SystemBus(unconnected: ())
      try client.begin(at: called.address, passesFiles: true)
      func play() throws -> OwnedFileDescriptor {
        try client.call(try client.newCall(.playRumble)).readFile()
      }
      func next(_ socket: Int32) throws -> [UInt8] {
        var packet: [UInt8]?
        _ = try Bed.wait {
          packet = try readPacket(from: socket, limit: 100)
          return packet != nil
        }
        return try #require(packet)
      }
      let first = try play()
      let second = try play()
      #expect(try next(first.number).isEmpty)
      #expect(try game.ask("rumble -1 40000 0 200 0") == "0")
      #expect(try game.ask("play 0 1") == "0")
      let message = try #require(MotorMessage(try next(second.number)))
      #expect(message.pad == 0 && message.magnitude == 40000 && (200...250).contains(message.milliseconds))
      #expect(MotorMessage(try next(second.number)) == MotorMessage(pad: 0, magnitude: 0, milliseconds: 0))
      try called.waitUntilStatusHas("feedbackd\n")
      var hasHungUp = false
      #expect(try game.ask("play 0 1") == "0")
      for round in 0..<2000 where !hasHungUp {
        _ = try game.ask("rumble 0 \(10_000 + round) 0 0 0")
        var request = pollfd(fd: second.number, events: 0, revents: 0)
        unsafe poll(&request, 1, 0)
        hasHungUp = request.revents & Int16(POLLHUP) != 0
      }
      #expect(hasHungUp)
      var last = try next(second.number)
      while !last.isEmpty { last = try next(second.number) }
      #expect(try Bed.wait { try !called.tool("status").output.contains("feedbackd") })
      let before = try called.daemon.resources()
      for _ in 0..<10 { _ = try play() }
      #expect(try Bed.wait { try !called.tool("status").output.contains("feedbackd") })
      try called.daemon.expect(before)
      called.daemon.stop()
    }
  }
}
