/// The sensors of motion that a device can have.
public struct MotionSensors: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let accelerometer = MotionSensors(rawValue: 1)
  public static let gyroscope = MotionSensors(rawValue: 2)
}

/// One sample of a sensor of motion.
///
/// The axes are those of the glass as the screen shows it: x to the right, y up, and z out of the glass to whoever looks at
/// it.
public struct MotionSample: Equatable, Sendable {
  public enum Quantity: Equatable, Sendable {
    /// In m/s², with the sign of an accelerometer at rest: z is 9.8 for a device that lies flat on a table.
    case acceleration
    /// In rad/s, by the right-hand rule: z is positive while the glass turns anticlockwise.
    case rotation

    /// The sensor that measures it.
    public var sensor: MotionSensors {
      switch self {
      case .acceleration: .accelerometer
      case .rotation: .gyroscope
      }
    }
  }

  public var quantity: Quantity
  public var x: Double
  public var y: Double
  public var z: Double
  /// In microseconds on the clock of the touches.
  public var time: Int64

  public init(_ quantity: Quantity, x: Double, y: Double, z: Double, time: Int64) {
    self.quantity = quantity
    (self.x, self.y, self.z) = (x, y, z)
    self.time = time
  }
}
