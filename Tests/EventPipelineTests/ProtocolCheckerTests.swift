import JoystickModel
import Recordings
import TestSupport
import Testing

@testable import EventPipeline

@Suite("Faulty devices")
struct OddityTests {
  /// The reports about frames of one value each. By default, the device has 0 to 1000 by 0 to 600 units.
  private func violations(
    ofValues values: [(EventCode, Int32)], of device: DeviceDescription = .touchscreen()
  ) -> [ProtocolViolation] {
    var state = DeviceState(of: device)
    var watch = ProtocolChecker(of: device)
    return values.compactMap { code, value in
      state.startFrame()
      state.apply(InputEvent(time: 0, code, value))
      let violation = watch.find(in: state)
      if let violation { watch.record(violation) }
      return violation
    }
  }

  private func violations(_ events: [(EventCode, Int32)]) throws -> [ProtocolViolation] {
    try violations(events.map { InputEvent(time: 0, $0.0, $0.1) }, of: .touchscreen())
  }

  private func violations(_ events: [InputEvent], of device: DeviceDescription) throws -> [ProtocolViolation]
  {
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
    #expect(violations(ofValues: values) == [.secondTrackingID])
    #expect(violations(ofValues: [(.absMTTrackingID, -1), (.absMTTrackingID, -2)]) == [])
  }

  @Test("A position far out of range is reported once for each axis")
  func outOfRange() {
    #expect(
      violations(ofValues: [(.absMTPositionX, 1050), (.absMTPositionX, -50), (.absMTPositionY, 630)]) == [])
    #expect(
      violations(ofValues: [
        (.absMTPositionX, 1051), (.absMTPositionX, 5000), (.absMTPositionY, .max), (.absMTPositionY, .min),
      ]) == [.outOfRange(axis: .absMTPositionX), .outOfRange(axis: .absMTPositionY)])
    #expect(violations(ofValues: [(.absX, -51)], of: .singleTouch) == [.outOfRange(axis: .absX)])
  }

  @Test("Nothing is out of range on an axis without extent, or with the whole range of Int32")
  func oddRanges() {
    let axes = [
      EventCode.absX.code: AbsoluteAxis(minimum: 5, maximum: 5),
      EventCode.absY.code: AbsoluteAxis(minimum: .min, maximum: .max),
    ]
    let device = DeviceDescription(
      name: "odd", id: DeviceID(bus: 3, vendor: 1, product: 1, version: 1), axes: axes)
    #expect(violations(ofValues: [(.absX, .max), (.absY, .min), (.absY, .max)], of: device) == [])
  }

  @Test("A frame that the kernel ended is reported once, but not one that releases everything")
  func endlessFrame() throws {
    let cut: [(EventCode, Int32)] = [(.absMTSlot, 0), (.absMTPositionX, 5), (.synReport, 1)]
    #expect(try violations(cut + cut) == [.endlessFrame])
    #expect(try violations([(.absMTPositionX, 5), (.synReport, 0)]) == [])
    #expect(
      try violations([(.absMTSlot, 1), (.absMTTrackingID, -1), (.btnTouch, 0), (.synReport, 1)]) == [])
    #expect(try violations([(.absMTPositionX, 5), (EventCode(.key, 30), 2), (.synReport, 1)]) == [])
    // Earlier frames do not count.
    #expect(
      try violations([(.absMTPositionX, 5), (.synReport, 0), (.absMTTrackingID, -1), (.synReport, 1)]) == [])
  }

  @Test("No recorded device is reported", arguments: RecordedCase.all)
  func recordings(_ recorded: RecordedCase) throws {
    let (recording, device) = try recorded.load()
    #expect(try violations(recording.events, of: device) == [])
  }
}

@Suite("Latencies")
struct LatencyHistogramTests {
  private static func summary(of latencies: some Sequence<Int64>) -> LatencyHistogram.Summary? {
    var histogram = LatencyHistogram()
    for latency in latencies { histogram.count(latency) }
    return histogram.summary
  }

  @Test("Without frames, there is no summary")
  func empty() {
    #expect(Self.summary(of: []) == nil)
  }

  @Test("Percentiles up to 16 microseconds are exact")
  func exact() {
    let summary = Self.summary(of: (0..<100).map { $0 < 50 ? 3 : $0 < 90 ? 7 : $0 < 99 ? 12 : 15 })
    #expect(summary == .init(frames: 100, p50: 3, p90: 7, p99: 12, maxLatency: 15))
  }

  @Test(
    "A single frame is every percentile",
    arguments: [0, 1, 15, 16, 17, 31, 32, 100, 999, 66_000_000] as [Int64])
  func single(_ latency: Int64) {
    #expect(
      Self.summary(of: [latency])
        == .init(frames: 1, p50: latency, p90: latency, p99: latency, maxLatency: latency))
  }

  @Test("A percentile is never too low, and at most an eighth too high")
  func accuracy() throws {
    for latency in 1...100_000 as ClosedRange<Int64> where latency < 2000 || latency % 97 == 0 {
      let summary = try #require(Self.summary(of: [latency, latency, Int64.max / 2]))
      #expect(summary.p50 >= latency && summary.p50 <= latency + latency / 8, "\(latency): \(summary.p50)")
    }
  }

  @Test("Times beyond any clock count at the ends")
  func extremes() {
    let summary = Self.summary(of: [.min, -1, .max])
    #expect(summary?.frames == 3)
    #expect(summary?.p50 == 0)
    #expect(summary?.maxLatency == .max)
    #expect(Self.summary(of: [70_000_000, .max])?.p50 == 67_108_863)
  }
}

@Suite("The table of contacts")
struct ContactTableTests {
  @Test("keeps nothing of a contact that has ended, nor of a palm")
  func end() throws {
    var table = ContactTable(rowCount: 2, on: try Surface(of: .touchscreen(), class: .touchscreen))
    for row in 0...1 { table.begin(row, at: Point(x: 10, y: 20), pressure: 0.5) }
    table.ignore(1)
    table.end(0)
    table.cancel(1)
    let contacts = table.contacts
    #expect(contacts == [Contact(), Contact()])
  }
}
