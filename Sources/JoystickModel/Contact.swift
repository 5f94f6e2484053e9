/// The identity of a contact: one stay of a finger or pen on the surface. A finger that lifts and comes back is another
/// contact.
public struct ContactID: Hashable, Sendable {
  /// The number, unique among 2^32 consecutive contacts of the same device.
  public let number: UInt32

  /// Makes an identity from its number.
  public init(_ number: UInt32) { self.number = number }
}

public enum ContactPhase: Sendable {
  case began
  /// Its position or pressure changed, or the device reported the same position again.
  case moved
  case ended
  /// It no longer counts, whatever the finger does: a palm, a lost device, lost events.
  case cancelled
}

public struct ContactEvent: Equatable, Sendable {
  public var id: ContactID
  public var phase: ContactPhase
  /// Its current or last position, in millimetres.
  public var position: Point
  /// The pressure, 0 to 1, where 1 is the device's maximum; nil if the device does not report pressure.
  public var pressure: Double?

  /// Makes an event from its parts.
  public init(id: ContactID, phase: ContactPhase, position: Point, pressure: Double? = nil) {
    self.id = id
    self.phase = phase
    self.position = position
    self.pressure = pressure
  }
}
