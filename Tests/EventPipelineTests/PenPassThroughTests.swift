import EventPipeline
import JoystickModel
import Testing

@Suite("Pens, and devices with one contact, between a control and the desktop")
struct PenPassThroughTests {
  @Test("a pen hovers on the desktop, leaves it for a control, and comes back when it has lifted")
  func pen() throws {
    let passing = try PassingPipeline(.pen)
    #expect(try passing.run("pen 1 x 100 y 50 | x 120 |") == "pen 1 x 100 y 50 | x 120 |")
    #expect(try passing.run("touch 1 pressure 500 | x 130 |") == "pen 0 |")
    #expect(try passing.run("touch 0 pressure 0 |") == "pen 1 x 130 |")
    #expect(
      try passing.run("x 800 | touch 1 pressure 300 | x 100 | touch 0 pressure 0 | pen 0 |")
        == "x 800 | touch 1 pressure 300 | x 100 | touch 0 pressure 0 | pen 0 |")
  }

  @Test("a pen that leaves without a lift has lifted, for the control and for the desktop")
  func leavesWithoutLift() throws {
    let passing = try PassingPipeline(.pen)
    #expect(
      try passing.run("pen 1 x 100 y 50 | touch 1 pressure 500 | x 130 | pen 0 |")
        == "pen 1 x 100 y 50 | pen 0 |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(!passing.isTouched)
    // The tablet thinks that it still touches.
    #expect(!(try passing.run("pen 1 x 800 y 80 |").contains("touch")))
    #expect(passing.isTouched, "a pen is near")
  }

  @Test(
    "a pen that turns into its eraser, or overlaps with it, keeps its contact on its side",
    arguments: [
      "pen 1 x 100 y 50 touch 1 | x 120 | pen 0 rubber 1 | x 300 |",
      "rubber 1 x 100 y 50 touch 1 | pen 1 rubber 0 | x 300 |",
    ])
  func eraser(_ text: String) throws {
    let passing = try PassingPipeline(.penWithAll)
    #expect(try passing.run(text) == "")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner != nil)
    #expect(passing.isTouched)
    #expect(try passing.run("touch 0 |").hasSuffix("1 x 300 y 50 |"))
  }

  @Test(
    "other tools than the pen are near, too, and their buttons count",
    arguments: ["pen", "rubber", "airbrush"])
  func tools(_ tool: String) throws {
    let passing = try PassingPipeline(.penWithAll, buttons: [DeviceButton(input: .btnStylus, output: .south)])
    _ = try passing.run("\(tool) 1 x 800 y 50 | stylus 1 |")
    #expect(passing.pipeline.pads[0].gamepadState.isDown(.south))
    #expect(passing.isTouched)
    _ = try passing.run("\(tool) 0 |")
    #expect(passing.pipeline.pads[0].gamepadState == GamepadState())
    #expect(!passing.isTouched, "a button that is left down by a pen that has gone is none")
  }

  @Test("nothing that a control's pen says of itself reaches the desktop")
  func silence() throws {
    let passing = try PassingPipeline(.penWithAll)
    #expect(try passing.run("pen 1 touch 1 x 100 y 50 z 5 | z 7 wheelaxis 3 pressure 9 |") == "")
    #expect(try passing.run("touch 0 pressure 0 |") == "pen 1 x 100 y 50 z 7 wheelaxis 3 |")
    let resistive = try PassingPipeline(.twoPairs)
    #expect(try resistive.run("z 100 rx 50 touch 1 | z 120 rx 60 | touch 0 |") == "")
  }

  @Test("a pen and fingers on one device: the pen draws on the desktop while a finger holds a stick")
  func penAndFingers() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.insert(.btnToolPen)
    let passing = try PassingPipeline(device)
    #expect(
      try passing.run("pen 1 x 800 y 50 | touch 1 x 810 | slot 0 id 1 mx 100 my 50 | x 820 |")
        == "pen 1 x 800 y 50 | touch 1 x 810 | x 820 |")
    #expect(passing.isTouched)
    #expect(try passing.run("slot 0 id -1 | touch 0 | pen 0 |") == "touch 0 | pen 0 |")
    #expect(!passing.isTouched)
  }

  @Test("a lift and a touch-down in one frame are two touches")
  func replaced() throws {
    let passing = try PassingPipeline(.singleTouch)
    #expect(
      try passing.run("x 800 y 50 touch 1 | touch 0 touch 1 x 600 |")
        == "touch 1 x 800 y 50 | touch 0 | touch 1 x 600 |")
  }

  @Test("a touchpad that frees the slot after the lift does not show the rest of a control's finger")
  func tail() throws {
    let passing = try PassingPipeline(.semiMultitouchTouchpad)
    #expect(
      try passing.run(
        "slot 0 id 1 mx 100 my 50 x 100 y 50 touch 1 finger 1 | touch 0 | slot 0 id -1 finger 0 |") == "")
    #expect(
      try passing.run("slot 0 id 2 mx 800 my 50 x 800 y 50 touch 1 finger 1 |").hasPrefix(
        "id 2 mx 800 my 50 "))
  }

  @Test("after a suspend the next touch counts, be it that the device was opened under a finger")
  func suspended() throws {
    let passing = try PassingPipeline(.singleTouch)
    var state = DeviceState(of: .singleTouch)
    state.keys[EventCode.btnTouch.code] = true
    passing.pipeline.adopt(state)
    #expect(try passing.run("touch 0 RELEASED x 100 y 50 touch 1 | x 120 | touch 0 |") == "")
  }
}

extension DeviceDescription {
  /// A pen with an eraser and an airbrush, that tells its rotation and a wheel's.
  static var penWithAll: DeviceDescription {
    var pen = pen
    pen.codes.formUnion([.btnToolRubber, EventCode(.key, 0x144)])
    for code in [EventCode.absZ.code, 0x08] {
      pen.axes[code] = AbsoluteAxis(minimum: -900, maximum: 899)
      pen.codes.insert(EventCode(.absolute, code))
    }
    return pen
  }
}
