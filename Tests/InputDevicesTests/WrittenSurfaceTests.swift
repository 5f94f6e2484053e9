import EventPipeline
import Testing
@testable import InputDevices

@Suite("Playing a recorded SYN_DROPPED")
struct WrittenSurfaceTests {
  /// The events that lift everything that `events` put on a surface, each as its code and value.
  private static func lifts(_ surface: inout WrittenSurface, after events: [(EventCode, Int32)] = [])
    -> [String]
  {
    for (code, value) in events { surface.record(InputEvent(time: 0, code, value)) }
    return surface.lifts(time: 0).map { "\(EventCode($0.type, $0.code).name ?? "?") \($0.value)" }
  }

  @Test("Each contact lifts once, whatever its slot and tracking ID")
  func slots() {
    var surface = WrittenSurface()
    #expect(
      Self.lifts(
        &surface,
        after: [
          (.absMTTrackingID, 0), (.absMTSlot, 3), (.absMTTrackingID, 7), (.absMTSlot, 4),
          (.absMTTrackingID, 8),
          (.absMTTrackingID, -1), (.btnTouch, 1),
        ]) == [
          "ABS_MT_SLOT 0", "ABS_MT_TRACKING_ID -1", "ABS_MT_SLOT 3", "ABS_MT_TRACKING_ID -1", "BTN_TOUCH 0",
          "SYN_REPORT 0",
        ])
    #expect(Self.lifts(&surface) == ["SYN_REPORT 0"])
  }

  @Test("An untouched surface lifts nothing")
  func untouched() {
    var surface = WrittenSurface()
    #expect(Self.lifts(&surface, after: [(.btnTouch, 1), (.btnTouch, 0)]) == ["SYN_REPORT 0"])
  }
}
