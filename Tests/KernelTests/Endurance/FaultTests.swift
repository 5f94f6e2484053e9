import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

extension KernelTests.EnduranceTests {
  @Test("After each of 600 faults under a finger the pad comes to rest, and nothing leaks")
  func faults() throws {
    let game = try FaultGame()
    let seed = Seeds.single ?? 1
    var random = SeededGenerator(seed: seed)
    var rounds = 0
    let cycles = Endurance.count(600 / Fault.all.count + 1, ordinarily: 1)
    // Each takes seconds.
    let ends = Fault.endingDaemons.shuffled(using: &random).prefix(Endurance.count(100, ordinarily: 2))
    for _ in 0..<cycles {
      for fault in ends { try Self.play(fault, game, seed, &rounds) }
    }
    let others = Fault.others.shuffled(using: &random).prefix(Endurance.count(100, ordinarily: 6))
    func playAll() throws -> Resources {
      for fault in others.shuffled(using: &random) { try Self.play(fault, game, seed, &rounds) }
      try game.startAnew()
      let resources = try game.daemon.resources()
      Endurance.report("\(rounds) rounds: at most \(game.maxRelease) µs to rest, \(resources)")
      return resources
    }
    // In the first cycles the daemon allocates memory that it keeps: for what a fault does only now and then, such as a
    // message, once. A leak would grow in each cycle.
    var before = try playAll()
    for _ in 0..<3 {
      let now = try playAll()
      if now == before { break }
      before = now
    }
    for _ in 0..<cycles {
      _ = try playAll()
      try game.daemon.expect(before)
    }
    game.daemon.stop()
  }

  private static func play(_ fault: Fault, _ game: FaultGame, _ seed: UInt64, _ rounds: inout Int) throws {
    rounds += 1
    let round = "“\(fault.name)” in round \(rounds), TOUCHSTICK_SEED=\(seed)"
    do {
      try game.hold()
      let release = try fault.happen(game)
      try game.requireRest(since: release, "\(round)")
      try game.requireRecovery()
    } catch {
      Issue.record("\(round): \(error)")
      throw error
    }
  }
}

/// A game that a fault interrupts: a finger holds the stick, and another is on the desktop.
final class FaultGame {
  static let halves = ["left", "right"].map { target in
    """
    [[stick]]
    target = "\(target)"
    region = { x = 0, y = 0, width = "50%", height = "100%" }

    """
  }
  static let device = RandomTouchscreen.description

  private(set) var daemon: RunningDaemon
  private(set) var pad: Pad
  private(set) var screen: VirtualDevice?
  let path: String
  /// The times from a release to the pad at rest, in microseconds.
  private(set) var maxRelease: Int64 = 0
  private var lastID: Int32 = 0
  private var isRight = false

  init() throws {
    path = try Programs.file("touchstick.toml", Self.halves[0])
    daemon = try RunningDaemon(arguments: ["--config", path])
    screen = try Bed.makeDevice(Self.device)
    pad = try daemon.openPad()
    try waitForUse()
  }

  // The finger's reference is weak, so that the screen can go.
  var stickFinger: Finger { get throws { Finger(on: try #require(screen), slot: 0) } }
  var desktopFinger: Finger { get throws { Finger(on: try #require(screen), slot: 1) } }
  /// The screen's node, such as event5.
  var node: String { get throws { URL(filePath: try #require(screen?.node)).lastPathComponent } }

  /// Makes one finger hold the left stick fully to one side, and another touch the desktop's half.
  func hold() throws {
    lastID = (lastID + 2) & 0xfffe
    isRight.toggle()
    let finger = try stickFinger
    try finger.touchDown(id: lastID, x: 640, y: 800)
    try desktopFinger.touchDown(id: lastID + 1, x: 2000, y: 800)
    // A daemon that is late, or pauses after a flood, may see only the finger's last position.
    let isHeld = try Bed.wait {
      try finger.move(x: 640, y: 800)
      daemon.settle()
      try finger.move(x: isRight ? 840 : 440, y: 800)
      daemon.settle()
      return pad.value(of: .absX) == (isRight ? 32767 : -32767)
    }
    try #require(isHeld, "the stick does not move: \(daemon.output)")
  }

  /// Lifts both fingers. Returns the time, in microseconds.
  @discardableResult
  func lift() throws -> Int64 {
    try desktopFinger.lift()
    let time = Self.now
    try stickFinger.lift()
    return time
  }

  func write(_ values: [(EventCode, Int32)]) throws {
    try #require(screen).sendUnfinished(values)
  }

  func configure(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }

  func plugIn() throws { screen = try Bed.makeDevice(Self.device) }

  /// Returns the time, in microseconds.
  func unplug() -> Int64 {
    defer { screen = nil }
    return Self.now
  }

  /// Restarts the daemon under the fingers after it has ended, and opens its pad.
  func restart() throws {
    daemon = try RunningDaemon(arguments: ["--config", path])
    pad = try daemon.openPad()
    daemon.waitUntilItSays("using \(Self.device.name)")
  }

  /// Gives the daemon a new screen and the right configuration, so that nothing is left of the fault.
  func startAnew() throws {
    _ = unplug()
    daemon.waitUntilItSays("waiting for a touch device")
    try plugIn()
    try waitForUse()
    daemon.signal(SIGHUP, until: "was read again")
    daemon.forgetOutput()
  }

  /// Waits until the daemon uses the screen. Returns the clone's node.
  @discardableResult
  func waitForUse() throws -> String {
    try daemon.settleWithUdev()
    let phys = "touchstick/clone/\(try node)\n"
    var clone: String?
    _ = Bed.wait {
      clone = (try? Bed.eventNodes())?.first { event in
        let path = "/sys/class/input/\(event)/device/phys"
        return (try? String(contentsOfFile: path, encoding: .utf8)) == phys
      }
      return clone != nil
    }
    daemon.settle()
    return "/dev/input/" + (try #require(clone, "the screen is not used: \(daemon.output)"))
  }
}

// The conditions after a fault.
extension FaultGame {
  /// The limit from the release to the pad at rest, in microseconds, by the kernel's time stamps. It applies at full
  /// length only, because it depends on what else the machine does.
  private static let limit: Int64 = 420_000

  /// Now, on the clock of the events, in microseconds.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Waits until the pad is at rest, and checks the time at full length.
  ///
  /// - Parameters:
  ///   - release: The time of the release, in microseconds.
  ///   - comment: The fault that caused it.
  func requireRest(since release: Int64, _ comment: Comment = "") throws {
    try #require(
      Bed.wait { (try? pad.isAtRest()) == true }, "the pad is not at rest, and it said: \(daemon.output)")
    try #require(!pad.isGone)
    let taken = (pad.recorded.last?.time ?? 0) - release
    maxRelease = max(maxRelease, taken)
    if Endurance.isFull { #expect(taken <= Self.limit, comment) }
  }

  /// Checks that nothing is left of the fault: a finger moves and releases the stick, and the desktop has no contact.
  func requireRecovery() throws {
    if try Self.isTouched(try #require(screen?.node)) { try lift() }
    try waitForUse()
    try hold()
    try requireRest(since: lift())
    daemon.settle()
    for node in try Bed.eventNodes() where try node != self.node {
      let isTouched = try Self.isTouched("/dev/input/\(node)")
      try #require(!isTouched, "\(node) is still touched")
    }
    daemon.forgetOutput()
  }

  private static func isTouched(_ path: String) throws -> Bool { try !EventNode(opening: path).showsNothing }
}
