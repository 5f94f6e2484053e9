import Configuration
import EventPipeline
import InputDevices
import System
import Testing

@testable import touchstickd

@Suite("Motors")
struct PadRumbleTests {
  private static let motor: Set<EventCode> = [.ffRumble]

  private func device(
    _ name: String = "vibrator", _ codes: Set<EventCode> = motor, axes: [UInt16: AbsoluteAxis] = [:],
    phys: String? = nil, isInitialised: Bool = true, isVirtual: Bool = false, seat: String? = nil,
    path: String = "/dev/input/event1"
  ) -> SurveyedDevice {
    SurveyedDevice(
      path: path,
      description: DeviceDescription(
        name: name, id: DeviceID(bus: 0, vendor: 0, product: 0, version: 0), codes: codes, axes: axes),
      phys: phys, isInitialised: isInitialised, isVirtual: isVirtual, seat: seat)
  }

  @Test("A motor can rumble, and has no keys and no axes")
  func motors() {
    #expect(device().isMotor)
    #expect(device("rumble and tones", Self.motor.union([.ffPeriodic, .ffSine, .ffGain])).isMotor)
    let others = [
      device("a pad", DeviceDescription.xbox360.codes, axes: DeviceDescription.xbox360.axes),
      device("a haptic touchpad", Self.motor.union([.btnLeft])),
      device("a wheel", Self.motor, axes: [0: AbsoluteAxis(minimum: 0, maximum: 1)]),
      device("a beeper", [EventCode(.sound, 1)]), device("tones", [.ffPeriodic, .ffSine]),
      device("ours", phys: VirtualDevice.gamepadPhys), device("not ready", isInitialised: false),
      device("another's", seat: "seat1"),
    ]
    for other in others { #expect(!other.isMotor, "\(other.description.name)") }
  }

  @Test(
    "auto is the session's motor rather than the machine's, which is not even opened, and a name is never the session's"
  )
  func session() throws {
    let loop = try EventLoop()
    func chosen(_ text: String, _ motor: MotorSocket?) throws -> PadStatus.Motor? {
      let rumble = PadRumble(
        try Settings.parse("[rumble]\nmotor = \"\(text)\"\n", file: "t.toml").rumble, loop)
      // There is no such node.
      try rumble.chooseMotor(among: [device(path: "/nowhere")], or: motor, pad: 0)
      return rumble.status
    }
    let motor = try MotorSocket(of: 1000)
    #expect(try chosen("auto", motor) == MotorSocket.status)
    #expect(try chosen("none", motor) == nil)
    #expect(throws: DaemonError.self) { _ = try chosen("vibrator", motor) }
    #expect(throws: DaemonError.self) { _ = try chosen("auto", nil) }
  }

  @Test("auto is a motor that no program has made, and a name can be any motor's")
  func choice() throws {
    let (real, virtual) = (device(), device("made", isVirtual: true))
    #expect(RumbleSettings.Motor.auto.isAskedFor(real) && !RumbleSettings.Motor.auto.isAskedFor(virtual))
    #expect(!RumbleSettings.Motor.off.isAskedFor(real))
    let named = RumbleSettings.Motor.named(try #require(GlobPattern("m*")))
    #expect(named.isAskedFor(virtual) && !named.isAskedFor(real))
    #expect(!named.isAskedFor(device("mouse", Self.motor.union([.btnLeft]))))
  }
}
