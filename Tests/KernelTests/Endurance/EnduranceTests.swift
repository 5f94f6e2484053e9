import EventPipeline
import Foundation
import InputDevices
import Recordings
import TestSupport
import Testing

extension KernelTests {
  @Suite("Endurance", .serialized)
  struct EnduranceTests {}
}

extension KernelTests.EnduranceTests {
  @Test(
    "A screen that comes and goes 200 times, 100 times under a finger, leaves the stick at 0 and nothing else"
  )
  func plugging() throws {
    let game = try LongGame()
    for cycle in 0..<Endurance.count(40, ordinarily: 2) { try Self.plug(game, cycle) }
    let before = try game.daemon.resources()
    for cycle in 0..<Endurance.count(200, ordinarily: 6) {
      try Self.plug(game, cycle)
      if cycle % 20 == 19 { Endurance.report("plugged in and out: \(try game.daemon.resources())") }
    }
    try game.daemon.expect(before)
    game.stop()
  }

  private static func plug(_ game: LongGame, _ cycle: Int) throws {
    try game.plugIn()
    let finger = try game.deflect()
    if cycle % 2 == 0 {
      try finger.lift()
      try game.requireRest("lifted in cycle \(cycle)")
    }
    game.unplug()
    try game.requireRest("unplugged in cycle \(cycle)")
  }

  @Test("600 reloads in a row lose nothing and leak nothing")
  func reloadStorm() throws {
    let game = try KernelTests.ReloadTests.Game(Self.stick("left"))
    try Self.reload(game, 50)
    let before = try game.daemon.resources()
    try Self.reload(game, Endurance.count(600, ordinarily: 50))
    #expect(try game.pad.isAtRest())
    #expect(!game.pad.isGone)
    try game.daemon.expect(before)
    try game.write(Self.stick("left"))
    game.daemon.signal(SIGHUP, until: "was read again")
    try game.drag(id: 1000, moves: .absX)
    game.daemon.stop()
  }

  private static func stick(_ target: String) -> String { KernelTests.ReloadTests.stick(target) }

  /// Reloads, with a finger on the screen half the time.
  private static func reload(_ game: KernelTests.ReloadTests.Game, _ count: Int) throws {
    for round in 0..<count {
      try game.write(stick(round % 2 == 0 ? "right" : "left"))
      game.daemon.signal(SIGHUP, until: "was read again")
      game.daemon.forgetOutput()
      // Either stick may move: the daemon also reads a change by itself, and then once more.
      if round % 10 == 0 { try game.finger.drag(id: Int32(round + 1), from: (500, 500), to: (700, 500)) }
      if round % 10 == 5 { try game.finger.lift() }
      if round % 100 == 99 { Endurance.report("reloads: \(try game.daemon.resources())") }
    }
    #expect(Bed.wait { (try? game.pad.isAtRest()) == true })
  }

  /// A conflict lasts three seconds: the daemon fails after one, and succeeds after two more. If the delay were not
  /// reset each time, it would soon be longer than the tests' patience.
  @Test(
    "When another program grabs the screen 50 times, the daemon says so once, retries, and uses it when it is free"
  )
  func grabConflicts() throws {
    let game = try LongGame()
    for _ in 0..<Endurance.count(5, ordinarily: 1) { try Self.conflicts(game) }
    let before = try game.daemon.resources()
    for round in 0..<Endurance.count(25, ordinarily: 1) {
      try Self.conflicts(game)
      if round % 5 == 4 { Endurance.report("grab conflicts: \(try game.daemon.resources())") }
    }
    try game.daemon.expect(before)
    game.stop()
  }

  /// A conflict over a new screen, and one over a screen whose pads were switched off.
  private static func conflicts(_ game: LongGame) throws {
    var other: EventNode?
    try game.plugIn { screen in
      other = try EventNode(opening: try #require(screen.node))
      try other?.grab()
    }
    try resolve(game, &other)

    game.daemon.signal(SIGUSR1, until: "is switched off")
    other = try EventNode(opening: try #require(game.screen?.node))
    try other?.grab()
    game.daemon.signal(SIGUSR1)
    try resolve(game, &other)
    game.unplug()
  }

  private static func resolve(_ game: LongGame, _ other: inout EventNode?) throws {
    let complaint = "is grabbed by another program"
    game.daemon.waitUntilItSays(complaint)
    let openings = try Openings(of: try #require(other?.path))
    try #require(Bed.wait { openings.areSome }, "it has not tried again")
    try game.requireRest("while another program has the screen")
    #expect(!game.daemon.output.contains("using"))
    other = nil
    game.daemon.waitUntilItSays("using ELAN Touchscreen")
    #expect(game.daemon.output.components(separatedBy: complaint).count == 2, "it says so once")
    try game.deflect().lift()
    try game.requireRest("after the conflict")
    game.daemon.forgetOutput()
  }

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
    let minimum = (0..<3).map { rounds[$0 * third..<($0 + 1) * third].min() ?? 0 }
    Endurance.report("pages of an hour of play: at minimum \(minimum) kB in its thirds; by rounds \(rounds)")
    #expect(third > 0)
    #expect(minimum.allSatisfy { $0 <= minimum[0] + Self.slack }, "\(minimum)")
  }
}

/// Plays recordings one after the other, each on a virtual copy of its device, which is plugged in for it.
private final class LongPlay {
  /// Plugging a device in takes longer than playing most recordings, so each is played several times.
  private static let minSeconds = Endurance.isFull ? 20.0 : 2

  let daemon: RunningDaemon
  private(set) var pages = Pages()
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
    daemon.signal(SIGHUP, until: "the configuration was read again")
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
    } while played < Self.minSeconds
    seconds += played
  }
}

/// A daemon with a touchscreen that comes and goes, and its pad, which stays.
final class LongGame {
  let daemon: RunningDaemon
  let pad: Pad
  private(set) var screen: VirtualDevice?
  private let nodesBefore: Set<String>
  private var lastID: Int32 = 0

  /// Starts the daemon, and plugs a screen in and out once, so that the pad exists.
  init() throws {
    nodesBefore = try Bed.eventNodes()
    daemon = try RunningDaemon()
    screen = try Bed.makeDevice(KernelTests.SessionTests.screen)
    daemon.waitUntilItSays("using ELAN Touchscreen")
    pad = try daemon.openPad()
    unplug()
  }

  func plugIn() throws {
    screen = try Bed.makeDevice(KernelTests.SessionTests.screen)
    daemon.waitUntilItSays("using ELAN Touchscreen")
  }

  /// Like ``plugIn()``, but the daemon stands still until `meanwhile` is over.
  func plugIn(unnoticed meanwhile: (VirtualDevice) throws -> Void) throws {
    try daemon.freeze()
    defer { daemon.signal(SIGCONT) }
    let made = try Bed.makeDevice(KernelTests.SessionTests.screen)
    screen = made
    try meanwhile(made)
    try Bed.settleUdev()
  }

  func unplug() {
    screen = nil
    daemon.waitUntilItSays("waiting for a touch device")
    daemon.forgetOutput()
  }

  /// Makes a finger hold the stick fully to one side. Returns the finger.
  func deflect() throws -> Finger {
    lastID += 1
    let (finger, isRight) = (Finger(on: try #require(screen)), lastID % 2 == 0)
    try finger.drag(id: lastID, from: (500, 500), to: (isRight ? 700 : 300, 500))
    try #require(Bed.wait { pad.value(of: .absX) == (isRight ? 32767 : -32767) }, "touch \(lastID)")
    return finger
  }

  /// Waits until the stick is at 0, on the original pad.
  func requireRest(_ comment: Comment) throws {
    try #require(Bed.wait { (try? pad.isAtRest()) == true }, comment)
    try #require(!pad.isGone, comment)
  }

  /// Checks that the pad stays without the screen, and goes with the daemon.
  func stop() {
    screen = nil
    let pad = URL(filePath: pad.path).lastPathComponent
    #expect(Bed.wait { (try? Bed.eventNodes()) == nodesBefore.union([pad]) })
    daemon.stop()
    #expect(Bed.wait { (try? Bed.eventNodes()) == nodesBefore })
  }
}
