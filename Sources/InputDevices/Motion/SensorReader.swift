internal import Glibc
package import JoystickModel
package import System

/// Sets a sensor up and reads it, for one thread that may wait: a hub answers when it likes, and the kernel waits for five
/// seconds.
///
/// The thread that uses the samples reads the buffer itself. Where there is no buffer, this asks for each value, and writes it
/// into a pipe.
package final class SensorReader {
  /// The length of our buffers. Nobody else uses this number, so a buffer with it is one that was left by a killed process.
  static let bufferLength = 63
  /// The time between two values that are asked for, in microseconds.
  private static let interval: Int64 = 10_000
  /// A value that comes later says nothing about now. The kernel reports 0 for one that never comes.
  private static let maxDelay: Int64 = 250_000

  /// What the sensor sends.
  package let stream: SensorStream
  private let chosen: ChosenSensor
  private var changes: SensorChanges
  private let raw: RawValues?

  /// Starts to read.
  package init(_ chosen: ChosenSensor) throws(SensorError) {
    self.chosen = chosen
    let scales = try chosen.scales()
    var changes = SensorChanges(chosen.sensor.folder)
    if let stream = chosen.buffer(scales, &changes) {
      (self.stream, raw) = (stream, nil)
    } else {
      changes.undo()
      let raw = try RawValues(chosen, scales)
      (stream, self.raw) = (raw.stream, raw)
    }
    self.changes = changes
  }

  deinit { changes.undo() }

  /// Reads until another order is left.
  ///
  /// - Returns: The order.
  package func run(until orders: NewestNumber) throws(SensorError) -> UInt64 {
    guard let raw else { return orders.next() }
    var next = nanoseconds(on: CLOCK_MONOTONIC) / 1000
    while true {
      let start = nanoseconds(on: CLOCK_MONOTONIC)
      let values = try raw.read()
      let end = nanoseconds(on: CLOCK_MONOTONIC)
      guard end - start <= Self.maxDelay * 1000 else { throw .tooSlow(node: chosen.sensor.node) }
      // The value is from between the question and the answer.
      raw.write(values, time: start + (end - start) / 2)
      next = max(next + Self.interval, end / 1000)
      if let order = orders.next(until: next) { return order }
    }
  }
}

extension SurveyedSensor {
  /// Why nobody can read it; nil if nothing speaks against it. It reads no value of the sensor.
  public func problem(among all: [SurveyedSensor]) -> SensorError? {
    do throws(SensorError) {
      _ = try choice(among: all).scales()
      return nil
    } catch {
      return error
    }
  }
}

extension SurveyedSensor {
  /// What it measures now. The kernel may wait for the answer for some seconds.
  package func values(among all: [SurveyedSensor]) throws(SensorError) -> [MotionSample] {
    let chosen = choice(among: all)
    let scales = try chosen.scales()
    let values = try RawValues(chosen, scales).read()
    let time = nanoseconds(on: CLOCK_MONOTONIC) / 1000
    return scales.enumerated().compactMap { index, scale in
      scale.sample(x: values[index * 3], y: values[index * 3 + 1], z: values[index * 3 + 2], time: time)
    }
  }
}

// Scales.
extension ChosenSensor {
  fileprivate func scales() throws(SensorError) -> [SensorScale] {
    var scales: [SensorScale] = []
    if sensors.contains(.accelerometer) { scales.append(try scale(.acceleration)) }
    if sensors.contains(.gyroscope) { scales.append(try scale(.rotation)) }
    return scales
  }

  private func scale(_ quantity: MotionSample.Quantity) throws(SensorError) -> SensorScale {
    let kind = quantity.channel
    let isHub = ["accel_3d", "gyro_3d"].contains(sensor.name)
    let rotation = try matrix(kind).rotation(isHub: isHub)
    let sign = isHub && quantity == .acceleration ? -1.0 : 1
    func numbers(_ what: String, _ isPlausible: (Double) -> Bool) throws(SensorError) -> SIMD3<Double> {
      SIMD3(
        try number("x", kind, what, isPlausible), try number("y", kind, what, isPlausible),
        try number("z", kind, what, isPlausible))
    }
    return SensorScale(
      quantity, offset: try numbers("offset") { abs($0) < 1e12 },
      scale: sign * (try numbers("scale") { $0 > 1e-12 && $0 < 1e6 }), rotation)
  }

  /// A number of a channel, or that of all channels of its kind. Without an offset, it is 0.
  private func number(
    _ axis: String, _ kind: String, _ what: String, _ isPlausible: (Double) -> Bool
  ) throws(SensorError) -> Double {
    let names = ["in_\(kind)_\(axis)_\(what)", "in_\(kind)_\(what)"]
    let name = names.first(where: sensor.folder.has) ?? names[1]
    if what == "offset", !sensor.folder.has(name) { return 0 }
    let text = try sensor.text(name)
    guard let number = Double(text), isPlausible(number) else {
      throw .badValue(file: "\(sensor.folder.path)/\(name)", text: text, expected: "a plausible \(what)")
    }
    return number
  }

  private func matrix(_ kind: String) throws(SensorError) -> MountMatrix {
    guard let text = sensor.folder.matrix(of: kind) ?? sensor.mountMatrix ?? otherMatrix else {
      return MountMatrix()
    }
    guard let matrix = MountMatrix(text) else {
      throw .badValue(file: sensor.folder.path, text: text, expected: "a mount matrix")
    }
    return matrix
  }
}

extension SurveyedSensor {
  fileprivate func text(_ name: String) throws(SensorError) -> String {
    do throws(SystemError) {
      return try folder.text(name)
    } catch {
      throw SensorError(error, file: "\(folder.path)/\(name)", node: node)
    }
  }
}

extension MotionSample.Quantity {
  /// The kernel's word for its channels.
  fileprivate var channel: String { self == .acceleration ? "accel" : "anglvel" }
}

// The buffer.
extension ChosenSensor {
  /// Starts the sensor's buffer.
  ///
  /// - Parameter changes: Records what is changed, also if it fails.
  /// - Returns: Nil without a buffer that is free: many chips have no interrupt, iio-sensor-proxy may need it, or another program
  ///   has it.
  fileprivate func buffer(_ scales: [SensorScale], _ changes: inout SensorChanges) -> SensorStream? {
    let folder = sensor.folder
    guard !sensor.isReserved || !sensors.contains(.accelerometer), folder.has("buffer/enable") else {
      return nil
    }
    do throws(SystemError) {
      let file = try OwnedFileDescriptor(opening: sensor.node, O_RDONLY | O_NONBLOCK)
      if try folder.text("buffer/enable") != "0" {
        // Another program may open the node only to read.
        guard try folder.text("buffer/length") == "\(SensorReader.bufferLength)" else { return nil }
        try folder.write("0", to: "buffer/enable")
      }
      guard let format = try selectChannels(scales, &changes) else { return nil }
      if folder.has("trigger/current_trigger"), try folder.text("trigger/current_trigger").isEmpty {
        guard let trigger = sensor.trigger else { return nil }
        try changes.write(trigger, to: "trigger/current_trigger")
      }
      setRate(&changes)
      try? changes.write("monotonic", to: "current_timestamp_clock")
      try changes.write("\(SensorReader.bufferLength)", to: "buffer/length")
      if folder.has("buffer/watermark") { try changes.write("1", to: "buffer/watermark") }
      try changes.write("1", to: "buffer/enable")
      return SensorStream(file, format, isBuffer: true)
    } catch {
      return nil
    }
  }

  /// Selects the channels that are read, and no others. Nil if a channel has a form that is unknown.
  private func selectChannels(
    _ scales: [SensorScale], _ changes: inout SensorChanges
  ) throws(SystemError) -> ScanFormat? {
    let folder = sensor.folder
    let kinds = scales.map(\.quantity.channel)
    let wanted = kinds.flatMap { kind in ["x", "y", "z"].map { "in_\(kind)_\($0)" } } + ["in_timestamp"]
    for name in folder.names(in: "scan_elements") where name.hasSuffix("_en") {
      let isWanted = wanted.contains(String(name.dropLast(3)))
      try changes.write(isWanted ? "1" : "0", to: "scan_elements/\(name)")
    }
    var indices: [(index: Int, name: String)] = []
    for name in wanted where folder.has("scan_elements/\(name)_en") {
      guard let index = Int(try folder.text("scan_elements/\(name)_index")) else { return nil }
      indices.append((index, name))
    }
    var channels: [String: ScanChannel] = [:]
    var (end, alignment) = (0, 1)
    for (_, name) in indices.sorted(by: { $0.index < $1.index }) {
      guard let channel = ScanChannel(try folder.text("scan_elements/\(name)_type"), after: end) else {
        return nil
      }
      channels[name] = channel
      (end, alignment) = (channel.offset + channel.bytes, max(alignment, channel.bytes))
    }
    var axes: [ScanFormat.Axes] = []
    for scale in scales {
      let kind = scale.quantity.channel
      guard let x = channels["in_\(kind)_x"], let y = channels["in_\(kind)_y"],
        let z = channels["in_\(kind)_z"]
      else { return nil }
      axes.append(ScanFormat.Axes(x: x, y: y, z: z, scale: scale))
    }
    return ScanFormat(
      size: (end + alignment - 1) / alignment * alignment, axes: axes, timestamp: channels["in_timestamp"])
  }

  /// Has the sensor send 100 to 200 samples a second, if it can, and also those that hardly differ from the last one.
  private func setRate(_ changes: inout SensorChanges) {
    for kind in sensors == .gyroscope
      ? ["anglvel"] : sensors == .accelerometer ? ["accel"] : ["accel", "anglvel"]
    {
      for name in ["in_\(kind)_sampling_frequency", "sampling_frequency"] where sensor.folder.has(name) {
        let available = (try? sensor.folder.text("\(name)_available")) ?? ""
        let rates = available.split(separator: " ").compactMap { Double($0) == nil ? nil : String($0) }
        try? changes.write(Self.rate(among: rates), to: name)
        break
      }
      try? changes.write("0", to: "in_\(kind)_hysteresis")
    }
  }

  /// The best of some rates: the highest of 100 to 200 Hz, or else the lowest above, or else the highest.
  static func rate(among rates: [String]) -> String {
    func number(_ rate: String) -> Double { Double(rate) ?? 0 }
    let sorted = rates.sorted { number($0) < number($1) }
    return sorted.last { (100...200).contains(number($0)) } ?? sorted.first { number($0) > 200 } ?? sorted
      .last
      ?? "200"
  }
}

extension SurveyedSensor {
  /// The name of its own trigger, such as accel_3d-dev0; nil without one.
  fileprivate var trigger: String? {
    let number = node.drop { !$0.isNumber }
    let devices = SensorFolder("/sys/bus/iio/devices")
    let triggers = devices.names(in: "").filter { $0.hasPrefix("trigger") }
    return triggers.compactMap { try? devices.text("\($0)/name") }.first { $0.hasSuffix("-dev\(number)") }
  }
}

/// What was changed in a sensor's folder, so that the next program finds it as it was.
private struct SensorChanges {
  private let folder: SensorFolder
  private var old: [(name: String, text: String)] = []

  init(_ folder: SensorFolder) { self.folder = folder }

  /// Writes a text, unless the file has it.
  mutating func write(_ text: String, to name: String) throws(SystemError) {
    let before = try folder.text(name)
    guard before != text else { return }
    try folder.write(text, to: name)
    old.append((name, before))
  }

  /// The last change comes first: channels can be changed only while the buffer rests.
  mutating func undo() {
    for (name, text) in old.reversed() { try? folder.write(text, to: name) }
    old = []
  }
}

/// The values of a sensor without a buffer, and the pipe for them.
private final class RawValues {
  let stream: SensorStream
  private let node: String
  private let files: [(path: String, file: FileBox)]
  private let output: OwnedFileDescriptor

  private final class FileBox {
    let file: OwnedFileDescriptor
    init(_ file: consuming OwnedFileDescriptor) { self.file = file }
  }

  init(_ chosen: ChosenSensor, _ scales: [SensorScale]) throws(SensorError) {
    node = chosen.sensor.node
    var files: [(String, FileBox)] = []
    for scale in scales {
      for axis in ["x", "y", "z"] {
        let path = "\(chosen.sensor.folder.path)/in_\(scale.quantity.channel)_\(axis)_raw"
        do throws(SystemError) {
          files.append((path, FileBox(try OwnedFileDescriptor(opening: path, O_RDONLY))))
        } catch {
          throw SensorError(error, file: path, node: chosen.sensor.node)
        }
      }
    }
    self.files = files
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw SensorError(.last, file: chosen.sensor.node, node: chosen.sensor.node)
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    stream = SensorStream(OwnedFileDescriptor(owning: ends[0]), ScanFormat(of: scales), isBuffer: false)
    output = OwnedFileDescriptor(owning: ends[1])
  }

  func read() throws(SensorError) -> [Int64] {
    var values: [Int64] = []
    for (path, box) in files {
      var text = [UInt8](repeating: 0, count: 32)
      let length = unsafe pread(box.file.number, &text, text.count, 0)
      guard length >= 0 else { throw SensorError(.last, file: path, node: node) }
      let number = String(decoding: text[..<length].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      guard let value = Int64(number) else { throw .badValue(file: path, text: number, expected: "a number") }
      values.append(value)
    }
    return values
  }

  /// - Parameter time: In nanoseconds on the monotonic clock.
  func write(_ values: [Int64], time: Int64) {
    let scan = [time] + values
    // A reader that is late misses it.
    _ = unsafe scan.withUnsafeBytes { unsafe Glibc.write(output.number, $0.baseAddress, $0.count) }
  }
}
