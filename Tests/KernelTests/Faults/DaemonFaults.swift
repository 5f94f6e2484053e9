import EventPipeline
import Foundation
import InputDevices
import System
import Testing
import TestSupport

// Faults of the daemon.
extension Fault {
  static let endingDaemons = [
    Fault("kill -9") { try end($0, by: SIGKILL) },
    Fault("SIGTERM") { try end($0, by: SIGTERM) },
    Fault("SIGINT") { try end($0, by: SIGINT) },
    Fault("SIGSTOP, and kill -9") { game in
      try game.daemon.freeze()
      return try end(game, by: SIGKILL)
    },
  ]

  static let signals = [
    Fault("SIGSTOP during the lift") { game in
      try game.daemon.freeze()
      try game.lift()
      defer { game.daemon.signal(SIGCONT) }
      return FaultGame.now
    },
    Fault("SIGSTOP during the drag") { game in
      try game.daemon.freeze()
      try game.stickFinger.move(x: 640, y: 1000)
      game.daemon.signal(SIGCONT)
      return try game.lift()
    },
    Fault("switched off under the finger, and on again") { game in
      game.daemon.signal(SIGUSR1)
      game.daemon.waitUntilItSays("switching off")
      let time = try game.lift()
      game.daemon.waitUntilItSays("is switched off")
      game.daemon.signal(SIGUSR1)
      game.daemon.waitUntilItSays("is switched on")
      return time
    },
    Fault("switched off under the finger, and on again before it lifts") { game in
      game.daemon.signal(SIGUSR1)
      game.daemon.waitUntilItSays("switching off")
      game.daemon.signal(SIGUSR1)
      game.daemon.waitUntilItSays("switching on")
      return try game.lift()
    },
    Fault("20 reports of latency") { game in
      for _ in 0..<20 { game.daemon.signal(SIGUSR2) }
      return try game.lift()
    },
  ]

  static let configurations = [
    Fault("SIGHUP, and nothing has changed") { game in
      let time = FaultGame.now
      try reload(game)
      return time
    },
    Fault("20 SIGHUP") { game in
      let time = FaultGame.now
      for _ in 0..<20 { game.daemon.signal(SIGHUP) }
      game.daemon.waitUntilItSays("was read again")
      try game.lift()
      return time
    },
    Fault("another configuration, and SIGHUP") { game in
      try game.configure(FaultGame.halves[1])
      let time = FaultGame.now
      try reload(game)
      try restore(game)
      return time
    },
    Fault("another configuration, by its file") { game in
      let time = FaultGame.now + FolderWatch.patience
      try game.configure(FaultGame.halves[1])
      game.daemon.waitUntilItSays("was read again")
      try restore(game)
      return time
    },
    Fault("a configuration that is no TOML") { try refuse($0, "[[stick]]\ntarget = \"left\nradius") },
    Fault("a configuration that does not fit the screen") {
      try refuse($0, "[[stick]]\nregion = { x = 9000, y = 0, width = 10, height = 10 }\n")
    },
    Fault("a configuration that goes and comes back") { game in
      try FileManager.default.removeItem(atPath: game.path)
      game.daemon.signal(SIGHUP)
      game.daemon.waitUntilItSays("stays as it was")
      let time = try game.lift()
      try restore(game)
      return time
    },
  ]

  /// Ends the daemon, and starts another under the finger.
  private static func end(_ game: FaultGame, by signal: Int32) throws -> Int64 {
    let pad = game.pad
    game.daemon.signal(signal)
    #expect(game.daemon.waitForEnd() == (signal == SIGKILL ? SIGKILL : 0))
    try #require(Bed.wait { pad.isGone }, "the pad is still there")
    if signal != SIGKILL { #expect(try pad.isAtRest()) }
    try game.restart()
    #expect(game.pad.events.isEmpty, "the finger was there before the daemon")
    return try game.lift()
  }

  private static func reload(_ game: FaultGame) throws {
    game.daemon.signal(SIGHUP)
    game.daemon.waitUntilItSays("was read again")
    try #require(Bed.wait { (try? game.pad.isAtRest()) == true })
    try game.lift()
  }

  private static func refuse(_ game: FaultGame, _ text: String) throws -> Int64 {
    try game.configure(text)
    game.daemon.signal(SIGHUP)
    game.daemon.waitUntilItSays("stays as it was")
    #expect(abs(game.pad.value(of: .absX)) == 32767)
    let time = try game.lift()
    try restore(game)
    return time
  }

  private static func restore(_ game: FaultGame) throws {
    game.daemon.forgetOutput()
    try game.configure(FaultGame.halves[0])
    game.daemon.waitUntilItSays("was read again")
  }
}
