/// Names one stay of a finger or pen on the surface. A lifted finger that comes back is another contact.
public struct ContactID: Hashable, Sendable {
  /// A number that no other contact of the same device has, until 2^32 of them have been.
  public let number: UInt32

  /// Makes an identity from its number.
  public init(_ number: UInt32) { self.number = number }
}

/// What happened to a contact.
public enum ContactPhase: Sendable {
  /// It touched down.
  case began
  /// It is at another place than before, presses harder or softer, or the device has said once more where it
  /// is.
  case moved
  /// It lifted.
  case ended
  /// It is no longer to be counted, whatever the finger does: a palm, a lost device, lost events.
  case cancelled
}

/// One thing that happened to one contact.
public struct ContactEvent: Equatable, Sendable {
  /// Which contact.
  public var id: ContactID
  /// What happened.
  public var phase: ContactPhase
  /// Where it is, or last was, in millimetres.
  public var position: Point
  /// How hard it presses: 0 to 1, the most that the device can tell; nil where it does not tell.
  public var pressure: Double?

  /// Makes an event from its parts.
  public init(id: ContactID, phase: ContactPhase, position: Point, pressure: Double? = nil) {
    self.id = id
    self.phase = phase
    self.position = position
    self.pressure = pressure
  }
}
