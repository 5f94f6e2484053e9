/// Where a stick's handle stands, before the moved tolerance and the dead zone, which shape the pad's
/// axes only. What a program shows to a person, or what JoyStickView tells its monitor.
public struct StickReport: Equatable, Sendable {
  /// Whether a contact holds the stick.
  public let isActive: Bool
  /// Where the base's centre is, in millimetres on the surface.
  public let base: Point
  /// Where the handle is, in millimetres on the surface.
  public let handle: Point
  /// The handle's direction and distance.
  public let polar: Polar
  /// The handle's coordinates.
  public let xy: XY

  /// A handle's place as a direction and a distance.
  public struct Polar: Equatable, Sendable {
    /// The compass direction of the handle in degrees: 0 is up, 90 right, from 0 up to but not including
    /// 360. It is 0 when the displacement is 0.
    public let angle: Double
    /// How far the handle is out, as a part of the reach: 0 to 1.
    public let displacement: Double
  }

  /// A handle's place as coordinates.
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

/// Tells when a finger has moved the handle or the base of a stick.
///
/// It makes a stream of reports of what otherwise are states: a report for each change of a value, not one
/// for each touch sample. A base that returns home by itself, and takes its handle along, makes none.
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

  /// Whether a finger has moved the handle, or the base: one that returns home by itself leaves the finger,
  /// and where the finger would be neutral. What is nearer than the rounding of sums is the same place.
  private func isMoved(_ stick: Stick) -> Bool {
    let isElsewhere = { (vector: Vector) in vector.length > roundingSlack }
    let (now, last) = (stick.placement, placement)
    let hasNewFinger = stick.owner != owner
    return isElsewhere(Vector(dx: now.offset.dx - last.offset.dx, dy: now.offset.dy - last.offset.dy))
      || (isElsewhere(now.base - last.base) && (hasNewFinger || isElsewhere(now.neutral - last.neutral)))
  }
}
