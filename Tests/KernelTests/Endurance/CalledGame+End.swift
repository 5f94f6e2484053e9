import EventPipeline
import Foundation
import InputDevices
import System
import Testing
import TestSupport

extension CalledGame {
  /// Ends all that others do, and waits until everything is neutral, and as at the start.
  func comeToRest() throws {
    try endAll()
    // What ends a claim has reached the daemon before the next call does.
    try waitUntilAlone()
    daemon.forgetOutput()
    try reload(Self.layouts["etc/a.toml"] ?? "")
    daemon.waitUntilItSays("the configuration was read again")
    #expect(try report(rotation: 0, width: 0, height: 0) == nil)
    #expect(try call(.useProfile, "") == nil)
    #expect(try call(.on) == nil)
    var status: PadStatus?
    let plays = try Bed.wait {
      status = try client.padStatus()
      return status?.isOn == true && status?.profile == "" && status?.devices.map(\.isGrabbed) == [true]
    }
    #expect(plays, "\(String(describing: status))")
    #expect(try Bed.wait { try pad.isAtRest() } && !pad.isGone)
    #expect(try !EventNode(opening: daemon.currentCloneNode()).state.isTouched)
    // What sd-bus keeps depends on the names and the number of all who have been on the bus.
    try restartBus()
    try waitUntilAlone()
    // By then the daemon asks logind. Its question was before the next one, and so is the answer.
    daemon.settle()
    try logind?.answer(client)
    daemon.settle()
    daemon.forgetOutput()
  }

  /// Waits until nobody is on the bus except the daemon, with two connections, this client, busctl and logind.
  private func waitUntilAlone() throws {
    var listed = ""
    let isAlone = try Bed.wait {
      listed = try Programs.run(
        "busctl", ["--address=\(address)", "list", "--unique", "--no-legend", "--no-pager"]
      ).output
      return listed.split(separator: "\n").count == (logind == nil ? 4 : 5)
    }
    #expect(isAlone, "\(listed)")
  }

  /// Checks that the daemon has the same files open as before, and that its heap has not grown with the number of calls.
  ///
  /// It is not the same to the byte: sd-bus's tables depend on which names were on the bus, and Swift's runtime keeps what
  /// it makes for a type that is used for the first time, as that of an error that no call before had. Neither depends on
  /// the number of calls.
  func expectNoLeak(_ before: Resources, after calls: Int) throws {
    let now = try daemon.resources()
    let report = "\(now) after \(calls) calls, and \(before) before"
    Endurance.report(report)
    #expect(now.files == before.files, "\(report)")
    #expect(now.heap.pieces - before.heap.pieces < 20, "\(report)")
  }

  /// Checks that a finger still moves the stick.
  func playsStill() throws {
    let screen = try #require(screen)
    let finger = Finger(on: screen)
    try finger.drag(id: lastID + 1, from: (500, 500), to: (700, 500))
    #expect(Bed.wait { pad.value(of: .absX) == 32767 })
    try finger.lift()
    #expect(try Bed.wait { try pad.isAtRest() })
  }
}

extension RunningDaemon {
  /// The node of its clone, by the kernel: it may have made several, one after the other.
  fileprivate func currentCloneNode() throws -> String {
    let clone = SurveyedDevice.all().first { $0.clonedNode != nil }
    return try #require(clone?.path)
  }
}
