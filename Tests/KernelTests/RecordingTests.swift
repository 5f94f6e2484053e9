import EventPipeline
import Foundation
import InputDevices
import Recordings
import TestSupport
import Testing

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
      "A touchscreen, a touchpad, a pen and a screen without slots give the same through the kernel as in replay",
      arguments: [0, 5, 13].map { RecordedCase.all[$0] } + [RecordedCase.listed[0].recorded])
    func sameAsReplay(_ recorded: RecordedCase) throws { try sameAsReplayThoroughly(recorded) }

    @Test(
      "Each gives the pad and the desktop the same through the kernel as in replay, and leaves nothing deflected",
      arguments: RecordedCase.all)
    func sameAsReplayThoroughly(_ recorded: RecordedCase) throws {
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
      let tool = Programs.path("touchstick")
      let file = try Programs.file("pad.evemu", "")
      try Programs.run(
        "sh", ["-c", "'\(tool)' replay --config '\(configuration)' '\(recorded.eventsPath)' > '\(file)'"])

      let evemu = Process(running: "evemu-device", [file])
      let said = Pipe()
      evemu.standardOutput = said
      try evemu.run()
      // Processes started by tests may block all signals except KILL.
      defer { evemu.kill() }
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
      let said = Pipe()
      let play = Process(
        running: Programs.path("touchstick"), ["play", "--delay", "3"] + recorded.replayArguments)
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

/// The output of pad and clone for a recording, played on a virtual copy of its device.
struct PlayedRecording {
  /// No expectation depends on the time that passes. The fastest device sends 250 frames a second, so this is not more
  /// than a daemon reads (`FrameBudget`).
  static let speed = 8.0
  /// The number of frames to write before the daemon must read them: for a device without slots the kernel keeps 128
  /// events.
  private static let maxAhead = 4

  /// Plays a recording, and checks that the output is that of replay.
  ///
  /// - Parameters:
  ///   - controls: A configuration without a device.
  ///   - isSplit: Whether a part of it goes to the desktop.
  static func check(_ recorded: RecordedCase, _ controls: String, isSplit: Bool = false) throws {
    let replayed = try Replayed(recorded, controls)
    #expect(!replayed.pad.isEmpty, "\(recorded.events)")
    #expect(!isSplit || !replayed.clone.isEmpty, "\(recorded.events)")
    try play(recorded, controls, replayed)
  }

  private static func play(_ recorded: RecordedCase, _ controls: String, _ replayed: Replayed) throws {
    var (recording, description) = try recorded.load()
    // Two recordings may have the same device, and each daemon must use its own.
    let file = recorded.events.split(separator: "/").last.map { String($0.prefix(40)) } ?? ""
    // Some thresholds go by the name.
    description.name = "\(description.name.prefix(38)) \(file)"
    let daemon = try RunningDaemon(configuration: "[device]\nname = \"\(description.name)\"\n" + controls)
    var device: VirtualDevice? = try Bed.makeDevice(description)
    daemon.waitUntilItSays("using \(description.name)")
    let (clone, pad) = (try Pad(daemon.cloneNode()), try daemon.openPad())
    if let device {
      var frames = 0
      try device.play(recording.trustworthyEvents, speed: speed) {
        frames += 1
        if frames % maxAhead == 0 { daemon.settle() }
      }
    }
    daemon.settle()
    let passed = clone.events
    device = nil
    daemon.waitUntilItSays("the device is gone")
    daemon.settle()
    #expect(try pad.isAtRest(), "\(recorded.events)")
    #expect(Bed.wait { clone.isGone }, "\(recorded.events)")
    daemon.stop()
    expect(pad.events, replayed.pad, recorded)
    // A reader may miss the last events of a device that goes away, which can only be lifts here.
    expect(passed, Array(replayed.clone.prefix(passed.count)), recorded)
    #expect(
      replayed.clone.dropFirst(passed.count).allSatisfy(isOfALift),
      "\(recorded.events): \(passed.count) passed")
  }

  private static func isOfALift(_ event: String) -> Bool {
    event == "|" || event.hasSuffix(" 0") || event.hasSuffix(" -1") || event.hasPrefix("ABS_MT_SLOT ")
  }

  private static func expect(_ got: [String], _ wanted: [String], _ recorded: RecordedCase) {
    guard got != wanted else { return }
    let index = zip(got, wanted).prefix { $0 == $1 }.count
    let (other, expected) = (got.dropFirst(index).prefix(10), wanted.dropFirst(index).prefix(10))
    Issue.record("\(recorded.events): from event \(index) on it is \(other), but replay has \(expected)")
  }
}

/// The output of `touchstick replay` for a recording.
private struct Replayed {
  let pad: [String]
  let clone: [String]

  init(_ recorded: RecordedCase, _ controls: String) throws {
    let path = try Programs.file("touchstick.toml", controls)
    pad = try KernelTests.RecordingTests.replay(recorded, path)
    clone = try KernelTests.RecordingTests.replay(recorded, path, "--passed")
  }
}
