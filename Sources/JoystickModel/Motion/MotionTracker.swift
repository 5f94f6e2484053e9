#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What the sensors say of the device after a sample.
public struct MotionState: Equatable, Sendable {
  /// Where up is, in the axes of ``MotionSample``, with length 1; nil without an accelerometer.
  public var up: SIMD3<Double>?
  /// How fast the device turns, in rad/s, without the gyroscope's bias; nil without a gyroscope.
  public var rate: SIMD3<Double>?
  /// How long it has turned like that, in seconds: since the gyroscope's sample before; 0 after any other sample.
  public var duration = 0.0

  public init() {}
}

/// Finds where up is, and how fast the device turns, from the samples of its sensors.
///
/// The gyroscope turns the direction of up, and the accelerometer pulls it slowly towards the acceleration that it measures:
/// the passive complementary filter of Mahony, Hamel and Pflimlin, "Nonlinear Complementary Filters on the Special
/// Orthogonal Group", 2008, for one direction and without the gain of its bias, for which `GyroscopeCalibration` is.
/// Without a gyroscope, the accelerometer's directions go through a low-pass filter of the first order.
///
/// It has no clock, and depends only on the samples' values and times.
public struct MotionTracker: Equatable, Sendable {
  /// A sensor without a sample for so many microseconds is lost.
  public static let timeout: Int64 = 250_000
  /// The time constant with which the accelerometer corrects the gyroscope, in seconds.
  private static let correctionTime = 0.3
  /// The time constant of the low-pass filter without a gyroscope, in seconds.
  private static let smoothingTime = 0.1
  private static let gravity = 9.80665
  /// An acceleration with a length beyond these parts of gravity says nothing of where up is.
  private static let plausibleGravity = 0.5...1.5
  /// No sensor measures more. What does is no sample.
  private static let maxAcceleration = 1000.0
  private static let maxRate = 100.0

  public private(set) var state = MotionState()
  private var calibration = GyroscopeCalibration()
  private var accelerationTime: Int64?
  private var rotationTime: Int64?

  public init() {}

  /// The sensors that are not lost.
  public var sensors: MotionSensors {
    var sensors = MotionSensors()
    if accelerationTime != nil { sensors.insert(.accelerometer) }
    if rotationTime != nil { sensors.insert(.gyroscope) }
    return sensors
  }

  /// When ``advance(to:)`` has something to do, in microseconds; nil is never.
  public var deadline: Int64? {
    earliest(
      accelerationTime?.saturatingAdd(Self.timeout), rotationTime?.saturatingAdd(Self.timeout))
  }

  /// Loses the sensors whose last sample is too old.
  public mutating func advance(to time: Int64) { lose(silentSensors(before: time.saturatingAdd(1))) }

  public mutating func lose(_ sensors: MotionSensors) {
    state.duration = 0
    if sensors.contains(.accelerometer) { (state.up, accelerationTime) = (nil, nil) }
    if sensors.contains(.gyroscope) {
      (state.rate, rotationTime) = (nil, nil)
      calibration.interrupt()
    }
  }

  /// Forgets everything but the gyroscope's bias, which the next rest measures anew.
  public mutating func reset() {
    lose([.accelerometer, .gyroscope])
    calibration.reopen()
  }

  /// Continues with the gyroscope's bias of another tracker of the same sensors.
  public mutating func takeOver(_ other: MotionTracker) {
    calibration = other.calibration
    calibration.interrupt()
  }

  /// Changes the state by a sample, unless its values are impossible.
  ///
  /// - Parameters:
  ///   - sample: Its time must not be later than now.
  ///   - isTouched: Whether a finger holds a control: then the device does not rest.
  /// - Returns: Whether it counts.
  public mutating func consume(_ sample: MotionSample, isTouched: Bool) -> Bool {
    let value = SIMD3(sample.x, sample.y, sample.z)
    let isRotation = sample.quantity == .rotation
    // This also finds what is not a number.
    guard value.length <= (isRotation ? Self.maxRate : Self.maxAcceleration) else { return false }
    lose(silentSensors(before: sample.time))
    if isRotation {
      turn(value, time: sample.time, isTouched: isTouched)
    } else {
      accelerate(value, time: sample.time)
    }
    return true
  }

  /// The sensors whose last sample is too old, or too far in the future: a clock may go back.
  private func silentSensors(before time: Int64) -> MotionSensors {
    var silent = MotionSensors()
    func isSilent(since last: Int64?) -> Bool {
      guard let last else { return false }
      return last.saturatingAdd(Self.timeout) < time || time.saturatingAdd(Self.timeout) < last
    }
    if isSilent(since: accelerationTime) { silent.insert(.accelerometer) }
    if isSilent(since: rotationTime) { silent.insert(.gyroscope) }
    return silent
  }

  /// The seconds between two samples of a sensor; 0 for its first one, and if the clock goes back.
  private static func seconds(from last: Int64?, to time: Int64) -> Double {
    guard let last, last < time else { return 0 }
    return (Double(time) - Double(last)) / 1e6
  }

  private mutating func turn(_ measured: SIMD3<Double>, time: Int64, isTouched: Bool) {
    state.duration = Self.seconds(from: rotationTime, to: time)
    rotationTime = time
    calibration.turn(measured, time: time, isTouched: isTouched)
    let rate = measured - calibration.bias
    state.rate = rate
    if let up = state.up { state.up = Self.rotated(up, by: rate * -state.duration) }
  }

  private mutating func accelerate(_ acceleration: SIMD3<Double>, time: Int64) {
    let seconds = Self.seconds(from: accelerationTime, to: time)
    accelerationTime = time
    state.duration = 0
    calibration.accelerate(acceleration)
    let length = acceleration.length
    guard Self.plausibleGravity.contains(length / Self.gravity) else { return }
    let measured = acceleration / length
    guard let up = state.up else { return state.up = measured }
    let constant = state.rate == nil ? Self.smoothingTime : Self.correctionTime
    let mean = up + (1 - exp(-seconds / constant)) * (measured - up)
    // Two opposite directions have no mean.
    state.up = mean.length > 1e-3 ? mean / mean.length : measured
  }

  /// A direction after a turn about an axis by the axis's length, in radians: Rodrigues' formula.
  private static func rotated(_ direction: SIMD3<Double>, by turn: SIMD3<Double>) -> SIMD3<Double> {
    let angle = turn.length
    guard angle > 0 else { return direction }
    let axis = turn / angle
    let along = axis * (axis.dot(direction) * (1 - cos(angle)))
    let rotated = direction * cos(angle) + axis.cross(direction) * sin(angle) + along
    return rotated / rotated.length
  }
}

extension SIMD3<Double> {
  var length: Double { dot(self).squareRoot() }

  func dot(_ other: Self) -> Double { (self * other).sum() }

  func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}
