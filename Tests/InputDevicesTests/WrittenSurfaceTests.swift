import EventPipeline
import Testing
@testable import InputDevices

@Suite("What is played of a recorded SYN_DROPPED")
struct WrittenSurfaceTests {
  /// What lifts all that these events have put on a surface, each as its code and value.
  private static func lifts(_ surface: inout WrittenSurface, after events: [(EventCode, Int32)] = [])
    -> [String]
  {
    for (code, value) in events { surface.note(InputEvent(time: 0, code, value)) }
    return surface.lifts(time: 0).map { "\(EventCode($0.type, $0.code).name ?? "?") \($0.value)" }
  }

  @Test("each contact lifts once, whatever its slot and tracking ID")
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

  @Test("on a surface that nothing touches there is nothing to lift")
  func untouched() {
    var surface = WrittenSurface()
    #expect(Self.lifts(&surface, after: [(.btnTouch, 1), (.btnTouch, 0)]) == ["SYN_REPORT 0"])
  }
}
