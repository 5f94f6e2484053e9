import EventPipeline
import Foundation
import Testing

extension KernelTests.EnduranceTests {
  @Test("ten reloads a second for a minute lose nothing and leak nothing")
  func reloadStorm() throws {
    let game = try KernelTests.ReloadTests.Game(Self.stick("left"))
    try Self.reload(game, 50)
    let before = try game.daemon.resources()
    let count = Endurance.count(600, ordinarily: 100)
    try Self.reload(game, count)
    let done = Bed.wait { game.reloads > (count + 50) * 5 / 6 }
    #expect(done, "\(game.reloads) reloads")
    #expect(Bed.wait { (try? game.pad.isAtRest()) == true })
    #expect(!game.pad.isGone)
    let after = try game.daemon.resources()
    Endurance.report("\(game.reloads) reloads: \(before); then \(after)")
    after.expectNoMore(than: before)
    try game.write(Self.stick("left"))
    game.daemon.signal(SIGHUP)
    usleep(500_000)
    try game.drag(id: 1000, moves: .absX)
    game.daemon.stop()
  }

  private static func stick(_ target: String) -> String { KernelTests.ReloadTests.stick(target) }

  /// Reloads, with a finger on the screen half the time.
  private static func reload(_ game: KernelTests.ReloadTests.Game, _ count: Int) throws {
    for round in 0..<count {
      try game.write(stick(round % 2 == 0 ? "right" : "left"))
      game.daemon.signal(SIGHUP)
      if round % 50 == 0 { try game.finger.drag(id: Int32(round + 1), from: (500, 500), to: (700, 500)) }
      if round % 50 == 25 { try game.finger.lift() }
      usleep(100_000)
      if round % 100 == 99 { Endurance.report("reloads: \(try game.daemon.resources())") }
    }
  }
}

extension KernelTests.ReloadTests.Game {
  fileprivate var reloads: Int { daemon.output.components(separatedBy: "was read again").count - 1 }
}
