/// The position of a stick's handle, for programs that show it, as JoyStickView's monitor reports it. The moved
/// tolerance and the dead zone do not affect it: they shape only the pad's axes.
public struct StickReport: Equatable, Sendable {
  /// Whether a contact holds the stick.
  public let isActive: Bool
  /// The base's centre, in millimetres on the surface.
  public let base: Point
  /// The handle's position, in millimetres on the surface.
  public let handle: Point
  /// The handle's direction and distance.
  public let polar: Polar
  /// The handle's coordinates.
  public let xy: XY

  /// A handle's position as a direction and a distance.
  public struct Polar: Equatable, Sendable {
    /// The compass direction of the handle in degrees: 0 is up, 90 right, from 0 up to but not including
    /// 360. It is 0 when the displacement is 0.
    public let angle: Double
    /// The handle's distance from the middle, as a part of the reach: 0 to 1.
    public let displacement: Double
  }

  /// A handle's position as coordinates.
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
