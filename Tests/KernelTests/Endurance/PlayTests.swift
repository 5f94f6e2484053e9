import EventPipeline
import Foundation
import InputDevices
import Recordings
import Testing
import TestSupport

extension KernelTests.EnduranceTests {
  @Test(
    "an hour of recorded touches, many times as fast, leaves the stick at 0 each time, and adds nothing up")
  func play() throws {
    let hour = try LongPlay(
      stride(from: 0, to: 16, by: Endurance.count(1, ordinarily: 4)).map { RecordedCase.all[$0] })
    // What is said of a device for the first time stays.
    try hour.playAll()
    let before = try hour.daemon.resources()
    try hour.play(seconds: Double(Endurance.count(3600, ordinarily: 30)))
    try hour.daemon.expect(before)
    if Endurance.isFull { hour.pages.expectLevel() }
    hour.daemon.stop()
  }
}

/// The pages of memory that a daemon alone has, in kilobytes, by rounds: RssAnon, proc(5).
///
/// The heap is counted exactly, so what these can show in addition is memory that is not malloc's, and a heap whose
/// pieces lie further and further apart. Which pages are there depends on what the kernel and malloc happen to do.
private struct Pages {
  private(set) var rounds: [Int] = []

  /// How much the least of a third may be above the least of the first: 16 pages. The heap at rest has about 160
  /// pieces, and after each device malloc gives back all pages on which there is none; rounds differ by one to three pages,
  /// as other pieces come to lie beside a device's. A page for every second recording of the hour would be above it.
  private static let slack = 64

  mutating func note(_ process: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    rounds.append(try #require(status.firstMatch(of: /RssAnon:\s+(\d+) kB/).flatMap { Int($0.1) }))
  }

  func expectLevel() {
    let third = rounds.count / 3
    let least = (0..<3).map { rounds[$0 * third..<($0 + 1) * third].min() ?? 0 }
    Endurance.report("pages of an hour of play: at least \(least) kB in its thirds; by rounds \(rounds)")
    #expect(third > 0)
    #expect(least.allSatisfy { $0 <= least[0] + Self.slack }, "\(least)")
  }
}

/// Recordings, one after the other, each on its device's double, which is plugged in for it.
private final class LongPlay {
  /// To plug a device in takes longer than to play most recordings, so that each is played until it is worth that.
  private static let leastSeconds = Endurance.isFull ? 20.0 : 5

  let daemon: RunningDaemon
  private(set) var pages = Pages()
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

  func play(seconds length: Double) throws {
    seconds = 0
    while seconds < length {
      try playAll()
      try pages.note(daemon.processIdentifier)
      Endurance.report("\(Int(seconds)) s played: \(try daemon.resources())")
    }
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
      try playback.run(speed: PlayedRecording.speed)
      played += length
      // Some recordings end with a finger down, which only the end of the device lifts.
      guard try EventNode(opening: try #require(device.node)).showsNothing else { break }
      try #require(Bed.wait { (try? pad.isAtRest()) == true }, "at the end of \(name)")
    } while played < Self.leastSeconds
    seconds += played
  }
}
