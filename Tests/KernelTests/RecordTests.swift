import EventPipeline
import Foundation
import InputDevices
import Recordings
import Testing
import TestSupport

extension KernelTests {
  @Suite("touchstick record", .serialized)
  struct RecordTests {
    /// The program, running.
    private final class Recorder {
      let file: String
      private let process: Process
      private let said: PrintedText

      /// Starts it, and waits until it reads the device.
      init(at address: String, _ options: String...) throws {
        file = try Programs.files([:]).appending(path: "touch.evemu").path
        process = Process(
          running: Programs.path("touchstick"), ["record", file] + options,
          environment: ["DBUS_SYSTEM_BUS_ADDRESS": address])
        said = try PrintedText(of: process, [\.standardError])
        #expect(Bed.wait { said.text.contains("want to record.") }, "\(said.text)")
        #expect(said.text.hasPrefix("recording ELAN Touchscreen (/dev/input/event"), "\(said.text)")
      }

      deinit { process.kill() }

      /// Sends it a signal, and waits for its end. Returns its exit status, or the signal.
      @discardableResult
      func end(by signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
      }

      /// What it has written so far.
      func recording() throws -> Recording { try Recording.read(path: file) }
    }

    /// Two drags. The second one ends where the first one began, so that the kernel need not say where the next one is.
    private func play(_ finger: Finger, id: Int32) throws {
      try finger.drag(id: id, from: (500, 300), to: (700, 500))
      try finger.lift()
      try finger.drag(id: id + 1, from: (700, 500), to: (500, 300))
      try finger.lift()
    }

    @Test(
      "Replay of a recording gives the daemon's own events for the same touches, and the device comes back")
    func roundTrip() throws {
      let called = try BusTests.Called(configuration: RecordingTests.everyTouchDeflects)
      // A pad that moved to another screen would not come back.
      let other = try Bed.makeDevice("Atmel-maXTouch-Touchscreen")
      let finger = Finger(on: called.screen)
      try play(finger, id: 1)
      called.daemon.settle()
      let made = called.pad.events
      #expect(made.count > 4)
      let recorder = try Recorder(at: called.address)
      called.daemon.waitUntilItSays("is released to another program")
      #expect(try called.tool("status").output.contains("no touch device is in use"))
      try play(finger, id: 3)
      try Finger(on: other).drag(from: (100, 100), to: (300, 300))
      called.daemon.settle()
      #expect(called.pad.events == made && !called.pad.isGone)
      #expect(recorder.end(by: SIGINT) == 0)
      called.daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      let configuration = try Programs.file("touchstick.toml", RecordingTests.everyTouchDeflects)
      let (status, replayed) = try Programs.tool(
        ["replay", "--config", configuration, recorder.file], isSilent: true)
      #expect(status == 0)
      let again = try Recording.parse(replayed, file: "replay").events.map(Pad.text)
      #expect(again == made)
      try play(finger, id: 5)
      called.daemon.settle()
      #expect(called.pad.events == made + made)
      called.daemon.stop()
    }

    @Test(
      "Recording in mid-drag sets the stick to 0, and a killed recorder leaves whole lines and the device")
    func killed() throws {
      let called = try BusTests.Called()
      let finger = Finger(on: called.screen)
      try finger.push(id: 1, of: called.pad)
      let recorder = try Recorder(at: called.address, "--device", "ELAN Touchscreen")
      #expect(Bed.wait { called.pad.value(of: .absX) == 0 })
      try finger.move(x: 900, y: 500)
      #expect(
        try Bed.wait {
          try recorder.recording().events.contains { $0.is(.absMTPositionX) && $0.value == 900 }
        })
      #expect(recorder.end(by: SIGKILL) == SIGKILL)
      #expect(try String(contentsOfFile: recorder.file, encoding: .utf8).hasSuffix("\n"))
      #expect(try recorder.recording().description?.name == "ELAN Touchscreen")
      called.daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      try finger.move(x: 1000, y: 500)
      called.daemon.settle()
      #expect(called.pad.value(of: .absX) == 0)
      try finger.lift()
      try called.waitUntilStatusHas("(from the device), grabbed")
      try finger.push(id: 2, of: called.pad)
      called.daemon.stop()
    }

    @Test("A daemon that starts during a recording releases the device, too")
    func restarted() throws {
      let called = try BusTests.Called()
      let recorder = try Recorder(at: called.address)
      called.daemon.stop()
      let daemon = try RunningDaemon(by: ["DBUS_SYSTEM_BUS_ADDRESS=\(called.address)"])
      daemon.waitUntilItSays("is released to another program")
      let times = daemon.output.components(separatedBy: "using ELAN Touchscreen").count
      #expect(recorder.end(by: SIGTERM) == 0)
      daemon.waitUntilItSays("using ELAN Touchscreen", times: times)
      daemon.stop()
    }

    @Test("A pad waits for a released screen, also if another program had grabbed it before")
    func contested() throws {
      let address = try PrivateBus.newAddress()
      let bus = try PrivateBus(at: address)
      let screen = try Bed.makeDevice(SessionTests.screen)
      let path = try #require(screen.node)
      let other = try EventNode(opening: path)
      try other.grab()
      try Bed.settleUdev()
      let daemon = try RunningDaemon(by: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"])
      daemon.waitUntilItSays("is grabbed by another program")
      // Under a finger, the daemon cannot find out whether it is still grabbed.
      try Finger(on: screen).drag(from: (500, 500), to: (700, 500))
      try DiscoveryTests.expectAnotherTry(daemon, path)
      let recorder = try Recorder(at: address, "--device", path)
      daemon.waitUntilItSays("is released to another program")
      let second = try Bed.makeDevice("Atmel-maXTouch-Touchscreen")
      try Bed.settleUdev()
      daemon.signal(SIGHUP, until: "the configuration was read again")
      #expect(!daemon.output.contains("using"), "\(daemon.output)")
      recorder.end(by: SIGINT)
      daemon.waitUntilItSays("is back from another program")
      withExtendedLifetime((bus, other, second)) {}
      daemon.stop()
    }

    @Test("Without a daemon, record works as well, overwrites no file, and names the devices")
    func alone() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let node = try #require(screen.node)
      func record(_ arguments: String...) throws -> (status: Int32, output: String) {
        try Programs.run(
          "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere/bus",
          [Programs.path("touchstick"), "record", "--seconds", "0.1"] + arguments)
      }
      #expect(try Bed.wait { try record("-", "--device", "ELAN Touchscreen").status == 0 })
      #expect(try record("-").output.contains("\nN: ELAN Touchscreen\n"))
      let file = try Programs.file("touch.evemu", "mine\n")
      #expect(unsafe chmod(file, 0o644) == 0)
      let exists = try record(file)
      #expect(exists == (74, "\(file): exists; choose another name, or overwrite it with --force\n"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine\n")
      #expect(try record(file, "--force").status == 0)
      let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(permissions == 0o600)
      #expect(try Recording.read(path: file).description?.name == "ELAN Touchscreen")
      let unknown = try record("-", "--device", "zelda")
      #expect(unknown.status == 66 && unknown.output.contains("no touch device “zelda”"), "\(unknown.output)")
      let other = try Bed.makeDevice("Atmel-maXTouch-Touchscreen")
      var several = (status: Int32(0), output: "")
      #expect(
        try Bed.wait {
          several = try record("-")
          return several.status == 64
        })
      #expect(several.output.contains("\(node) (ELAN Touchscreen), "), "\(several.output)")
      #expect(try record("-", "--device", node).status == 0)
      withExtendedLifetime(other) {}
    }
  }
}
