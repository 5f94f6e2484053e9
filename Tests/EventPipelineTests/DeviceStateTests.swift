import Testing
@testable import EventPipeline

@Suite("The state of a device")
struct DeviceStateTests {
  /// Whether a device with these keys down is touched.
  private static func isTouched(_ device: DeviceDescription, _ keys: EventCode...) -> Bool {
    var state = DeviceState(of: device)
    for key in keys { state.keys[key.code] = true }
    state.forgetStaleTouch()
    return state.isPressed
  }

  @Test("A device without tools is touched while BTN_TOUCH is down")
  func withoutTools() {
    #expect(!Self.isTouched(.singleTouch))
    #expect(Self.isTouched(.singleTouch, .btnTouch))
  }

  /// Some tablets leave BTN_TOUCH down when the pen has gone.
  @Test("A tablet is touched while BTN_TOUCH is down and its pen is near")
  func withTools() {
    #expect(!Self.isTouched(.pen))
    #expect(!Self.isTouched(.pen, .btnTouch))
    #expect(!Self.isTouched(.pen, .btnToolPen))
    #expect(Self.isTouched(.pen, .btnToolPen, .btnTouch))
  }

  @Test("Only keys that count fingers say how many there are")
  func fingers() {
    let two = EventCode(.key, 0x14d)
    for (keys, count) in [
      ([], 0), ([.btnToolPen], 0), ([.btnToolFinger], 1), ([two], 2),
      ([.btnToolFinger, .btnToolPen, two], 2),
    ] as [([EventCode], Int)] {
      #expect(ContactCodes.fingers(in: KeySet(keys.map(\.code))) == count, "\(keys)")
    }
  }
}
