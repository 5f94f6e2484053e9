import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import TestSupport
import Testing

extension KernelTests {
  @Suite("Motion sensors", .serialized)
  struct MotionSensorTests {
    static let tilt = """
      [[tilt]]
      output = "right.x"
      full = "45deg"
      dead_zone = 0
      base = "flat"

      """

    static let aim = """
      [[gyro]]
      target = "mouse"
      while = "always"
      counts_per_degree = 20
      dead_zone = 0

      """

    /// A daemon that reads a hub.
    struct Steering {
      let hub: SensorHub
      let daemon: RunningDaemon
      let screen: VirtualDevice
      let pad: Pad

      init(
        _ configuration: String = MotionSensorTests.tilt, hub: SensorHub? = nil,
        reading sensor: String = "accel_3d"
      ) throws {
        self.hub = try hub ?? SensorHub()
        (daemon, screen, pad) = try Bed.start(configuration)
        daemon.waitUntilItSays("reading \(sensor)")
      }

      /// Waits until the pad shows a lean, and expects it to stay.
      func expect(
        _ degrees: Double, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
      ) throws {
        let expected = degrees / 45 * 32767
        func isRight() -> Bool { abs(Double(pad.value(of: .absRX)) - expected) <= 327 }
        let isShown = Bed.wait(until: isRight)
        try hub.tell("samples 20")
        #expect(
          isShown && isRight(), "\(comment) \(degrees): \(pad.value(of: .absRX)), not \(expected)",
          sourceLocation: sourceLocation)
      }
    }

    private static func expectTilts(_ rotation: Rotation) throws {
      let steering = try Steering("[device]\nrotation = \(rotation.rawValue)\n" + tilt)
      for degrees in [0, 5, 12, 24, 40, -40] as [Double] {
        try steering.hub.lean(degrees, rotation)
        try steering.expect(degrees, "\(rotation)")
      }
      steering.daemon.stop()
      #expect(try steering.pad.isAtRest() || steering.pad.isGone)
    }

    @Test("The pad shows how far the machine leans, within 1 %")
    func tilt() throws { try Self.expectTilts(.topUp) }

    @Test(
      "The pad shows how far the machine leans, on a rotated screen, too",
      arguments: [Rotation.leftUp, .bottomUp, .rightUp])
    func tiltThoroughly(_ rotation: Rotation) throws { try Self.expectTilts(rotation) }

    @Test("Value by value: where iio-sensor-proxy needs the buffer, and where another program has it")
    func values() throws {
      let reserved = try SensorHub(
        "accelerometer", properties: "ENV{IIO_SENSOR_PROXY_TYPE}=\"iio-buffer-accel\"")
      let steering = try Steering(hub: reserved)
      #expect(steering.daemon.output.contains("an accelerometer, value by value"))
      try reserved.lean(24)
      try steering.expect(24)
      // A desktop begins to read, and goes on to.
      let node = try #require(SurveyedSensor.all().first?.node)
      let desktop = unsafe open(node, O_RDONLY | O_NONBLOCK)
      #expect(desktop >= 0)
      try reserved.lean(-12)
      try steering.expect(-12)
      steering.daemon.stop()
      close(desktop)
    }

    @Test("A buffer that another program has stays its own")
    func otherProgram() throws {
      let hub = try SensorHub("accelerometer")
      let node = try #require(SurveyedSensor.all().first?.node)
      let other = unsafe open(node, O_RDONLY | O_NONBLOCK)
      try #require(other >= 0)
      let steering = try Steering(hub: hub)
      #expect(steering.daemon.output.contains("an accelerometer, value by value"))
      try hub.lean(24)
      try steering.expect(24)
      steering.daemon.stop()
      close(other)
    }

    /// The counts that the mouse has gone to the right.
    private func counts(_ mouse: Pad) -> Int {
      mouse.recorded.reduce(0) { $1.is(.relX) ? $0 + Int($1.value) : $0 }
    }

    private func aiming() throws -> (Steering, mouse: Pad) {
      let steering = try Steering(Self.aim, reading: "gyro_3d")
      let found = steering.daemon.output.firstMatch(of: /mouse .* \((\/dev\/input\/event\d+)\)/)
      return (steering, try Pad(String(try #require(found).1)))
    }

    @Test("A turn of 90 degrees in half a second moves the mouse by its counts, within 1 %")
    func turn() throws {
      let (steering, mouse) = try aiming()
      // To the right is clockwise about the machine's upright axis.
      try steering.hub.tell("turn 0 -90 0 500")
      try steering.hub.tell("samples 10")
      steering.daemon.settle()
      #expect(abs(counts(mouse) - 1800) <= 18, "\(counts(mouse))")
      try steering.hub.tell("turn 0 90 0 500")
      try steering.hub.tell("samples 10")
      steering.daemon.settle()
      #expect(abs(counts(mouse)) <= 18, "\(counts(mouse))")
      steering.daemon.stop()
    }

    @Test("A bias of half a degree a second is gone after a rest, and slow aiming is not taken for a rest")
    func bias() throws {
      let (steering, mouse) = try aiming()
      try steering.hub.lean(0, rate: [0, -0.5, 0])
      try steering.hub.tell("samples 150")
      steering.daemon.settle()
      let rest = counts(mouse)
      try steering.hub.tell("samples 100")
      steering.daemon.settle()
      #expect(abs(counts(mouse) - rest) <= 1, "\(counts(mouse) - rest) counts at rest")
      // One degree a second for two seconds, with the bias: 40 counts.
      let before = counts(mouse)
      try steering.hub.lean(0, rate: [0, -1.5, 0])
      try steering.hub.tell("samples 200")
      try steering.hub.lean(0, rate: [0, -0.5, 0])
      try steering.hub.tell("samples 10")
      steering.daemon.settle()
      let expected = 40.0
      #expect(abs(Double(counts(mouse) - before) - expected) <= 2, "\(counts(mouse) - before)")
      steering.daemon.stop()
    }

    @Test("Sensors of 10 to 800 samples a second", arguments: [10, 100, 400, 800])
    func rates(_ rate: Int) throws {
      let steering = try Steering()
      try steering.hub.tell("rate \(rate)")
      try steering.hub.lean(24)
      try steering.expect(24, "\(rate) Hz:")
      #expect(!steering.daemon.output.contains("too much"))
      steering.daemon.stop()
    }

    @Test("No sensor is open unless a layout needs it and the pads are on")
    func unused() throws {
      let hub = try SensorHub()
      let sensors = SurveyedSensor.all()
      let openings = try sensors.map { try Openings(of: $0.node) }
      let (daemon, screen, _) = try Bed.start()
      try daemon.settleWithUdev()
      #expect(!openings.contains { $0.areSome })
      let wakeUps = try ProcessState(of: daemon.processIdentifier).sleeps
      try hub.tell("samples 100")
      daemon.settle()
      // Without a device, nothing wakes it.
      #expect(try ProcessState(of: daemon.processIdentifier).sleeps - wakeUps <= 1)
      daemon.stop()
      _ = screen
      let steering = try Steering(hub: hub)
      func isBuffering() throws -> Bool {
        try sensors.contains { sensor in
          let name = sensor.node.dropFirst("/dev/".count)
          let file = "/sys/bus/iio/devices/\(name)/buffer/enable"
          return try String(contentsOfFile: file, encoding: .utf8) != "0\n"
        }
      }
      #expect(try isBuffering())
      steering.daemon.signal(SIGUSR1, until: "is switched off")
      #expect(try Bed.wait { try !isBuffering() })
      let files = "/proc/\(steering.daemon.processIdentifier)/fd"
      let isClosed = try Bed.wait {
        try FileManager.default.contentsOfDirectory(atPath: files).allSatisfy { file in
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(file)")
          return target?.contains("iio") != true
        }
      }
      #expect(isClosed)
      var before: Resources?
      for times in 2...5 {
        steering.daemon.signal(SIGUSR1, until: "is switched on", times: times - 1)
        try hub.lean(24)
        try steering.expect(24)
        steering.daemon.signal(SIGUSR1, until: "is switched off", times: times)
        #expect(try Bed.wait { try !isBuffering() })
        // Swift keeps the metadata of types that it meets for the first time.
        if before == nil { before = try steering.daemon.resources() }
      }
      try steering.daemon.expect(#require(before))
      steering.daemon.stop()
      #expect(try Bed.wait { try !isBuffering() })
    }
  }
}
