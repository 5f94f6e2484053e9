import JoystickModel
import Testing
@testable import EventPipeline

@Suite("Switching the pad off and on")
struct ToggleTests {
  /// A stick covers the surface. Each event is a millisecond after the previous one.
  private final class Switched {
    var pipeline: TouchPipeline
    private let device: DeviceDescription
    private var time: Int64 = 0
    /// The tracking IDs that the clone has shown.
    var shown: [Int32] = []
    var isLeftShown = false

    /// - Parameter others: Controls that are in front of the stick.
    init(buttons: [DeviceButton] = [], passesThrough: Bool = false, others: [Control] = []) throws {
      var device = DeviceDescription.touchscreen()
      device.codes.insert(.btnLeft)
      self.device = device
      let surface = try Surface(of: device, class: .touchscreen)
      let sticks = [("left", StickTarget.left), ("right", .right)].map { name, target in
        StickControl(
          name: name, target: target, stick: Stick(StickParameters(region: .rectangle(surface.bounds))))
      }
      pipeline = TouchPipeline(
        device: device, surface: surface,
        pads: [
          SurfacePad(
            layout: Layout(surface: surface.bounds, controls: others + sticks.map(Control.stick)),
            deviceButtons: buttons)
        ],
        passesThrough: passesThrough, toggle: ToggleGesture(fingers: 3, holdTime: 100_000))
    }

    func run(_ text: String) throws {
      for var event in try Scenario.events(text) {
        event.time = time
        while pipeline.advance(before: time) != nil {}
        if pipeline.consume(event) {
          for event in pipeline.passedEvents {
            if event.is(.absMTTrackingID), event.value >= 0 { shown.append(event.value) }
            if event.is(.btnLeft) { isLeftShown = event.value == 1 }
          }
        }
        time += 1000
      }
    }

    func wait(milliseconds: Int64) {
      time += milliseconds * 1000
      while pipeline.advance(before: time) != nil {}
    }

    /// Restarts the pipeline with the device's state after these events.
    func startAnew(_ text: String) {
      var state = DeviceState(of: device)
      for event in (try? Scenario.events(text)) ?? [] { state.apply(event) }
      pipeline.startAnew(from: state, time: time)
    }

    var wantsOn: Bool { pipeline.wantsOn }
    var isOn: Bool { pipeline.isOn }
    func consumeRestingTouch() -> Bool { pipeline.consumeRestingTouch() }
    var isAtRest: Bool { pipeline.pads[0].gamepadState == GamepadState() }
  }

  private static let twoFingers = "slot 0 id 1 mx 500 my 300 | mx 600 | slot 1 id 2 mx 100 my 100 | "
  private static let threeFingers = twoFingers + "slot 2 id 3 mx 200 my 100 | "
  private static let lift = "slot 0 id -1 | slot 1 id -1 | slot 2 id -1 | "

  @Test("A switch under a finger happens after its lift, and not before")
  func asked() throws {
    let switched = try Switched()
    try switched.run("slot 0 id 1 mx 500 my 300 | mx 600 |")
    switched.pipeline.set(on: false, time: 0)
    #expect(switched.isOn)
    #expect(!switched.isAtRest, "the finger still has its stick")
    try switched.run("mx 400 | slot 1 id 2 mx 100 my 100 | slot 0 id -1 |")
    #expect(switched.isOn, "a finger that came meanwhile is not cut in two either")
    try switched.run("slot 1 id -1 |")
    #expect(!switched.isOn)
    try switched.run("slot 0 id 3 mx 500 my 300 | mx 600 |")
    #expect(switched.isAtRest)
    switched.pipeline.set(on: true, time: 0)
    #expect(!switched.isOn)
    try switched.run("slot 0 mx 300 | id -1 |")
    #expect(switched.isOn)
    try switched.run("slot 0 id 4 mx 500 my 300 | mx 600 |")
    #expect(!switched.isAtRest)
  }

  @Test(
    "A gesture on controls of pads that are off switches them on, and its fingers are no touches of controls")
  func fromRest() throws {
    let switched = try Switched()
    switched.pipeline.set(on: false, time: 0)
    try switched.run(Self.threeFingers)
    #expect(!switched.consumeRestingTouch(), "they may still become the gesture")
    switched.wait(milliseconds: 200)
    #expect(switched.wantsOn)
    try switched.run(Self.lift)
    #expect(switched.isOn && !switched.consumeRestingTouch())
  }

  @Test("A palm on ignored glass counts for no gesture, and does not keep the pads on")
  func ignoredPalm() throws {
    let edge = Region.rectangle(Rectangle(x: 90, y: 0, width: 10, height: 60))
    let switched = try Switched(others: [.ignore(IgnoreControl(name: "ignore", region: edge))])
    try switched.run("slot 3 id 9 mx 950 my 300 | " + Self.twoFingers)
    switched.wait(milliseconds: 200)
    #expect(switched.wantsOn, "two fingers and a palm are not three fingers")
    try switched.run("slot 2 id 3 mx 200 my 100 | ")
    switched.wait(milliseconds: 200)
    #expect(!switched.wantsOn)
    try switched.run(Self.lift)
    #expect(!switched.isOn && switched.isAtRest, "the palm still rests")
    try switched.run("slot 3 mx 400 | ")
    #expect(switched.isAtRest)
  }

  @Test(
    "Switched off at once, the stick releases, the desktop gets the next finger, and switching on waits for all lifts"
  )
  func atOnceUnderFinger() throws {
    let switched = try Switched(passesThrough: true)
    try switched.run("slot 0 id 1 mx 500 my 300 | mx 600 |")
    #expect(!switched.isAtRest)
    switched.pipeline.switchOffAtOnce(time: 0)
    #expect(switched.isAtRest)
    try switched.run("mx 700 | slot 1 id 2 mx 100 my 100 | mx 200 |")
    #expect(switched.isAtRest)
    #expect(switched.shown == [2])
    switched.pipeline.set(on: true, time: 0)
    try switched.run("slot 0 id -1 | slot 0 id 3 mx 500 my 300 | mx 600 |")
    #expect(!switched.isOn, "a finger is still there")
    #expect(switched.isAtRest)
    try switched.run("id -1 | slot 1 id -1 | slot 0 id 4 mx 500 my 300 | mx 600 |")
    #expect(!switched.isAtRest)
    #expect(switched.shown == [2, 3])
  }

  @Test("Switched off at once, a device button releases, and its next press reaches the desktop")
  func atOnceUnderButton() throws {
    let switched = try Switched(
      buttons: [DeviceButton(input: .btnLeft, output: .south)], passesThrough: true)
    try switched.run("left 1 |")
    #expect(switched.pipeline.pads[0].gamepadState.isDown(.south))
    switched.pipeline.switchOffAtOnce(time: 0)
    #expect(switched.isAtRest)
    try switched.run("slot 0 id 1 mx 500 my 300 | id -1 |")
    #expect(!switched.isLeftShown)
    try switched.run("left 0 | left 1 |")
    #expect(switched.isAtRest)
    #expect(switched.isLeftShown)
  }

  @Test("After a restart of the pipeline, fingers that were there do not block the gesture of new ones")
  func gestureAfterStartAnew() throws {
    for isStillThere in [false, true] {
      let switched = try Switched()
      try switched.run(Self.twoFingers)
      switched.startAnew(isStillThere ? Self.twoFingers : "")
      #expect(switched.isAtRest)
      if isStillThere { try switched.run(Self.lift) }
      try switched.run(Self.threeFingers)
      switched.wait(milliseconds: 150)
      #expect(!switched.wantsOn)
    }
  }

  @Test("A switch that waits for a lift happens if a restart of the pipeline finds nothing touching")
  func askedBeforeStartAnew() throws {
    let switched = try Switched()
    try switched.run(Self.twoFingers)
    switched.pipeline.set(on: false, time: 0)
    switched.startAnew(Self.twoFingers)
    #expect(switched.isOn, "they are still there")
    switched.startAnew("")
    #expect(!switched.isOn)
    try switched.run("slot 0 id 5 mx 500 my 300 | mx 600 |")
    #expect(switched.isAtRest)
  }

  @Test("With nothing on the surface the switch is immediate, and a second one changes nothing")
  func atOnce() throws {
    let switched = try Switched()
    switched.pipeline.set(on: false, time: 0)
    #expect(!switched.isOn)
    switched.pipeline.set(on: false, time: 0)
    #expect(!switched.isOn)
    switched.pipeline.set(on: true, time: 0)
    #expect(switched.isOn)
  }

  @Test("Held fingers switch: the sticks release at once, the rest follows after the lift")
  func held() throws {
    let switched = try Switched()
    try switched.run(Self.threeFingers)
    switched.wait(milliseconds: 98)
    #expect(switched.wantsOn)
    #expect(!switched.isAtRest)
    switched.wait(milliseconds: 2)
    #expect(!switched.wantsOn)
    #expect(switched.isOn)
    #expect(switched.isAtRest)
    #expect(switched.pipeline.deadline == nil)
    try switched.run("slot 0 mx 900 | slot 1 id -1 | id 9 |")
    switched.wait(milliseconds: 1000)
    #expect(!switched.wantsOn, "once for each time that they are held")
    #expect(switched.isAtRest)
    try switched.run(Self.lift)
    #expect(!switched.isOn)

    try switched.run(Self.threeFingers)
    switched.wait(milliseconds: 200)
    #expect(switched.wantsOn)
    try switched.run(Self.lift)
    #expect(switched.isOn)
    #expect(switched.isAtRest)
  }

  @Test(
    "Fewer fingers, more of them, a lift or a movement do not switch",
    arguments: [
      twoFingers, threeFingers + "slot 3 id 4 mx 300 my 100 |", threeFingers + "slot 1 id -1 |",
      threeFingers + "slot 1 mx 160 |", threeFingers + "slot 3 id 4 mx 300 my 100 | id -1 |",
      threeFingers + "RELEASED",
    ])
  func notHeld(_ text: String) throws {
    let switched = try Switched()
    try switched.run(text)
    switched.wait(milliseconds: 1000)
    #expect(switched.wantsOn)
  }

  @Test("Slightly unsteady fingers still switch")
  func unsteady() throws {
    let switched = try Switched()
    try switched.run(Self.threeFingers + "slot 1 mx 130 my 130 | slot 2 mx 190 |")
    switched.wait(milliseconds: 1000)
    #expect(!switched.wantsOn)
  }

  @Test("A held device button delays the switch, and does not reach the pad while that is off")
  func deviceButton() throws {
    let switched = try Switched(buttons: [DeviceButton(input: .btnLeft, output: .south)])
    try switched.run("left 1 |")
    switched.pipeline.set(on: false, time: 0)
    #expect(switched.isOn)
    #expect(switched.pipeline.pads[0].gamepadState.isDown(.south))
    try switched.run("left 0 |")
    #expect(!switched.isOn)
    try switched.run("left 1 |")
    #expect(switched.isAtRest)
  }

  @Test("A device button that is down when the device is opened counts at its next press")
  func buttonAtOpen() throws {
    let switched = try Switched(buttons: [DeviceButton(input: .btnLeft, output: .south)])
    var state = DeviceState(of: .touchscreen())
    state.keys[EventCode.btnLeft.code] = true
    switched.pipeline.adopt(state)
    try switched.run("slot 0 id 1 mx 500 my 300 | id -1 |")
    #expect(switched.isAtRest)
    try switched.run("left 0 | left 1 |")
    #expect(switched.pipeline.pads[0].gamepadState.isDown(.south))
  }
}

@Suite("Device buttons, and two pads on one surface")
struct SurfacePadTests {
  @Test("A pen's button counts while the pen is near, even if it hovers")
  func stylus() throws {
    let device = DeviceDescription.pen
    let surface = try Surface(of: device, class: .tablet)
    let pad = SurfacePad(
      layout: Layout(surface: surface.bounds, controls: []),
      deviceButtons: [DeviceButton(input: .btnStylus, output: .east)])
    var pipeline = TouchPipeline(device: device, surface: surface, pads: [pad])
    func run(_ text: String) throws -> Bool {
      for event in try Scenario.events(text) { _ = pipeline.consume(event) }
      return pipeline.pads[0].gamepadState.isDown(.east)
    }
    #expect(try run("pen 1 stylus 1 |"))
    #expect(try !run("stylus 0 |"))
    #expect(try run("touch 1 stylus 1 |"))
    #expect(try !run("touch 0 pen 0 |"), "the tablet does not say that the button is up")
    #expect(try run("pen 1 |"))
    #expect(try !run("stylus 0 |"))
  }

  @Test(
    "A contact belongs to the first pad with a control under it, and each pad has its own events"
  )
  func twoPads() throws {
    let device = DeviceDescription.touchscreen()
    let surface = try Surface(of: device, class: .touchscreen)
    func pad(from x: Double, width: Double) -> SurfacePad {
      let region = Rectangle(x: x, y: 0, width: width, height: 60)
      let stick = StickControl(
        name: "left", target: .left, stick: Stick(StickParameters(region: .rectangle(region))))
      return SurfacePad(layout: Layout(surface: surface.bounds, sticks: [stick]))
    }
    var pipeline = TouchPipeline(
      device: device, surface: surface, pads: [pad(from: 0, width: 60), pad(from: 40, width: 60)])
    func deflected(_ text: String) throws -> [Bool] {
      for event in try Scenario.events(text) { _ = pipeline.consume(event) }
      return pipeline.pads.map { !$0.output.isEmpty }
    }
    // Both cover the middle, where the first pad wins while its stick is free.
    #expect(try deflected("slot 0 id 1 mx 500 my 300 | mx 600 |") == [true, false])
    #expect(try deflected("slot 1 id 2 mx 500 my 100 | mx 400 |") == [false, true])
    #expect(try deflected("slot 0 mx 650 |") == [false, false])
    #expect(try deflected("slot 0 id -1 |") == [true, false])
    #expect(try deflected("slot 1 id -1 |") == [false, true])
  }
}
