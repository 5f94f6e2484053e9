internal import JoystickModel

/// The owner of a contact, decided at touch-down and kept until the contact lifts.
enum Owner: Equatable, Sendable {
  /// Nobody: the contact was there before touchstick, or a control had to release it.
  case nobody
  /// The desktop, which sees it on the clone.
  case desktop
  /// A pad, by its index. The pad's layout knows which control holds the contact.
  case pad(Int)
}

/// One row of the ``ContactTable``: a slot, an entry of a nameless list, or a single-touch device's only contact.
struct Contact: Equatable, Sendable {
  enum State: Sendable {
    case free
    case near
    case down
    /// Touches, but is ignored until it lifts: a palm, or a contact that was there before touchstick.
    case ignored
  }

  var state = State.free
  var owner = Owner.desktop
  var id = ContactID(0)
  /// In millimetres.
  var position = Point(x: 0, y: 0)
  /// 0 to 1; nil if the device does not report pressure.
  var pressure: Double?
  var isPalm = false
}

/// The contacts on a surface with their owners, and the changes of the last frame.
///
/// Owners are stored here only.
struct ContactTable: ~Copyable {
  struct Change: Sendable {
    let event: ContactEvent
    let row: Int
    let owner: Owner
  }

  let surface: Surface
  private(set) var contacts: [Contact]
  /// The changes of the last frame, in order.
  private(set) var changes: [Change] = []
  private var lastNumber: UInt32 = 0
  /// Whether any contact has had a pressure. Some devices declare the axis, and always report 0.
  private(set) var hasPressure = false

  /// Makes an empty table.
  init(rowCount: Int, on surface: Surface) {
    self.surface = surface
    contacts = Array(repeating: Contact(), count: rowCount)
    // A slot can lose one contact and get another in the same frame.
    changes.reserveCapacity(2 * rowCount)
  }

  mutating func startFrame() { changes.clear() }

  /// Converts a raw value to a pressure, 0 to 1; nil as long as the device has reported none.
  @inline(__always) mutating func pressure(_ raw: Int32) -> Double? {
    guard let pressure = surface.pressure(raw) else { return nil }
    if pressure > 0 { hasPressure = true }
    return hasPressure ? pressure : nil
  }

  /// Whether a contact that the device reports in a row only hovers.
  ///
  /// Some devices have a pressure axis and always report 0, so that all their contacts would hover. A threshold that needs
  /// proof, which is always one of pressure, therefore counts from the first contact on that has had a pressure.
  ///
  /// - Parameter value: That of the threshold's axis.
  mutating func hovers(_ value: Int32, _ threshold: TouchThreshold, row: Int) -> Bool {
    if threshold.needsProof, !hasPressure {
      hasPressure = value >= threshold.down
      return false
    }
    return threshold.hovers(value, isDown: contacts[row].state == .down)
  }

  mutating func assign(row: Int, to owner: Owner) { contacts[row].owner = owner }

  /// Sets a state other than `down`.
  mutating func set(_ row: Int, _ state: Contact.State, _ owner: Owner) {
    contacts[row].state = state
    contacts[row].owner = owner
  }

  /// Ignores a contact that was there before touchstick until it lifts.
  mutating func adopt(_ row: Int) {
    // It has no events. The number is for those who ask what is on the surface.
    contacts[row] = Contact(state: .ignored, owner: .nobody, id: ContactID(.max - UInt32(row)))
  }

  /// Begins a contact. The desktop owns it until ``assign(row:to:)`` changes that.
  mutating func begin(_ row: Int, at position: Point, pressure: Double?) {
    lastNumber &+= 1
    contacts[row] = Contact(
      state: .down, id: ContactID(lastNumber), position: position, pressure: pressure)
    add(.began, row)
  }

  /// Moves a contact. One that is not down only gets the new position.
  ///
  /// - Parameter isSample: Whether the device reported a position, even the old one: smoothing needs every sample.
  mutating func move(_ row: Int, to position: Point, pressure: Double?, isSample: Bool) {
    guard contacts[row].state == .down else {
      contacts[row].position = position
      return
    }
    guard isSample || position != contacts[row].position || pressure != contacts[row].pressure
    else { return }
    contacts[row].position = position
    contacts[row].pressure = pressure
    add(.moved, row)
  }

  /// Ends the contact in a row, if there is one, and empties the row.
  mutating func end(_ row: Int) { leave(row, .ended) }

  mutating func cancel(_ row: Int) { leave(row, .cancelled) }

  mutating func cancelAll() {
    for row in contacts.indices { cancel(row) }
  }

  /// Makes the contact in a row a palm: cancels it if it is down, and ignores it until it lifts. The desktop keeps a contact
  /// that it owns.
  mutating func ignore(_ row: Int) {
    let owner = contacts[row].owner
    if contacts[row].state == .down { add(.cancelled, row) }
    set(row, .ignored, owner == .desktop ? .desktop : .nobody)
    contacts[row].isPalm = true
  }

  private mutating func leave(_ row: Int, _ phase: ContactPhase) {
    if contacts[row].state == .down { add(phase, row) }
    contacts[row] = Contact()
  }

  private mutating func add(_ phase: ContactPhase, _ row: Int) {
    let contact = contacts[row]
    let event = ContactEvent(
      id: contact.id, phase: phase, position: contact.position, pressure: contact.pressure)
    changes.append(Change(event: event, row: row, owner: contact.owner))
  }
}
