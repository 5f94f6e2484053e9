import Testing
@testable import EventPipeline

@Suite("What a device shows at one moment")
struct DeviceStateTests {
  /// Whether a device is touched that has these keys down.
  private static func isTouched(_ device: DeviceDescription, _ keys: EventCode...) -> Bool {
    var state = DeviceState(of: device)
    for key in keys { state.keys[key.code] = true }
    state.forgetStaleTouch()
    return state.isPressed
  }

  @Test("a device without tools is touched when BTN_TOUCH is down")
  func withoutTools() {
    #expect(!Self.isTouched(.singleTouch))
    #expect(Self.isTouched(.singleTouch, .btnTouch))
  }

  /// Some tablets leave BTN_TOUCH down when the pen has gone.
  @Test("a tablet is touched when BTN_TOUCH is down and its pen is near")
  func withTools() {
    #expect(!Self.isTouched(.pen))
    #expect(!Self.isTouched(.pen, .btnTouch))
    #expect(!Self.isTouched(.pen, .btnToolPen))
    #expect(Self.isTouched(.pen, .btnToolPen, .btnTouch))
  }

  @Test("only keys that count fingers say how many there are")
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
