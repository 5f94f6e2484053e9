import EventPipeline
import InputDevices
import Recordings
import Synchronization
import TestSupport
import Testing

/// What the pad and the clone gave for a recording that was played on its device's double.
struct PlayedRecording: Equatable {
  /// How many are played at a time, each with a daemon of its own. They mostly wait; more of them would lose events
  /// on two processors that are emulated.
  private static let atOnce = 4

  var pad: [String]
  var clone: [String]

  /// Plays recordings, and checks that each gives what replay says.
  ///
  /// A machine that is emulated, or busy with other things, may lose events of a device, as the kernel then tells.
  /// So what is not as expected is played once more, alone and slowly.
  ///
  /// - Parameter controls: A configuration without a device.
  static func check(_ recordings: [RecordedCase], _ controls: String) async throws {
    let others = Mutex<[(RecordedCase, expected: PlayedRecording)]>([])
    // The last is the longest, and to begin with that takes the least time.
    try await Bed.run(recordings.reversed(), atOnce: atOnce) { recorded in
      let expected = try replay(recorded, controls)
      #expect(!expected.pad.isEmpty, "\(recorded.events)")
      let played = try play(recorded, controls, expected, speed: 1)
      if played != expected { others.withLock { $0.append((recorded, expected)) } }
    }
    for (recorded, expected) in others.withLock({ $0 }) {
      try play(recorded, controls, expected, speed: 0.5).check(expected, recorded)
    }
  }

  private func check(_ expected: PlayedRecording, _ recorded: RecordedCase) {
    for (got, wanted) in [(pad, expected.pad), (clone, expected.clone)] where got != wanted {
      let index = zip(got, wanted).prefix { $0 == $1 }.count
      let (got, wanted) = (got.dropFirst(index).prefix(10), wanted.dropFirst(index).prefix(10))
      Issue.record("\(recorded.events): from event \(index) on it is \(got), but replay has \(wanted)")
    }
  }

  /// What `touchstick replay` says of a recording.
  static func replay(_ recorded: RecordedCase, _ controls: String) throws -> PlayedRecording {
    let path = try Programs.file("touchstick.toml", controls)
    return PlayedRecording(
      pad: try KernelTests.RecordingTests.replay(recorded, path),
      clone: try KernelTests.RecordingTests.replay(recorded, path, "--passed"))
  }

  private static func play(
    _ recorded: RecordedCase, _ controls: String, _ expected: PlayedRecording, speed: Double
  ) throws -> PlayedRecording {
    var (recording, description) = try recorded.load()
    // Of two recordings of one device each daemon is to have its own.
    description.name = recorded.events.split(separator: "/").last.map { String($0.prefix(60)) } ?? ""
    let daemon = try RunningDaemon(configuration: "[device]\nname = \"\(description.name)\"\n" + controls)
    var device: VirtualDevice? = try Bed.makeDevice(description)
    daemon.waitUntilItSays("using \(description.name)")
    let (clone, pad) = (try Pad(daemon.cloneNode()), try daemon.openPad())
    if let device {
      var playback = Playback(recording.trustworthyEvents, on: device)
      try playback.run(speed: speed)
    }
    let frames = (pad: expected.pad.frames, clone: expected.clone.frames)
    // What a slow daemon has not read is lost with the device; the last frame may come of the loss.
    _ = Bed.wait(3) { pad.frames >= frames.pad - 1 && clone.frames >= frames.clone - 1 }
    device = nil
    daemon.waitUntilItSays("the device is gone")
    _ = Bed.wait(3) { pad.frames >= frames.pad && clone.frames >= frames.clone }
    #expect(try pad.isAtRest(), "\(recorded.events)")
    #expect(Bed.wait { clone.isGone }, "\(recorded.events)")
    daemon.stop()
    return PlayedRecording(pad: pad.events, clone: clone.events)
  }
}

extension [String] {
  fileprivate var frames: Int { count { $0 == "|" } }
}
