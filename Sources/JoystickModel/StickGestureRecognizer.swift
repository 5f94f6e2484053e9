/// Recognises the gestures of the touches on one stick: taps, double taps and holds.
///
/// A double tap happens as soon as its second touch begins, as in Android's GestureDetector: a player does not wait for
/// the lift. That touch can move the stick like any other, but is not a tap itself.
///
/// It has no clock: the caller calls ``advance(to:)`` at the ``deadline``. Mutating methods return whether the base
/// returns home.
struct StickGestureRecognizer: Equatable, Sendable {
  /// The touch that holds the stick.
  private struct Touch: Equatable {
    let start: Int64
    let position: Point
    /// Whether it can still be a tap, or a hold.
    var isStill: Bool
  }

  /// A tap that a second touch can turn into a double tap.
  private struct Tap: Equatable {
    let position: Point
    /// When it lifted.
    let lift: Int64
    /// The last time at which that touch can begin.
    let end: Int64
  }

  private let parameters: StickGestures
  private let returnsHomeOnDoubleTap: Bool
  private var touch: Touch?
  private var waiting: Tap?
  private var tapPress = Press()
  private var doubleTapPress = Press()
  private var holdPress = Press()

  /// - Parameter returnsHomeOnDoubleTap: Whether a double tap returns the base to its home, whatever else it
  ///   does.
  init(_ parameters: StickGestures, returnsHomeOnDoubleTap: Bool) {
    self.parameters = parameters
    self.returnsHomeOnDoubleTap = returnsHomeOnDoubleTap
  }

  /// The buttons that are down, as in ``GamepadState/buttons``.
  @inline(__always) var buttons: UInt16 {
    Self.mask(tapPress, parameters.tap) | Self.mask(doubleTapPress, parameters.doubleTap)
      | Self.mask(holdPress, parameters.hold)
  }

  /// The time of the next timer, unless a touch changes it, in microseconds; nil is never.
  @inline(__always) var deadline: Int64? {
    let presses = earliest(tapPress.deadline, earliest(doubleTapPress.deadline, holdPress.deadline))
    return earliest(presses, earliest(waiting?.end, holdDeadline))
  }

  @inline(__always) private var holdDeadline: Int64? {
    guard parameters.hold != nil, let touch, touch.isStill else { return nil }
    return touch.start.saturatingAdd(parameters.holdTime)
  }

  mutating func begin(at position: Point, time: Int64) -> Bool {
    let first = waiting
    waiting = nil
    touch = Touch(start: time, position: position, isStill: true)
    guard let first else { return false }
    let isDouble =
      (first.lift...first.end).contains(time)
      && (position - first.position).length <= parameters.doubleTapDistance + roundingSlack
    guard isDouble else { return Self.perform(parameters.tap, &tapPress, time) }
    touch?.isStill = false
    return Self.perform(parameters.doubleTap, &doubleTapPress, time) || returnsHomeOnDoubleTap
  }

  /// The touch has reached the moved tolerance.
  mutating func move() { touch?.isStill = false }

  mutating func end(time: Int64) -> Bool {
    guard let ended = touch else { return false }
    touch = nil
    holdPress.letGo(time: time)
    guard ended.isStill, time >= ended.start, time <= ended.start.saturatingAdd(parameters.tapTime)
    else { return false }
    if parameters.doubleTap != nil || returnsHomeOnDoubleTap {
      waiting = Tap(
        position: ended.position, lift: time, end: time.saturatingAdd(parameters.doubleTapTime))
      return false
    }
    return Self.perform(parameters.tap, &tapPress, time)
  }

  /// The touch no longer counts: it is not a tap, and its button is released.
  mutating func cancel() {
    touch = nil
    holdPress = Press()
  }

  /// Forgets everything and releases every button.
  mutating func reset() {
    self = StickGestureRecognizer(parameters, returnsHomeOnDoubleTap: returnsHomeOnDoubleTap)
  }

  /// Runs the timers that are due at this time.
  mutating func advance(to time: Int64) -> Bool {
    tapPress.advance(to: time)
    doubleTapPress.advance(to: time)
    holdPress.advance(to: time)
    var recenters = false
    if let tap = waiting, tap.end <= time {
      waiting = nil
      recenters = Self.perform(parameters.tap, &tapPress, time)
    }
    if let holdDeadline, holdDeadline <= time {
      touch?.isStill = false
      recenters = Self.perform(parameters.hold, &holdPress, time, isHeld: true) || recenters
    }
    return recenters
  }

  /// Returns whether the base returns home.
  private static func perform(
    _ action: GestureAction?, _ press: inout Press, _ time: Int64, isHeld: Bool = false
  ) -> Bool {
    switch action {
    case nil: return false
    case .recenter: return true
    case .press:
      press.start(time: time, isHeld: isHeld)
      return false
    }
  }

  private static func mask(_ press: Press, _ action: GestureAction?) -> UInt16 {
    guard press.isDown, case .press(let button) = action else { return 0 }
    return button.mask
  }
}

/// A button that a gesture presses, long enough for a game that reads the pad once per frame.
struct Press: Equatable, Sendable {
  private var isHeld = false
  /// The earliest time of its release; nil while it is up.
  private var earliestEnd: Int64?

  var isDown: Bool { earliestEnd != nil }

  /// When it is released by itself; nil is never.
  var deadline: Int64? { isHeld ? nil : earliestEnd }

  /// Presses the button. It is released by itself, unless it is held.
  mutating func start(time: Int64, isHeld: Bool = false) {
    self.isHeld = isHeld
    earliestEnd = time.saturatingAdd(GestureAction.pressDuration)
  }

  /// Ends the hold of the button.
  mutating func letGo(time: Int64) {
    isHeld = false
    advance(to: time)
  }

  /// Releases the button if it is due.
  mutating func advance(to time: Int64) {
    if let deadline, deadline <= time { earliestEnd = nil }
  }
}

/// The earlier of two deadlines, in microseconds; nil is never.
func earliest(_ first: Int64?, _ second: Int64?) -> Int64? {
  guard let first, let second else { return first ?? second }
  return min(first, second)
}

extension Int64 {
  /// The sum, or the maximum instead of an overflow: a recording can have any time stamps.
  public func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }

  func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, isBeyond) = subtractingReportingOverflow(other)
    return isBeyond ? .min : difference
  }
}
