import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import TestSupport
import Testing

/// A HID sensor hub, of which the kernel makes two IIO devices: sensor_hub.py.
final class SensorHub: Sendable {
  private let process: Process
  private let input: Pipe
  private let printed: PrintedText

  /// Plugs a hub in, and waits until udev knows its sensors.
  ///
  /// - Parameters:
  ///   - sensors: "both", "accelerometer" or "gyroscope".
  ///   - properties: Those that udev gives the sensors. What is installed on this machine does not count, such as
  ///     iio-sensor-proxy.
  init(_ sensors: String = "both", properties: String = "ENV{IIO_SENSOR_PROXY_TYPE}=\"\"") throws {
    try Bed.setUdevRules("SUBSYSTEM==\"iio\", \(properties)\n")
    let modules = [
      "uhid", "hid-sensor-hub", "hid-sensor-accel-3d", "hid-sensor-gyro-3d", "hid-sensor-trigger",
    ]
    let (status, output) = try Programs.run("modprobe", ["--all"] + modules)
    try #require(status == 0, "\(output)")
    process = Process(running: "python3", [Bed.script("sensor_hub.py"), sensors])
    input = Pipe()
    process.standardInput = input
    printed = try PrintedText(of: process, [\.standardOutput])
    try #require(Bed.wait { printed.lines == ["ok"] }, "the hub does not start")
    try waitForSensors(sensors == "both" ? 2 : 1)
  }

  deinit { process.kill() }

  func waitForSensors(_ count: Int) throws {
    try #require(Bed.wait { SurveyedSensor.all().count == count }, "\(SurveyedSensor.all())")
    try Bed.settleUdev()
  }

  /// Has it do something, and waits until that is done.
  func tell(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    printed.forget()
    try #require(process.isRunning, "\(command): the hub has ended", sourceLocation: sourceLocation)
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    try #require(
      Bed.wait { printed.lines == ["ok"] }, "\(command): no answer", sourceLocation: sourceLocation)
  }

  func kill() {
    process.kill()
    process.waitUntilExit()
  }

  /// Holds the machine so that the right edge of what the user sees is below the left one.
  ///
  /// - Parameters:
  ///   - degrees: By how much; 0 is flat on a table.
  ///   - rotation: Which edge of the machine is up for the user.
  ///   - rate: How fast it turns about the machine's own axes, in degrees per second.
  func lean(_ degrees: Double, _ rotation: Rotation = .topUp, rate: SIMD3<Double> = .zero) throws {
    let (down, flat) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    // Gravity, and so what a hub reports, points to the edge that is down: the machine's right, top, left or lower one.
    let gravity: SIMD3<Double> =
      switch rotation {
      case .topUp: [down, 0, -flat]
      case .leftUp: [0, down, -flat]
      case .bottomUp: [-down, 0, -flat]
      case .rightUp: [0, -down, -flat]
      }
    try tell("hold \(gravity.x) \(gravity.y) \(gravity.z) \(rate.x) \(rate.y) \(rate.z)")
  }
}
