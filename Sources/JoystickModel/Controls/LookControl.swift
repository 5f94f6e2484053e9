#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One of a pad's two sticks.
public enum PadStick: String, Sendable, CaseIterable {
  /// ABS_X and ABS_Y.
  case left
  /// ABS_RX and ABS_RY.
  case right
}

/// What a look pad moves.
public enum LookTarget: String, Sendable, CaseIterable {
  case left
  case right
  /// A mouse: see ``Layout/consumeMouseMotion()``.
  case mouse

  /// The stick of the pad; nil for the mouse.
  var stick: PadStick? {
    switch self {
    case .left: .left
    case .right: .right
    case .mouse: nil
    }
  }
}

/// The behaviour of a look pad. The parameters have the names of the keys in the configuration file.
public struct LookParameters: Equatable, Sendable {
  /// The speed of the finger, in millimetres per second, that deflects the stick fully; above 0.
  public var sensitivity: Double = 200
  /// How much finer slow movements are than fast ones, at least 0: the deflection is (v / ``sensitivity``)^(1 + this).
  public var acceleration: Double = 0
  /// The smallest deflection other than 0: 0 or more, below 1. It undoes the dead zone of a game.
  public var antiDeadZone: Double = 0
  /// The time constant of the speed's low-pass filter, in microseconds; 0 is no smoothing.
  public var smoothing: Int64 = 15_000
  /// How long a finger must be still for a deflection of 0, in microseconds, above 0.
  public var settle: Int64 = 30_000
  /// How many counts the mouse goes for each millimetre of the finger, above 0 and at most 1000.
  public var countsPerMillimetre: Double = 20
  /// Whether left and right are swapped.
  public var invertX: Bool = false
  /// Whether up and down are swapped.
  public var invertY: Bool = false
  /// How far a finger must move along either axis, in millimetres, so that its touch is neither a tap nor a hold.
  public var movedTolerance: Double = 1.5
  /// The button that a tap presses.
  public var tap: GamepadButton?
  /// The longest duration of a tap, in microseconds, above 0.
  public var tapTime: Int64 = StickGestures().tapTime
  /// The button that a hold presses until the finger lifts.
  public var hold: GamepadButton?
  /// How long a touch must stay to be a hold, in microseconds, at least ``tapTime``.
  public var holdTime: Int64 = StickGestures().holdTime

  public init() {}

  fileprivate var response: StickResponse {
    var response = StickResponse()
    (response.deadZoneShape, response.curve) = (.none, 1 + acceleration)
    response.antiDeadZone = antiDeadZone
    (response.invertX, response.invertY) = (invertX, invertY)
    return response
  }

  fileprivate var gestures: StickGestures {
    var gestures = StickGestures()
    gestures.tap = tap.map(GestureAction.press)
    gestures.tapTime = tapTime
    gestures.hold = hold.map(GestureAction.press)
    gestures.holdTime = holdTime
    return gestures
  }
}

/// A look pad on the surface: the speed of the finger is the deflection of one of the pad's sticks, so a swipe turns the
/// camera. A finger that rests or lifts leaves the stick in its middle. Or it moves a mouse as far as the finger goes.
public struct LookControl: Equatable, Sendable {
  public let name: String
  public var isNamed = false
  public var appearance = Appearance()
  public var region: Region
  /// The stick that it deflects, or the mouse.
  public let target: LookTarget
  public let parameters: LookParameters
  /// What it holds while a contact holds it; nil is nothing more.
  public var touchOutputs: TouchOutputs?
  /// The position of the contact that holds it; nil without one.
  private(set) var finger: Point?
  /// The deflection of the stick, within the unit disc, y downwards.
  private(set) var deflection = Vector.zero

  private let response: StickResponse
  private var start = Point(x: 0, y: 0)
  private var speed = FingerSpeed() {
    didSet {
      deflection = response.deflection(for: (speed.value * (1 / parameters.sensitivity)).limited(to: 1))
    }
  }
  private var gestures: StickGestureRecognizer
  /// The rest of a count stays for the next finger, too.
  private var pendingMotion = PendingMotion()

  /// Makes a look pad without a contact.
  ///
  /// - Precondition: The sensitivity and `settle` are above 0.
  public init(
    name: String, region: Region, target: LookTarget = .right, parameters: LookParameters = LookParameters()
  ) {
    precondition(parameters.sensitivity > 0, "the sensitivity is above 0")
    precondition(parameters.settle > 0, "settle is above 0")
    self.name = name
    self.region = region
    self.target = target
    self.parameters = parameters
    response = parameters.response
    gestures = StickGestureRecognizer(parameters.gestures, returnsHomeOnDoubleTap: false)
  }

  var isTouched: Bool { finger != nil }

  /// The buttons that its gestures press, as in ``GamepadState/buttons``.
  @inline(__always) var buttons: UInt16 { gestures.buttons }

  fileprivate mutating func consumeMouseMotion() -> MouseMotion { pendingMotion.consume() }
}

extension LookControl: SurfaceControl {
  var control: Control { .look(self) }
  var presses: UInt16 { buttons | (isTouched && touchOutputs != nil ? TouchOutputs.press : 0) }
  var keys: [KeyboardKey] { touchOutputs?.keys ?? [] }
  var heldKeys: [KeyboardKey] { isTouched ? keys : [] }
  var motionCommands: MotionCommands { touchOutputs?.motionCommands ?? [] }
  var heldMotionCommands: MotionCommands { isTouched ? motionCommands : [] }
  var hasTimer: Bool { true }
  var deadline: Int64? { earliest(gestures.deadline, speed.deadline(settle: parameters.settle)) }

  @inline(__always) func apply(to state: inout GamepadState) {
    if let stick = target.stick { state.deflect(stick, GamepadState.StickAxes(deflection)) }
    state.buttons |= buttons
    if let effect = touchOutputs?.effect, isTouched { state.add(effect) }
  }

  func report(hidesPositions: Bool) -> ControlReport {
    let middle = region.center
    return ControlReport(
      isTouched: isTouched, base: middle, handle: hidesPositions ? middle : finger ?? middle,
      buttons: buttons | (isTouched ? touchOutputs?.effect.buttons ?? 0 : 0))
  }

  mutating func begin(_ contact: ContactEvent, time: Int64) {
    let position = contact.position
    (finger, start) = (position, position)
    speed = FingerSpeed(at: position, time: time)
    _ = gestures.begin(at: position, time: time)
  }

  mutating func move(_ contact: ContactEvent, time: Int64) {
    guard let last = finger else { return }
    let position = contact.position
    finger = position
    if target == .mouse {
      let delta = (position - last) * parameters.countsPerMillimetre
      pendingMotion.add(
        Vector(dx: parameters.invertX ? -delta.dx : delta.dx, dy: parameters.invertY ? -delta.dy : delta.dy))
    } else {
      speed.move(to: position, time: time, parameters)
    }
    if hasReached(tolerance: parameters.movedTolerance, position - start) { gestures.move() }
  }

  mutating func end(time: Int64) {
    letGo()
    _ = gestures.end(time: time)
  }

  mutating func cancel(time: Int64) {
    letGo()
    gestures.cancel()
  }

  mutating func reset(time: Int64) {
    letGo()
    gestures.reset()
    pendingMotion = PendingMotion()
  }

  private mutating func letGo() { (finger, speed) = (nil, FingerSpeed()) }

  mutating func advance(to time: Int64) {
    _ = gestures.advance(to: time)
    if let due = speed.deadline(settle: parameters.settle), due <= time { speed.rest() }
  }
}

/// The speed of a finger, from the places and times of its samples.
///
/// A low-pass filter of the first order smooths the speed: v̂ = v̂' + (1 - e^(-Δt / τ)) (v - v̂'). Its weights depend on the
/// time between two samples, so the result does not depend on how many a device sends. Its gain is 1, and it starts at 0:
/// what it leaves out while a finger starts makes up for the time that it needs to see that a finger has stopped.
///
/// The position of a resting finger flickers, and drifts. So a finger moves only while it has gone more than
/// ``motionThreshold`` in the last `settle`; otherwise its speed is exactly 0.
private struct FingerSpeed: Equatable, Sendable {
  /// In millimetres: no more than this is no movement. Many panels count tenths of a millimetre, and flicker by one.
  private static let motionThreshold = 0.1

  /// In millimetres per second.
  private(set) var value = Vector.zero
  /// The last sample.
  private var last = FingerTrail.Sample()
  private var trail = FingerTrail()
  private var lastMotionTime: Int64 = 0
  private var isMoving = false

  init() {}

  init(at position: Point, time: Int64) {
    last = FingerTrail.Sample(place: position, time: time)
    trail.append(last, every: 0)
    lastMotionTime = time
  }

  /// When the finger rests, in microseconds; nil if it does.
  func deadline(settle: Int64) -> Int64? { isMoving ? lastMotionTime.saturatingAdd(settle) : nil }

  mutating func rest() { (isMoving, value) = (false, .zero) }

  mutating func move(to position: Point, time next: Int64, _ parameters: LookParameters) {
    // Samples of the same time are one. A clock that was set back starts again.
    guard next > last.time else {
      if next < last.time { self = FingerSpeed(at: position, time: next) }
      return
    }
    let (settle, before) = (parameters.settle, last)
    last = FingerTrail.Sample(place: position, time: next)
    let start = trail.place(at: next.saturatingSubtract(settle), before: last, settle: settle)
    trail.append(last, every: settle / Int64(FingerTrail.capacity - 4))
    guard (position - start).length > Self.motionThreshold + roundingSlack else { return rest() }
    isMoving = true
    if position != before.place { lastMotionTime = next }
    // A device is silent while a finger rests. Nobody knows when in that time it moved: at the end.
    let microseconds = min(Double(next) - Double(before.time), Double(settle))
    let momentary = (position - before.place) * (1e6 / microseconds)
    let smoothing = Double(parameters.smoothing)
    let weight = smoothing > 0 ? 1 - exp(-microseconds / smoothing) : 1
    value = Vector(
      dx: value.dx + weight * (momentary.dx - value.dx), dy: value.dy + weight * (momentary.dy - value.dy))
  }
}

/// Where a finger was in the last moments.
private struct FingerTrail: Equatable, Sendable {
  struct Sample: Equatable, Sendable {
    var place = Point(x: 0, y: 0)
    /// In microseconds.
    var time: Int64 = 0
  }

  static let capacity = 16
  private var samples = InlineArray<16, Sample>(repeating: Sample())
  private var count = 0

  /// Keeps a sample, unless the last one is less than so many microseconds older.
  mutating func append(_ sample: Sample, every interval: Int64) {
    if count > 0 {
      let newest = samples[(count - 1) % Self.capacity].time
      guard sample.time.saturatingSubtract(newest) >= interval else { return }
    }
    samples[count % Self.capacity] = sample
    count += 1
  }

  /// The place at a time, between the two samples around it.
  ///
  /// - Parameter newest: The last sample, which may not be kept.
  func place(at time: Int64, before newest: Sample, settle: Int64) -> Point {
    var next = newest
    for index in stride(from: count - 1, through: max(0, count - Self.capacity), by: -1) {
      let sample = samples[index % Self.capacity]
      if sample.time <= time {
        let start = max(sample.time, next.time.saturatingSubtract(settle))
        guard time > start, next.time > start else { return sample.place }
        let part = Double(time - start) / Double(next.time - start)
        return Point(
          x: sample.place.x + part * (next.place.x - sample.place.x),
          y: sample.place.y + part * (next.place.y - sample.place.y))
      }
      next = sample
    }
    // It landed later.
    return next.place
  }

  static func == (one: Self, other: Self) -> Bool {
    one.count == other.count && (0..<capacity).allSatisfy { one.samples[$0] == other.samples[$0] }
  }
}

extension Layout {
  /// Whether a look pad or turning the device moves a mouse.
  public var movesMouse: Bool {
    store.looks.contains { $0.target == .mouse } || motion.gyros.contains { $0.target == .mouse }
  }

  /// How far a mouse has moved since the last call. A part of a count is not lost: it stays for the next.
  public mutating func consumeMouseMotion() -> MouseMotion {
    var motion = MouseMotion()
    for index in store.looks.indices { motion += store.looks[index].consumeMouseMotion() }
    for index in self.motion.gyros.indices { motion += self.motion.gyros[index].consumeMouseMotion() }
    return motion
  }
}
