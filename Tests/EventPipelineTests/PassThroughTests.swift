import EventPipeline
import JoystickModel
import Testing

/// A surface of 100 mm by 60 mm whose left half is a stick's; what comes out for the clone, as text.
final class PassingPipeline {
  var pipeline: TouchPipeline

  init(_ device: DeviceDescription, buttons: [DeviceButton] = []) throws {
    let deviceClass = try #require(DeviceClass(device))
    let surface = try Surface(of: device, class: deviceClass)
    var half = surface.bounds
    half.width = 50
    let stick = StickControl(
      name: "left", target: .left, stick: Stick(StickParameters(region: .rectangle(half))))
    let pad = SurfacePad(layout: Layout(surface: surface.bounds, sticks: [stick]), deviceButtons: buttons)
    pipeline = TouchPipeline(device: device, surface: surface, pads: [pad], passesThrough: true)
  }

  var isTouched: Bool { pipeline.isTouched }

  /// The clone's events for each frame, those with none left out.
  func run(_ text: String) throws -> String {
    var frames: [String] = []
    for event in try Scenario.events(text) where pipeline.consume(event) {
      frames.append(Scenario.text(of: pipeline.passedEvents))
    }
    return frames.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

@Suite("Contacts that no control has go on to the desktop")
struct PassThroughTests {
  @Test("a contact beside the controls arrives as it is, in its slot, and a control's does not")
  func slots() throws {
    let passing = try PassingPipeline(.touchscreen())
    #expect(try passing.run("slot 1 id 7 mx 100 my 50 touch 1 x 100 y 50 | mx 120 x 120 |") == "")
    #expect(
      try passing.run("slot 3 id 8 mx 800 my 90 |")
        == "slot 3 id 8 mx 800 my 90 touch 1 x 800 y 90 |")
    #expect(try passing.run("slot 1 mx 130 x 130 | slot 3 mx 810 |") == "mx 810 x 810 |")
    #expect(try passing.run("slot 1 id -1 x 810 y 90 |") == "")
    #expect(try passing.run("slot 3 id -1 touch 0 |") == "id -1 touch 0 |")
  }

  @Test("a contact keeps its side wherever it goes")
  func sides() throws {
    let passing = try PassingPipeline(.touchscreen())
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 | mx 900 | id -1 touch 0 |") == "")
    #expect(
      try passing.run("slot 0 id 2 mx 900 my 50 touch 1 x 900 y 50 | mx 100 x 100 |")
        == "id 2 mx 900 my 50 touch 1 x 900 y 50 | mx 100 x 100 |")
    #expect(passing.pipeline.pads[0].layout.sticks.allSatisfy { $0.stick.owner == nil })
    #expect(try passing.run("id -1 touch 0 |") == "id -1 touch 0 |")
  }

  @Test(
    "a control's contact that turns out to be a palm stays away from the desktop; another palm arrives as one"
  )
  func palms() throws {
    let passing = try PassingPipeline(.touchscreen())
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 | tool 2 | mx 900 | id -1 touch 0 |") == "")
    #expect(
      try passing.run("slot 0 id 2 mx 900 my 50 tool 2 touch 1 |") == "id 2 mx 900 my 50 tool 2 touch 1 |")
  }

  @Test("a finger that hovers is the desktop's, until it touches a control, and after that")
  func hover() throws {
    let passing = try PassingPipeline(.touchscreen())
    #expect(
      try passing.run("slot 0 id 1 mx 100 my 50 distance 1 | mx 110 |")
        == "id 1 mx 100 my 50 distance 1 | mx 110 |")
    #expect(try passing.run("distance 0 touch 1 |") == "id -1 |")
    #expect(try passing.run("mx 120 |") == "")
    #expect(try passing.run("distance 1 touch 0 |") == "id 1 mx 120 |")
    #expect(try passing.run("id -1 |") == "id -1 |")
  }

  @Test("a contact that follows another in its slot at once comes in a frame of its own")
  func replaced() throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 800 my 50 touch 1 |")
    #expect(try passing.run("id -1 id 2 mx 700 |") == "id -1 touch 0 | id 2 mx 700 touch 1 |")
    // The same, when one is a control's.
    #expect(try passing.run("id -1 id 3 mx 100 |") == "id -1 touch 0 |")
    #expect(try passing.run("id -1 id 4 mx 700 |") == "id 4 touch 1 |")
  }

  @Test("that frame, of the lift, tells of the contacts that are left")
  func left() throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 800 my 50 slot 1 id 2 mx 900 my 60 touch 1 x 800 y 50 |")
    #expect(
      try passing.run("slot 0 id -1 id 3 mx 700 x 900 y 60 |")
        == "slot 0 id -1 x 900 y 60 | id 3 mx 700 |")
    let touchpad = try PassingPipeline(.touchpad)
    _ = try touchpad.run("slot 0 id 1 mx 800 my 50 slot 1 id 2 mx 900 my 60 touch 1 two 1 x 800 y 50 |")
    #expect(
      try touchpad.run("slot 0 id -1 id 3 mx 700 x 900 y 60 |")
        == "slot 0 id -1 finger 1 two 0 x 900 y 60 | id 3 mx 700 finger 0 two 1 |")
  }

  @Test(
    "what the kernel lifts when the device is suspended is lifted on the clone",
    arguments: ["RELEASED", "DROPPED"])
  func released(_ word: String) throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 2 id 1 mx 800 my 50 touch 1 |")
    #expect(try passing.run(word) == "id -1 touch 0 |")
    #expect(try passing.run("slot 2 mx 810 |") == "")
    #expect(try passing.run("id -1 touch 0 | id 5 touch 1 |") == "id 5 mx 810 touch 1 |")
  }

  @Test(
    "after lost events BTN_TOUCH and the position follow the contacts, though the keys may be older",
    arguments: [false, true])
  func staleKeys(isPressed: Bool) throws {
    let passing = try PassingPipeline(.touchscreen())
    var state = DeviceState(of: .touchscreen())
    if !isPressed {
      state[trackingIDIn: 1] = 9
      state[axis: EventCode.absMTPositionX.code, inSlot: 1] = 700
    }
    state[axis: EventCode.absX.code] = 300
    state.keys[EventCode.btnTouch.code] = isPressed
    passing.pipeline.resynchronise(to: state, time: 0)
    let expected = isPressed ? "" : "slot 1 id 9 mx 700 touch 1 x 700 |"
    #expect(Scenario.text(of: passing.pipeline.passedEvents) == expected)
  }

  @Test("after lost events the clone shows what the device shows, and a control's contact stays away")
  func lostEvents() throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 100 my 50 touch 1 | slot 1 id 2 mx 800 my 50 |")
    var state = DeviceState(of: .touchscreen())
    for (slot, id, x) in [(0, 1, 300), (1, 9, 700)] {
      state[trackingIDIn: slot] = Int32(id)
      state[axis: EventCode.absMTPositionX.code, inSlot: slot] = Int32(x)
      state[axis: EventCode.absMTPositionY.code, inSlot: slot] = 50
    }
    state.keys[EventCode.btnTouch.code] = true
    passing.pipeline.resynchronise(to: state, time: 0)
    #expect(Scenario.text(of: passing.pipeline.passedEvents) == "id -1 touch 0 | id 9 mx 700 touch 1 x 700 |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner != nil)
  }

  @Test("while the desktop has the device itself, it sees nothing twice, and no control takes a contact")
  func notTaken() throws {
    let passing = try PassingPipeline(.touchscreen())
    passing.pipeline.setOurs(false)
    #expect(try passing.run("slot 0 id 1 mx 800 my 50 touch 1 | slot 1 id 2 mx 100 my 100 |") == "")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(try passing.run("slot 0 id -1 | slot 1 id -1 touch 0 |") == "")
  }

  @Test("the loss of the device lifts all that the desktop has")
  func lossOfDevice() throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 800 my 50 touch 1 |")
    passing.pipeline.cancelAll(time: 0)
    #expect(Scenario.text(of: passing.pipeline.passedEvents) == "id -1 touch 0 |")
  }
}

extension PassThroughTests {
  @Test("a device without slots lists what no control has, and ends the list when that has lifted")
  func unslotted() throws {
    let passing = try PassingPipeline(.unslotted)
    #expect(
      try passing.run("mx 100 my 50 + mx 800 my 90 + touch 1 x 100 y 50 |")
        == "mx 800 my 90 + touch 1 x 800 y 90 |")
    #expect(try passing.run("mx 110 my 50 + mx 800 my 90 + x 110 |") == "mx 800 my 90 + |")
    #expect(try passing.run("mx 120 my 50 + |") == "+ touch 0 |")
    #expect(try passing.run("+ touch 0 |") == "")
    #expect(
      try passing.run("mx 800 my 90 + touch 1 x 800 y 90 | touch 0 |")
        == "mx 800 my 90 + touch 1 | + touch 0 |")
  }

  @Test("of a device without slots, the clone's BTN_TOUCH follows the contacts that it lists")
  func buttonFollowsList() throws {
    let passing = try PassingPipeline(.unslotted)
    #expect(try passing.run("touch 1 | + touch 1 | mx 800 + |") == "")
    #expect(try passing.run("mx 800 my 90 + |") == "mx 800 my 90 + touch 1 |")
    #expect(try passing.run("touch 1 |") == "")
    #expect(try passing.run("mx 800 + |") == "+ touch 0 |")
    #expect(try passing.run("mx 100 my 50 + touch 1 | + |") == "")
    let silent = try PassingPipeline(.unslottedWithoutButton)
    #expect(try silent.run("mx 100 my 50 + mx 800 my 90 + | mx 100 my 50 + |") == "mx 800 my 90 + | + |")
  }

  @Test(
    "a list that is there when its pipeline is replaced ends for the desktop, and is ignored until it lifts")
  func replacedList() throws {
    var passing = try PassingPipeline(.unslottedWithoutButton)
    #expect(try passing.run("mx 100 my 50 + mx 800 my 90 + |") == "mx 800 my 90 + |")
    let old = passing
    passing = try PassingPipeline(.unslottedWithoutButton)
    passing.pipeline.adopt(DeviceState(of: .unslottedWithoutButton), continuing: old.pipeline)
    #expect(passing.isTouched)
    #expect(try passing.run("mx 100 my 50 + mx 800 my 90 + | mx 110 my 50 + |") == "+ |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(try passing.run("+ | mx 800 my 90 + |") == "mx 800 my 90 + |")
  }

  /// uinput takes 80 bytes, of which one is the end's.
  @Test("the clone of a device with a long name has as much of it as uinput takes")
  func longName() {
    var device = DeviceDescription.touchscreen()
    device.name = String(repeating: "x", count: 66)
    #expect(device.clone.name == device.name + " (touchstick)")
    device.name += "y"
    #expect(device.clone.name == String(repeating: "x", count: 66) + " (touchstick)")
    device.name = String(repeating: "é", count: 100)
    #expect(device.clone.name == String(repeating: "é", count: 33) + " (touchstick)")
  }

  @Test("of a list, an entry without a place is not the desktop's")
  func placelessEntry() throws {
    var device = DeviceDescription.unslotted
    device.axes[EventCode.absMTPressure.code] = AbsoluteAxis(minimum: 0, maximum: 100)
    device.codes.insert(.absMTPressure)
    let passing = try PassingPipeline(device)
    #expect(
      try passing.run("mx 800 my 90 + mx 700 force 5 + my 50 force 5 + touch 1 |")
        == "mx 800 my 90 + touch 1 |")
  }

  @Test("a touchpad counts the fingers that no control has", arguments: [2, 5])
  func fingerCount(_ slots: Int32) throws {
    var device = DeviceDescription.touchscreen(slots: slots)
    device.properties = [.pointer]
    device.codes.formUnion([.btnToolFinger, EventCode(.key, 0x14d), EventCode(.key, 0x14e), .btnLeft])
    let passing = try PassingPipeline(device)
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 finger 1 |") == "")
    #expect(
      try passing.run("slot 1 id 2 mx 800 my 50 finger 0 two 1 |")
        == "slot 1 id 2 mx 800 my 50 finger 1 touch 1 x 800 y 50 |")
    // A third one, for which some touchpads have no slot.
    #expect(try passing.run("two 0 three 1 |") == "finger 0 two 1 |")
    #expect(try passing.run("left 1 |") == "left 1 |")
    #expect(try passing.run("left 0 slot 0 id -1 three 0 two 1 x 800 y 50 |") == "left 0 |")
  }

  @Test("a button of the device that is one of the pad's is not the desktop's")
  func deviceButton() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.formUnion([.btnLeft, .btnRight])
    let passing = try PassingPipeline(device, buttons: [DeviceButton(input: .btnLeft, output: .south)])
    #expect(try passing.run("left 1 |") == "")
    #expect(passing.pipeline.pads[0].gamepadState.isDown(.south))
    #expect(passing.isTouched, "the device is not to be grabbed or given back now")
    #expect(try passing.run("right 1 | left 0 |") == "right 1 |")
    #expect(passing.pipeline.pads[0].gamepadState == GamepadState())
    #expect(try passing.run("right 0 |") == "right 0 |")
    #expect(!passing.isTouched)
  }

  @Test("a button that is down in a reload stays on the side on which it came down")
  func buttonHeld() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.insert(.btnLeft)
    var passing = try PassingPipeline(device, buttons: [DeviceButton(input: .btnLeft, output: .south)])
    #expect(try passing.run("left 1 |") == "")
    var state = DeviceState(of: device)
    state.keys[EventCode.btnLeft.code] = true
    let old = passing
    passing = try PassingPipeline(device)
    passing.pipeline.adopt(state, continuing: old.pipeline)
    #expect(!(try passing.run("slot 0 id 1 mx 800 my 50 touch 1 x 800 y 50 |").contains("left")))
    #expect(try passing.run("left 0 | left 1 |") == "left 1 |")
  }

  @Test("a button of a device that the desktop has is the desktop's alone")
  func buttonNotTaken() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.insert(.btnLeft)
    let passing = try PassingPipeline(device, buttons: [DeviceButton(input: .btnLeft, output: .south)])
    passing.pipeline.setOurs(false)
    #expect(try passing.run("left 1 |") == "")
    #expect(passing.pipeline.pads[0].gamepadState == GamepadState())
  }

  @Test("a device that presses for all contacts at once goes on pressing for the desktop's")
  func pressure() throws {
    var device = DeviceDescription.touchscreen()
    device.axes[EventCode.absPressure.code] = AbsoluteAxis(minimum: 0, maximum: 255)
    device.codes.insert(.absPressure)
    let passing = try PassingPipeline(device)
    #expect(
      try passing.run("slot 0 id 1 mx 800 my 50 touch 1 x 800 y 50 pressure 70 | slot 1 id 2 mx 100 my 50 |")
        == "id 1 mx 800 my 50 touch 1 x 800 y 50 pressure 70 |")
    #expect(try passing.run("slot 0 id -1 |") == "id -1 touch 0 pressure 0 |")
  }

  @Test("time stamps and serial numbers go with what they belong to, wheels in any case")
  func others() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.formUnion([EventCode(.miscellaneous, 5), EventCode(.relative, 8)])
    let passing = try PassingPipeline(device)
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 stamp 5 | stamp 6 |") == "")
    #expect(try passing.run("slot 1 id 2 mx 800 my 5 stamp 7 |").hasSuffix("y 5 stamp 7 |"))
    #expect(try passing.run("wheel 1 |") == "wheel 1 |")
  }

  @Test("another pipeline for the same device leaves the desktop what it has, and gives it nothing more")
  func reloaded() throws {
    var passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 100 my 50 touch 1 | slot 1 id 2 mx 800 my 50 |")
    var state = DeviceState(of: .touchscreen())
    for (slot, id, x) in [(0, 1, 100), (1, 2, 800)] {
      state[trackingIDIn: slot] = Int32(id)
      state[axis: EventCode.absMTPositionX.code, inSlot: slot] = Int32(x)
      state[axis: EventCode.absMTPositionY.code, inSlot: slot] = 50
    }
    state.select(slot: 1)
    state.keys[EventCode.btnTouch.code] = true
    let old = passing
    passing = try PassingPipeline(.touchscreen())
    passing.pipeline.adopt(state, continuing: old.pipeline)
    #expect(try passing.run("slot 0 mx 900 | slot 1 mx 810 |") == "mx 810 x 810 |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(try passing.run("slot 0 id -1 x 810 y 50 | slot 1 id -1 touch 0 |") == "id -1 touch 0 |")
  }
}
