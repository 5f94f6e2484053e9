import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

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
    var before: Resources?
    // In the first cycle the daemon allocates memory that it keeps.
    for _ in 0...cycles {
      for fault in others.shuffled(using: &random) { try Self.play(fault, game, seed, &rounds) }
      try game.startAnew()
      if let before { try game.daemon.expect(before) } else { before = try game.daemon.resources() }
      Endurance.report(
        "\(rounds) rounds: at most \(game.longestRelease) µs to rest, \(try game.daemon.resources())")
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
