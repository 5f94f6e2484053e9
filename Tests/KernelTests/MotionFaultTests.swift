import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import TestSupport
import Testing

extension KernelTests {
  /// A stick that depends on motion is at rest without it.
  @Suite("Faults of motion sensors", .serialized)
  struct MotionFaultTests {
    private typealias Steering = MotionSensorTests.Steering

    /// Waits until nothing of the pad is deflected.
    private func expectRest(_ steering: Steering, _ comment: String = "") throws {
      #expect(try Bed.wait { try steering.pad.isAtRest() }, "\(comment) \(steering.pad.value(of: .absRX))")
    }

    @Test("A silent sensor counts as lost, and is back with its next samples", arguments: ["mute", "silent"])
    func silence(_ command: String) throws {
      let steering = try Steering()
      try steering.hub.lean(24)
      try steering.expect(24)
      try steering.hub.tell(command)
      try expectRest(steering)
      try steering.hub.tell("loud")
      try steering.expect(24)
      steering.daemon.stop()
    }

    @Test("A sensor that does not answer neither stalls touches nor deflects a stick")
    func noAnswer() throws {
      let hub = try SensorHub(
        "accelerometer", properties: "ENV{IIO_SENSOR_PROXY_TYPE}=\"iio-buffer-accel\"")
      let steering = try Steering(MotionSensorTests.tilt + "[[stick]]\n", hub: hub)
      try hub.lean(24)
      try steering.expect(24)
      try hub.tell("silent")
      try expectRest(steering)
      // The kernel waits for five seconds now, and then reports 0.
      let finger = Finger(on: steering.screen)
      for id: Int32 in 1...5 {
        try finger.push(id: id, of: steering.pad)
        try finger.lift()
        try expectRest(steering)
      }
      steering.daemon.waitUntilItSays("the sensor does not answer")
      try expectRest(steering)
      try hub.tell("loud")
      try steering.expect(24)
      steering.daemon.stop()
    }

    @Test("A hub that is unplugged, or reset, while the machine leans")
    func unplug() throws {
      let steering = try Steering()
      try steering.hub.lean(24)
      try steering.expect(24)
      try steering.hub.tell("unplug")
      try expectRest(steering, "unplugged:")
      let before = try steering.daemon.resources()
      for _ in 1...4 {
        try steering.hub.tell("plug")
        try steering.expect(24)
        try steering.hub.tell("unplug")
        try expectRest(steering, "unplugged again:")
      }
      try steering.daemon.expect(before)
      try steering.hub.tell("plug")
      try steering.expect(24)
      steering.hub.kill()
      try expectRest(steering, "killed:")
      steering.daemon.stop()
    }

    @Test("A sensor that comes late, and a wrong mount matrix, which the status explains")
    func status() throws {
      let called = try BusTests.Called(configuration: MotionSensorTests.tilt)
      let missing = "! the layout needs an accelerometer, and the kernel has none"
      try called.waitUntilStatusHas(missing)
      let file = try Programs.file("touchstick.toml", MotionSensorTests.tilt)
      let none = "No motion sensor found"
      #expect(try called.tool("devices", "--config", file).output.contains(none))
      #expect(
        try called.tool("doctor", "--config", file).output.contains("the layout needs an accelerometer"))
      do {
        let hub = try SensorHub(
          "accelerometer", properties: "ENV{ACCEL_MOUNT_MATRIX}=\"1, 0, 0; nan, 1, 0; 0, 0, 1\"")
        try called.waitUntilStatusHas("! the layout needs an accelerometer: ")
        try called.waitUntilStatusHas("which is not a mount matrix")
        #expect(try called.tool("devices").output.contains("not usable: "))
        hub.kill()
      }
      let hub = try SensorHub()
      try called.waitUntilStatusHas("  accel_3d\n    accelerometer, read by its buffer\n")
      #expect(try !called.tool("status").output.contains("the layout needs"))
      let devices = try called.tool("devices").output
      #expect(devices.contains("accel_3d\n    accelerometer\n    touchstickd reads its buffer"))
      called.daemon.stop()
      _ = hub
    }

    @Test("A matrix of udev turns both sensors")
    func matrix() throws {
      let hub = try SensorHub(
        "accelerometer",
        properties: "ENV{IIO_SENSOR_PROXY_TYPE}=\"\", ENV{ACCEL_MOUNT_MATRIX}=\"0, 1, 0; -1, 0, 0; 0, 0, 1\"")
      let steering = try Steering(hub: hub)
      // What the hub calls its y is the screen's x.
      try hub.tell("hold 0 0.5 -0.866 0 0 0")
      try steering.expect(30)
      steering.daemon.stop()
    }

    @Test("A flood, extreme values and free fall do not deflect a stick for longer than they last")
    func nonsense() throws {
      let steering = try Steering()
      try steering.hub.tell("flood 4000")
      try steering.expect(0, "after a flood:")
      try steering.hub.tell("hold 200000 0 0 200000 -200000 200000")
      try expectRest(steering, "200,000 g:")
      try steering.hub.tell("hold 0 0 0 0 0 0")
      try steering.hub.tell("samples 30")
      #expect(steering.pad.value(of: .absRX) == 0)
      try steering.hub.lean(24)
      try steering.expect(24)
      steering.daemon.stop()
    }

    @Test("A killed daemon leaves its buffer, which the next one uses")
    func killed() throws {
      let hub = try SensorHub()
      let first = try Steering(hub: hub)
      first.daemon.signal(SIGKILL)
      _ = first.daemon.waitForEnd()
      let daemon = try RunningDaemon(configuration: MotionSensorTests.tilt)
      daemon.waitUntilItSays("reading accel_3d")
      #expect(!daemon.output.contains("value by value"))
      daemon.stop()
    }
  }
}
