import EventPipeline
import JoystickModel
import Testing

@Suite("Pens and single-touch devices between a control and the desktop")
struct PenPassThroughTests {
  @Test("A pen hovers on the desktop, leaves it for a control, and comes back after its lift")
  func pen() throws {
    let passing = try PassingPipeline(.pen)
    #expect(try passing.run("pen 1 x 100 y 50 | x 120 |") == "pen 1 x 100 y 50 | x 120 |")
    #expect(try passing.run("touch 1 pressure 500 | x 130 |") == "pen 0 |")
    #expect(try passing.run("touch 0 pressure 0 |") == "pen 1 x 130 |")
    #expect(
      try passing.run("x 800 | touch 1 pressure 300 | x 100 | touch 0 pressure 0 | pen 0 |")
        == "x 800 | touch 1 pressure 300 | x 100 | touch 0 pressure 0 | pen 0 |")
  }

  @Test("A pen that leaves without a lift counts as lifted, for the control and for the desktop")
  func leavesWithoutLift() throws {
    let passing = try PassingPipeline(.pen)
    #expect(
      try passing.run("pen 1 x 100 y 50 | touch 1 pressure 500 | x 130 | pen 0 |")
        == "pen 1 x 100 y 50 | pen 0 |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(!passing.isTouched)
    // BTN_TOUCH is still down.
    #expect(!(try passing.run("pen 1 x 800 y 80 |").contains("touch")))
    #expect(passing.isTouched, "a pen is near")
  }

  @Test(
    "A pen that turns to its eraser, or overlaps with it, keeps the owner of its contact",
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
    "Tools other than the pen are near, too, and their buttons count",
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

  @Test("Nothing about a control's pen reaches the desktop")
  func silence() throws {
    let passing = try PassingPipeline(.penWithAll)
    #expect(try passing.run("pen 1 touch 1 x 100 y 50 z 5 | z 7 wheelaxis 3 pressure 9 |") == "")
    #expect(try passing.run("touch 0 pressure 0 |") == "pen 1 x 100 y 50 z 7 wheelaxis 3 |")
    let resistive = try PassingPipeline(.twoPairs)
    #expect(try resistive.run("z 100 rx 50 touch 1 | z 120 rx 60 | touch 0 |") == "")
  }

  @Test("A pen draws on the desktop while a finger on the same device holds a stick")
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

  @Test("A lift and a touch-down in one frame are two touches")
  func replaced() throws {
    let passing = try PassingPipeline(.singleTouch)
    #expect(
      try passing.run("x 800 y 50 touch 1 | touch 0 touch 1 x 600 |")
        == "touch 1 x 800 y 50 | touch 0 | touch 1 x 600 |")
  }

  @Test("A touchpad that frees the slot after the lift shows nothing more of a control's finger")
  func tail() throws {
    let passing = try PassingPipeline(.semiMultitouchTouchpad)
    #expect(
      try passing.run(
        "slot 0 id 1 mx 100 my 50 x 100 y 50 touch 1 finger 1 | touch 0 | slot 0 id -1 finger 0 |") == "")
    #expect(
      try passing.run("slot 0 id 2 mx 800 my 50 x 800 y 50 touch 1 finger 1 |").hasPrefix(
        "id 2 mx 800 my 50 "))
  }

  @Test("After a suspend the next touch counts, even if the device was opened under a finger")
  func suspended() throws {
    let passing = try PassingPipeline(.singleTouch)
    var state = DeviceState(of: .singleTouch)
    state.keys[EventCode.btnTouch.code] = true
    passing.pipeline.adopt(state)
    #expect(try passing.run("touch 0 RELEASED x 100 y 50 touch 1 | x 120 | touch 0 |") == "")
  }
}
