/// Measures a gyroscope's bias: what it reports while the device rests.
///
/// A device rests if for half a second no finger holds a control, no axis of a sensor varies more than its noise, and the mean
/// rate on each axis is small. A hand that holds the device trembles more than that. Slow and steady aiming may not, so
/// only the first rest finds any bias up to ``limit``, and later ones only follow its drift.
struct GyroscopeCalibration: Equatable, Sendable {
  private static let degree = Double.pi / 180
  /// How long the device must rest, in microseconds.
  private static let restTime: Int64 = 500_000
  /// The largest bias, in rad/s.
  private static let limit = 2 * degree
  /// The largest change of a bias by a later rest, in rad/s.
  private static let drift = 0.3 * degree
  /// How far the rates of a rest can differ, in rad/s.
  private static let rateNoise = 1 * degree
  /// How far the accelerations of a rest can differ, in m/s².
  private static let accelerationNoise = 0.3

  /// In rad/s.
  private(set) var bias = SIMD3<Double>.zero
  private var isKnown = false
  private var start: Int64?
  private var sum = SIMD3<Double>.zero
  private var count = 0.0
  private var rates = Span()
  private var accelerations = Span()

  /// The least and the largest value on each axis.
  private struct Span: Equatable, Sendable {
    var least = SIMD3<Double>(repeating: .infinity)
    var largest = SIMD3<Double>(repeating: -.infinity)

    mutating func insert(_ value: SIMD3<Double>) {
      least = pointwiseMin(least, value)
      largest = pointwiseMax(largest, value)
    }

    func isWithin(_ noise: Double) -> Bool { (largest - least).max() <= noise }
  }

  /// Ends a rest, if there is one.
  mutating func interrupt() { start = nil }

  /// Has the next rest count as the first one.
  mutating func reopen() {
    isKnown = false
    interrupt()
  }

  mutating func accelerate(_ acceleration: SIMD3<Double>) {
    guard start != nil else { return }
    accelerations.insert(acceleration)
    if !accelerations.isWithin(Self.accelerationNoise) { interrupt() }
  }

  mutating func turn(_ rate: SIMD3<Double>, time: Int64, isTouched: Bool) {
    guard !isTouched else { return interrupt() }
    guard let start, start <= time else { return begin(rate, time: time) }
    rates.insert(rate)
    guard rates.isWithin(Self.rateNoise) else { return begin(rate, time: time) }
    sum += rate
    count += 1
    guard time.saturatingSubtract(start) >= Self.restTime else { return }
    finish()
    begin(rate, time: time)
  }

  private mutating func begin(_ rate: SIMD3<Double>, time: Int64) {
    (start, sum, count) = (time, rate, 1)
    (rates, accelerations) = (Span(), Span())
    rates.insert(rate)
  }

  private mutating func finish() {
    let mean = sum / count
    let change = mean - bias
    guard mean.largestPart <= Self.limit else { return }
    guard !isKnown || change.largestPart <= Self.drift else { return }
    bias = mean
    isKnown = true
  }
}

extension SIMD3<Double> {
  fileprivate var largestPart: Double { Swift.max(abs(x), abs(y), abs(z)) }
}
