import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

extension KernelTests.EnduranceTests {
  @Test("600 rounds of faults under a finger: the pad is at rest within 0.42 s, and nothing adds up")
  func faults() throws {
    let game = try FaultGame()
    let seed = Seeds.single ?? 1
    var random = SeededGenerator(seed: seed)
    var rounds = 0
    // Each takes seconds.
    let (ends, others) = (Endurance.count(100, ordinarily: 2), Endurance.count(100, ordinarily: 10))
    for _ in 0..<Endurance.count(600 / Fault.all.count + 1, ordinarily: 1) {
      // Another process has another heap.
      for fault in Fault.endingDaemons.shuffled(using: &random).prefix(ends) {
        try Self.play(fault, game, seed, &rounds)
      }
      try game.startAnew()
      let before = try game.daemon.resources()
      for fault in Fault.others.shuffled(using: &random).prefix(others) {
        try Self.play(fault, game, seed, &rounds)
      }
      try game.startAnew()
      try game.daemon.expect(before)
      Endurance.report("\(rounds) rounds: at most \(game.longestRelease) µs to rest, \(before)")
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
