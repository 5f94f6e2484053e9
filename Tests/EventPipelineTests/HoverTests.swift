import EventPipeline
import JoystickModel
import TestSupport
import Testing

@Suite("Fingers that are only near")
struct HoverTests {
  @Test("A touchpad's finger touches from 12 % of the pressure on, and until it is below 10 %")
  func touchpad() throws {
    let scenario = try TrackerScenario(.hoveringTouchpad())
    #expect(try scenario.run("id 5 mx 100 my 50 force 3 | mx 110 force 13 | force 30 |") == "")
    #expect(
      try scenario.run("force 31 | force 26 | mx 120 force 25 | force 30 | force 31 |")
        == "began 1 (11 5) 0.122 | moved 1 (11 5) 0.102 | ended 1 (11 5) 0.102 | began 2 (12 5) 0.122")
    #expect(try scenario.run("force 5 | mx 300 | id -1 |") == "ended 2 (12 5) 0.122")
  }

  @Test("A hovering second finger is no contact, and the next one in its slot counts anew")
  func secondFinger() throws {
    let scenario = try TrackerScenario(.hoveringTouchpad())
    #expect(
      try scenario.run("slot 0 id 5 mx 100 my 50 force 60 slot 1 id 6 mx 300 my 50 force 8 | slot 1 id -1 |")
        == "began 1 (10 5) 0.235")
    #expect(try scenario.run("slot 1 id 7 | force 40 |") == "began 2 (30 5) 0.157")
  }

  @Test("A tap is as long as its pressure, however long its slot is open")
  func tap() throws {
    let scenario = try TrackerScenario(.hoveringTouchpad())
    #expect(
      try scenario.run("id 5 mx 100 my 50 force 4 | force 12 | force 50 | force 12 | force 2 | id -1 |")
        == "began 1 (10 5) 0.196 | ended 1 (10 5) 0.196")
  }

  @Test("With only one pressure for all contacts, or one contact, that counts")
  func onePressure() throws {
    let slots = try TrackerScenario(.hoveringTouchpad(axis: .absPressure))
    #expect(
      try slots.run("id 5 mx 100 my 50 pressure 8 | pressure 40 | pressure 9 |")
        == "began 1 (10 5) | ended 1 (10 5)")
    let single = try TrackerScenario(.singleTouchpad)
    #expect(
      try single.run("touch 1 x 100 y 50 pressure 8 | pressure 40 | pressure 9 | touch 0 pressure 0 |")
        == "began 1 (10 5) 0.157 | ended 1 (10 5) 0.157")
  }

  @Test("Elan's and Apple's touchpads have the thresholds of libinput's quirks")
  func quirks() throws {
    var elan = DeviceDescription.hoveringTouchpad()
    elan.name = "ETPS/2 Elantech Touchpad"
    #expect(
      try TrackerScenario(elan).run("id 5 mx 100 my 50 force 9 | force 10 | force 8 | force 7 |")
        == "began 1 (10 5) 0.039 | moved 1 (10 5) 0.031 | ended 1 (10 5) 0.031")
    var apple = DeviceDescription.hoveringTouchpad(axis: .absMTTouchMajor, maximum: 1020)
    apple.id = DeviceID(bus: 3, vendor: 0x05ac, product: 0x0262, version: 1)
    #expect(
      try TrackerScenario(apple).run("id 5 mx 100 my 50 major 149 | major 150 | major 130 | major 129 |")
        == "began 1 (10 5) | ended 1 (10 5)")
    #expect(
      try TrackerScenario(apple).run("id 5 mx 100 my 50 major 200 | major 1600 |")
        == "began 1 (10 5) | cancelled 1 (10 5)")
  }

  @Test("A touchpad that lists its fingers without slots (type A) has the thresholds for each of them")
  func unslotted() throws {
    let scenario = try TrackerScenario(.hoveringList)
    #expect(try scenario.run("mx 100 my 50 force 3 + touch 1 | mx 110 my 50 force 30 + |") == "")
    #expect(
      try scenario.run(
        "mx 110 my 50 force 31 + mx 500 my 50 force 8 + | mx 120 my 50 force 26 + mx 510 my 50 force 30 + |")
        == "began 1 (11 5) 0.122 | moved 1 (12 5) 0.102")
    #expect(
      try scenario.run("mx 120 my 50 force 25 + mx 510 my 50 force 60 + | + touch 0 |")
        == "ended 1 (12 5) 0.102, began 2 (51 5) 0.235 | ended 2 (51 5) 0.235")
    #expect(!scenario.isTouched)
  }

  @Test("A touchpad that measures a force has no threshold")
  func forcePad() throws {
    let scenario = try TrackerScenario(.hoveringTouchpad(resolution: 10))
    #expect(try scenario.run("id 5 mx 100 my 50 force 3 |") == "began 1 (10 5) 0.012")
  }

  @Test("A screen's finger hovers at a pressure of 0, once the screen has reported another")
  func touchscreen() throws {
    let force = [EventCode.absMTPressure.code: AbsoluteAxis(minimum: 0, maximum: 255)]
    let scenario = try TrackerScenario(.touchscreen(force))
    #expect(try scenario.run("id 5 mx 100 my 50 | id -1 |") == "began 1 (10 5) | ended 1 (10 5)")
    #expect(
      try scenario.run("id 6 force 1 | force 0 | force 2 |")
        == "began 2 (10 5) 0.004 | ended 2 (10 5) 0.004 | began 3 (10 5) 0.008")
  }
}

@Suite("Pens that say less than others")
struct PenTipTests {
  @Test(
    "Without BTN_TOUCH the pressure decides, from 5 % on and until it is below 1 %, and from a worn nib's pressure",
    arguments: [true, false])
  func pressureOnly(_ declaresTouch: Bool) throws {
    var pen = DeviceDescription.pen
    if !declaresTouch { pen.codes.remove(.btnTouch) }
    let scenario = try TrackerScenario(pen)
    #expect(try scenario.run("pen 1 x 100 y 50 | x 110 | pressure 50 |") == "")
    #expect(
      try scenario.run("pressure 52 | pressure 11 | pressure 10 |")
        == "began 1 (11 5) 0.051 | moved 1 (11 5) 0.011 | ended 1 (11 5) 0.011")
    #expect(
      try scenario.run("pen 0 | pen 1 pressure 150 | pressure 155 | pressure 210 | pressure 150 |")
        == "began 2 (11 5) 0.205 | ended 2 (11 5) 0.205")
    #expect(try scenario.run("pressure 300 | pen 0 |") == "began 3 (11 5) 0.293 | ended 3 (11 5) 0.293")
    #expect(!scenario.isTouched)
  }

  @Test("A pen that sends BTN_TOUCH touches by that alone, whatever its pressure")
  func touchKey() throws {
    let scenario = try TrackerScenario(.pen)
    #expect(
      try scenario.run("pen 1 x 100 y 50 touch 1 | x 110 | touch 0 pressure 400 | pressure 500 |")
        == "began 1 (10 5) | moved 1 (11 5) | ended 1 (11 5)")
  }

  @Test("The desktop gets the pressure of such a pen, and no BTN_TOUCH that the pen does not send")
  func desktop() throws {
    let passing = try PassingPipeline(.pen)
    #expect(
      try passing.run("pen 1 x 800 y 50 | pressure 300 | pressure 0 |")
        == "pen 1 x 800 y 50 | pressure 300 | pressure 0 |")
  }
}

extension DeviceDescription {
  fileprivate static func hoveringTouchpad(
    axis: EventCode = .absMTPressure, maximum: Int32 = 255, resolution: Int32 = 0
  ) -> DeviceDescription {
    var device = touchscreen(
      slots: 2,
      [
        axis.code: AbsoluteAxis(minimum: 0, maximum: maximum, resolution: resolution)
      ])
    device.properties = [.pointer]
    device.codes.insert(.btnToolFinger)
    return device
  }

  fileprivate static var hoveringList: DeviceDescription {
    var device = unslotted
    device.axes[EventCode.absMTPressure.code] = AbsoluteAxis(minimum: 0, maximum: 255)
    device.properties = [.pointer]
    device.codes.formUnion([.absMTPressure, .btnToolFinger])
    return device
  }

  fileprivate static var singleTouchpad: DeviceDescription {
    var device = hoveringTouchpad(axis: .absPressure)
    device.properties.insert(.semiMT)
    device.axes[EventCode.absX.code] = device.axes[EventCode.absMTPositionX.code]
    device.axes[EventCode.absY.code] = device.axes[EventCode.absMTPositionY.code]
    return device
  }
}
