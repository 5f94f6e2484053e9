import EventPipeline
import Testing
@testable import InputDevices

@Suite("Playing a recorded SYN_DROPPED")
struct WrittenSurfaceTests {
  /// The events that lift everything that `events` put on a surface, each as its code and value.
  private static func lifts(_ state: inout DeviceState, after events: [(EventCode, Int32)] = [])
    -> [String]
  {
    for (code, value) in events { state.apply(InputEvent(time: 0, code, value)) }
    let lifts = state.lifts(time: 0)
    for event in lifts { state.apply(event) }
    return lifts.map { "\(EventCode($0.type, $0.code).name ?? "?") \($0.value)" }
  }

  private static var state: DeviceState {
    DeviceState(
      of: DeviceDescription(
        name: "Screen", id: DeviceID(bus: 0, vendor: 0, product: 0, version: 0), codes: [.btnTouch],
        axes: Dictionary(
          uniqueKeysWithValues: [.absMTSlot, .absMTTrackingID, .absMTPositionX, .absMTPositionY].map {
            (code: EventCode) in (code.code, AbsoluteAxis(minimum: 0, maximum: 9))
          })))
  }

  @Test("Each contact lifts once, whatever its slot and tracking ID")
  func slots() {
    var state = Self.state
    #expect(
      Self.lifts(
        &state,
        after: [
          (.absMTTrackingID, 0), (.absMTSlot, 3), (.absMTTrackingID, 7), (.absMTSlot, 4),
          (.absMTTrackingID, 8),
          (.absMTTrackingID, -1), (.btnTouch, 1),
        ]) == [
          "ABS_MT_SLOT 0", "ABS_MT_TRACKING_ID -1", "ABS_MT_SLOT 3", "ABS_MT_TRACKING_ID -1", "BTN_TOUCH 0",
          "SYN_REPORT 0",
        ])
    #expect(Self.lifts(&state) == ["SYN_REPORT 0"])
  }

  @Test("An untouched surface lifts nothing")
  func untouched() {
    var state = Self.state
    #expect(Self.lifts(&state, after: [(.btnTouch, 1), (.btnTouch, 0)]) == ["SYN_REPORT 0"])
  }
}
