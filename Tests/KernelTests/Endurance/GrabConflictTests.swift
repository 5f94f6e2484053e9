import EventPipeline
import Foundation
import InputDevices
import Testing

extension KernelTests.EnduranceTests {
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

    game.daemon.signal(SIGUSR1)
    game.daemon.waitUntilItSays("is switched off")
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
}
