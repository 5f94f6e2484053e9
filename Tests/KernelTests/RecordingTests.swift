import EventPipeline
import Foundation
import InputDevices
import Recordings
import Testing
import TestSupport

extension KernelTests {
  @Suite("Recordings of real devices", .serialized)
  struct RecordingTests {
    /// Every touch deflects the stick at once, wherever it is, so that every recording causes events.
    static let everyTouchDeflects = """
      [[stick]]
      name = "left"
      origin = "fixed"
      region = { x = 0, y = 0, width = "100%", height = "100%" }
      """

    @Test(
      "Each gives the pad and the desktop the same through the kernel as in replay, and leaves nothing deflected",
      arguments: RecordedCase.all)
    func sameAsReplay(_ recorded: RecordedCase) throws {
      try PlayedRecording.check(recorded, Self.everyTouchDeflects)
    }

    @Test("A device described by an old evemu, with ABS_MAX as an axis, gives the same as in replay")
    func oldDescription() throws {
      try PlayedRecording.check(.oldDescription, Self.everyTouchDeflects)
    }

    /// The events that `touchstick replay` prints, without their times and without remarks on the file.
    static func replay(
      _ recorded: RecordedCase, _ configuration: String, _ options: String...
    ) throws -> [String] {
      let (status, output) = try Programs.tool(
        ["replay", "--config", configuration] + options + recorded.replayArguments, isSilent: true)
      #expect(status == 0, "\(output)")
      let lines = output.split(separator: "\n").filter { !$0.hasPrefix(recorded.eventsPath) }
      return try Recording.parse(lines.joined(separator: "\n"), file: "replay").events.map(Pad.text)
    }

    @Test("evemu-device and evemu-play accept replay's output, event for event")
    func evemuTakesReplay() throws {
      let recorded = RecordedCase.all[3]
      let configuration = try Programs.file("touchstick.toml", Self.everyTouchDeflects)
      let expected = try Self.replay(recorded, configuration)
      let tool = Programs.folder.appending(path: "touchstick").path
      let file = try Programs.file("pad.evemu", "")
      try Programs.run(
        "sh", ["-c", "'\(tool)' replay --config '\(configuration)' '\(recorded.eventsPath)' > '\(file)'"])

      let evemu = Process(running: "evemu-device", [file])
      let said = Pipe()
      evemu.standardOutput = said
      try evemu.run()
      defer {
        // KILL, because processes started by tests may block all other signals.
        kill(evemu.processIdentifier, SIGKILL)
        evemu.waitUntilExit()
      }
      let line = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
      #expect(line.contains("Microsoft X-Box 360 pad"))
      let node = String(try #require(line.firstMatch(of: /\/dev\/input\/event\d+/)).0)
      let pad = try Pad(node)
      #expect(try Programs.run("sh", ["-c", "evemu-play '\(node)' < '\(file)'"]).status == 0)
      #expect(Bed.wait { pad.events.count >= expected.count })
      #expect(pad.events == expected)
    }

    @Test("`touchstick play` makes the device, plays it at its own pace, and removes it")
    func play() throws {
      let recorded = RecordedCase.all[3]
      let configuration = try Programs.file("touchstick.toml", Self.everyTouchDeflects)
      let daemon = try RunningDaemon(arguments: ["--config", configuration])
      // The pad exists since the first device.
      var first: VirtualDevice? = try Bed.makeDevice("EP0430M09")
      daemon.waitUntilItSays("using EP0430M09")
      let pad = try daemon.openPad()
      first = nil
      daemon.waitUntilItSays("the device is gone")

      let started = Date.now
      let (play, said) = (Process(), Pipe())
      play.executableURL = Programs.folder.appending(path: "touchstick")
      play.arguments = ["play", "--delay", "3"] + recorded.replayArguments
      play.standardError = said
      try play.run()
      let line = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
      #expect(line.contains("playing on EP0430M09 (/dev/input/event"))
      // It waits until programs open the device, longer on a busy machine.
      kill(play.processIdentifier, SIGSTOP)
      daemon.waitUntilItSays("using EP0430M09", times: 2)
      kill(play.processIdentifier, SIGCONT)
      play.waitUntilExit()
      #expect(play.terminationStatus == 0)
      #expect(Date.now.timeIntervalSince(started) > 3 + 1.4)
      daemon.waitUntilItSays("the device is gone", times: 2)
      let expected = try Self.replay(recorded, configuration)
      #expect(Bed.wait { pad.events.count >= expected.count })
      #expect(pad.events == expected)
      #expect(try pad.isAtRest())
      _ = first
      daemon.stop()
    }
  }
}
