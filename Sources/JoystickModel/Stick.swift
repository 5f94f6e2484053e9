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
/// | 5 | moving base | `follow(_:reach:)`, `moveBase(by:)` |
/// | 6, 7 | travel, handle constraint | `handleOffset(_:_:)` |
/// | 8 | moved tolerance | `hasReached(tolerance:_:)` |
/// | 9, 10 | dead zone, outer zone | `StickResponse.withoutDeadZone(_:)` |
/// | 11, 12 | curve, anti-dead zone | `StickResponse.curved(_:)` |
/// | 13 | snapping | `DirectionSnap` |
/// | 14 | output | `StickResponse.shaped(_:)` |
/// | 15 | axis value | ``axisValue(_:)`` |
///
/// Taps, double taps and holds are found by `StickGestureRecognizer`.
///
/// Times are in microseconds, on any clock that is the same for all of them. A stick has no clock of its own:
/// who feeds it calls ``advance(to:)`` at the ``deadline`` that it asks for. It allocates nothing.
public struct Stick: Equatable, Sendable {
  /// How the stick behaves.
  public let parameters: StickParameters
  /// The contact that holds the stick.
  public private(set) var owner: ContactID?
  /// How far the stick deflects the pad's axes, y downwards as the pad has it: within the unit disc, or
  /// square if that is its output shape.
  public private(set) var deflection = Vector.zero

  /// Where all is.
  private(set) var placement: Placement
  /// Whether this touch has gone beyond the moved tolerance; it stays so until the finger lifts.
  private var hasMoved = false
  private var filter: PositionFilter?
  /// The place, smoothed, for which all is computed.
  private var placed: Point?
  /// Whether this touch is measured from the base, even if that returned home under it.
  private var isFixed = false
  private var snap = DirectionSnap()
  private var gestures: StickGestureRecognizer
  private var isInOuterRing = false
  /// When the base returns home by itself.
  private var homeReturn: Int64?

  /// Where the parts of a stick are.
  struct Placement: Equatable, Sendable {
    /// The base's centre.
    var base: Point
    /// The place on the surface where a finger would leave the handle in the middle.
    var neutral: Point
    /// The handle's offset from the base.
    var offset = Vector.zero
  }

  /// Makes a stick that nobody holds.
  ///
  /// - Precondition: The radius and the travel are above 0, the saturation is above the dead zone, and the
  ///   sensitivity is above the anti-dead zone.
  /// - Parameters:
  ///   - parameters: How it behaves.
  ///   - base: Where its base is to start; nil is its home, `parameters.center`.
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

  /// Where the base's centre is.
  public var base: Point { placement.base }

  /// The buttons that the stick holds down, as in ``GamepadState/buttons``.
  @inline(__always) public var buttons: UInt16 {
    let ring = isInOuterRing ? parameters.gestures.outerRing?.mask ?? 0 : 0
    return gestures.buttons | ring
  }

  /// The direction of the deflection, if the stick has four or eight of them; none at rest.
  public var direction: PadDirection {
    let response = parameters.response
    return PadDirection(sector: snap.sector, invertX: response.invertX, invertY: response.invertY)
  }

  /// Where the handle stands.
  public var report: StickReport {
    StickReport(isActive: owner != nil, base: base, offset: placement.offset, reach: parameters.reach)
  }

  /// When ``advance(to:)`` has something to do unless a touch makes it otherwise; nil is never.
  @inline(__always) public var deadline: Int64? {
    earliest(earliest(gestures.deadline, homeReturn), filter?.deadline)
  }
}

// What happens to a stick.
extension Stick {
  /// A touch takes the stick.
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

  /// The finger that holds the stick is at another place, in millimetres.
  public mutating func move(to position: Point, time: Int64) {
    guard owner != nil else { return }
    filter?.move(to: position, time: time)
    place(filter?.position ?? position)
    // A finger that flicks ahead of its smoothed self is not tapping.
    if filter != nil, hasReached(tolerance: parameters.movedTolerance, handle(for: position)) {
      gestures.move()
    }
  }

  /// The finger that held the stick lifted: the handle returns to the middle, and the deflection is exactly
  /// 0. It can have been a tap.
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

  /// Lets go of everything: the deflection is exactly 0, every button is up, and nothing is waited for.
  public mutating func reset(time: Int64) {
    cancel(time: time)
    gestures.reset()
    if homeReturn != nil { recenter() }
    homeReturn = nil
  }

  /// Does what is due: goes on with the smoothing, ends a press, takes a tap that no other followed for a
  /// single one, or returns the base.
  ///
  /// - Parameter time: The ``deadline``, or a time after it; then what is due at different times
  ///   happens at once.
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

  /// Returns the base to its home. A handle that is held keeps its deflection; where it is measured from the
  /// base, until the finger moves.
  public mutating func recenter() {
    placement.base = parameters.center
  }
}

// The stages.
extension Stick {
  /// Stage 4, origin: where the finger would leave the handle in the middle, from which e is measured.
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
    // A base that its bounds hold back goes on along them for as long as it follows, even a finger that rests.
    guard position != placed else { return }
    placed = position
    if isFixed { placement.neutral = base }
    if parameters.movable {
      moveBase(by: follow(position - placement.neutral, reach: parameters.reach))
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

  /// The neutral point goes with the base, which the bounds may have held back.
  private mutating func moveBase(by shift: Vector) {
    guard shift != .zero else { return }
    let wanted = base + shift
    let reached = parameters.movableBounds?.clamp(wanted) ?? wanted
    placement.neutral = placement.neutral + (reached - base)
    placement.base = reached
  }

  /// The ring is left a tenth below where it is entered, so that a thumb on its edge does not go in and out.
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
