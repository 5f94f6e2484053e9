#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How the device leans.
public enum TiltAxis: String, Sendable, CaseIterable {
  /// To the right, as a steering wheel turns: how far the right edge of the glass is below the left one.
  case side
  /// Forward, as a control stick is pushed: the upper edge of the glass goes away and down.
  case forward
}

/// Where a tilt is at rest.
public enum TiltBase: Equatable, Sendable {
  /// However the device leans when the pads go on.
  case start
  /// This angle, in degrees: of the right edge below the left one, or of the glass's back to the table. 0 is flat.
  case angle(Double)
}

/// What a tilt controls on the pad.
public enum TiltOutput: Equatable, Sendable {
  /// An axis of a stick.
  case axis(PadAxis)
  /// A trigger, by one of the two directions.
  case trigger(TriggerTarget)
  /// Both triggers: the right one to the right or forward, the left one to the left or backward.
  case triggers
  /// The direction pad: left and right, or up and down.
  case directionPad
}

/// Leaning the device moves an axis, pulls the triggers, or holds the directions of a direction pad.
public struct TiltControl: Equatable, Sendable {
  public static let defaultFull = 24.0
  public static let defaultDeadZone = 0.05
  /// The glass cannot lean forward while its upper edge is so near to the horizon.
  private static let minUprightPart = 0.3
  /// A direction is pressed from one of these deflections on, and released below the other.
  private static let (press, release) = (0.5, 0.4)

  public let name: String
  public let axis: TiltAxis
  public let output: TiltOutput
  /// How far it leans for a full deflection, in degrees from its base, above 0.
  public var full = defaultFull
  /// The part of ``full`` around the base, 0 or more and below 1, without an effect.
  public var deadZone = defaultDeadZone
  /// The exponent of the response curve, above 0: 1 is linear, 2 is finer near the base.
  public var curve = 1.0
  /// The smallest deflection other than 0: 0 or more, below 1. It undoes the dead zone of a game.
  public var antiDeadZone = 0.0
  public var isInverted = false
  public var base = TiltBase.start
  /// The layer in which it exists; nil for all.
  public var layer: String?

  /// How far it leans, -1 to 1: to the right or forward.
  private(set) var value = 0.0
  /// In degrees; nil while that is unknown.
  private var angle: Double?
  /// The angle at rest, in degrees, if the player or the start has set it.
  private var centre: Double?
  private var direction = 0.0

  public init(name: String, axis: TiltAxis, output: TiltOutput) {
    (self.name, self.axis, self.output) = (name, axis, output)
  }

  mutating func reset() {
    lose()
    centre = nil
  }

  private mutating func lose() { (value, angle, direction) = (0, nil, 0) }

  /// Has the device be at rest as it leans now.
  mutating func recenter() {
    guard let angle else { return }
    centre = angle
    update(angle)
  }

  mutating func move(_ state: MotionState) {
    guard let up = state.up, let angle = angle(up) else { return lose() }
    self.angle = angle
    if centre == nil, base == .start { centre = angle }
    update(angle)
  }

  /// How the device leans, in degrees; nil if it does so to neither side.
  private func angle(_ up: SIMD3<Double>) -> Double? {
    switch axis {
    case .side: return asin(max(-1, min(-up.x, 1))) * 180 / .pi
    case .forward:
      guard (up.y * up.y + up.z * up.z).squareRoot() >= Self.minUprightPart else { return nil }
      return atan2(up.y, up.z) * 180 / .pi
    }
  }

  private var restAngle: Double {
    if let centre { return centre }
    if case .angle(let angle) = base { return angle }
    return 0
  }

  private mutating func update(_ angle: Double) {
    // Flat is 0 and upright is 90 degrees, so leaning forward makes the angle less.
    var lean = axis == .side ? angle - restAngle : restAngle - angle
    if lean > 180 { lean -= 360 }
    if lean < -180 { lean += 360 }
    if isInverted { lean = 0 - lean }
    value = deflection(for: max(-1, min(lean / full, 1)))
    if abs(value) >= Self.press {
      direction = value < 0 ? -1 : 1
    } else if value * direction < Self.release {
      direction = 0
    }
  }

  private func deflection(for part: Double) -> Double {
    let excess = (abs(part) - deadZone) / (1 - deadZone)
    guard excess > roundingSlack else { return 0 }
    let size = antiDeadZone + pow(excess, curve) * (1 - antiDeadZone)
    return part < 0 ? 0 - size : size
  }

  func apply(to state: inout GamepadState) {
    switch output {
    case .axis(let axis): state.deflect(axis.stick, axis.axes(value))
    case .trigger(let target): state.pull(target, triggerValue(value))
    case .triggers: state.pull(value > 0 ? .right : .left, triggerValue(abs(value)))
    case .directionPad: state.add(held, to: .hat)
    }
  }

  private var held: PadDirection {
    guard direction != 0 else { return .none }
    return switch axis {
    case .side: direction < 0 ? .left : .right
    case .forward: direction < 0 ? .down : .up
    }
  }
}
