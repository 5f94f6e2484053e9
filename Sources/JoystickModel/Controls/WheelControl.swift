#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A steering wheel on the surface: the turn of the finger around its centre is the value of an axis. The contact that
/// holds it turns it until it lifts, wherever it goes; then it returns by itself. A contact that no longer counts releases it
/// at once.
public struct WheelControl: Equatable, Sendable {
  public let name: String
  public var isNamed = false
  public var appearance = Appearance()
  /// Where a contact must land to hold it. Its middle is the wheel's centre.
  public var region: Region
  public let output: PadAxis
  /// The turn from one end to the other, in degrees, above 0.
  public let range: Double
  /// How fast it returns, in degrees per second, above 0.
  public let returnSpeed: Double
  /// How far it is turned clockwise, in degrees, at most half of the range to either side.
  private(set) var angle = 0.0
  private(set) var isTouched = false

  /// The direction of the finger when it was last far enough from the centre, in degrees; nil before.
  private var grip: Double?
  /// When the angle was last changed on its way back, in microseconds; nil if it does not return.
  private var lastReturn: Int64?

  /// The time between two steps on the way back, in microseconds.
  private static let stepTime: Int64 = 8_000
  /// In millimetres: nearer to the centre, a finger has no direction.
  private static let hub = 3.0

  /// Makes a wheel at rest.
  ///
  /// - Precondition: The range and the speed are above 0.
  public init(
    name: String, region: Region, output: PadAxis = .leftX, range: Double = 270, returnSpeed: Double = 540
  ) {
    precondition(range > 0 && returnSpeed > 0, "a wheel needs a range and a speed above 0")
    self.name = name
    self.region = region
    self.output = output
    self.range = range
    self.returnSpeed = returnSpeed
  }

  /// The turn as a part of that to an end: -1 to 1, 1 clockwise.
  var value: Double { angle / (range / 2) }
}

extension WheelControl: SurfaceControl {
  var control: Control { .wheel(self) }
  var isInUse: Bool { isTouched || angle != 0 }
  var hasTimer: Bool { true }

  /// The last step is at the end of the way.
  var deadline: Int64? {
    lastReturn.map { last in
      let rest = (abs(angle) / returnSpeed * 1e6).rounded(.up)
      return last.saturatingAdd(rest < Double(Self.stepTime) ? max(1, Int64(rest)) : Self.stepTime)
    }
  }

  @inline(__always) func apply(to state: inout GamepadState) {
    if angle != 0 { state.deflect(output.stick, output.axes(value)) }
  }

  func report(hidesPositions: Bool) -> ControlReport {
    ControlReport(isTouched: isInUse, base: region.center, handle: spoke(at: hidesPositions ? 0 : angle))
  }

  mutating func begin(_ contact: ContactEvent, time: Int64) {
    advance(to: time)
    lastReturn = nil
    isTouched = true
    grip = direction(of: contact.position)
  }

  mutating func move(_ contact: ContactEvent, time: Int64) {
    guard let direction = direction(of: contact.position) else { return grip = nil }
    if let grip {
      let turn = (direction - grip).remainder(dividingBy: 360)
      angle = max(-range / 2, min(angle + turn, range / 2))
    }
    grip = direction
  }

  mutating func end(time: Int64) {
    isTouched = false
    grip = nil
    lastReturn = angle == 0 ? nil : time
  }

  mutating func reset(time: Int64) { (isTouched, grip, lastReturn, angle) = (false, nil, nil, 0) }

  /// Returns it as far as it gets by then.
  mutating func advance(to time: Int64) {
    guard let last = lastReturn, time > last else { return returnAtEnd(time) }
    let turn = (Double(time) - Double(last)) * returnSpeed / 1e6
    angle = turn >= abs(angle) ? 0 : angle - (angle < 0 ? -turn : turn)
    lastReturn = angle == 0 ? nil : time
  }

  /// No time is later than the last one.
  private mutating func returnAtEnd(_ time: Int64) {
    guard lastReturn != nil, time == .max else { return }
    (angle, lastReturn) = (0, nil)
  }

  /// The compass direction from the centre, in degrees; nil on the hub.
  private func direction(of position: Point) -> Double? {
    let offset = position - region.center
    return offset.length >= Self.hub ? offset.compassAngle : nil
  }

  /// Where its upper spoke meets its rim, if it is turned by this many degrees.
  private func spoke(at angle: Double) -> Point {
    let radians = angle * .pi / 180
    let radius = region.inradius
    return region.center + Vector(dx: radius * sin(radians), dy: -radius * cos(radians))
  }
}
