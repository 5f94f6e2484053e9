import EventPipeline
import JoystickModel
import Testing

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

  @Test("A slot's pressure is 0 until the device reports it")
  func untold() throws {
    let scenario = try TrackerScenario(.touchscreen([EventCode.absMTPressure.code: Self.axis]))
    #expect(try scenario.run("id 5 mx 100 my 50 |") == "began 1 (10 5) 0")
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
        == "began 1 (10 5) 1 | moved 1 (10 5) 0")
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
