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
    let place: Int
    let owner: Owner
  }

  let surface: Surface
  private(set) var contacts: [Contact]
  /// The changes of the last frame, in order.
  private(set) var changes: [Change] = []
  private var lastNumber: UInt32 = 0

  /// Makes an empty table.
  init(places: Int, on surface: Surface) {
    self.surface = surface
    contacts = Array(repeating: Contact(), count: places)
    // A slot can lose one contact and get another in the same frame.
    changes.reserveCapacity(2 * places)
  }

  mutating func startFrame() { changes.clear() }

  mutating func assign(row place: Int, to owner: Owner) { contacts[place].owner = owner }

  /// Sets a state other than `down`.
  mutating func set(_ place: Int, _ state: Contact.State, _ owner: Owner) {
    contacts[place].state = state
    contacts[place].owner = owner
  }

  /// Ignores a contact that was there before touchstick until it lifts.
  mutating func adopt(_ place: Int) {
    // It has no events. The number is for those who ask what is on the surface.
    contacts[place] = Contact(state: .ignored, owner: .nobody, id: ContactID(.max - UInt32(place)))
  }

  /// Begins a contact. The desktop owns it until ``assign(row:to:)`` changes that.
  mutating func begin(_ place: Int, at position: Point, pressure: Double?) {
    lastNumber &+= 1
    contacts[place] = Contact(
      state: .down, id: ContactID(lastNumber), position: position, pressure: pressure)
    add(.began, place)
  }

  /// Moves a contact. An ignored one only gets the new position.
  ///
  /// - Parameter isSample: Whether the device reported a position, even the old one: smoothing needs every sample.
  mutating func move(_ place: Int, to position: Point, pressure: Double?, isSample: Bool) {
    guard contacts[place].state == .down else { return contacts[place].position = position }
    guard isSample || position != contacts[place].position || pressure != contacts[place].pressure
    else { return }
    contacts[place].position = position
    contacts[place].pressure = pressure
    add(.moved, place)
  }

  /// Ends the contact in a row, if there is one, and empties the row.
  mutating func end(_ place: Int) { leave(place, .ended) }

  mutating func cancel(_ place: Int) { leave(place, .cancelled) }

  mutating func cancelAll() {
    for place in contacts.indices { cancel(place) }
  }

  /// Cancels the contact in a row, which is a palm, and ignores it until it lifts. The desktop keeps a contact that it owns.
  mutating func ignore(_ place: Int) {
    let owner = contacts[place].owner
    if contacts[place].state == .down { add(.cancelled, place) }
    set(place, .ignored, owner == .desktop ? .desktop : .nobody)
    contacts[place].isPalm = true
  }

  private mutating func leave(_ place: Int, _ phase: ContactPhase) {
    if contacts[place].state == .down { add(phase, place) }
    set(place, .free, .desktop)
  }

  private mutating func add(_ phase: ContactPhase, _ place: Int) {
    let contact = contacts[place]
    let event = ContactEvent(
      id: contact.id, phase: phase, position: contact.position, pressure: contact.pressure)
    changes.append(Change(event: event, place: place, owner: contact.owner))
  }
}
