import Glibc
import JoystickModel
import System
import TestSupport
import Testing

@testable import InputDevices

@Suite("Motion sensors")
struct SensorTests {
  @Test(
    "The forms of a buffer's numbers",
    arguments: [
      ("le:s16/16>>0", [0x34, 0x12], 0x1234), ("be:s16/16>>0", [0x12, 0x34], 0x1234),
      ("le:s12/16>>4", [0xf0, 0xff], -1), ("le:u12/16>>4", [0xf0, 0xff], 4095),
      ("le:s24/32>>8", [0, 0, 0, 0x80], -8_388_608), ("le:s32/32", [0xff, 0xff, 0xff, 0xff], -1),
      ("le:s8/8>>0", [0x80], -128), ("le:s64/64>>0", [1, 0, 0, 0, 0, 0, 0, 0x80], Int64.min + 1),
    ] as [(String, [UInt8], Int64)])
  func channels(_ type: String, _ bytes: [UInt8], _ value: Int64) throws {
    // After one byte: at the next multiple of its size.
    let channel = try #require(ScanChannel(type, after: 1))
    #expect(channel.offset == bytes.count)
    let scan = [UInt8](repeating: 0xaa, count: 3 + channel.offset) + bytes
    #expect(channel.value(in: scan, at: 3) == value)
  }

  @Test(
    "Forms that no driver has",
    arguments: [
      "", "le", "xe:s16/16>>0", "le:s0/16>>0", "le:s17/16>>0", "le:s16/16>>1", "le:s16/24>>0",
      "le:s16/999999999999999999999>>0",
    ]
  )
  func badChannels(_ type: String) { #expect(ScanChannel(type, after: 0) == nil) }

  @Test(
    "Matrices that are no rotation and no reflection",
    arguments: [
      "", "1", "1, 0, 0; 0, 1, 0", "1, 0, 0; 0, 1, 0; 0, 0, nan", "0, 0, 0; 0, 0, 0; 0, 0, 0",
      "2, 0, 0; 0, 1, 0; 0, 0, 1",
      "1, 0, 0; 1, 0, 0; 0, 0, 1", "1, 0, 0; 0, 1, 0; 0, 0, inf", "1 0 0 0 1 0 0 0 1",
      "1, 0, 0; 0, 1, 0; 0, 0, 1; 1, 0, 0",
    ])
  func badMatrices(_ text: String) { #expect(MountMatrix(text) == nil) }

  @Test(
    "A matrix that is right for desktops leads to a rotation, for hubs and for chips, with and without a mirrored z",
    arguments: ["1, 0, 0; 0, 1, 0; 0, 0, 1", "0, -1, 0; -1, 0, 0; 0, 0, 1", "0, 1, 0; -1, 0, 0; 0, 0, -1"])
  func matrices(_ text: String) throws {
    let matrix = try #require(MountMatrix(text))
    for isHub in [true, false] {
      let rotation = matrix.rotation(isHub: isHub)
      #expect(abs(rotation.determinant - 1) < 1e-9)
      // What the sensor itself measures while the screen is upright, so that a desktop sees -1 on y.
      let upright = SIMD3(-matrix.rows.y.x, -matrix.rows.y.y, -matrix.rows.y.z)
      let up = (isHub ? -1.0 : 1) * (rotation * upright)
      #expect(up == SIMD3(0, 1, 0))
    }
  }

  @Test(
    "Stamps of the monotonic clock count as they are; those of another clock, or wrong ones, as the time of the read"
  )
  func clock() {
    var clock = SampleClock()
    #expect(clock.time(of: 1_000_000, now: 1_000_200) == 1_000_000)
    #expect(clock.time(of: 1_010_000, now: 1_010_100) == 1_010_000)
    // Back, and too far in the future.
    #expect(clock.time(of: 500_000, now: 1_020_000) == 1_020_000)
    #expect(clock.time(of: 510_000, now: 1_030_500) == 1_030_000)
    #expect(clock.time(of: .max, now: 1_040_000) == 1_040_000)
    #expect(clock.time(of: .min, now: 1_050_000) == 1_050_000)
    var other = SampleClock()
    #expect(other.time(of: 70_000_000_000, now: 1_000_000) == 1_000_000)
    #expect(other.time(of: 70_000_010_000, now: 1_010_500) == 1_010_000)
  }

  @Test("The rate is 100 to 200 Hz, or else the nearest above, or else the highest")
  func rates() {
    #expect(ChosenSensor.rate(among: ["25", "50", "100.5", "200", "400"]) == "200")
    #expect(ChosenSensor.rate(among: ["12.5", "25", "250", "800"]) == "250")
    #expect(ChosenSensor.rate(among: ["6.25", "50"]) == "50")
    #expect(ChosenSensor.rate(among: []) == "200")
  }

  /// A sensor of plain files, without a buffer.
  private static func sensor(_ changes: [String: String?] = [:], matrix: String? = nil) throws
    -> SurveyedSensor
  {
    var files = ["in_accel_scale": "0.01", "in_anglvel_scale": "0.001", "in_accel_offset": "10"]
    for axis in ["x", "y", "z"] {
      files["in_accel_\(axis)_raw"] = "90\n"
      files["in_anglvel_\(axis)_raw"] = "-1000\n"
    }
    for (name, text) in changes { files[name] = text }
    return SurveyedSensor(
      node: "/nowhere/iio:device0", name: "bmi160", sensors: [.accelerometer, .gyroscope],
      folder: try Programs.files(files).path, mountMatrix: matrix)
  }

  @Test("Values of a chip, one by one: (raw + offset) x scale, and the matrix of udev")
  func values() throws {
    let sensor = try Self.sensor(["in_accel_x_raw": "-1\n"], matrix: "0, 1, 0; 1, 0, 0; 0, 0, -1")
    nonisolated(unsafe) let reader = try SensorReader(sensor.choice(among: [sensor]))
    let stream = unsafe reader.stream
    #expect(!stream.isBuffer)
    let orders = try NewestNumber()
    try startThread { _ = unsafe try? reader.run(until: orders) }
    var scans = SensorScans(stream)
    var samples: [MotionSample] = []
    while samples.count < 4 {
      let count = scans.read(into: &samples)
      try #require(count != nil)
    }
    orders.leave(1)
    // What a desktop sees is (1, 0.09, -1). It is the opposite of what an accelerometer measures, but for z.
    #expect(samples[0].quantity == .acceleration)
    #expect((samples[0].x, samples[0].y, samples[0].z) == (-1, -0.09, -1))
    #expect(samples[1].quantity == .rotation)
    #expect((samples[1].x, samples[1].y, samples[1].z) == (1, 1, 1))
    #expect(samples[0].time == samples[1].time && samples[2].time > samples[0].time)
    #expect(samples[2].time <= nanoseconds(on: CLOCK_MONOTONIC) / 1000)
  }

  @Test(
    "What makes no sense is an error that names the file",
    arguments: [
      ("in_accel_scale", "0"), ("in_accel_scale", "nan"), ("in_accel_scale", "-1"), ("in_accel_scale", ""),
      ("in_accel_scale", "1e99"), ("in_accel_offset", "inf"), ("in_anglvel_scale", "one"),
      ("in_mount_matrix", "0, 0, 0"),
    ])
  func badFiles(_ name: String, _ text: String) throws {
    let sensor = try Self.sensor([name: text])
    let problem = try #require(sensor.problem(among: [sensor]))
    guard case .badValue(let file, text, _) = problem else { throw Missing(what: "\(problem)") }
    #expect(file.hasPrefix(sensor.folder.path))
    #expect(problem.sentence.contains("“\(text)”"))
    #expect(throws: problem) { try SensorReader(sensor.choice(among: [sensor])) }
  }

  @Test("A missing file, a value that is no number, and one that cannot be")
  func badValues() throws {
    let missing = try Self.sensor(["in_accel_scale": nil])
    #expect(
      missing.problem(among: [missing])?.sentence.hasSuffix(
        "in_accel_scale: cannot be read: No such file or directory") == true)
    let text = try Self.sensor(["in_accel_y_raw": "much"])
    let reader = try SensorReader(text.choice(among: [text]))
    #expect(throws: SensorError.self) { try reader.run(until: NewestNumber()) }
    #expect(
      SensorScale(.rotation, offset: .zero, scale: [1, 1, 1], MountMatrix()).sample(
        x: 91, y: 0, z: 0, time: 0) == nil)
    #expect(
      SensorScale(.acceleration, offset: .zero, scale: [1, 1, 1], MountMatrix())
        .sample(x: 0, y: .min, z: 0, time: 0) == nil)
  }

  @Test("The sensors behind the screen are chosen, and a chip's own gyroscope")
  func choice() {
    func sensor(_ number: Int, _ sensors: MotionSensors, isInBase: Bool = false) -> SurveyedSensor {
      SurveyedSensor(
        node: "/dev/iio:device\(number)", name: "", sensors: sensors, folder: "/nowhere", isInBase: isInBase)
    }
    let all = [
      sensor(0, .accelerometer, isInBase: true), sensor(1, .gyroscope),
      sensor(2, [.accelerometer, .gyroscope]), sensor(3, .accelerometer),
    ]
    func nodes(_ wanted: MotionSensors, _ sensors: [SurveyedSensor]) -> [String] {
      sensors.chosen(for: wanted).map { "\($0.sensor.node.last ?? "?"):\($0.sensors.words)" }
    }
    #expect(nodes([.accelerometer, .gyroscope], all) == ["2:accelerometer and gyroscope"])
    #expect(nodes(.gyroscope, all) == ["2:gyroscope"])
    #expect(nodes([.accelerometer, .gyroscope], [all[3], all[1]]) == ["3:accelerometer", "1:gyroscope"])
    #expect(nodes([], all) == [])
    #expect(nodes(.accelerometer, [all[0], all[1]]) == [])
  }
}
