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

  @Test(
    "A state that was read shows whether events went to another program: by slots, keys and axes of its own")
  func isUpToDate() throws {
    func isUpToDate(_ device: DeviceDescription, _ text: String, _ change: (inout DeviceState) -> Void) throws
      -> Bool
    {
      var read = DeviceState(of: device)
      let passing = try PassingPipeline(device)
      for event in try Scenario.events(text) {
        _ = passing.pipeline.consume(event)
        if event.type != .synchronisation { read.apply(event) }
      }
      change(&read)
      return passing.pipeline.isUpToDate(with: read)
    }
    let lift = InputEvent(time: 0, .btnTouch, 0)
    let touch = "slot 1 id 7 mx 100 my 50 touch 1 x 100 y 50 |"
    #expect(try isUpToDate(.touchscreen(), touch) { _ in })
    // The kernel omits it.
    #expect(try isUpToDate(.touchscreen(), touch) { $0[axis: EventCode.absX.code] = 3 })
    #expect(
      try !isUpToDate(.touchscreen(), touch) { $0[axis: EventCode.absMTPositionX.code, inSlot: 1] = 101 })
    #expect(try !isUpToDate(.touchscreen(), touch) { $0[trackingIDIn: 1] = -1 })
    #expect(try !isUpToDate(.touchscreen(), touch) { $0.select(slot: 2) })
    #expect(try !isUpToDate(.touchscreen(), touch) { $0.apply(lift) })
    #expect(try !isUpToDate(.singleTouch, "touch 1 x 100 y 50 |") { $0[axis: EventCode.absX.code] = 3 })
    // Their lists are not in a state that was read.
    #expect(try isUpToDate(.unslotted, "mx 100 my 50 + touch 1 |") { _ in })
    #expect(
      try !isUpToDate(.unslotted, "mx 100 my 50 + touch 1 |") { $0.apply(lift) })
    #expect(try isUpToDate(.unslotted, "mx 100 my 50 + |") { _ in })
    // A pen that is not near may have left BTN_TOUCH down.
    #expect(try isUpToDate(.pen, "touch 1 x 100 y 50 |") { $0.forgetStaleTouch() })
    #expect(try !isUpToDate(.pen, "touch 1 x 100 y 50 |") { $0.apply(lift) })
    #expect(try isUpToDate(.unslottedWithoutButton, "mx 100 my 50 + |") { _ in })
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
