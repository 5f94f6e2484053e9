import EventPipeline
import InputDevices
import Recordings
import Testing
import TestSupport

/// What the pad and the clone gave for a recording that was played on its device's double.
struct PlayedRecording {
  /// Nothing that is expected here depends on the time that passes. The quickest of the devices sends 250 frames a second,
  /// so that this is no more than a daemon reads (`FrameBudget`).
  static let speed = 8.0
  /// How many frames are written before the daemon must have read them: of a device without slots the kernel keeps 128
  /// events.
  private static let mostAhead = 4

  /// Plays a recording, and checks that it gives what replay says.
  ///
  /// - Parameters:
  ///   - controls: A configuration without a device.
  ///   - isSplit: Whether the desktop gets something of it.
  static func check(_ recorded: RecordedCase, _ controls: String, isSplit: Bool = false) throws {
    let replayed = try Replayed(recorded, controls)
    #expect(!replayed.pad.isEmpty, "\(recorded.events)")
    #expect(!isSplit || !replayed.clone.isEmpty, "\(recorded.events)")
    try play(recorded, controls, replayed)
  }

  private static func play(_ recorded: RecordedCase, _ controls: String, _ replayed: Replayed) throws {
    var (recording, description) = try recorded.load()
    // Of two recordings of one device each daemon is to have its own.
    description.name = recorded.events.split(separator: "/").last.map { String($0.prefix(60)) } ?? ""
    let daemon = try RunningDaemon(configuration: "[device]\nname = \"\(description.name)\"\n" + controls)
    var device: VirtualDevice? = try Bed.makeDevice(description)
    daemon.waitUntilItSays("using \(description.name)")
    let (clone, pad) = (try Pad(daemon.cloneNode()), try daemon.openPad())
    if let device {
      var playback = Playback(recording.trustworthyEvents, on: device)
      var frames = 0
      try playback.run(speed: speed) { _ in
        frames += 1
        if frames % mostAhead == 0 { daemon.settle() }
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
    // Who reads a device that goes away may miss the last that it said, which here can only be that fingers lift.
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

/// What `touchstick replay` says of a recording.
private struct Replayed {
  let pad: [String]
  let clone: [String]

  init(_ recorded: RecordedCase, _ controls: String) throws {
    let path = try Programs.file("touchstick.toml", controls)
    pad = try KernelTests.RecordingTests.replay(recorded, path)
    clone = try KernelTests.RecordingTests.replay(recorded, path, "--passed")
  }
}
