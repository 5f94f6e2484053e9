internal import JoystickModel

/// The place of a number in a scan, and its form, such as `le:s16/32>>4`.
struct ScanChannel: Equatable, Sendable {
  let offset: Int
  let bytes: Int
  private let bits: Int
  private let shift: Int
  private let isSigned: Bool
  private let isBigEndian: Bool

  /// A number of 64 bits, as this process writes it.
  init(offset: Int) {
    (self.offset, bytes, bits, shift, isSigned) = (offset, 8, 64, 0, true)
    isBigEndian = 1.bigEndian == 1
  }

  /// Reads a type. It begins at the next multiple of its size.
  ///
  /// - Parameter end: The end of the channel before it.
  init?(_ type: String, after end: Int) {
    guard let match = type.wholeMatch(of: /(be|le):([su])(\d+)\/(\d+)(?:>>(\d+))?/),
      let bits = Int(match.3), let storage = Int(match.4), let shift = Int(match.5 ?? "0"),
      [8, 16, 32, 64].contains(storage), bits > 0, bits + shift <= storage
    else { return nil }
    bytes = storage / 8
    offset = (end + bytes - 1) / bytes * bytes
    (self.bits, self.shift, isSigned, isBigEndian) = (bits, shift, match.2 == "s", match.1 == "be")
  }

  @inline(__always) func value(in scans: [UInt8], at start: Int) -> Int64 {
    var all: UInt64 = 0
    for index in 0..<bytes {
      let place = isBigEndian ? index : bytes - 1 - index
      all = all << 8 | UInt64(scans[start + offset + place])
    }
    let left = all << UInt64(64 - bits - shift)
    let unused = 64 - bits
    // Numbers of 64 bits without a sign are time stamps, which never use the last one.
    return isSigned ? Int64(bitPattern: left) >> unused : Int64(bitPattern: left >> UInt64(unused))
  }
}

/// What a sensor's numbers mean: (raw + offset) x scale, turned to the axes of the screen's natural orientation.
struct SensorScale: Equatable, Sendable {
  /// No sensor of a phone or a handheld measures more: 40 g, and 5,000 degrees a second. More is a fault.
  private static let (maxAcceleration, maxRate) = (400.0, 90.0)

  let quantity: MotionSample.Quantity
  private let offset: SIMD3<Double>
  private let rotation: MountMatrix
  private let scale: SIMD3<Double>

  init(
    _ quantity: MotionSample.Quantity, offset: SIMD3<Double>, scale: SIMD3<Double>, _ rotation: MountMatrix
  ) {
    (self.quantity, self.offset, self.scale, self.rotation) = (quantity, offset, scale, rotation)
  }

  /// Nil for an implausible value.
  @inline(__always) func sample(x: Int64, y: Int64, z: Int64, time: Int64) -> MotionSample? {
    let value = rotation * ((SIMD3(Double(x), Double(y), Double(z)) + offset) * scale)
    let limit = quantity == .acceleration ? Self.maxAcceleration : Self.maxRate
    guard abs(value.x) <= limit, abs(value.y) <= limit, abs(value.z) <= limit else { return nil }
    return MotionSample(quantity, x: value.x, y: value.y, z: value.z, time: time)
  }
}

/// The form of what a sensor's buffer contains: scans of the same size.
struct ScanFormat: Equatable, Sendable {
  struct Axes: Equatable, Sendable {
    let x, y, z: ScanChannel
    let scale: SensorScale
  }

  let size: Int
  let axes: [Axes]
  /// Nil if the sensor has none; the time of the read is then the sample's.
  let timestamp: ScanChannel?

  init(size: Int, axes: [Axes], timestamp: ScanChannel?) {
    (self.size, self.axes, self.timestamp) = (size, axes, timestamp)
  }

  /// The form of ``SensorReader``'s own scans: the time, and three numbers for each scale.
  init(of scales: [SensorScale]) {
    func channel(_ number: Int) -> ScanChannel { ScanChannel(offset: number * 8) }
    timestamp = channel(0)
    axes = scales.enumerated().map { index, scale in
      let first = 1 + index * 3
      return Axes(x: channel(first), y: channel(first + 1), z: channel(first + 2), scale: scale)
    }
    size = 8 + scales.count * 24
  }
}

/// The time of samples on the monotonic clock, from stamps that may be of any clock, or wrong. All times are in
/// microseconds.
struct SampleClock {
  /// No driver delivers a sample later.
  private static let maxDelay: Int64 = 100_000

  /// From the stamps to the monotonic clock. A hub may stamp its samples with a clock of its own.
  private var offset: Int64 = 0
  private var last = Int64.min

  /// The time of a sample: not after now, and not before the last one.
  mutating func time(of stamp: Int64, now: Int64) -> Int64 {
    var (time, isBeyond) = stamp.addingReportingOverflow(offset)
    if isBeyond || time > now || time < now - Self.maxDelay {
      offset = now.subtractingReportingOverflow(stamp).partialValue
      time = now
    }
    last = max(last, time)
    return last
  }
}
