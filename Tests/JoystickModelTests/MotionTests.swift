import Foundation
import TestSupport
import Testing

@testable import JoystickModel

/// A device whose sensors say exactly how it moves, but for a bias and for noise.
struct MovedDevice {
  static let gravity = 9.80665
  var tracker = MotionTracker()
  var layout: Layout
  /// Where up is, in the axes of the glass.
  var up = SIMD3(0.0, 0, 1)
  /// Of the gyroscope, in rad/s.
  var bias = SIMD3<Double>.zero
  var sensors: MotionSensors = [.accelerometer, .gyroscope]
  /// Samples of each sensor in a second.
  var rate = 100.0
  /// In microseconds.
  var time: Int64 = 0
  /// What the mouse has gone.
  var mouse = MouseMotion()

  init(tilts: [TiltControl] = [], gyros: [GyroControl] = [], controls: [Control] = []) {
    layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 100, height: 60), controls: controls,
      motion: MotionControls(tilts: tilts, gyros: gyros))
  }

  static func degrees(_ degrees: Double) -> Double { degrees * .pi / 180 }

  mutating func feed(_ sample: MotionSample) {
    if tracker.consume(sample, isTouched: layout.isHeld) { layout.move(tracker.state) }
    mouse += layout.consumeMouseMotion()
  }

  /// Turns about a fixed axis of the glass for some seconds, at a rate in degrees per second.
  mutating func turn(_ rate: SIMD3<Double> = .zero, for seconds: Double, noise: Double = 0) {
    var random = SeededGenerator(seed: UInt64(time + 1))
    let count = Int((seconds * self.rate).rounded())
    let rate = rate * (.pi / 180)
    let start = time
    for index in 1...count {
      time = start + Int64((Double(index) * 1e6 / self.rate).rounded())
      up = Self.rotated(up, by: rate * (-1 / self.rate))
      var measured = rate + bias
      if noise > 0 { for axis in 0..<3 { measured[axis] += random.number(-noise...noise) } }
      if sensors.contains(.gyroscope) {
        feed(MotionSample(.rotation, x: measured.x, y: measured.y, z: measured.z, time: time))
      }
      if sensors.contains(.accelerometer) {
        let force = up * Self.gravity
        feed(MotionSample(.acceleration, x: force.x, y: force.y, z: force.z, time: time))
      }
    }
  }

  /// In ten thousand small steps, so that this is not the formula under test.
  private static func rotated(_ direction: SIMD3<Double>, by turn: SIMD3<Double>) -> SIMD3<Double> {
    var direction = direction
    for _ in 0..<1000 { direction += (turn * 0.001).cross(direction) }
    return direction / direction.length
  }
}

@Suite("Motion")
struct MotionTests {
  private static func tilt(
    _ axis: TiltAxis = .side, _ output: TiltOutput = .axis(.leftX), base: TiltBase = .angle(0),
    _ change: (inout TiltControl) -> Void = { _ in }
  ) -> TiltControl {
    var tilt = TiltControl(name: "tilt", axis: axis, output: output)
    (tilt.base, tilt.deadZone) = (base, 0)
    change(&tilt)
    return tilt
  }

  private static func gyro(
    _ target: LookTarget = .mouse, while activation: GyroActivation = .always,
    _ change: (inout GyroParameters) -> Void = { _ in }
  ) -> GyroControl {
    var parameters = GyroParameters()
    change(&parameters)
    return GyroControl(name: "gyro", target: target, activation: activation, parameters: parameters)
  }

  @Test(
    "A lean to the right is the axis of its part of the full angle, at any rate, by the accelerometer alone and with both",
    arguments: [10.0, 100, 800], [MotionSensors.accelerometer, [.accelerometer, .gyroscope]])
  func side(_ rate: Double, _ sensors: MotionSensors) {
    for angle in [0.0, 5, 12, 24, 40, -12, -40] {
      var device = MovedDevice(tilts: [Self.tilt()])
      (device.rate, device.sensors) = (rate, sensors)
      // Upright, as a steering wheel.
      device.up = SIMD3(0, 1, 0)
      device.turn(for: 1)
      device.turn(SIMD3(0, 0, -angle / 0.5), for: 0.5)
      device.turn(for: 1)
      let expected = max(-1, min(angle / 24, 1)) * 32767
      let found = Double(device.layout.gamepadState.leftStick.x)
      #expect(abs(found - expected) <= 0.01 * 32767, "\(angle): \(found)")
    }
  }

  @Test("Leaning forward is up, from any base, and the button \"centre tilt\" sets the base")
  func forward() {
    let centre = ButtonControl(
      name: "centre", region: .rectangle(Rectangle(x: 0, y: 0, width: 9, height: 9)),
      action: ButtonAction([.centreTilt]))
    for base in [TiltBase.start, .angle(60)] {
      var device = MovedDevice(
        tilts: [Self.tilt(.forward, .axis(.leftY), base: base)], controls: [.button(centre)])
      device.up = SIMD3(0, sin(MovedDevice.degrees(60)), cos(MovedDevice.degrees(60)))
      device.turn(for: 1)
      #expect(device.layout.gamepadState.leftStick.y == 0)
      // About the axis to the right, the upper edge comes to the viewer if the rate is positive.
      device.turn(SIMD3(-24, 0, 0), for: 0.5)
      device.turn(for: 1)
      #expect(
        abs(Double(device.layout.gamepadState.leftStick.y) + 16384) <= 330, "half of 24 degrees")
      device.layout.apply(
        ContactEvent(id: ContactID(1), phase: .began, position: Point(x: 1, y: 1)), time: device.time)
      #expect(device.layout.gamepadState.leftStick.y == 0, "at once")
      device.layout.reset(time: device.time)
      device.turn(for: 0.1)
      #expect((device.layout.gamepadState.leftStick.y == 0) == (base == .start))
    }
  }

  @Test("A tilt pulls triggers, and presses directions from half of the deflection on until 0.4")
  func outputs() {
    var device = MovedDevice(tilts: [Self.tilt(.side, .triggers), Self.tilt(.side, .directionPad)])
    device.up = SIMD3(0, 1, 0)
    device.turn(for: 1)
    var hats: [Int8] = []
    for _ in 0..<3 {
      device.turn(SIMD3(0, 0, -10), for: 0.5)
      hats.append(device.layout.gamepadState.hatX)
    }
    #expect(hats == [0, 0, 1])
    #expect(
      abs(Int(device.layout.gamepadState.rightTrigger) - 159) <= 2
        && device.layout.gamepadState.leftTrigger == 0)
    device.turn(SIMD3(0, 0, 8), for: 0.5)
    #expect(device.layout.gamepadState.hatX == 1, "11 of 24 degrees")
    device.turn(SIMD3(0, 0, 8), for: 0.5)
    #expect(device.layout.gamepadState.hatX == 0, "7 of 24 degrees")
    device.turn(SIMD3(0, 0, 40), for: 0.5)
    #expect(device.layout.gamepadState.hatX == -1 && device.layout.gamepadState.leftTrigger > 100)
  }

  @Test(
    "A turn of 90 degrees in half a second moves the mouse by the counted degrees, and back again",
    arguments: [10.0, 100, 200, 800])
  func turn(_ rate: Double) {
    var device = MovedDevice(gyros: [Self.gyro()])
    device.rate = rate
    device.turn(for: 0.2)
    // To the right, about the upright line, and up, about the level one.
    device.turn(SIMD3(0, -180, 0), for: 0.5)
    #expect(abs(Int(device.mouse.x) - 3600) <= 36 && device.mouse.y == 0, "\(device.mouse)")
    device.turn(SIMD3(180, 0, 0), for: 0.5)
    #expect(abs(Int(device.mouse.y) + 3600) <= 36, "\(device.mouse)")
    device.turn(SIMD3(-180, 180, 0), for: 0.5)
    #expect(
      abs(device.mouse.x) <= 1 && abs(device.mouse.y) <= 1, "no part of a count is lost: \(device.mouse)")
  }

  @Test("A bias of half a degree per second is gone after a rest, and aiming at 1 degree per second remains")
  func calibration() {
    var device = MovedDevice(gyros: [Self.gyro()])
    device.bias = SIMD3(0.5, -0.5, 0.3) * (.pi / 180)
    device.turn(for: 2, noise: 0.002)
    device.mouse = MouseMotion()
    device.turn(for: 10, noise: 0.002)
    #expect(device.mouse == MouseMotion())
    device.turn(SIMD3(0, -1, 0), for: 10, noise: 0.002)
    #expect(abs(Int(device.mouse.x) - 400) <= 12 && abs(device.mouse.y) <= 8, "\(device.mouse)")
    device.bias = SIMD3(3, 0, 0) * (.pi / 180)
    device.turn(for: 3)
    #expect(abs(device.tracker.state.rate?.x ?? 0) > 0.03, "more than 2 degrees per second is a turn")
  }

  @Test("A finger on a control, or a hand that trembles, is no rest")
  func noRest() {
    let look = LookControl(
      name: "look", region: .rectangle(Rectangle(x: 0, y: 0, width: 100, height: 60)), target: .right)
    var device = MovedDevice(gyros: [Self.gyro(while: .lookPad)], controls: [.look(look)])
    device.layout.apply(
      ContactEvent(id: ContactID(1), phase: .began, position: Point(x: 9, y: 9)), time: 0)
    device.turn(SIMD3(0, -1, 0), for: 5)
    #expect(abs(Int(device.mouse.x) - 200) <= 4, "\(device.mouse)")
    device.layout.apply(
      ContactEvent(id: ContactID(1), phase: .ended, position: Point(x: 9, y: 9)), time: 0)
    device.turn(SIMD3(0, -1, 0), for: 0.4)
    #expect(abs(Int(device.mouse.x) - 200) <= 4, "no finger, no turn")
    device.turn(SIMD3(0, -1, 0), for: 0.4, noise: 0.02)
    device.turn(for: 0.1)
    #expect(abs(device.tracker.state.rate?.y ?? 1) < 1e-9, "no bias was found")
  }

  @Test("A stick gets the rate in addition to a finger, and buttons start and stop it")
  func stick() {
    func button(_ output: PadOutput, at x: Double) -> Control {
      .button(
        ButtonControl(
          name: output.label, region: .rectangle(Rectangle(x: x, y: 0, width: 9, height: 9)),
          action: ButtonAction([output])))
    }
    let half = ButtonControl(
      name: "half", region: .rectangle(Rectangle(x: 50, y: 0, width: 9, height: 9)),
      action: { () in
        var action = ButtonAction([.halfAxis(.right, .right)])
        action.value = 0.5
        return action
      }())
    var device = MovedDevice(
      gyros: [Self.gyro(.right, while: .button) { $0.deadZone = 0 }],
      controls: [button(.gyroOn, at: 0), button(.gyroOff, at: 20), .button(half)])
    func touch(_ number: UInt32, _ x: Double?, _ device: inout MovedDevice) {
      device.layout.apply(
        ContactEvent(
          id: ContactID(number), phase: x == nil ? .ended : .began, position: Point(x: x ?? 0, y: 1)),
        time: device.time)
    }
    var axis: Int { Int(device.layout.gamepadState.rightStick.x) }
    device.turn(SIMD3(0, -55, 0), for: 0.1)
    #expect(axis == 0)
    touch(1, 1, &device)
    #expect(axis == 8192, "55 of 220 degrees per second")
    touch(2, 51, &device)
    #expect(axis == 16384 + 8192, "half, and a quarter")
    device.turn(SIMD3(0, -440, 0), for: 0.1)
    #expect(axis == 32767)
    touch(3, 21, &device)
    #expect(axis == 16384)
    touch(3, nil, &device)
    touch(1, nil, &device)
    #expect(axis == 16384, "at once")
  }

  @Test("In the player's space, a turn about gravity is one however the device leans")
  func space() {
    for lean in [0.0, 30, 60, 90] {
      let up = SIMD3(0, cos(MovedDevice.degrees(lean)), sin(MovedDevice.degrees(lean)))
      var device = MovedDevice(gyros: [Self.gyro { $0.space = .player }, Self.gyro()])
      device.up = up
      device.turn(for: 0.5)
      device.mouse = MouseMotion()
      device.turn(up * -90, for: 1)
      let own = 3600 * cos(MovedDevice.degrees(lean))
      #expect(abs(Double(device.mouse.x) - 3600 - own) <= 40, "\(lean): \(device.mouse)")
    }
  }

  @Test("Slow turns are smoothed, fast ones are not, and no way is lost")
  func smoothing() {
    var device = MovedDevice(gyros: [Self.gyro { ($0.smoothBelow, $0.deadZone) = (10, 0) }])
    device.turn(for: 0.1)
    device.turn(SIMD3(0, -100, 0), for: 0.01)
    #expect(device.mouse.x == 40)
    device.turn(for: 1)
    #expect(device.mouse.x == 40)
    device.turn(SIMD3(0, -4, 0), for: 0.01)
    #expect(device.mouse.x == 40)
    device.turn(SIMD3(0, -4, 0), for: 0.99)
    device.turn(for: 1)
    #expect(abs(device.mouse.x - 200) <= 1, "\(device.mouse)")
  }

  @Test("A smoothed turn that has ended does not keep the stick at its anti-dead zone")
  func endOfSmoothing() {
    var device = MovedDevice(
      gyros: [Self.gyro(.right) { ($0.smoothBelow, $0.antiDeadZone, $0.deadZone) = (10, 0.24, 0.3) }])
    device.turn(SIMD3(0, -5, 0), for: 1)
    #expect(device.layout.gamepadState.rightStick.x > 7800)
    // The filter needs 0.1 s x ln(5 / 0.3) to the dead zone.
    device.turn(for: 0.25)
    #expect(device.layout.gamepadState.rightStick.x > 7800)
    device.turn(for: 0.05)
    #expect(device.layout.gamepadState.rightStick.x == 0)
  }

  @Test("Lost sensors, hidden layers and a reset leave every axis at 0")
  func rest() {
    var tilt = Self.tilt()
    tilt.layer = "drive"
    let menu = ButtonControl(
      name: "menu", region: .rectangle(Rectangle(x: 0, y: 0, width: 9, height: 9)),
      action: {
        var action = ButtonAction([])
        action.layerChange = .show("menu")
        return action
      }())
    let other = ButtonControl(
      name: "A", region: .rectangle(Rectangle(x: 20, y: 0, width: 9, height: 9)), output: .south)
    let layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 100, height: 60),
      controls: [.button(menu), .button(other), .button(other)],
      layers: ["drive", "menu"], layersOfControls: [nil, "drive", "menu"],
      motion: MotionControls(tilts: [tilt], gyros: [Self.gyro(.right)]))
    for step in 0..<4 {
      var device = MovedDevice()
      device.layout = layout
      device.up = SIMD3(-0.5, 0.75.squareRoot(), 0)
      device.turn(SIMD3(0, -90, 0), for: 0.1)
      #expect(device.layout.gamepadState.leftStick.x == 32767)
      #expect(device.layout.gamepadState.rightStick.x > 10_000)
      switch step {
      case 0: device.layout.reset(time: device.time)
      case 1:
        device.tracker.lose([.accelerometer, .gyroscope])
        device.layout.move(device.tracker.state)
      case 2:
        device.tracker.advance(to: device.time + MotionTracker.timeout)
        device.layout.move(device.tracker.state)
      default:
        device.layout.apply(
          ContactEvent(id: ContactID(1), phase: .began, position: Point(x: 1, y: 1)), time: device.time)
        #expect(device.layout.gamepadState.leftStick.x == 0)
        device.layout.reset(time: device.time)
      }
      #expect(device.layout.gamepadState == GamepadState(), "\(step)")
    }
  }

  @Test("A layout with the menu's handle has the same tilts and gyros")
  func menuHandle() {
    let device = MovedDevice(tilts: [Self.tilt()], gyros: [Self.gyro()])
    let layout = device.layout.withMenuHandle()
    #expect(layout.motion == device.layout.motion && layout.motionSensors == [.accelerometer, .gyroscope])
  }

  @Test("Whatever sensors send, nothing traps, every axis is in range, and rest is rest")
  func hostile() {
    let tilts = [
      Self.tilt(), Self.tilt(.forward, .directionPad), Self.tilt(.forward, .triggers, base: .start),
    ]
    let gyros = [Self.gyro(), Self.gyro(.left) { ($0.space, $0.smoothBelow) = (.player, 20) }]
    Seeds.forEach { random throws(Violation) in
      var device = MovedDevice(tilts: tilts, gyros: gyros)
      var time: Int64 = 0
      for _ in 0..<50 {
        time = random.pick(
          time, time &+ random.integer(0...300_000), time &- random.integer(0...300_000), .max, .min,
          random.integer(Int64.min...Int64.max))
        let quantity = random.pick(MotionSample.Quantity.acceleration, .rotation)
        let values = (0..<3).map { _ in
          random.pick(
            0, .nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, random.number(-200...200),
            random.number(-10...10), random.number(-10...10), random.number(-10...10))
        }
        while let deadline = device.tracker.deadline, deadline < time {
          device.tracker.advance(to: deadline)
          device.layout.move(device.tracker.state)
          try ensure(device.tracker.deadline != deadline, "a deadline that does not go")
        }
        device.feed(MotionSample(quantity, x: values[0], y: values[1], z: values[2], time: time))
        if let up = device.tracker.state.up { try ensure(abs(up.length - 1) < 1e-6, "up is \(up)") }
      }
      device.tracker.lose([.accelerometer, .gyroscope])
      device.layout.move(device.tracker.state)
      try ensure(device.layout.gamepadState == GamepadState(), "deflected without sensors")
      device.layout.reset(time: 0)
      try ensure(device.layout.consumeMouseMotion() == MouseMotion(), "a mouse that moves at rest")
    }
  }
}
