import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

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
      let script = URL(filePath: #filePath).appending(path: "../../revoke.py").standardized.path
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
