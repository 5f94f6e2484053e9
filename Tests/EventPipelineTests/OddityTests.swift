import EventPipeline
import Recordings
import TestSupport
import Testing

@Suite("What is odd in what a device sends")
struct OddityTests {
  /// A device of 0 to 1000 by 0 to 600 units.
  private func oddities(
    _ events: [(EventCode, Int32)], of device: DeviceDescription = .touchscreen()
  ) -> [Oddity] {
    var watch = OddityWatch(of: device)
    return events.compactMap { watch.consume(InputEvent(time: 0, $0.0, $0.1)) }
  }

  @Test("a position far out of the range is, once for each axis")
  func outOfRange() {
    #expect(oddities([(.absMTPositionX, 1050), (.absMTPositionX, -50), (.absMTPositionY, 630)]) == [])
    #expect(
      oddities([
        (.absMTPositionX, 1051), (.absMTPositionX, 5000), (.absMTPositionY, .max), (.absMTPositionY, .min),
      ]) == [.outOfRange(axis: .absMTPositionX), .outOfRange(axis: .absMTPositionY)])
    #expect(oddities([(.absX, -51)], of: .singleTouch) == [.outOfRange(axis: .absX)])
  }

  @Test("a device with no room between the edges, or all there is, has no odd values")
  func oddRanges() {
    let axes = [
      EventCode.absX.code: AbsoluteAxis(minimum: 5, maximum: 5),
      EventCode.absY.code: AbsoluteAxis(minimum: .min, maximum: .max),
    ]
    let device = DeviceDescription(
      name: "odd", id: DeviceID(bus: 3, vendor: 1, product: 1, version: 1), axes: axes)
    #expect(oddities([(.absX, .max), (.absY, .min), (.absY, .max)], of: device) == [])
  }

  @Test("a frame that the kernel had to end is, once; one in which it lets go of everything is not")
  func endlessFrame() {
    let cut: [(EventCode, Int32)] = [(.absMTSlot, 0), (.absMTPositionX, 5), (.synReport, 1)]
    #expect(oddities(cut + cut) == [.endlessFrame])
    #expect(oddities([(.absMTPositionX, 5), (.synReport, 0)]) == [])
    #expect(
      oddities([(.absMTSlot, 1), (.absMTTrackingID, -1), (.btnTouch, 0), (.synReport, 1)]) == [])
    #expect(oddities([(.absMTPositionX, 5), (EventCode(.key, 30), 2), (.synReport, 1)]) == [])
    // What went before, in a frame of its own, does not count.
    #expect(oddities([(.absMTPositionX, 5), (.synReport, 0), (.absMTTrackingID, -1), (.synReport, 1)]) == [])
  }

  @Test("of the real devices here none is odd", arguments: RecordedCase.all)
  func recordings(_ recorded: RecordedCase) throws {
    let (recording, device) = try recorded.load()
    var watch = OddityWatch(of: device)
    #expect(recording.events.compactMap { watch.consume($0) } == [])
  }
}
