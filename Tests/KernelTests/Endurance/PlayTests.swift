import EventPipeline
import Foundation
import InputDevices
import Recordings
import Testing
import TestSupport

extension KernelTests.EnduranceTests {
  @Test(
    "An hour of recorded touches, many times as fast, leaves the stick at 0 each time, and leaks nothing")
  func play() throws {
    let hour = try LongPlay(
      stride(from: 0, to: 16, by: Endurance.count(1, ordinarily: 4)).map { RecordedCase.all[$0] })
    // Memory for a device's first messages stays.
    try hour.playAll()
    let before = try hour.daemon.resources()
    try hour.play(seconds: Double(Endurance.count(3600, ordinarily: 10)))
    try hour.daemon.expect(before)
    if Endurance.isFull { hour.pages.expectLevel() }
    hour.daemon.stop()
  }
}

/// The pages of memory that a daemon alone has, in kilobytes, by rounds: RssAnon, proc(5).
///
/// The heap is counted exactly. In addition, these can show memory that is not malloc's, and a fragmented heap. The
/// pages in use depend on the kernel and malloc.
private struct Pages {
  private(set) var rounds: [Int] = []

  /// The minimum of a third of the rounds may be this much above the minimum of the first: 16 pages. The heap at rest
  /// has about 160 pieces, and after each device malloc returns all pages without a piece. Rounds differ by one to
  /// three pages, depending on the pieces beside a device's. A page for every second recording of the hour would
  /// exceed this.
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

/// Plays recordings one after the other, each on a virtual copy of its device, which is plugged in for it.
private final class LongPlay {
  /// Plugging a device in takes longer than playing most recordings, so each is played several times.
  private static let leastSeconds = Endurance.isFull ? 20.0 : 2

  let daemon: RunningDaemon
  private(set) var pages = Pages()
  /// Seconds of recorded time.
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
    // The choice of the next device depends on none before.
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
      try device.play(events, speed: PlayedRecording.speed)
      played += length
      // Some recordings end with a finger down, which only the removal of the device lifts.
      guard try EventNode(opening: try #require(device.node)).showsNothing else { break }
      try #require(Bed.wait { (try? pad.isAtRest()) == true }, "at the end of \(name)")
    } while played < Self.leastSeconds
    seconds += played
  }
}
