internal import JoystickModel

/// Collects what happened to the contacts in one frame, in order, and names new contacts.
struct ContactChanges: Sendable {
  /// More contacts than any device has slots, so that the buffer never grows.
  private static let capacity = 512

  let surface: Surface
  private(set) var events: [ContactEvent] = []
  private var lastNumber: UInt32 = 0

  init(surface: Surface) {
    self.surface = surface
    events.reserveCapacity(Self.capacity)
  }

  mutating func startFrame() {
    events.removeAll(keepingCapacity: true)
  }

  mutating func begin(at position: Point, pressure: Double?) -> TrackedContact {
    lastNumber &+= 1
    let contact = TrackedContact(id: ContactID(lastNumber), position: position, pressure: pressure)
    add(.began, contact)
    return contact
  }

  /// - Parameter isSample: Whether the device has said where the contact is, be it where it was: what smooths
  ///   a finger's way wants to know.
  mutating func move(
    _ contact: inout TrackedContact, to position: Point, pressure: Double?, isSample: Bool
  ) {
    guard isSample || position != contact.position || pressure != contact.pressure else { return }
    contact.position = position
    contact.pressure = pressure
    add(.moved, contact)
  }

  mutating func end(_ contact: TrackedContact) {
    add(.ended, contact)
  }

  mutating func cancel(_ contact: TrackedContact) {
    add(.cancelled, contact)
  }

  private mutating func add(_ phase: ContactPhase, _ contact: TrackedContact) {
    events.append(
      ContactEvent(id: contact.id, phase: phase, position: contact.position, pressure: contact.pressure))
  }
}

/// A contact that the model knows of, where it last was, and how hard it pressed.
struct TrackedContact: Equatable, Sendable {
  let id: ContactID
  var position: Point
  var pressure: Double?
}
