import EventPipeline
import Foundation
import InputDevices
import System
import TestSupport
import Testing

/// A fault under a finger that holds the stick.
struct Fault: Sendable {
  let name: String
  /// Causes the fault. Returns the time of the release, in microseconds on the clock of the events.
  let happen: @Sendable (FaultGame) throws -> Int64

  /// Whether it runs only in the virtual machine, where it cannot break anything.
  let isInMachineOnly: Bool

  init(_ name: String, inMachineOnly: Bool = false, _ happen: @escaping @Sendable (FaultGame) throws -> Int64)
  {
    (self.name, isInMachineOnly, self.happen) = (name, inMachineOnly, happen)
  }

  /// The faults that leave the daemon running.
  static let others = configurations + signals + unplugged + events + otherPrograms
  static let all = endingDaemons + others
}

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
      game.daemon.signal(SIGUSR1, until: "switching off")
      let time = try game.lift()
      game.daemon.waitUntilItSays("is switched off")
      game.daemon.signal(SIGUSR1, until: "is switched on")
      return time
    },
    Fault("switched off under the finger, and on again before it lifts") { game in
      game.daemon.signal(SIGUSR1, until: "switching off")
      game.daemon.signal(SIGUSR1, until: "switching on")
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
      game.daemon.signal(SIGHUP, until: "stays as it was")
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
    game.daemon.signal(SIGHUP, until: "was read again")
    try #require(Bed.wait { (try? game.pad.isAtRest()) == true })
    try game.lift()
  }

  private static func refuse(_ game: FaultGame, _ text: String) throws -> Int64 {
    try game.configure(text)
    game.daemon.signal(SIGHUP, until: "stays as it was")
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

// Faults of the device.
extension Fault {
  static let unplugged = [
    Fault("unplugged under the finger") { try replug($0) { $0.unplug() } },
    Fault("unplugged after the lift") { game in
      try replug(game) { game in
        let time = try game.lift()
        try game.requireRest(since: time)
        _ = game.unplug()
        return time
      }
    },
    Fault("unplugged and plugged in five times, as fast as can be") { game in
      let time = game.unplug()
      for _ in 0..<5 {
        try game.plugIn()
        _ = game.unplug()
      }
      try game.plugIn()
      try game.waitForUse()
      return time
    },
    Fault("unplugged and plugged in while the daemon is stopped") { game in
      try game.daemon.freeze()
      _ = game.unplug()
      try game.plugIn()
      let time = FaultGame.now
      game.daemon.signal(SIGCONT)
      try game.waitForUse()
      return time
    },
    Fault("another screen comes and goes") { game in
      var description = FaultGame.device
      description.name = "Another touchscreen"
      var other: VirtualDevice? = try Bed.makeDevice(description)
      #expect(other?.node != nil)
      try game.daemon.settleWithUdev()
      other = nil
      try game.daemon.settleWithUdev()
      #expect(abs(game.pad.value(of: .absX)) == 32767)
      return try game.lift()
    },
    Fault("inhibited") { game in
      let path = "/sys/class/input/\(try game.node)/device/inhibited"
      let time = FaultGame.now
      try "1".write(toFile: path, atomically: false, encoding: .utf8)
      try game.requireRest(since: time)
      try "0".write(toFile: path, atomically: false, encoding: .utf8)
      return time
    },
    Fault("revoked") { game in
      let script = Bed.script("revoke.py")
      let node = try #require(game.screen?.node)
      let result = try Programs.run("python3", [script, String(game.daemon.processIdentifier), node])
      #expect(result.status == 0, "\(result.output)")
      game.daemon.waitUntilItSays("the device is gone")
      return try #require(Int64(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    },
  ]

  static let events = [
    Fault("SYN_DROPPED, and the lift is lost") { game in
      try drop(game) { try game.lift() }
    },
    Fault("SYN_DROPPED, and another finger is in the slot") { game in
      try drop(game) {
        try game.lift()
        try game.stickFinger.touchDown(id: 0x7fff, x: 640, y: 400)
      }
    },
    Fault("7,000 taps, as fast as can be") { game in
      let time = try game.lift()
      for tap in 0..<1000 {
        try game.desktopFinger.tap(ids: (0..<7).map { Int32(tap * 7 + $0) }, x: 2000, y: 800)
      }
      return time
    },
    Fault("3,000 frames, as fast as can be") { game in
      for step in 0..<Int32(3000) { try game.stickFinger.move(x: 640 + step % 300, y: 800) }
      return try game.lift()
    },
    Fault("a frame without an end") { game in
      for _ in 0..<50 {
        try game.write((0..<100).map { (.absMTPositionX, 700 + $0) })
        game.daemon.settle()
      }
      return try game.lift()
    },
    Fault("tracking IDs without a lift, and slots that do not exist") { game in
      for id in Int32(2)..<100 {
        try game.write([
          (.absMTSlot, 0), (.absMTTrackingID, id), (.absMTPositionX, 700 + id), (.absMTSlot, 4000),
          (.absMTTrackingID, id), (.absMTSlot, -7), (.absMTTrackingID, id), (.synReport, 0),
        ])
      }
      return try game.lift()
    },
    Fault("positions far out of the range") { game in
      for value in [Int32.max, .min, 99_999, -99_999] { try game.stickFinger.move(x: value, y: value) }
      return try game.lift()
    },
    Fault("the finger is a palm") { try change($0, .absMTToolType, EventCode.palmToolType, and: 0) },
    Fault("the finger hovers") { try change($0, .absMTDistance, 1, and: 0) },
    Fault("another finger in the slot, within a frame") { game in
      let time = FaultGame.now
      try game.write([
        (.absMTSlot, 0), (.absMTTrackingID, -1), (.absMTTrackingID, 0x7ffe), (.absMTPositionX, 2200),
        (.synReport, 0),
      ])
      return time
    },
    Fault("ten fingers") { game in
      let fingers = try (2..<10).map { Finger(on: try #require(game.screen), slot: $0) }
      for (index, finger) in fingers.enumerated() {
        try finger.touchDown(id: 0x6000 + Int32(index), x: 200 + 250 * Int32(index), y: 1200)
      }
      for finger in fingers { try finger.lift() }
      return try game.lift()
    },
  ]

  /// Unplugs the screen, waits until the pad is at rest, and plugs it in again.
  private static func replug(_ game: FaultGame, _ unplug: (FaultGame) throws -> Int64) throws -> Int64 {
    let time = try unplug(game)
    game.daemon.waitUntilItSays("waiting for a touch device")
    try game.plugIn()
    try game.waitForUse()
    return time
  }

  /// Makes the daemon lose events, including those of `happen`. Returns the time when it can notice.
  private static func drop(_ game: FaultGame, _ happen: () throws -> Void) throws -> Int64 {
    try game.daemon.freeze()
    for step in Int32(0)..<300 { try game.stickFinger.move(x: 600 + step, y: 700 + step) }
    try happen()
    for step in Int32(0)..<300 { try game.desktopFinger.move(x: 1900 + step, y: 700 + step) }
    defer { game.daemon.signal(SIGCONT) }
    return FaultGame.now
  }

  /// Turns the finger on the stick into something else until it lifts.
  private static func change(
    _ game: FaultGame, _ code: EventCode, _ value: Int32, and ordinary: Int32
  ) throws -> Int64 {
    let time = FaultGame.now
    try game.write([(.absMTSlot, 0), (code, value), (.synReport, 0)])
    try game.requireRest(since: time)
    try game.lift()
    try game.write([(.absMTSlot, 0), (code, ordinary), (.synReport, 0)])
    return time
  }
}

// Faults caused by other programs.
extension Fault {
  static let otherPrograms = [
    Fault("another program tries to grab the screen") { game in
      let other = try EventNode(opening: try #require(game.screen?.node))
      #expect(throws: DeviceError.self) { try other.grab() }
      return try game.lift()
    },
    Fault("another program grabs the screen while the pads are switched off") { game in
      let time = try game.lift()
      game.daemon.signal(SIGUSR1, until: "is switched off")
      var other: EventNode? = try EventNode(opening: try #require(game.screen?.node))
      try other?.grab()
      game.daemon.signal(SIGUSR1, until: "is grabbed by another program")
      other = nil
      game.daemon.waitUntilItSays("using")
      return time
    },
    Fault("another program grabs the pad") { game in
      let other = try EventNode(opening: game.pad.path)
      try other.grab()
      try game.lift()
      try #require(Bed.wait { (try? EventNode(opening: game.pad.path).value(of: .absX)) == 0 })
      try other.ungrab()
      // The pad's other readers see the next values.
      try game.hold()
      return try game.lift()
    },
    Fault("another program grabs the clone") { game in
      let clone = try EventNode(opening: game.waitForUse())
      try clone.grab()
      let time = try game.lift()
      game.daemon.settle()
      try clone.ungrab()
      return time
    },
    Fault("50 readers of pad and clone come and go") { game in
      let clone = try game.waitForUse()
      for _ in 0..<50 { _ = (try EventNode(opening: game.pad.path), try EventNode(opening: clone)) }
      return try game.lift()
    },
    Fault("udev announces all devices again") { game in
      try run("udevadm", "trigger", "--action=change", "--subsystem-match=input")
      try game.daemon.settleWithUdev()
      #expect(abs(game.pad.value(of: .absX)) == 32767)
      return try game.lift()
    },
    Fault("udevd restarts, and the screen is plugged in meanwhile", inMachineOnly: true) { game in
      try run("udevadm", "control", "--exit")
      let time = game.unplug()
      try game.requireRest(since: time)
      try game.plugIn()
      // It keeps all files open that it has, and Foundation waits until nobody has its socket any more.
      let closeAll = "for file in /proc/$$/fd/*; do file=${file##*/}; ((file < 3)) || exec {file}>&-; done"
      try run("bash", "-c", "\(closeAll); /lib/systemd/systemd-udevd --daemon > /dev/null 2>&1")
      try run("udevadm", "trigger", "--action=add", "--subsystem-match=input")
      try game.waitForUse()
      return time
    },
    Fault("the time of day jumps by a day", inMachineOnly: true) { game in
      try setTimeOfDay(later: 86400)
      // Nothing may wait by the time of day while that jumps, as much of Foundation does.
      defer { try? setTimeOfDay(later: -86400) }
      let time = try game.lift()
      try game.requireRest(since: time)
      return time
    },
  ].filter { Bed.isVirtualMachine || !$0.isInMachineOnly }

  private static func setTimeOfDay(later seconds: Int) throws {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    time.tv_sec += seconds
    try #require(unsafe clock_settime(CLOCK_REALTIME, &time) == 0)
  }

  private static func run(_ command: String...) throws {
    let result = try Programs.run(command[0], Array(command.dropFirst()))
    try #require(result.status == 0, "\(command): \(result.output)")
  }
}
