import EventPipeline
import InputDevices
import Recordings
import Testing
import TestSupport

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
    description.name = recorded.events.split(separator: "/").last.map { String($0.prefix(60)) } ?? ""
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
