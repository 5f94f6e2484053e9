import EventPipeline
import Foundation
import Testing

extension KernelTests.EnduranceTests {
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
    game.daemon.signal(SIGHUP)
    game.daemon.waitUntilItSays("was read again")
    try game.drag(id: 1000, moves: .absX)
    game.daemon.stop()
  }

  private static func stick(_ target: String) -> String { KernelTests.ReloadTests.stick(target) }

  /// Reloads, with a finger on the screen half the time.
  private static func reload(_ game: KernelTests.ReloadTests.Game, _ count: Int) throws {
    for round in 0..<count {
      try game.write(stick(round % 2 == 0 ? "right" : "left"))
      game.daemon.signal(SIGHUP)
      game.daemon.waitUntilItSays("was read again")
      game.daemon.forgetOutput()
      // Either stick may move: the daemon also reads a change by itself, and then once more.
      if round % 10 == 0 { try game.finger.drag(id: Int32(round + 1), from: (500, 500), to: (700, 500)) }
      if round % 10 == 5 { try game.finger.lift() }
      if round % 100 == 99 { Endurance.report("reloads: \(try game.daemon.resources())") }
    }
    #expect(Bed.wait { (try? game.pad.isAtRest()) == true })
  }
}
