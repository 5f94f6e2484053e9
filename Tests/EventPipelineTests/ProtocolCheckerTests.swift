import Recordings
import Testing
import TestSupport
@testable import EventPipeline

@Suite("Faulty devices")
struct OddityTests {
  /// The reports about frames of one value each. By default, the device has 0 to 1000 by 0 to 600 units.
  private func oddities(
    ofValues values: [(EventCode, Int32)], of device: DeviceDescription = .touchscreen()
  ) -> [Oddity] {
    var state = DeviceState(of: device)
    var watch = ProtocolChecker(of: device)
    return values.compactMap { code, value in
      state.startFrame()
      state.apply(InputEvent(time: 0, code, value))
      let oddity = watch.find(in: state)
      if let oddity { watch.record(oddity) }
      return oddity
    }
  }

  private func oddities(_ events: [(EventCode, Int32)]) throws -> [Oddity] {
    try oddities(events.map { InputEvent(time: 0, $0.0, $0.1) }, of: .touchscreen())
  }

  private func oddities(_ events: [InputEvent], of device: DeviceDescription) throws -> [Oddity] {
    let deviceClass = try #require(DeviceClass(device))
    var tracker = ContactTracker(device: device, surface: try Surface(of: device, class: deviceClass))
    return events.compactMap { tracker.consume($0) ? tracker.findProtocolViolation() : nil }
  }

  @Test("A second tracking ID for a slot is reported once, and the same ID is not")
  func secondTrackingID() {
    let values: [(EventCode, Int32)] = [
      (.absMTTrackingID, 1), (.absMTTrackingID, 1), (.absMTTrackingID, 2), (.absMTTrackingID, -1),
      (.absMTTrackingID, -1), (.absMTTrackingID, 3), (.absMTTrackingID, 4),
    ]
    #expect(oddities(ofValues: values) == [.secondTrackingID])
    #expect(oddities(ofValues: [(.absMTTrackingID, -1), (.absMTTrackingID, -2)]) == [])
  }

  @Test("A position far out of range is reported once for each axis")
  func outOfRange() {
    #expect(
      oddities(ofValues: [(.absMTPositionX, 1050), (.absMTPositionX, -50), (.absMTPositionY, 630)]) == [])
    #expect(
      oddities(ofValues: [
        (.absMTPositionX, 1051), (.absMTPositionX, 5000), (.absMTPositionY, .max), (.absMTPositionY, .min),
      ]) == [.outOfRange(axis: .absMTPositionX), .outOfRange(axis: .absMTPositionY)])
    #expect(oddities(ofValues: [(.absX, -51)], of: .singleTouch) == [.outOfRange(axis: .absX)])
  }

  @Test("Nothing is out of range on an axis without extent, or with the whole range of Int32")
  func oddRanges() {
    let axes = [
      EventCode.absX.code: AbsoluteAxis(minimum: 5, maximum: 5),
      EventCode.absY.code: AbsoluteAxis(minimum: .min, maximum: .max),
    ]
    let device = DeviceDescription(
      name: "odd", id: DeviceID(bus: 3, vendor: 1, product: 1, version: 1), axes: axes)
    #expect(oddities(ofValues: [(.absX, .max), (.absY, .min), (.absY, .max)], of: device) == [])
  }

  @Test("A frame that the kernel ended is reported once, but not one that releases everything")
  func endlessFrame() throws {
    let cut: [(EventCode, Int32)] = [(.absMTSlot, 0), (.absMTPositionX, 5), (.synReport, 1)]
    #expect(try oddities(cut + cut) == [.endlessFrame])
    #expect(try oddities([(.absMTPositionX, 5), (.synReport, 0)]) == [])
    #expect(
      try oddities([(.absMTSlot, 1), (.absMTTrackingID, -1), (.btnTouch, 0), (.synReport, 1)]) == [])
    #expect(try oddities([(.absMTPositionX, 5), (EventCode(.key, 30), 2), (.synReport, 1)]) == [])
    // Earlier frames do not count.
    #expect(
      try oddities([(.absMTPositionX, 5), (.synReport, 0), (.absMTTrackingID, -1), (.synReport, 1)]) == [])
  }

  @Test("No recorded device is reported", arguments: RecordedCase.all)
  func recordings(_ recorded: RecordedCase) throws {
    let (recording, device) = try recorded.load()
    #expect(try oddities(recording.events, of: device) == [])
  }
}
