import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("Devices that send too much or nonsense", .serialized)
  struct LimitTests {
    private typealias Drag = SessionTests.Drag

    @Test("A flood of frames is read at 2000 a second, and ends with the stick centred")
    func flood() throws {
      let drag = try Drag()
      let daemon = drag.daemon
      let before = try daemon.resources()
      let framesBefore = drag.pad.frames
      let began = Date.now
      var frames = 0
      func write() throws {
        try drag.write(
          (0..<50).flatMap { step -> [(EventCode, Int32)] in
            [(.absMTPositionX, 500 + Int32((frames + step) % 90)), (.synReport, 0)]
          })
        frames += 50
      }
      /// The most frames that the daemon may have read.
      func limit() -> Double { 2000 * (Date.now.timeIntervalSince(began) + 1) + 1024 }
      let isFlood = try Bed.wait {
        for _ in 0..<20 { try write() }
        return daemon.output.contains("the device sends more than 2000 frames a second")
          && Double(frames) > 1.5 * limit()
      }
      #expect(isFlood, "only \(frames) frames were written")
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      let read = drag.pad.frames - framesBefore
      #expect(Double(read) < limit())
      #expect(daemon.output.components(separatedBy: "frames a second").count == 2)
      try daemon.expect(before)
      try drag.works()
    }

    @Test(
      "Repeated tracking IDs and slots that do not exist leave no stick deflected, and are reported once")
    func repeatedTrackingIDs() throws {
      let drag = try Drag()
      let daemon = drag.daemon
      for id in Int32(2)..<200 {
        try drag.write([
          (.absMTSlot, 0), (.absMTTrackingID, id), (.absMTPositionX, 700 + id), (.absMTSlot, 4000),
          (.absMTTrackingID, id), (.absMTPositionX, 500), (.absMTSlot, -7), (.absMTTrackingID, id),
          (.synReport, 0),
        ])
      }
      daemon.waitUntilItSays("starts a touch in a slot that has one (ABS_MT_TRACKING_ID), which is ignored")
      #expect(daemon.output.components(separatedBy: "ABS_MT_TRACKING_ID").count == 2)
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      try drag.works()
    }

    @Test("Values out of range leave no stick deflected, and each axis is reported once, without the value")
    func outOfRange() throws {
      let drag = try Drag()
      let daemon = drag.daemon
      for value in [Int32.max, .min, 99_999, -99_999, .max, .min] {
        try drag.finger.move(x: value, y: value)
      }
      daemon.waitUntilItSays("values of ABS_MT_POSITION_X far outside the range")
      daemon.waitUntilItSays("values of ABS_MT_POSITION_Y far outside the range")
      #expect(daemon.output.components(separatedBy: "far outside the range").count == 3)
      #expect(!daemon.output.contains("99999"))
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 && drag.pad.value(of: .absY) == 0 })
      try drag.works()
    }

    @Test("A frame of 10,000 events leaves no stick deflected, and is reported once")
    func endlessFrame() throws {
      let drag = try Drag()
      let daemon = drag.daemon
      let before = try daemon.resources()
      for _ in 0..<100 {
        try drag.write((0..<100).map { (.absMTPositionX, 700 + $0) })
        // Otherwise the daemon would see only SYN_DROPPED.
        daemon.settle()
      }
      daemon.waitUntilItSays("frames that never end")
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      #expect(daemon.output.components(separatedBy: "frames that never end").count == 2)
      try daemon.expect(before)
      try drag.works()
    }
  }
}

extension KernelTests.SessionTests.Drag {
  fileprivate func write(_ values: [(EventCode, Int32)]) throws {
    try #require(screen).sendUnfinished(values)
  }

  /// Checks that a new finger moves the stick, and leaves it at rest.
  fileprivate func works() throws {
    try finger.touchDown(id: 4711, x: 500, y: 500)
    // A daemon that is late, or pauses, may see only the finger's last position.
    let moved = try Bed.wait {
      try finger.move(x: 500, y: 500)
      daemon.settle()
      try finger.move(x: 500, y: 700)
      daemon.settle()
      return pad.value(of: .absY) != 0
    }
    #expect(moved, "\(pad.events.suffix(20)) \(daemon.output)")
    try finger.lift()
    #expect(Bed.wait { pad.value(of: .absY) == 0 })
    #expect(try pad.isAtRest())
    daemon.stop()
  }
}
