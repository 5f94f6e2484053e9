import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

/// A daemon with a touchscreen that comes and goes, and its pad, which stays.
final class LongGame {
  let daemon: RunningDaemon
  let pad: Pad
  private(set) var screen: VirtualDevice?
  private let nodesBefore: Set<String>
  private var lastID: Int32 = 0

  /// Starts the daemon, and plugs a screen in and out once, so that the pad exists.
  init() throws {
    nodesBefore = try Bed.eventNodes()
    daemon = try RunningDaemon()
    screen = try Bed.makeDevice(KernelTests.SessionTests.screen)
    daemon.waitUntilItSays("using ELAN Touchscreen")
    pad = try daemon.openPad()
    unplug()
  }

  func plugIn() throws {
    screen = try Bed.makeDevice(KernelTests.SessionTests.screen)
    daemon.waitUntilItSays("using ELAN Touchscreen")
  }

  /// Like ``plugIn()``, but the daemon stands still until `meanwhile` is over.
  func plugIn(unnoticed meanwhile: (VirtualDevice) throws -> Void) throws {
    try daemon.freeze()
    defer { daemon.signal(SIGCONT) }
    let made = try Bed.makeDevice(KernelTests.SessionTests.screen)
    screen = made
    try meanwhile(made)
    #expect(try Programs.run("udevadm", ["settle"]).status == 0)
  }

  func unplug() {
    screen = nil
    daemon.waitUntilItSays("waiting for a touch device")
    daemon.forgetOutput()
  }

  /// Makes a finger hold the stick fully to one side. Returns the finger.
  func deflect() throws -> Finger {
    lastID += 1
    let (finger, isRight) = (Finger(on: try #require(screen)), lastID % 2 == 0)
    try finger.drag(id: lastID, from: (500, 500), to: (isRight ? 700 : 300, 500))
    try #require(Bed.wait { pad.value(of: .absX) == (isRight ? 32767 : -32767) }, "touch \(lastID)")
    return finger
  }

  /// Waits until the stick is at 0, on the original pad.
  func requireRest(_ comment: Comment) throws {
    try #require(Bed.wait { (try? pad.isAtRest()) == true }, comment)
    try #require(!pad.isGone, comment)
  }

  /// Checks that the pad stays without the screen, and goes with the daemon.
  func stop() {
    screen = nil
    let pad = URL(filePath: pad.path).lastPathComponent
    #expect(Bed.wait { (try? Bed.eventNodes()) == nodesBefore.union([pad]) })
    daemon.stop()
    #expect(Bed.wait { (try? Bed.eventNodes()) == nodesBefore })
  }
}
