import EventPipeline
import JoystickModel
import Testing

/// A surface of 100 mm by 60 mm with a stick on its left half, and the clone's events as text.
final class PassingPipeline {
  var pipeline: TouchPipeline

  init(_ device: DeviceDescription, buttons: [DeviceButton] = [], others: [Control] = []) throws {
    let deviceClass = try #require(DeviceClass(device))
    let surface = try Surface(of: device, class: deviceClass)
    var half = surface.bounds
    half.width = 50
    let stick = StickControl(
      name: "left", target: .left, stick: Stick(StickParameters(region: .rectangle(half))))
    let layout = Layout(surface: surface.bounds, controls: others + [.stick(stick)])
    let pad = SurfacePad(layout: layout, deviceButtons: buttons)
    pipeline = TouchPipeline(device: device, surface: surface, pads: [pad], passesThrough: true)
  }

  var isTouched: Bool { pipeline.isTouched }

  /// The clone's events for each frame, without empty frames.
  func run(_ text: String) throws -> String {
    var frames: [String] = []
    for event in try Scenario.events(text) where pipeline.consume(event) {
      frames.append(Scenario.text(of: pipeline.passedEvents))
    }
    return frames.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

@Suite("Contacts that no control owns reach the desktop")
struct PassThroughTests {
  @Test("A contact beside the controls arrives unchanged in its slot, and a control's contact does not")
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

  @Test(
    "Single-touch axes that repeat a contact's follow the desktop's oldest contact, whatever the device reports there"
  )
  func emulatedAxes() throws {
    let passing = try PassingPipeline(.touchscreen())
    #expect(
      try passing.run("slot 0 id 1 mx 800 my 90 touch 1 x 3 y 4 | slot 1 id 2 mx 900 my 30 | slot 0 id -1 |")
        == "id 1 mx 800 my 90 touch 1 x 800 y 90 | slot 1 id 2 mx 900 my 30 | slot 0 id -1 x 900 y 30 |")
  }

  @Test("A touch on ignored glass reaches neither the pad nor the desktop, wherever it goes")
  func ignored() throws {
    let edge = Region.rectangle(Rectangle(x: 90, y: 0, width: 10, height: 60))
    let passing = try PassingPipeline(
      .touchscreen(), others: [.ignore(IgnoreControl(name: "ignore", region: edge))])
    #expect(try passing.run("slot 0 id 1 mx 950 my 90 touch 1 | slot 1 id 2 mx 960 my 90 | mx 700 |") == "")
    #expect(passing.pipeline.pads[0].gamepadState == GamepadState() && passing.isTouched)
    #expect(try passing.run("slot 0 id -1 | slot 1 mx 100 | id -1 touch 0 |") == "")
    #expect(try passing.run("id 3 mx 800 my 90 touch 1 |") == "slot 1 id 3 mx 800 my 90 touch 1 x 800 y 90 |")
  }

  @Test("Of the controls of all pads, the nearest gets a touch beside them, and none reaches into another")
  func reach() throws {
    func pad(_ output: GamepadButton, _ x: Double) -> SurfacePad {
      var button = ButtonControl(
        name: output.label, region: .circle(Circle(center: Point(x: x, y: 30), radius: 5)), output: output)
      button.reach = 20
      let bounds = Rectangle(x: 0, y: 0, width: 100, height: 60)
      return SurfacePad(layout: Layout(surface: bounds, controls: [.button(button)]))
    }
    let device = DeviceDescription.touchscreen()
    let surface = try Surface(of: device, class: .touchscreen)
    for (x, first, second) in [
      (370, true, false), (410, false, true), (550, false, true), (900, false, false),
    ] {
      var pipeline = TouchPipeline(device: device, surface: surface, pads: [pad(.south, 25), pad(.east, 55)])
      for event in try Scenario.events("slot 0 id 1 mx \(x) my 300 touch 1 |") { _ = pipeline.consume(event) }
      #expect(pipeline.pads[0].gamepadState.isDown(.south) == first, "\(x)")
      #expect(pipeline.pads[1].gamepadState.isDown(.east) == second, "\(x)")
    }
  }

  @Test("A contact keeps its owner wherever it goes")
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
    "A control's contact that becomes a palm stays hidden from the desktop; another palm arrives as one"
  )
  func palms() throws {
    let passing = try PassingPipeline(.touchscreen())
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 | tool 2 | mx 900 | id -1 touch 0 |") == "")
    #expect(
      try passing.run("slot 0 id 2 mx 900 my 50 tool 2 touch 1 |")
        == "id 2 mx 900 my 50 tool 2 touch 1 x 900 y 50 |")
  }

  @Test("A hovering finger belongs to the desktop until it touches a control, and again afterwards")
  func hover() throws {
    let passing = try PassingPipeline(.touchscreen())
    #expect(
      try passing.run("slot 0 id 1 mx 100 my 50 distance 1 | mx 110 |")
        == "id 1 mx 100 my 50 distance 1 x 100 y 50 | mx 110 x 110 |")
    #expect(try passing.run("distance 0 touch 1 |") == "id -1 |")
    #expect(try passing.run("mx 120 |") == "")
    #expect(try passing.run("distance 1 touch 0 |") == "id 1 mx 120 x 120 |")
    #expect(try passing.run("id -1 |") == "id -1 |")
  }

  @Test("A contact that follows another in its slot at once gets a frame of its own")
  func replaced() throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 800 my 50 touch 1 |")
    #expect(try passing.run("id -1 id 2 mx 700 |") == "id -1 touch 0 | id 2 mx 700 touch 1 x 700 |")
    // The same if a control owns one of the two.
    #expect(try passing.run("id -1 id 3 mx 100 |") == "id -1 touch 0 |")
    #expect(try passing.run("id -1 id 4 mx 700 |") == "id 4 touch 1 |")
  }

  @Test("The frame of that lift reports the remaining contacts")
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
    // A third finger, for which the touchpad has no slot.
    var device = DeviceDescription.touchpad
    device.codes.insert(EventCode(.key, 0x14e))
    let third = try PassingPipeline(device)
    _ = try third.run("slot 0 id 1 mx 800 my 50 slot 1 id 2 mx 900 my 60 touch 1 three 1 x 800 y 50 |")
    #expect(
      try third.run("slot 0 id -1 id 3 mx 700 x 900 y 60 |")
        == "slot 0 id -1 two 1 three 0 x 900 y 60 | id 3 mx 700 two 0 three 1 |")
    // A lift alone stays in the frame of the others.
    #expect(
      try passing.run("slot 0 id -1 slot 1 mx 910 x 910 |") == "id -1 slot 1 mx 910 x 910 |")
    // A touchpad that does not count its fingers.
    let uncounted = try PassingPipeline(.touchpad)
    _ = try uncounted.run("slot 0 id 1 mx 800 my 50 slot 1 id 2 mx 900 my 60 touch 1 x 800 y 50 |")
    #expect(
      try uncounted.run("slot 0 id -1 id 3 mx 700 x 900 y 60 |")
        == "slot 0 id -1 x 900 y 60 | id 3 mx 700 |")
  }

  @Test(
    "When a suspended device's touches are released, the clone's are, too",
    arguments: ["RELEASED", "DROPPED"])
  func released(_ word: String) throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 2 id 1 mx 800 my 50 touch 1 |")
    #expect(try passing.run(word) == "id -1 touch 0 |")
    #expect(try passing.run("slot 2 mx 810 |") == "")
    #expect(try passing.run("id -1 touch 0 | id 5 touch 1 |") == "id 5 mx 810 touch 1 x 810 |")
    var device = DeviceDescription.touchscreen()
    device.codes.insert(.btnLeft)
    let pressed = try PassingPipeline(device)
    #expect(try pressed.run("left 1 |") == "left 1 |")
    #expect(try pressed.run(word) == "left 0 |")
  }

  @Test(
    "After lost events BTN_TOUCH and the position follow the contacts, even if the keys are older",
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

  @Test("After lost events the clone shows the device's state, without a control's contact")
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

  @Test("While the desktop uses the device itself, it gets nothing twice, and controls get no contact")
  func notTaken() throws {
    let passing = try PassingPipeline(.touchscreen())
    passing.pipeline.setAcceptsContacts(false)
    #expect(try passing.run("slot 0 id 1 mx 800 my 50 touch 1 | slot 1 id 2 mx 100 my 100 |") == "")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(try passing.run("slot 0 id -1 | slot 1 id -1 touch 0 |") == "")
  }

  @Test("The loss of the device lifts the desktop's touches")
  func lossOfDevice() throws {
    let passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 800 my 50 touch 1 |")
    passing.pipeline.cancelAll(time: 0)
    #expect(Scenario.text(of: passing.pipeline.passedEvents) == "id -1 touch 0 |")
  }
}

extension PassThroughTests {
  @Test("A device without slots lists contacts that no control owns, and ends the list when they lift")
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

  @Test("Without slots, the clone's BTN_TOUCH follows its list of contacts")
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
    "A list that is there when its pipeline is replaced ends for the desktop, and is ignored until it lifts")
  func replacedList() throws {
    var passing = try PassingPipeline(.unslottedWithoutButton)
    #expect(try passing.run("mx 100 my 50 + mx 800 my 90 + |") == "mx 800 my 90 + |")
    let old = passing
    passing = try PassingPipeline(.unslottedWithoutButton)
    passing.pipeline.takeOver(old.pipeline)
    #expect(passing.isTouched)
    #expect(try passing.run("mx 100 my 50 + mx 800 my 90 + | mx 110 my 50 + |") == "+ |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(try passing.run("+ | mx 800 my 90 + |") == "mx 800 my 90 + |")
  }

  @Test("A list beside a pen that is near is ignored, too, when its pipeline is replaced")
  func replacedListWithPen() throws {
    var device = DeviceDescription.unslotted
    device.codes.insert(.btnToolPen)
    var passing = try PassingPipeline(device)
    _ = try passing.run("pen 1 | mx 100 my 50 + |")
    let old = passing
    passing = try PassingPipeline(device)
    passing.pipeline.takeOver(old.pipeline)
    _ = try passing.run("mx 110 my 50 + |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    _ = try passing.run("+ | mx 110 my 50 + |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner != nil)
  }

  @Test(
    "When the device is not ours any more, the next frame releases what the clone shows, even if it only moves"
  )
  func lostDevice() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.insert(.btnLeft)
    let passing = try PassingPipeline(device)
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 | left 1 | mx 110 |") == "left 1 |")
    passing.pipeline.setAcceptsContacts(false)
    #expect(try passing.run("mx 120 |") == "left 0 |")
  }

  /// uinput accepts 80 bytes, including the NUL.
  @Test("The clone has its source's name, cut to uinput's limit")
  func longName() {
    var device = DeviceDescription.touchscreen()
    device.name = String(repeating: "x", count: 79)
    #expect(device.clone.name == device.name)
    device.name += "y"
    #expect(device.clone.name == String(repeating: "x", count: 79))
    device.name = String(repeating: "é", count: 100)
    #expect(device.clone.name == String(repeating: "é", count: 39))
  }

  @Test("A list entry without a position does not reach the desktop")
  func placelessEntry() throws {
    var device = DeviceDescription.unslotted
    device.axes[EventCode.absMTPressure.code] = AbsoluteAxis(minimum: 0, maximum: 100)
    device.codes.insert(.absMTPressure)
    let passing = try PassingPipeline(device)
    #expect(
      try passing.run("mx 800 my 90 + mx 700 force 5 + my 50 force 5 + touch 1 |")
        == "mx 800 my 90 + touch 1 |")
  }

  @Test("A touchpad's finger count includes only the desktop's fingers", arguments: [2, 5])
  func fingerCount(_ slots: Int32) throws {
    var device = DeviceDescription.touchscreen(slots: slots)
    device.properties = [.pointer]
    device.codes.formUnion([.btnToolFinger, EventCode(.key, 0x14d), EventCode(.key, 0x14e), .btnLeft])
    let passing = try PassingPipeline(device)
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 finger 1 |") == "")
    #expect(
      try passing.run("slot 1 id 2 mx 800 my 50 finger 0 two 1 |")
        == "slot 1 id 2 mx 800 my 50 finger 1 touch 1 x 800 y 50 |")
    // A third finger, for which some touchpads have no slot.
    #expect(try passing.run("two 0 three 1 |") == "finger 0 two 1 |")
    #expect(try passing.run("left 1 |") == "left 1 |")
    #expect(try passing.run("left 0 slot 0 id -1 three 0 two 1 x 800 y 50 |") == "left 0 |")
  }

  @Test("A device button of the pad does not reach the desktop")
  func deviceButton() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.formUnion([.btnLeft, .btnRight])
    let passing = try PassingPipeline(device, buttons: [DeviceButton(input: .btnLeft, output: .south)])
    #expect(try passing.run("left 1 |") == "")
    #expect(passing.pipeline.pads[0].gamepadState.isDown(.south))
    #expect(passing.isTouched, "the device must not be grabbed or released now")
    #expect(try passing.run("right 1 | left 0 |") == "right 1 |")
    #expect(passing.pipeline.pads[0].gamepadState == GamepadState())
    #expect(try passing.run("right 0 |") == "right 0 |")
    #expect(!passing.isTouched)
  }

  @Test("A button that is down during a reload keeps its owner")
  func buttonHeld() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.insert(.btnLeft)
    var passing = try PassingPipeline(device, buttons: [DeviceButton(input: .btnLeft, output: .south)])
    #expect(try passing.run("left 1 |") == "")
    let old = passing
    passing = try PassingPipeline(device)
    passing.pipeline.takeOver(old.pipeline)
    #expect(!(try passing.run("slot 0 id 1 mx 800 my 50 touch 1 x 800 y 50 |").contains("left")))
    #expect(try passing.run("left 0 | left 1 |") == "left 1 |")
  }

  @Test("A button of a device that the desktop uses belongs only to the desktop")
  func buttonNotTaken() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.insert(.btnLeft)
    let passing = try PassingPipeline(device, buttons: [DeviceButton(input: .btnLeft, output: .south)])
    passing.pipeline.setAcceptsContacts(false)
    #expect(try passing.run("left 1 |") == "")
    #expect(passing.pipeline.pads[0].gamepadState == GamepadState())
  }

  @Test("A BTN_TOUCH for all contacts stays down for the desktop's")
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

  @Test("Time stamps and serial numbers pass with their contacts, and wheels always")
  func others() throws {
    var device = DeviceDescription.touchscreen()
    device.codes.formUnion([EventCode(.miscellaneous, 5), EventCode(.relative, 8)])
    let passing = try PassingPipeline(device)
    #expect(try passing.run("slot 0 id 1 mx 100 my 50 touch 1 stamp 5 | stamp 6 |") == "")
    #expect(try passing.run("slot 1 id 2 mx 800 my 5 stamp 7 |").hasSuffix("y 5 stamp 7 |"))
    #expect(try passing.run("wheel 1 |") == "wheel 1 |")
  }

  @Test("A new pipeline for the same device leaves the desktop its touches, and adds nothing")
  func reloaded() throws {
    var passing = try PassingPipeline(.touchscreen())
    _ = try passing.run("slot 0 id 1 mx 100 my 50 touch 1 | slot 1 id 2 mx 800 my 50 |")
    let old = passing
    passing = try PassingPipeline(.touchscreen())
    passing.pipeline.takeOver(old.pipeline)
    #expect(try passing.run("slot 0 mx 900 | slot 1 mx 810 |") == "mx 810 x 810 |")
    #expect(passing.pipeline.pads[0].layout.sticks[0].stick.owner == nil)
    #expect(try passing.run("slot 0 id -1 x 810 y 50 | slot 1 id -1 touch 0 |") == "id -1 touch 0 |")
  }
}
