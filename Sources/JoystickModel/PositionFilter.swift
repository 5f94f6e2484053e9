/// How a finger's tremor is smoothed out.
public struct Smoothing: Equatable, Sendable {
  /// The frequency, in hertz and above 0, from which on the tremor of a finger that rests is damped. Less is
  /// steadier, and later.
  public var minCutoff: Double = 3
  /// By how many hertz that frequency rises for each millimetre a second, at least 0. More is less late
  /// for a finger that moves.
  public var beta: Double = 0.2

  /// Makes the default smoothing.
  public init() {}
}

/// Stage 3, smoothing: a finger's way without its tremor.
///
/// Each coordinate goes through a one-euro filter: a low-pass filter of the first order,
/// x̂ = a x + (1 - a) x̂', with a = 1 / (1 + 1 / (2π f Δt)), whose cutoff frequency f = min_cutoff + β |v̂|
/// rises with the speed, which is smoothed in the same way at 1 Hz. Géry Casiez, Nicolas Roussel and
/// Daniel Vogel: "1€ Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems",
/// CHI 2012.
///
/// A device is silent while a finger rests, and would leave the filter on its way to it. So it asks to go
/// on by itself once nothing has come for longer than a device leaves between two samples: the slowest panels
/// send 30 a second.
struct PositionFilter: Equatable, Sendable {
  private static let restDelay: Int64 = 40_000
  /// How long after that, and after each step that it goes by itself, it goes the next.
  private static let stepTime: Int64 = 10_000
  /// The distance, in millimetres along either axis, at which the filter has arrived.
  private static let arrival = 0.001

  private let parameters: Smoothing
  private var x: OneEuroFilter
  private var y: OneEuroFilter
  private var time: Int64
  /// Whether the last step was one that it went by itself.
  private var isSettling = false
  /// Where the finger is.
  private(set) var target: Point

  /// Starts with a touch, whose first position is taken as it is.
  init(_ parameters: Smoothing, at position: Point, time: Int64) {
    self.parameters = parameters
    x = OneEuroFilter(position.x)
    y = OneEuroFilter(position.y)
    target = position
    self.time = time
  }

  /// Where the finger is, without its tremor.
  var position: Point { Point(x: x.value, y: y.value) }

  /// When to go on although the device is silent; nil when there is nowhere to go.
  var deadline: Int64? {
    guard position != target else { return nil }
    return time.saturatingAdd(isSettling ? Self.stepTime : Self.restDelay)
  }

  /// Goes on to where the finger is at a later time. Positions that are not later than the one before take
  /// effect with the next that is.
  mutating func move(to position: Point, time next: Int64) {
    target = position
    isSettling = false
    let seconds = (Double(next) - Double(time)) / 1e6
    // A clock that was set back starts anew.
    time = next
    guard seconds > 0 else { return }
    x.filter(position.x, after: seconds, parameters)
    y.filter(position.y, after: seconds, parameters)
  }

  /// Goes on to a finger that rests, at a time that is the ``deadline`` or after it.
  mutating func settle(time next: Int64) {
    // At the end of all times there is no later one.
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
  /// The cutoff frequency of the speed, in hertz, as the paper has it.
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
