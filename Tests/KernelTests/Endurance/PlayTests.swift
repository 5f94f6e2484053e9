import EventPipeline
import Foundation
import InputDevices
import Recordings
import TestSupport
import Testing

extension KernelTests.EnduranceTests {
  @Test(
    "an hour of recorded touches, ten times as fast, leaves the stick at 0 each time, and adds nothing up")
  func play() throws {
    let hour = try LongPlay(
      stride(from: 0, to: 16, by: Endurance.count(1, ordinarily: 4)).map { RecordedCase.all[$0] })
    try hour.playAll()
    let first = try hour.playHalf()
    let second = try hour.playHalf()
    Endurance.report("an hour of play: \(first); in its second half \(second)")
    second.expectNoMore(than: first, kilobytes: 0)
    hour.daemon.stop()
  }
}

/// Recordings, one after the other, each on its device's double, which is plugged in for it.
private final class LongPlay {
  private static let speed = 10.0
  /// To plug a device in takes longer than to play most recordings, so that each is played until it is worth that.
  private static let leastSeconds = Endurance.isFull ? 20.0 : 5

  let daemon: RunningDaemon
  /// Of recorded time.
  private var seconds = 0.0
  private let recordings: [RecordedCase]
  private var pad: Pad?

  init(_ recordings: [RecordedCase]) throws {
    self.recordings = recordings
    daemon = try RunningDaemon(configuration: KernelTests.RecordingTests.everyTouchDeflects)
    daemon.waitUntilItSays("waiting for")
  }

  func playAll() throws {
    for recorded in recordings { try play(recorded) }
  }

  /// Plays for half an hour. Returns the least that the daemon had when all had been played: what leaks, it keeps.
  func playHalf() throws -> Resources {
    seconds = 0
    var rounds: [Resources] = []
    while seconds < Double(Endurance.count(1800, ordinarily: 30)) {
      try playAll()
      rounds.append(try daemon.resources())
      Endurance.report("\(Int(seconds)) s played: \(rounds[rounds.count - 1])")
    }
    return try #require(rounds.min { $0.written < $1.written })
  }

  private func play(_ recorded: RecordedCase) throws {
    let (recording, description) = try recorded.load()
    // What it takes the next device for depends on none that it had before.
    daemon.signal(SIGHUP)
    daemon.waitUntilItSays("the configuration was read again")
    var device: VirtualDevice? = try Bed.makeDevice(description)
    daemon.waitUntilItSays("using \(description.name)")
    let pad = try self.pad ?? daemon.openPad()
    self.pad = pad
    let frames = pad.frames
    if let device { try play(recording, of: recorded.events, on: device, pad) }
    device = nil
    daemon.waitUntilItSays("the device is gone")
    daemon.waitUntilItSays("waiting for")
    daemon.forgetOutput()
    try #require(Bed.wait { (try? pad.isAtRest()) == true }, "after \(recorded.events)")
    try #require(pad.frames > frames && !pad.isGone, "\(recorded.events)")
  }

  private func play(_ recording: Recording, of name: String, on device: VirtualDevice, _ pad: Pad) throws {
    let events = recording.trustworthyEvents
    let length = Double((events.last?.time ?? 0) - (events.first?.time ?? 0)) / 1e6
    var played = 0.0
    repeat {
      var playback = Playback(events, on: device)
      try playback.run(speed: Self.speed)
      played += length
      // Some recordings end with a finger down, which only the end of the device lifts.
      guard try EventNode(opening: try #require(device.node)).showsNothing else { break }
      try #require(Bed.wait { (try? pad.isAtRest()) == true }, "at the end of \(name)")
    } while played < Self.leastSeconds
    seconds += played
  }
}
