import EventPipeline
import JoystickModel
import Recordings
import Testing
import TestSupport

/// A recording in which the kernel dropped events four times, with partial frames and lost lifts.
@Suite("A recording with SYN_DROPPED, through the tracker")
struct DroppedEventsTests {
  private let recording: Recording
  private let device: DeviceDescription

  init() throws {
    let recorded = try #require(RecordedCase.all.first { $0.events.contains("syn-dropped") })
    (recording, device) = try recorded.load()
  }

  private func makeTracker() throws -> ContactTracker {
    ContactTracker(device: device, surface: try Surface(of: device, class: .touchscreen))
  }

  @Test("Without the device, no contact survives a drop, and none is left at the end")
  func asReplayed() throws {
    var tracker = try makeTracker()
    var live = LiveContacts()
    var drops = 0
    for event in recording.trustworthyEvents where tracker.consume(event) {
      live.apply(tracker.events)
      if event.is(.synDropped) {
        drops += 1
        #expect(live.ids.isEmpty)
      }
    }
    #expect(drops == 4)
    #expect(live.begun > 20)
    #expect(live.ids.isEmpty)
  }

  @Test("With the device, exactly the contacts of its state survive or begin")
  func asSynchronised() throws {
    var tracker = try makeTracker()
    var live = LiveContacts()
    var kernel = KernelSlots(count: 10)
    var isTorn = false
    for (index, event) in recording.events.enumerated() {
      if event.is(.synDropped) { isTorn = true }
      kernel.apply(event)
      guard isTorn else {
        if tracker.consume(event) { live.apply(tracker.events) }
        continue
      }
      if event.is(.synReport) {
        isTorn = false
        kernel.learn(from: recording.events[(index + 1)...])
        tracker.resynchronise(to: kernel.state(of: device))
        live.apply(tracker.events)
        #expect(live.ids.count == kernel.trackingIDs.count { $0 >= 0 })
      }
    }
    #expect(live.ids.isEmpty)
  }
}

/// The kernel's slots. The dropped events are not in the recording, but later events show which slots were in
/// use: those that lift or move before their next contact.
private struct KernelSlots {
  private(set) var trackingIDs: [Int32]
  private(set) var current = 0

  init(count: Int) { trackingIDs = Array(repeating: -1, count: count) }

  /// The state of a device with these slots, each contact in the corner.
  func state(of device: DeviceDescription) -> DeviceState {
    var state = DeviceState(of: device)
    for (slot, trackingID) in trackingIDs.enumerated() { state[trackingIDIn: slot] = trackingID }
    state.select(slot: current)
    return state
  }

  mutating func apply(_ event: InputEvent) {
    if event.is(.absMTSlot) {
      current = Int(event.value)
    } else if event.is(.absMTTrackingID) {
      trackingIDs[current] = event.value
    }
  }

  mutating func learn(from following: ArraySlice<InputEvent>) {
    var slot = current
    var undecided = Set(trackingIDs.indices)
    for event in following.prefix(while: { !$0.is(.synDropped) }) {
      if event.is(.absMTSlot) { slot = Int(event.value) }
      let isPosition = event.is(.absMTPositionX) || event.is(.absMTPositionY)
      guard isPosition || event.is(.absMTTrackingID), undecided.remove(slot) != nil else { continue }
      let wasUsed = isPosition || event.value < 0
      if wasUsed != (trackingIDs[slot] >= 0) {
        trackingIDs[slot] = wasUsed ? 70000 + Int32(slot) : -1
      }
    }
    for unused in undecided { trackingIDs[unused] = -1 }
  }
}
