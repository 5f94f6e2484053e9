import EventPipeline
import InputDevices
import Recordings
import TestSupport
import Testing

/// What the pad and the clone gave for a recording that was played on its device's double.
struct PlayedRecording: Equatable {
  var pad: [String]
  var clone: [String]

  /// Plays the recording, until the pad and the clone have given what is expected, or nothing more comes.
  ///
  /// A machine that is emulated, or busy with other things, may lose events of a device, as the kernel then tells.
  /// So what is not as expected is played once more, slowly.
  init(_ recorded: RecordedCase, configuration: String, expected: PlayedRecording) throws {
    self = try Self.play(recorded, configuration, expected, speed: 1)
    if pad != expected.pad || (!expected.clone.isEmpty && clone != expected.clone) {
      self = try Self.play(recorded, configuration, expected, speed: 0.25)
    }
  }

  init(pad: [String], clone: [String]) {
    (self.pad, self.clone) = (pad, clone)
  }

  private static func play(
    _ recorded: RecordedCase, _ configuration: String, _ expected: PlayedRecording, speed: Double
  ) throws -> PlayedRecording {
    let (recording, description) = try recorded.load()
    let daemon = try RunningDaemon(arguments: ["--config", configuration])
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
    #expect(try pad.isAtRest())
    #expect(Bed.wait { clone.isGone })
    daemon.stop()
    return PlayedRecording(pad: pad.events, clone: clone.events)
  }
}

extension [String] {
  fileprivate var frames: Int { count { $0 == "|" } }
}
