import EventPipeline
import Recordings
import Testing
import TestSupport

/// After SYN_DROPPED, the rest of the frame is unreliable, and so is the current slot.
struct TornFrameTests {
  /// Events in short: `slot1`, `id7`, `x100` (ABS_MT_POSITION_X), `X100` (ABS_X), `touch1`, `drop`, `syn`,
  /// `mtsyn`.
  private static func events(_ text: String) -> [InputEvent] {
    text.split(separator: " ").enumerated().map { index, word in
      let digits = word.drop { !$0.isNumber && $0 != "-" }
      let names: [Substring: EventCode] = [
        "slot": .absMTSlot, "id": .absMTTrackingID, "x": .absMTPositionX, "X": .absX, "touch": .btnTouch,
        "drop": .synDropped, "syn": .synReport, "mtsyn": .synMTReport,
      ]
      let code = names[word.dropLast(digits.count)] ?? .absRZ
      return InputEvent(time: Int64(index), code, Int32(digits) ?? 0)
    }
  }

  private static func codes(_ events: [InputEvent]) -> [String] {
    events.map { "\($0.type.rawValue) \($0.code) \($0.value)" }
  }

  private static let slots = DeviceDescription(
    name: "B", id: DeviceID(bus: 0, vendor: 0, product: 0, version: 0),
    axes: [0x2f: AbsoluteAxis(minimum: 0, maximum: 9), 0x35: AbsoluteAxis(minimum: 0, maximum: 100)])
  private static let noSlots = DeviceDescription(
    name: "A", id: DeviceID(bus: 0, vendor: 0, product: 0, version: 0),
    axes: [0x35: AbsoluteAxis(minimum: 0, maximum: 100)])

  @Test(arguments: [
    ("slot1 id7 x1 syn x2 syn", "slot1 id7 x1 syn x2 syn"),
    // The torn frame is dropped, and the slot is unknown until the next ABS_MT_SLOT.
    ("x1 syn drop x2 X2 touch1 syn x3 X3 syn slot1 x4 syn", "x1 syn drop X3 syn slot1 x4 syn"),
    // The torn frame has an ABS_MT_SLOT.
    ("drop x2 slot1 x3 id-1 syn x4 syn", "drop slot1 x4 syn"),
    // Dropped twice, the second time within the torn frame.
    ("drop slot1 x1 drop x2 syn x3 syn slot0 x4 syn", "drop slot1 drop syn slot0 x4 syn"),
    // A clean frame after the marker: its SYN_REPORT is the next one.
    ("drop syn x1 syn slot0 x2 syn", "drop syn slot0 x2 syn"),
    // Nothing after the marker, or no SYN_REPORT.
    ("slot0 x1 syn drop", "slot0 x1 syn drop"), ("drop x1 slot2 x2", "drop slot2"),
  ])
  func withSlots(text: String, left: String) {
    for description in [Self.slots, nil] {
      let recording = Recording(description: description, events: Self.events(text))
      guard description != nil || recording.events.contains(where: { $0.is(.absMTSlot) }) else { continue }
      #expect(Self.codes(recording.trustworthyEvents) == Self.codes(Self.events(left)))
    }
  }

  @Test(arguments: [
    ("x1 mtsyn syn drop x2 mtsyn syn x3 mtsyn syn", "x1 mtsyn syn drop x3 mtsyn syn"),
    ("X1 touch1 syn drop touch0 syn X2 syn", "X1 touch1 syn drop X2 syn"),
  ])
  func withoutSlots(text: String, left: String) {
    for description in [Self.noSlots, nil] {
      let recording = Recording(description: description, events: Self.events(text))
      #expect(Self.codes(recording.trustworthyEvents) == Self.codes(Self.events(left)))
    }
  }

  @Test func eventsOfOtherTypesWithTheSameCodesAreKept() {
    // KEY 0x35 is a key, not a position, and MSC 3 is not SYN_DROPPED.
    let events = [
      InputEvent(time: 0, type: .miscellaneous, code: 3, value: 0), InputEvent(time: 0, .synDropped, 0),
      InputEvent(time: 0, .synReport, 0), InputEvent(time: 1, type: .key, code: 0x35, value: 1),
      InputEvent(time: 1, .absMTTrackingID, 1), InputEvent(time: 1, type: .absolute, code: 0x3e, value: 1),
    ]
    let recording = Recording(description: Self.slots, events: events)
    #expect(recording.trustworthyEvents == [events[0], events[1], events[3], events[5]])
  }

  /// Four SYN_DROPPED of the kernel. Each torn frame except the last has an ABS_MT_SLOT, and the frame after the
  /// last begins with one, so only the 23 events of the torn frames are lost.
  @Test func recordingOfTheKernelsOwnDrops() throws {
    let recording = try Fixtures.read("derived/Wacom-DTH2242-Finger.syn-dropped.evemu")
    let left = recording.trustworthyEvents
    #expect(left.count == 6350)
    let drops: [Int64] = [10_821_941, 14_011_239, 17_395_172, 21_673_478]
    #expect(left.filter { $0.is(.synDropped) }.map(\.time) == drops)
    let torn = drops.map { time in left.filter { $0.time == time } }
    #expect(
      torn.map { Self.codes($0) } == [
        ["0 3 0", "3 47 0"], ["0 3 0", "3 47 3", "3 47 5"], ["0 3 0", "3 47 2"], ["0 3 0"],
      ])
    #expect(left.filter { !drops.contains($0.time) } == recording.events.filter { !drops.contains($0.time) })
  }

  @Test func recordingsWithoutSynDroppedStayAsTheyAre() throws {
    for (name, _, _) in Fixtures.all where !name.hasPrefix("derived/") {
      let recording = try Fixtures.read(name)
      #expect(recording.trustworthyEvents == recording.events)
    }
  }
}
