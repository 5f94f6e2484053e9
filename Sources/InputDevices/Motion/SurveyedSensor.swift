internal import CLibudev
internal import Glibc
public import JoystickModel
internal import System

/// A motion sensor of the kernel's IIO subsystem: the public information from sysfs and udev, without opening it.
public struct SurveyedSensor: Equatable, Sendable {
  /// The node of its buffer, such as /dev/iio:device0.
  public let node: String
  /// The driver's name for it, such as accel_3d.
  public let name: String
  /// What it measures.
  public let sensors: MotionSensors
  /// Its folder in sysfs.
  let folder: SensorFolder
  /// Whether it is in the keyboard half of a notebook, not behind the screen.
  public let isInBase: Bool
  /// Whether iio-sensor-proxy uses its buffer for desktops, as its udev rules say. Two programs cannot have the buffer.
  let isReserved: Bool
  /// udev's ACCEL_MOUNT_MATRIX; nil without one.
  let mountMatrix: String?

  init(
    node: String, name: String, sensors: MotionSensors, folder: String, isInBase: Bool = false,
    isReserved: Bool = false, mountMatrix: String? = nil
  ) {
    self.node = node
    self.name = name
    self.sensors = sensors
    self.folder = SensorFolder(folder)
    self.isInBase = isInBase
    self.isReserved = isReserved
    self.mountMatrix = mountMatrix
  }

  /// All motion sensors that udev has initialised, in the order of their numbers. It needs no permission.
  public static func all() -> [SurveyedSensor] {
    guard let udev = unsafe udev_new() else { return [] }
    defer { unsafe udev_unref(udev) }
    var failure = SurveyFailure()
    var found: [SurveyedSensor] = []
    unsafe forEachDevice(in: "iio", "iio:device*", udev, &failure) { device, _ in
      if let sensor = unsafe SurveyedSensor(device) { found.append(sensor) }
    }
    return found.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
  }

  /// Nil for a device that measures no motion, such as one for light.
  private init?(_ device: OpaquePointer) {
    guard let path = unsafe text(udev_device_get_syspath(device)),
      let node = unsafe text(udev_device_get_devnode(device))
    else { return nil }
    func property(_ name: String) -> String? { unsafe text(udev_device_get_property_value(device, name)) }
    func attribute(_ name: String) -> String? { unsafe text(udev_device_get_sysattr_value(device, name)) }
    let folder = SensorFolder(path)
    let sensors = folder.sensors
    // Before udev's rules have run, neither its permissions nor its other users are known.
    guard !sensors.isEmpty, unsafe udev_device_get_is_initialized(device) > 0 else { return nil }
    let places = [property("ACCEL_LOCATION"), attribute("location"), attribute("label")]
    self.init(
      node: node, name: (attribute("name") ?? "").printable, sensors: sensors, folder: path,
      isInBase: places.contains { ["base", "accel-base", "gyro-base"].contains($0) },
      isReserved: property("IIO_SENSOR_PROXY_TYPE")?.contains("accel") == true,
      mountMatrix: property("ACCEL_MOUNT_MATRIX"))
  }

}

extension MotionSensors {
  /// `accelerometer and gyroscope`
  public var words: String {
    switch self {
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    default: "accelerometer and gyroscope"
    }
  }

  /// `an accelerometer and a gyroscope`
  public var phrase: String {
    switch self {
    case .accelerometer: "an accelerometer"
    case .gyroscope: "a gyroscope"
    default: "an accelerometer and a gyroscope"
    }
  }
}

/// A sensor that is to be read, and what for.
public struct ChosenSensor: Equatable, Sendable {
  public let sensor: SurveyedSensor
  public let sensors: MotionSensors
  /// The matrix for a sensor that has none: that of the accelerometer beside it.
  let otherMatrix: String?

  /// The same sensor, for other quantities.
  public func reading(_ sensors: MotionSensors) -> ChosenSensor {
    ChosenSensor(sensor: sensor, sensors: sensors, otherMatrix: otherMatrix)
  }
}

extension [SurveyedSensor] {
  /// The sensors to read: the first accelerometer behind the screen, and its own gyroscope or else the first one.
  public func chosen(for wanted: MotionSensors) -> [ChosenSensor] {
    let gyroscopes = filter { !$0.isInBase && $0.sensors.contains(.gyroscope) }
    let gyroscope = gyroscopes.first { $0 == accelerometer } ?? gyroscopes.first
    var chosen: [ChosenSensor] = []
    for (sensor, kind) in [(accelerometer, MotionSensors.accelerometer), (gyroscope, .gyroscope)] {
      guard let sensor, wanted.contains(kind), !chosen.contains(where: { $0.sensor == sensor }) else {
        continue
      }
      chosen.append(sensor.choice(among: self).reading(sensor.sensors.intersection(wanted)))
    }
    return chosen
  }

  fileprivate var accelerometer: SurveyedSensor? {
    first { !$0.isInBase && $0.sensors.contains(.accelerometer) }
  }
}

extension SurveyedSensor {
  /// The sensor with all that it measures.
  func choice(among all: [SurveyedSensor]) -> ChosenSensor {
    ChosenSensor(sensor: self, sensors: sensors, otherMatrix: all.accelerometer.flatMap(\.anyMatrix))
  }
}

extension SurveyedSensor {
  /// The matrix of the accelerometer, from the kernel or udev; nil if there is none or it cannot be read.
  fileprivate var anyMatrix: String? { folder.matrix(of: "accel") ?? mountMatrix }
}

/// The folder of a sensor in sysfs: Documentation/ABI/testing/sysfs-bus-iio in the kernel.
struct SensorFolder: Equatable, Sendable {
  let path: String

  init(_ path: String) { self.path = path }

  /// Reading a value may ask the hardware, so this only looks whether the files exist.
  var sensors: MotionSensors {
    func hasAxes(_ kind: String) -> Bool { ["x", "y", "z"].allSatisfy { has("in_\(kind)_\($0)_raw") } }
    var sensors: MotionSensors = []
    if hasAxes("accel") { sensors.insert(.accelerometer) }
    if hasAxes("anglvel") { sensors.insert(.gyroscope) }
    return sensors
  }

  func has(_ name: String) -> Bool { unsafe access("\(path)/\(name)", F_OK) == 0 }

  /// The text of a file, without the end of the line.
  func text(_ name: String) throws(SystemError) -> String {
    let file = try OwnedFileDescriptor(opening: "\(path)/\(name)", O_RDONLY)
    let bytes = try readAll(from: file.number, limit: 4096) ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws(SystemError) {
    let file = try OwnedFileDescriptor(opening: "\(path)/\(name)", O_WRONLY)
    try writeAll(text.utf8, to: file.number)
  }

  /// The kernel's mount matrix for a kind of channels; nil without one.
  func matrix(of kind: String) -> String? {
    for name in ["in_\(kind)_mount_matrix", "in_mount_matrix", "mount_matrix"] where has(name) {
      return try? text(name)
    }
    return nil
  }

  /// The names of the files in one of its folders; none without it.
  func names(in folder: String) -> [String] { (try? entries(ofFolder: "\(path)/\(folder)").sorted()) ?? [] }
}
