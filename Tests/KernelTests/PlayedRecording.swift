import EventPipeline
import InputDevices
import Recordings
import Synchronization
import TestSupport
import Testing

/// What the pad and the clone gave for a recording that was played on its device's double.
struct PlayedRecording: Equatable {
  /// How many are played at a time, each with a daemon of its own, on two processors.
  private static let atOnce = 2
  /// Nothing that is expected here depends on the time that passes.
  private static let speed = 4.0

  var pad: [String]
  var clone: [String]

  /// Plays recordings, and checks that each gives what replay says.
  ///
  /// A machine that is emulated, or busy with other things, may lose events of a device, as the kernel then tells.
  /// So what is not as expected is played once more, alone and slowly.
  ///
  /// - Parameters:
  ///   - controls: A configuration without a device.
  ///   - areSplit: Whether the desktop gets something of each.
  static func check(_ recordings: [RecordedCase], _ controls: String, areSplit: Bool = false) async throws {
    let others = Mutex<[(RecordedCase, Replayed)]>([])
    // The last is the longest, and to begin with that takes the least time.
    try await Bed.run(recordings.reversed(), atOnce: atOnce) { recorded in
      let replayed = try Replayed(recorded, controls)
      #expect(!replayed.expected.pad.isEmpty, "\(recorded.events)")
      #expect(!areSplit || !replayed.expected.clone.isEmpty, "\(recorded.events)")
      let played = try play(recorded, controls, replayed, speed: speed)
      if played != replayed.expected { others.withLock { $0.append((recorded, replayed)) } }
    }
    for (recorded, replayed) in others.withLock({ $0 }) {
      try play(recorded, controls, replayed, speed: 0.5).check(replayed.expected, recorded)
    }
  }

  private func check(_ expected: PlayedRecording, _ recorded: RecordedCase) {
    for (got, wanted) in [(pad, expected.pad), (clone, expected.clone)] where got != wanted {
      let index = zip(got, wanted).prefix { $0 == $1 }.count
      let (got, wanted) = (got.dropFirst(index).prefix(10), wanted.dropFirst(index).prefix(10))
      Issue.record("\(recorded.events): from event \(index) on it is \(got), but replay has \(wanted)")
    }
  }

  private static func play(
    _ recorded: RecordedCase, _ controls: String, _ replayed: Replayed, speed: Double
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
      var pace = Pace(replayed.frameTimes) { pad.frames + clone.frames }
      try playback.run(speed: speed) { pace.wait(before: $0) }
    }
    let frames = replayed.frameTimes.count
    // What a slow daemon has not read is lost with the device; the last frames may come of the loss.
    _ = Bed.wait(3) { pad.frames + clone.frames >= frames - 2 }
    device = nil
    daemon.waitUntilItSays("the device is gone")
    _ = Bed.wait(3) { pad.frames + clone.frames >= frames }
    #expect(try pad.isAtRest(), "\(recorded.events)")
    #expect(Bed.wait { clone.isGone }, "\(recorded.events)")
    daemon.stop()
    return PlayedRecording(pad: pad.events, clone: clone.events)
  }
}

/// What `touchstick replay` says of a recording.
private struct Replayed {
  let expected: PlayedRecording
  /// When each frame of the pad or of the clone comes.
  let frameTimes: [Int64]

  init(_ recorded: RecordedCase, _ controls: String) throws {
    let path = try Programs.file("touchstick.toml", controls)
    let pad = try KernelTests.RecordingTests.replayed(recorded, path)
    let clone = try KernelTests.RecordingTests.replayed(recorded, path, "--passed")
    expected = PlayedRecording(pad: pad.map(Pad.text), clone: clone.map(Pad.text))
    frameTimes = (pad + clone).filter { $0.is(.synReport) }.map(\.time).sorted()
  }
}

/// Keeps a player from getting so far ahead of the daemon that the kernel has to drop events.
private struct Pace {
  /// A device without slots has room for 128 events.
  private static let mostAhead = 4

  private let times: [Int64]
  private let frames: () -> Int
  private var due = 0
  private var isLost = false

  init(_ times: [Int64], frames: @escaping () -> Int) { (self.times, self.frames) = (times, frames) }

  /// Waits for what is due before a time, as far as it has to be there.
  mutating func wait(before time: Int64) {
    guard !isLost else { return }
    while due < times.count, times[due] < time { due += 1 }
    // Frames that were dropped are not waited for again and again.
    isLost = !Bed.wait(2) { frames() >= due - Self.mostAhead }
  }
}
