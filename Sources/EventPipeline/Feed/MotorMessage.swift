/// What touchstickd has the motor of a session do, sent to the program that shakes it: touchstick-session.
///
/// A packet of a socket of type SOCK_SEQPACKET is one message: ``version``, the pad's number, and then two numbers of two bytes,
/// little endian.
public struct MotorMessage: Equatable, Sendable {
  public static let version: UInt8 = 1
  /// In bytes.
  public static let size = 6

  /// The number of the pad that it is for, from 0. All pads together shake the motor.
  public var pad: UInt8
  /// 0 to 65535. It replaces the last one of the same pad.
  public var magnitude: UInt16
  /// How long to shake, unless another message of the pad comes before; at least 1 if it shakes.
  public var milliseconds: UInt16

  public init(pad: UInt8, magnitude: UInt16, milliseconds: UInt16) {
    (self.pad, self.magnitude, self.milliseconds) = (pad, magnitude, milliseconds)
  }

  /// Reads a packet; nil if it is not a message of this ``version``.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes[0] == Self.version else { return nil }
    func number(_ index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
    self.init(pad: bytes[1], magnitude: number(2), milliseconds: number(4))
    guard magnitude == 0 || milliseconds > 0 else { return nil }
  }

  public var bytes: InlineArray<6, UInt8> {
    [
      Self.version, pad, UInt8(truncatingIfNeeded: magnitude), UInt8(magnitude >> 8),
      UInt8(truncatingIfNeeded: milliseconds), UInt8(milliseconds >> 8),
    ]
  }
}
