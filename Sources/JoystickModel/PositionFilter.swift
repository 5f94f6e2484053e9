/// The smoothing of a finger's tremor.
public struct Smoothing: Equatable, Sendable {
  /// The frequency in hertz, above 0, above which the tremor of a resting finger is damped. Lower is steadier but adds
  /// lag.
  public var minCutoff: Double = 3
  /// How many hertz that frequency rises for each millimetre per second, at least 0. Higher reduces the lag of a moving
  /// finger.
  public var beta: Double = 0.2

  public init() {}
}

/// Stage 3, smoothing: removes a finger's tremor.
///
/// Each coordinate goes through a one-euro filter: a low-pass filter of the first order,
/// x̂ = a x + (1 - a) x̂', with a = 1 / (1 + 1 / (2π f Δt)), whose cutoff frequency f = min_cutoff + β |v̂|
/// rises with the speed, which is smoothed in the same way at 1 Hz. Géry Casiez, Nicolas Roussel and
/// Daniel Vogel: "1€ Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems",
/// CHI 2012.
///
/// A device sends nothing while a finger rests, so a filter that waits for events would never arrive. It asks to
/// continue by itself after a silence that is longer than the time between two samples: the slowest panels send 30 a
/// second.
struct PositionFilter: Equatable, Sendable {
  private static let restDelay: Int64 = 40_000
  /// The time between two steps that it makes by itself.
  private static let stepTime: Int64 = 10_000
  /// The distance, in millimetres along either axis, at which the filter has arrived.
  private static let arrival = 0.001

  private let parameters: Smoothing
  private var x: OneEuroFilter
  private var y: OneEuroFilter
  private var time: Int64
  /// Whether it made the last step by itself.
  private var isSettling = false
  /// The finger's position.
  private(set) var target: Point

  /// Starts with a touch. The first position is not smoothed.
  init(_ parameters: Smoothing, at position: Point, time: Int64) {
    self.parameters = parameters
    x = OneEuroFilter(position.x)
    y = OneEuroFilter(position.y)
    target = position
    self.time = time
  }

  /// The finger's position without its tremor.
  var position: Point { Point(x: x.value, y: y.value) }

  /// When to continue although the device is silent; nil once the filter has arrived.
  var deadline: Int64? {
    guard position != target else { return nil }
    return time.saturatingAdd(isSettling ? Self.stepTime : Self.restDelay)
  }

  /// Continues to the finger's position at a later time. A position that is not later than the previous one takes
  /// effect with the next later one.
  mutating func move(to position: Point, time next: Int64) {
    target = position
    isSettling = false
    let seconds = (Double(next) - Double(time)) / 1e6
    // A clock that was set back starts again.
    time = next
    guard seconds > 0 else { return }
    x.filter(position.x, after: seconds, parameters)
    y.filter(position.y, after: seconds, parameters)
  }

  /// Continues to a resting finger, at the ``deadline`` or later.
  mutating func settle(time next: Int64) {
    // No time is later than the last one.
    let isLast = next <= time
    move(to: target, time: next)
    isSettling = true
    guard isLast || max(abs(x.value - target.x), abs(y.value - target.y)) < Self.arrival else { return }
    x.arrive(at: target.x)
    y.arrive(at: target.y)
  }
}

/// The one-euro filter of one coordinate.
private struct OneEuroFilter: Equatable, Sendable {
  /// The cutoff frequency of the speed, in hertz, as in the paper.
  private static let speedCutoff = 1.0

  private(set) var value: Double
  private var speed = 0.0

  init(_ value: Double) { self.value = value }

  mutating func filter(_ sample: Double, after seconds: Double, _ parameters: Smoothing) {
    let momentary = (sample - value) / seconds
    speed += Self.weight(cutoff: Self.speedCutoff, seconds) * (momentary - speed)
    let cutoff = parameters.minCutoff + parameters.beta * abs(speed)
    value += Self.weight(cutoff: cutoff, seconds) * (sample - value)
  }

  mutating func arrive(at target: Double) { value = target }

  private static func weight(cutoff: Double, _ seconds: Double) -> Double {
    1 / (1 + 1 / (2 * .pi * cutoff * seconds))
  }
}
