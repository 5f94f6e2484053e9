#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// When turning the device counts, unless a button decides.
public enum GyroActivation: Equatable, Sendable {
  /// While a finger holds a look pad.
  case lookPad
  /// While a finger holds a control with this name.
  case control(String)
  case always
  /// Only while a button holds ``PadOutput/gyroOn``.
  case button
}

/// The axes about which the device turns.
public enum GyroSpace: String, Sendable, CaseIterable {
  /// Those of the glass: left and right about its upright line, and up and down about its level line.
  case device
  /// Those of the player: left and right about gravity, however the device leans.
  case player
}

/// The behaviour of a gyro control. The parameters have the names of the keys in the configuration file.
public struct GyroParameters: Equatable, Sendable {
  /// How many counts the mouse goes for each degree, above 0.
  public var countsPerDegree = 40.0
  /// How fast the device turns for a full deflection of the stick, in degrees per second, above 0.
  public var full = 220.0
  /// How far the camera turns for each turn of the device, above 0.
  public var sensitivity = 1.0
  /// The rate up to which the device does not turn, in degrees per second, at least 0.
  public var deadZone = 0.3
  /// The rate below which turns are smoothed, in degrees per second; 0 is no smoothing.
  public var smoothBelow = 0.0
  /// The exponent of the stick's response curve, above 0: 1 is linear, 2 is finer for slow turns.
  public var curve = 1.0
  /// The stick's smallest deflection other than 0: 0 or more, below 1. It undoes the dead zone of a game.
  public var antiDeadZone = 0.0
  public var space = GyroSpace.device
  /// Whether left and right are swapped.
  public var invertX = false
  /// Whether up and down are swapped.
  public var invertY = false

  public init() {}
}

/// Turning the device deflects a stick as far as it turns fast, or moves a mouse as far as it turns.
public struct GyroControl: Equatable, Sendable {
  /// The time constant of the low-pass filter for slow turns, in seconds.
  private static let smoothingTime = 0.1
  /// How much more than about gravity a turn counts that is not quite about it.
  private static let playerTolerance = 1.41

  public let name: String
  /// The stick that it deflects, or the mouse.
  public let target: LookTarget
  public let activation: GyroActivation
  public let parameters: GyroParameters
  /// The layer in which it exists; nil for all.
  public var layer: String?

  /// In degrees per second, to the right and downwards.
  private var rate = Vector.zero
  private var smoothed = Vector.zero
  /// What the mouse has not gone yet, in counts.
  private var pending = PendingMotion()

  /// - Precondition: The sensitivity, `full` and the counts are above 0.
  public init(
    name: String, target: LookTarget, activation: GyroActivation = .lookPad,
    parameters: GyroParameters = GyroParameters()
  ) {
    precondition(
      parameters.sensitivity > 0 && parameters.full > 0 && parameters.countsPerDegree > 0,
      "the sensitivity, full and the counts are above 0")
    (self.name, self.target) = (name, target)
    (self.activation, self.parameters) = (activation, parameters)
  }

  mutating func reset() {
    (rate, smoothed) = (.zero, .zero)
    pending = PendingMotion()
  }

  /// - Parameter isActive: Whether the mouse moves.
  mutating func move(_ state: MotionState, isActive: Bool) {
    guard let measured = state.rate else {
      return (rate, smoothed) = (.zero, .zero)
    }
    guard state.duration > 0 else { return }
    rate = filtered(turn(measured, up: state.up) * (180 / .pi), seconds: state.duration)
    guard isActive, target == .mouse else { return }
    pending.add(rate * (parameters.sensitivity * parameters.countsPerDegree * state.duration))
  }

  /// The turn to the right and downwards.
  private func turn(_ rate: SIMD3<Double>, up: SIMD3<Double>?) -> Vector {
    var left = rate.y
    if parameters.space == .player, let up {
      // Jibb Smart, "Player Space Gyro and Alternatives Explained", 2021.
      let aboutUp = rate.y * up.y + rate.z * up.z
      let most = (rate.y * rate.y + rate.z * rate.z).squareRoot()
      left = min(abs(aboutUp) * Self.playerTolerance, most)
      if aboutUp < 0 { left = 0 - left }
    }
    return Vector(
      dx: parameters.invertX ? left : 0 - left, dy: parameters.invertY ? rate.x : 0 - rate.x)
  }

  /// The rate without the dead zone, and smoothed where it is slow.
  ///
  /// Below half of the threshold all of it goes through a low-pass filter of the first order, above the threshold nothing.
  private mutating func filtered(_ rate: Vector, seconds: Double) -> Vector {
    let size = rate.length
    let rate = size > parameters.deadZone ? rate : .zero
    guard parameters.smoothBelow > 0 else { return rate }
    let half = parameters.smoothBelow / 2
    let direct = max(0, min((size - half) / half, 1))
    let slow = rate * (1 - direct)
    let weight = 1 - exp(-seconds / Self.smoothingTime)
    smoothed.dx += weight * (slow.dx - smoothed.dx)
    smoothed.dy += weight * (slow.dy - smoothed.dy)
    return Vector(dx: rate.dx * direct + smoothed.dx, dy: rate.dy * direct + smoothed.dy)
  }

  private var deflection: Vector {
    let part = (rate * (parameters.sensitivity / parameters.full)).limited(to: 1)
    // A smoothed turn never ends by itself, and would be at the anti-dead zone for seconds.
    guard rate.length > parameters.deadZone, part.length > roundingSlack else { return .zero }
    let size = parameters.antiDeadZone + pow(part.length, parameters.curve) * (1 - parameters.antiDeadZone)
    return part * (size / part.length)
  }

  func apply(to state: inout GamepadState) {
    guard let stick = target.stick else { return }
    state.turn(stick, GamepadState.StickAxes(deflection))
  }

  mutating func consumeMouseMotion() -> MouseMotion { pending.consume() }
}

extension GamepadState {
  /// Adds a deflection to what fingers do.
  mutating func turn(_ stick: PadStick, _ axes: StickAxes) {
    switch stick {
    case .left: leftStick.turn(axes)
    case .right: rightStick.turn(axes)
    }
  }
}

extension GamepadState.StickAxes {
  fileprivate mutating func turn(_ other: Self) {
    x = Int16(max(-32767, min(Int32(x) + Int32(other.x), 32767)))
    y = Int16(max(-32767, min(Int32(y) + Int32(other.y), 32767)))
  }
}
