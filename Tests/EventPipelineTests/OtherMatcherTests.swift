import EventPipeline
import JoystickModel
import Testing

@Suite("Contacts of a device without slots (type A)")
struct UnslottedTrackerTests {
  let scenario: TrackerScenario

  init() throws { scenario = try TrackerScenario(.unslotted) }

  @Test("Fingers are distinguished by position, whatever their order in the list")
  func twoFingers() throws {
    #expect(
      try scenario.run(
        """
        mx 100 my 100 + mx 500 my 100 + touch 1 |
        mx 510 my 100 + mx 110 my 100 + |
        mx 520 my 100 + |
        + touch 0 |
        """)
        == "began 1 (10 10), began 2 (50 10) | moved 2 (51 10), moved 1 (11 10) | moved 2 (52 10), ended 1 (11 10)"
        + " | ended 2 (52 10)")
  }

  @Test("The nearest pairs are matched first")
  func nearestFirst() throws {
    _ = try scenario.run("mx 100 my 100 + mx 200 my 100 + touch 1 |")
    #expect(try scenario.run("mx 190 my 100 + mx 290 my 100 + |") == "moved 2 (19 10), moved 1 (29 10)")
  }

  @Test("A position too far from every contact is a new contact")
  func jump() throws {
    _ = try scenario.run("mx 100 my 100 + touch 1 |")
    #expect(try scenario.run("mx 500 my 100 + |") == "ended 1 (10 10), began 2 (50 10)")
  }

  private static let kinds: [DeviceDescription] = [.unslotted, .unslottedWithoutButton]

  @Test("Only the list says what touches, whether BTN_TOUCH is declared or not", arguments: kinds)
  func listAlone(_ device: DeviceDescription) throws {
    let scenario = try TrackerScenario(device)
    #expect(
      try scenario.run("id 0 mx 100 my 100 + | id 0 mx 120 my 100 + id 1 mx 500 my 100 + |")
        == "began 1 (10 10) | moved 1 (12 10), began 2 (50 10)")
    #expect(scenario.isTouched)
    #expect(try scenario.run("id 1 mx 510 my 100 + |") == "moved 2 (51 10), ended 1 (12 10)")
    #expect(scenario.isTouched)
    #expect(try scenario.run("+ |") == "ended 2 (51 10)")
    #expect(!scenario.isTouched)
  }

  private static let lastLifts = [
    "+ |", "+ touch 0 |", "touch 0 |", "mx 100 my 100 + touch 0 |", "pressure 0 |", "|", "major 0 |",
    "major 0 + |",
    "mx 100 my 100 major 0 + |", "mx 100 my 100 force 0 + |", "mx 100 my 100 distance 1 + |", "mx 100 + |",
  ]

  @Test("Each form of the last lift ends all contacts", arguments: lastLifts)
  func lastLift(_ lift: String) throws {
    _ = try scenario.run("mx 100 my 100 major 5 force 5 distance 0 + touch 1 pressure 5 |")
    #expect(try scenario.run(lift) == "ended 1 (10 10)")
    #expect(!scenario.isTouched)
    #expect(try scenario.run("mx 200 my 100 + |") == "began 2 (20 10)")
  }

  @Test(
    "A frame with only buttons is not a list",
    arguments: [
      "left 1 |", "left 0 |", "left 2 RELEASED", "touch 1 |", "pressure 1 |", "x 5 |", "stamp 5 |",
      "wheel 1 |",
    ])
  func otherFrame(_ frame: String) throws {
    _ = try scenario.run("mx 100 my 100 + |")
    #expect(try scenario.run(frame) == "")
    #expect(scenario.isTouched)
    #expect(try scenario.run("mx 110 my 100 + |") == "moved 1 (11 10)")
  }

  @Test("BTN_TOUCH without a list is not a touch")
  func buttonWithoutList() throws {
    #expect(try scenario.run("touch 1 | touch 1 + |") == "")
    #expect(!scenario.isTouched)
  }

  @Test("Without BTN_TOUCH, the first list counts, and lost events cancel all contacts")
  func withoutButton() throws {
    let scenario = try TrackerScenario(.unslottedWithoutButton)
    scenario.adopt(Shown())
    #expect(!scenario.isTouched)
    #expect(try scenario.run("mx 100 my 100 + |") == "began 1 (10 10)")
    #expect(scenario.resynchronise(to: Shown()) == "cancelled 1 (10 10)")
    #expect(!scenario.isTouched)
    #expect(try scenario.run("mx 100 my 100 + |") == "began 2 (10 10)")
  }

  @Test("The first list after an unrecoverable loss counts", arguments: ["DROPPED x 1 |", "RELEASED"])
  func afterLoss(_ loss: String) throws {
    _ = try scenario.run("mx 100 my 100 + touch 1 |")
    #expect(try scenario.run(loss) == "cancelled 1 (10 10)")
    #expect(!scenario.isTouched)
    #expect(try scenario.run("mx 100 my 100 + | + |") == "began 2 (10 10) | ended 2 (10 10)")
  }

  @Test("Releasing BTN_TOUCH without a list ends all contacts")
  func buttonAlone() throws {
    _ = try scenario.run("mx 100 my 100 + mx 200 my 100 + touch 1 |")
    #expect(try scenario.run("touch 0 |") == "ended 1 (10 10), ended 2 (20 10)")
    #expect(!scenario.isTouched)
  }

  @Test("A frame without a list says nothing about contacts, and half a position is ignored")
  func noList() throws {
    _ = try scenario.run("mx 100 my 100 + touch 1 |")
    #expect(try scenario.run("pressure 3 | x 5 | mx 110 my 110 |") == "")
    #expect(try scenario.run("mx 120 + mx 130 my 100 + |") == "moved 1 (13 10)")
  }

  @Test("A palm is cancelled until it lifts")
  func palm() throws {
    _ = try scenario.run("mx 100 my 100 + touch 1 |")
    #expect(
      try scenario.run("tool 2 mx 110 my 100 + | mx 120 my 100 + | + touch 0 |") == "cancelled 1 (10 10)")
    #expect(try scenario.run("tool 2 mx 300 my 100 + touch 1 |") == "")
  }

  @Test("Contacts that were there at the start are ignored until all lift")
  func adopted() throws {
    scenario.adopt(Shown(keys: [.btnTouch]))
    #expect(try scenario.run("mx 100 my 100 + | mx 110 my 100 + mx 300 my 300 + | + touch 0 |") == "")
    #expect(try scenario.run("mx 100 my 100 + touch 1 |") == "began 1 (10 10)")
  }

  @Test("After lost events, a finger continues where the next list has it, unless nothing touches")
  func resynchronised() throws {
    _ = try scenario.run("mx 100 my 100 + touch 1 |")
    #expect(scenario.resynchronise(to: Shown(keys: [.btnTouch])) == "")
    #expect(try scenario.run("mx 120 my 100 + |") == "moved 1 (12 10)")
    #expect(scenario.resynchronise(to: Shown()) == "cancelled 1 (12 10)")
    #expect(try scenario.run("mx 100 my 100 + touch 1 |") == "began 2 (10 10)")
  }

  @Test("A list that never ends stays bounded")
  func flood() throws {
    let entries = (0..<1000).map { "mx \($0) my \($0 % 600) +" }.joined(separator: " ")
    #expect(try scenario.run(entries + " touch 1 |").split(separator: ",").count == 32)
    #expect(try scenario.run("touch 0 |").split(separator: ",").count == 32)
  }
}

@Suite("The only contact of a single-touch device")
struct SingleTouchTrackerTests {
  @Test("BTN_TOUCH is the contact, and a position alone is not")
  func touch() throws {
    let scenario = try TrackerScenario(.singleTouch)
    #expect(
      try scenario.run("x 10 y 20 | touch 1 x 100 y 50 | x 120 | touch 0 | x 130 |")
        == "began 1 (10 5) | moved 1 (12 5) | ended 1 (12 5)")
  }

  @Test("A hovering pen does not count, and a pen that leaves the tablet's range lifts")
  func pen() throws {
    let scenario = try TrackerScenario(.pen)
    #expect(
      try scenario.run("pen 1 x 10 y 20 | x 30 | touch 1 pressure 9 | x 40 | pen 0 | x 50 | touch 0 |")
        == "began 1 (3 2) 0.009 | moved 1 (4 2) 0.009 | ended 1 (4 2) 0.009")
  }

  @Test("Two touches in one frame are two contacts")
  func again() throws {
    let scenario = try TrackerScenario(.singleTouch)
    _ = try scenario.run("touch 1 x 10 y 20 |")
    #expect(try scenario.run("touch 0 touch 1 x 30 |") == "ended 1 (1 2), began 2 (3 2)")
  }

  @Test("A repeated BTN_TOUCH is neither a lift nor a release")
  func autorepeat() throws {
    let scenario = try TrackerScenario(.singleTouch)
    _ = try scenario.run("touch 1 x 10 y 20 |")
    #expect(try scenario.run("touch 2 RELEASED x 30 | touch 2 |") == "moved 1 (3 2)")
  }

  @Test("A pen that turns does not move, and a hovering pen is near but does not touch")
  func penRotation() throws {
    var device = DeviceDescription.pen
    device.axes[EventCode.absZ.code] = AbsoluteAxis(minimum: -900, maximum: 899)
    device.axes[EventCode.absRX.code] = AbsoluteAxis(minimum: 0, maximum: 100)
    device.codes.formUnion([.absZ, .absRX])
    let scenario = try TrackerScenario(device)
    #expect(
      try scenario.run("pen 1 touch 1 x 100 y 50 | z 300 | rx 40 | touch 0 |")
        == "began 1 (10 5) | ended 1 (10 5)")
    #expect(scenario.isTouched)
    #expect(try scenario.run("pen 0 |") == "")
    #expect(!scenario.isTouched)
  }

  @Test("The pair of axes that reports is used, but not a pair without extent")
  func pairs() throws {
    let scenario = try TrackerScenario(.twoPairs)
    #expect(
      try scenario.run("touch 1 x 100 y 50 z 1 rx 1 | x 110 z 2000 |") == "began 1 (10 5) | moved 1 (11 5)")
    var device = DeviceDescription.twoPairs
    device.axes[EventCode.absZ.code] = AbsoluteAxis(minimum: 0, maximum: 0)
    let other = try TrackerScenario(device)
    #expect(try other.run("touch 1 x 100 y 50 | z 7 rx 7 |") == "began 1 (10 5)")
  }

  @Test("A device that reports in ABS_Z and ABS_RX (eGalax 0eef:0001) is read there")
  func secondPair() throws {
    let scenario = try TrackerScenario(.twoPairs)
    #expect(
      try scenario.run("touch 1 z 1000 rx 200 | rx 400 | touch 0 |")
        == "began 1 (50 6) | moved 1 (50 12) | ended 1 (50 12)")
  }

  @Test("A touchpad whose slots are a bounding box uses its single position")
  func semiMultitouch() throws {
    let scenario = try TrackerScenario(.semiMultitouchTouchpad)
    #expect(
      try scenario.run(
        "slot 0 id 1 mx 0 my 0 slot 1 id 2 mx 900 my 500 x 100 y 50 touch 1 | mx 90 | touch 0 |")
        == "began 1 (10 5) | ended 1 (10 5)")
  }

  @Test("A touch that was there at the start is ignored until it lifts")
  func adopted() throws {
    let scenario = try TrackerScenario(.singleTouch)
    scenario.adopt(Shown(keys: [.btnTouch], x: 10, y: 20))
    #expect(scenario.isTouched)
    #expect(try scenario.run("x 30 | touch 0 | touch 1 |") == "began 1 (3 2)")
  }

  @Test("After lost events, a touch that is gone is cancelled, and one that is there moves")
  func resynchronised() throws {
    let scenario = try TrackerScenario(.singleTouch)
    _ = try scenario.run("touch 1 x 10 y 20 |")
    let moved = Shown(keys: [.btnTouch], x: 30, y: 20)
    #expect(scenario.resynchronise(to: moved) == "moved 1 (3 2)")
    #expect(scenario.resynchronise(to: Shown()) == "cancelled 1 (3 2)")
    #expect(scenario.resynchronise(to: moved) == "began 2 (3 2)")
  }

  @Test("A lift that a recording lost does not swallow the next touch")
  func droppedInRecording() throws {
    let scenario = try TrackerScenario(.singleTouch)
    _ = try scenario.run("touch 1 x 10 y 20 |")
    #expect(try scenario.run("DROPPED x 50 | x 60 | touch 1 |") == "cancelled 1 (1 2) | began 2 (6 2)")
  }
}

@Suite("Pressure")
struct PressureTests {
  private static let axis = AbsoluteAxis(minimum: 0, maximum: 100)

  @Test("A slot's pressure comes with its contact, and a change of pressure is a sample")
  func slots() throws {
    let scenario = try TrackerScenario(.touchscreen([EventCode.absMTPressure.code: Self.axis]))
    #expect(
      try scenario.run("id 5 mx 100 my 50 force 25 | force 50 | mx 110 | | id -1 | id 6 |")
        == "began 1 (10 5) 0.25 | moved 1 (10 5) 0.5 | moved 1 (11 5) 0.5 | ended 1 (11 5) 0.5 | "
        + "began 2 (11 5) 0.5")
  }

  @Test("A device has no pressure until it reports one, as if it had no axis for it")
  func unreported() throws {
    let scenario = try TrackerScenario(.touchscreen([EventCode.absMTPressure.code: Self.axis]))
    #expect(
      try scenario.run("id 5 mx 100 my 50 | force 0 | force 25 |") == "began 1 (10 5) | moved 1 (10 5) 0.25")
  }

  @Test("The pressure of a list entry comes with its contact")
  func lists() throws {
    var device = DeviceDescription.unslotted
    device.axes[EventCode.absMTPressure.code] = Self.axis
    device.codes.insert(.absMTPressure)
    let scenario = try TrackerScenario(device)
    #expect(
      try scenario.run("mx 100 my 50 force 10 + mx 900 my 500 force 90 + touch 1 | mx 100 my 50 force 20 + |")
        == "began 1 (10 5) 0.1, began 2 (90 50) 0.9 | moved 1 (10 5) 0.2, ended 2 (90 50) 0.9")
  }

  @Test("A pen's pressure comes with its contact, but not while it hovers")
  func pen() throws {
    var device = DeviceDescription.pen
    device.axes[EventCode.absPressure.code] = AbsoluteAxis(minimum: -100, maximum: 100)
    let scenario = try TrackerScenario(device)
    #expect(
      try scenario.run(
        "pen 1 x 10 y 20 pressure -100 | touch 1 pressure 0 | pressure 100 | touch 0 pressure -100 |")
        == "began 1 (1 2) 0.5 | moved 1 (1 2) 1 | ended 1 (1 2) 1")
  }

  @Test("Pressures stop at the ends of the axis, and an axis without extent has none")
  func odd() throws {
    let scenario = try TrackerScenario(.touchscreen([EventCode.absMTPressure.code: Self.axis]))
    #expect(
      try scenario.run("id 5 mx 100 my 50 force 2147483647 | force -2147483648 |")
        == "began 1 (10 5) 1 | ended 1 (10 5) 1")
    let pen = try TrackerScenario(.pen)
    #expect(
      try pen.run("pen 1 x 10 y 20 touch 1 pressure 2147483647 | pressure -2147483648 |")
        == "began 1 (1 2) 1 | moved 1 (1 2) 0")
    let flat = AbsoluteAxis(minimum: 7, maximum: 7)
    let without = try TrackerScenario(.touchscreen([EventCode.absMTPressure.code: flat]))
    #expect(try without.run("id 5 mx 100 my 50 force 7 |") == "began 1 (10 5)")
  }

  @Test("After lost events the pressure is the device's")
  func resynchronisation() throws {
    let scenario = try TrackerScenario(.touchscreen([EventCode.absMTPressure.code: Self.axis]))
    _ = try scenario.run("id 5 mx 100 my 50 force 25 |")
    let slot = Shown.Slot(trackingID: 5, x: 100, y: 50, pressure: 75)
    #expect(scenario.resynchronise(to: Shown(slots: [slot])) == "moved 1 (10 5) 0.75")
  }
}
