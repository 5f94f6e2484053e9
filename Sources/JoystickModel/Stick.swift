/// One stick: the contact that holds it, its base and its handle.
///
/// A touch goes through these stages, in this order:
///
/// | # | stage | where |
/// |---|---|---|
/// | 1 | hit test | ``Region/contains(_:)`` |
/// | 2 | ownership | ``begin(_:at:time:)``, ``Layout`` |
/// | 3 | smoothing | `PositionFilter` |
/// | 4 | origin | `setOrigin(_:)` |
/// | 5 | moving base | `dragged(_:reach:)`, `moveBase(by:)` |
/// | 6, 7 | travel, handle constraint | `handleOffset(_:_:)` |
/// | 8 | moved tolerance | `hasReached(tolerance:_:)` |
/// | 9, 10 | dead zone, outer zone | `StickResponse.withoutDeadZone(_:)` |
/// | 11, 12 | curve, anti-dead zone | `StickResponse.curved(_:)` |
/// | 13 | snapping | `DirectionSnap` |
/// | 14 | output | `StickResponse.shaped(_:)` |
/// | 15 | axis value | ``axisValue(_:)`` |
///
/// `StickGestureRecognizer` finds taps, double taps and holds.
///
/// Times are in microseconds, all on the same clock. A stick has no clock: the caller calls ``advance(to:)`` at the
/// ``deadline``. It allocates nothing.
public struct Stick: Equatable, Sendable {
  public let parameters: StickParameters
  /// The contact that holds the stick.
  public private(set) var owner: ContactID?
  /// The deflection of the pad's axes, y downwards as on the pad: within the unit disc, or within the square if that is
  /// its output shape.
  public private(set) var deflection = Vector.zero

  /// Current geometry.
  private(set) var placement: Placement
  /// Whether this touch has moved beyond the moved tolerance; stays true until the finger lifts.
  private var hasMoved = false
  private var filter: PositionFilter?
  private var placed: Point?
  /// Whether this touch is measured from the base, even if the base returned home under it.
  private var isFixed = false
  private var snap = DirectionSnap()
  private var gestures: StickGestureRecognizer
  private var isInOuterRing = false
  private var homeReturn: Int64?

  /// The positions of a stick's parts.
  struct Placement: Equatable, Sendable {
    var base: Point
    /// The neutral point: the handle is in the middle if the finger is here.
    var neutral: Point
    /// The handle's offset from the base.
    var offset = Vector.zero
  }

  /// Makes a stick without a contact.
  ///
  /// - Precondition: The radius and the travel are above 0, the saturation is above the dead zone, and the
  ///   sensitivity is above the anti-dead zone.
  /// - Parameters:
  ///   - parameters: How it behaves.
  ///   - base: Where its base starts; nil is its home, `parameters.center`.
  public init(_ parameters: StickParameters, base: Point? = nil) {
    let response = parameters.response
    precondition(parameters.reach > 0, "a stick needs a radius and a travel above 0")
    precondition(response.saturation > response.deadZone, "the saturation is above the dead zone")
    precondition(response.sensitivity > response.antiDeadZone, "the sensitivity is above the anti-dead zone")
    self.parameters = parameters
    let base = base ?? parameters.center
    placement = Placement(base: base, neutral: base)
    gestures = StickGestureRecognizer(
      parameters.gestures, returnsHomeOnDoubleTap: parameters.homeReturn == .doubleTap)
  }

  public var base: Point { placement.base }

  /// The buttons that the stick presses, as in ``GamepadState/buttons``.
  @inline(__always) public var buttons: UInt16 {
    let ring = isInOuterRing ? parameters.gestures.outerRing?.mask ?? 0 : 0
    return gestures.buttons | ring
  }

  /// The direction of the deflection, if the stick has four or eight of them; none at rest.
  public var direction: PadDirection {
    let response = parameters.response
    return PadDirection(sector: snap.sector, invertX: response.invertX, invertY: response.invertY)
  }

  /// The handle's position.
  public var report: StickReport {
    StickReport(isActive: owner != nil, base: base, offset: placement.offset, reach: parameters.reach)
  }

  /// When to call ``advance(to:)``, unless a touch changes it; nil is never.
  @inline(__always) public var deadline: Int64? {
    earliest(earliest(gestures.deadline, homeReturn), filter?.deadline)
  }
}

// Events of a stick.
extension Stick {
  /// A touch begins to hold the stick.
  ///
  /// Does nothing while another contact holds the stick.
  public mutating func begin(_ id: ContactID, at position: Point, time: Int64) {
    guard owner == nil else { return }
    owner = id
    homeReturn = nil
    filter = parameters.smoothing.map { PositionFilter($0, at: position, time: time) }
    setOrigin(position)
    let recenters = gestures.begin(at: position, time: time)
    place(position)
    if recenters { recenter() }
  }

  /// The finger that holds the stick moved, in millimetres.
  public mutating func move(to position: Point, time: Int64) {
    guard owner != nil else { return }
    filter?.move(to: position, time: time)
    place(filter?.position ?? position)
    // A finger that flicks ahead of its smoothed position does not tap.
    if filter != nil, hasReached(tolerance: parameters.movedTolerance, handle(for: position)) {
      gestures.move()
    }
  }

  /// The finger that held the stick lifted: the handle returns to the middle, and the deflection is exactly 0. It may
  /// have been a tap.
  public mutating func end(time: Int64) {
    guard owner != nil else { return }
    letGo(time: time)
    if gestures.end(time: time) { recenter() }
  }

  /// The contact that held the stick no longer counts: the handle returns to the middle, and the deflection
  /// is exactly 0.
  public mutating func cancel(time: Int64) {
    guard owner != nil else { return }
    letGo(time: time)
    gestures.cancel()
  }

  /// Releases everything: the deflection is exactly 0, every button is up, and no timer is pending.
  public mutating func reset(time: Int64) {
    cancel(time: time)
    gestures.reset()
    if homeReturn != nil { recenter() }
    homeReturn = nil
  }

  /// Runs the timers that are due: continues the smoothing, ends a press, decides that a tap was a single one, or
  /// returns the base.
  ///
  /// - Parameter time: The ``deadline``, or a later time; timers of different times then run together.
  public mutating func advance(to time: Int64) {
    if let due = filter?.deadline, due <= time {
      filter?.settle(time: time)
      if let position = filter?.position { place(position) }
    }
    if gestures.advance(to: time) { recenter() }
    if let due = homeReturn, due <= time {
      homeReturn = nil
      recenter()
    }
  }

  /// Returns the base to its home. A held handle keeps its deflection; if it is measured from the base, only until the
  /// finger moves.
  public mutating func recenter() {
    placement.base = parameters.center
  }
}

// The stages.
extension Stick {
  /// Stage 4, origin: sets the neutral point, from which e is measured.
  ///
  /// Fixed and relative are JoyStickView's handlePositionMode, absolute and relative; floating is nipplejs's
  /// dynamic mode, and semi its semi mode.
  private mutating func setOrigin(_ position: Point) {
    isFixed = false
    switch parameters.origin {
    case .fixed: isFixed = true
    case .relative: placement.neutral = position
    case .relativeWithin(let catchDistance):
      placement.neutral = base + (position - base).limited(to: catchDistance)
    case .floating: float(to: position)
    case .semi(let catchDistance):
      isFixed = (position - base).length <= catchDistance + roundingSlack
      if !isFixed { float(to: position) }
    }
  }

  private mutating func float(to position: Point) {
    placement.base = parameters.movableBounds?.clamp(position) ?? position
    placement.neutral = base
  }

  /// Stages 5 to 14 for a finger at this position.
  private mutating func place(_ position: Point) {
    // A base that its bounds hold back continues along them while it follows, even for a resting finger.
    guard position != placed else { return }
    placed = position
    if isFixed { placement.neutral = base }
    if parameters.movable {
      moveBase(by: dragged(position - placement.neutral, reach: parameters.reach))
    }
    let offset = handle(for: position)
    placement.offset = offset
    hasMoved = hasMoved || hasReached(tolerance: parameters.movedTolerance, offset)
    if hasMoved { gestures.move() }
    let part = Vector(dx: offset.dx / parameters.reach, dy: offset.dy / parameters.reach)
    deflection = hasMoved ? parameters.response.deflection(for: part, &snap) : .zero
    updateOuterRing(displacement: part.length)
  }

  @inline(__always) private func handle(for position: Point) -> Vector {
    handleOffset(position - placement.neutral, parameters)
  }

  /// The neutral point moves with the base, which the bounds may have held back.
  private mutating func moveBase(by shift: Vector) {
    guard shift != .zero else { return }
    let wanted = base + shift
    let reached = parameters.movableBounds?.clamp(wanted) ?? wanted
    placement.neutral = placement.neutral + (reached - base)
    placement.base = reached
  }

  /// The ring ends a tenth below where it begins, so a thumb on its edge does not flicker.
  private mutating func updateOuterRing(displacement: Double) {
    let start = parameters.gestures.outerRingStart * (isInOuterRing ? 0.9 : 1)
    isInOuterRing = displacement >= start - roundingSlack
  }

  private mutating func letGo(time: Int64) {
    owner = nil
    placement.offset = .zero
    deflection = .zero
    hasMoved = false
    filter = nil
    placed = nil
    snap = DirectionSnap()
    isInOuterRing = false
    switch parameters.homeReturn {
    case .never, .doubleTap: break
    case .release: recenter()
    case .after(let delay): homeReturn = time.saturatingAdd(delay)
    }
  }
}

/// The position of a stick's handle, for programs that show it, as JoyStickView's monitor reports it. The moved
/// tolerance and the dead zone do not affect it: they shape only the pad's axes.
public struct StickReport: Equatable, Sendable {
  /// Whether a contact holds the stick.
  public let isActive: Bool
  /// The base's centre, in millimetres on the surface.
  public let base: Point
  /// The handle's position, in millimetres on the surface.
  public let handle: Point
  public let polar: Polar
  public let xy: XY

  /// A handle's position as a direction and a distance.
  public struct Polar: Equatable, Sendable {
    /// The compass direction of the handle in degrees: 0 is up, 90 right, from 0 up to but not including
    /// 360. It is 0 when the displacement is 0.
    public let angle: Double
    /// The handle's distance from the middle, as a part of the reach: 0 to 1.
    public let displacement: Double
  }

  public struct XY: Equatable, Sendable {
    /// The handle's offset to the right of the base as a part of the reach: -1 to 1.
    public let x: Double
    /// The handle's offset **above** the base as a part of the reach: -1 to 1.
    public let y: Double
  }

  init(isActive: Bool, base: Point, offset: Vector, reach: Double) {
    self.isActive = isActive
    self.base = base
    handle = base + offset
    polar = Polar(angle: offset.compassAngle, displacement: min(offset.length / reach, 1))
    // Subtracting from 0, rather than negating, keeps -0 out.
    xy = XY(x: offset.dx / reach, y: 0 - offset.dy / reach)
  }
}

/// Reports when a finger has moved the handle or the base of a stick.
///
/// It turns states into a stream of reports: one for each change of a value, not one for each touch sample. A base that
/// returns home by itself, with its handle, makes no report.
///
///     var monitors = layout.sticks.map { StickMonitor($0.stick) }
///     layout.apply(event, time: time)
///     for (index, control) in layout.sticks.enumerated() {
///       guard let report = monitors[index].change(of: control.stick) else { continue }
///       print(control.name, report.polar.angle, report.polar.displacement)
///     }
public struct StickMonitor: Equatable, Sendable {
  private var placement: Stick.Placement
  private var owner: ContactID?

  /// Starts with a stick as it is now.
  public init(_ stick: Stick) {
    placement = stick.placement
    owner = stick.owner
  }

  /// The stick's report, if a finger has changed one of its values since the last call.
  public mutating func change(of stick: Stick) -> StickReport? {
    defer { self = StickMonitor(stick) }
    return isMoved(stick) ? stick.report : nil
  }

  /// Whether a finger has moved the handle or the base. A base that returns home by itself changes neither the finger
  /// nor the neutral point. Positions within rounding errors are equal.
  private func isMoved(_ stick: Stick) -> Bool {
    let isElsewhere = { (vector: Vector) in vector.length > roundingSlack }
    let (now, last) = (stick.placement, placement)
    let hasNewFinger = stick.owner != owner
    return isElsewhere(Vector(dx: now.offset.dx - last.offset.dx, dy: now.offset.dy - last.offset.dy))
      || (isElsewhere(now.base - last.base) && (hasNewFinger || isElsewhere(now.neutral - last.neutral)))
  }
}
