import Foundation
import System
import Testing
import TestSupport

extension KernelTests.EnduranceTests {
  @Test(
    "2,000 random calls with fingers down leave everything neutral, and nothing leaks")
  func randomCalls() throws {
    let game = try CalledGame()
    var random = SeededGenerator(seed: 0)
    // What the daemon and the libraries keep of the first time is not counted.
    for round in 0..<60 { try Self.play(game, round, &random, round % 20) }
    try game.holdAll()
    try game.comeToRest()
    let before = try game.daemon.resources()
    let seed = Seeds.single ?? 1
    random = SeededGenerator(seed: seed)
    let rounds = Endurance.count(2000, ordinarily: 25)
    for round in 0..<rounds {
      let isUsual = random.integer(0...99) < 97
      try Self.play(game, round, &random, isUsual ? random.integer(0...17) : random.integer(18...19))
      guard round % 200 == 199 else { continue }
      try game.comeToRest()
      Endurance.report("random calls, after \(round + 1) of \(rounds): \(try game.daemon.resources())")
    }
    try game.comeToRest()
    try game.expectNoLeak(before, after: rounds)
    try game.playsStill()
    game.daemon.stop()
  }

  /// Does one of all things, and moves fingers before and after.
  private static func play(
    _ game: CalledGame, _ round: Int, _ random: inout SeededGenerator, _ action: Int
  ) throws {
    for _ in 0..<random.integer(0...2) { try game.moveFinger(&random) }
    try act(game, round, &random, action)
    for _ in 0..<random.integer(0...2) { try game.moveFinger(&random) }
    #expect(!game.pad.isGone, "round \(round)")
  }

  /// - Parameter action: 0 to 18; any other restarts the bus, which takes the daemon a second.
  private static func act(
    _ game: CalledGame, _ round: Int, _ random: inout SeededGenerator, _ action: Int
  ) throws {
    func expect(_ got: String?, _ allowed: PadsInterface.Refusal?...) {
      #expect(allowed.contains { $0?.rawValue == got }, "round \(round): \(got ?? "no error")")
    }
    let good = random.pick("left", "right", "button")
    switch action {
    case 0: expect(try game.call(.on), nil)
    case 1: expect(try game.call(.off), nil)
    case 2: expect(try game.call(.toggle), nil)
    case 3: expect(try game.call(.useProfile, random.pick("", good)), nil)
    case 4: expect(try game.call(.useProfile, "zelda"), .noProfile)
    // The far one fits while the screen is away.
    case 5: expect(try game.call(.useProfile, "broken"), .badLayout)
    case 6: expect(try game.call(.useProfile, "far"), .badLayout, nil)
    case 7:
      expect(try game.call(.useLayout, good, CalledGame.layouts["etc/profiles/\(good).toml"] ?? ""), nil)
    case 8: expect(try game.call(.useLayout, "", "[[stick]\n"), .badLayout)
    case 9: expect(try game.hold(.claim, random.pick("", good), ""), nil, .tooManyClaims)
    case 10: expect(try game.hold(.releaseDevice, game.screen?.node ?? ""), nil, .noDevice, .tooManyClaims)
    case 11: game.close(&random)
    case 12:
      if random.chance(0.5) { try game.run(good) } else { try game.kill(&random) }
    case 13:
      try game.reload(random.pick("[device]\n", "[device]\ngrab = false\n", "[[stick]\n", "[[stick]]\n"))
    case 14: try game.replug()
    case 15:
      let (width, height) = random.pick((0.0, 0.0), (294.0, 166.0), (-1.0, .nan))
      expect(try game.report(rotation: random.pick(0, 90, 180, 270), width: width, height: height), nil)
    case 16: game.daemon.signal(SIGUSR1)
    case 17: expect(try game.watch(), nil, .tooManyWatchers)
    case 18: try game.restartLogind()
    default: try game.restartBus()
    }
  }
}
