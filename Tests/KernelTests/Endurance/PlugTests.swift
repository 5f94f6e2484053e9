import EventPipeline
import InputDevices
import Testing

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
}
