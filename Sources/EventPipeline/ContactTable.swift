internal import JoystickModel

/// Whose a contact is. It is decided when the contact begins, and stays so until it lifts.
enum Owner: Equatable, Sendable {
  /// Nobody's: it was there before we came, or a control had it and was made to let go.
  case nobody
  /// The desktop's, which is shown it.
  case desktop
  /// A pad's, by its index. The pad's layout knows which control has it.
  case pad(Int)
}

/// What is at one of the places that a device has for contacts: in a slot, or in the list that a matcher keeps of
/// nameless ones.
struct Contact: Equatable, Sendable {
  enum State: Sendable {
    /// Nothing is there.
    case free
    /// It is near, and does not touch.
    case near
    /// It touches, and counts.
    case down
    /// It touches, and does not count before it has lifted: a palm, or one that was there before us.
    case ignored
  }

  var state = State.free
  var owner = Owner.desktop
  /// Its name while it is down.
  var id = ContactID(0)
  /// In millimetres.
  var position = Point(x: 0, y: 0)
  /// 0 to 1; nil where the device does not tell.
  var pressure: Double?
}

/// All contacts on a surface, by the places that the device has for them, and what the last frame did to them.
///
/// This is the only place that knows whose a contact is.
struct ContactTable: ~Copyable {
  /// What happened to a contact in a frame.
  struct Change: Sendable {
    let event: ContactEvent
    /// Where the contact is, or was.
    let place: Int
    /// Whose it was before.
    let owner: Owner
  }

  let surface: Surface
  /// The contacts, by their places.
  private(set) var contacts: [Contact]
  /// What happened in the last frame, in order.
  private(set) var changes: [Change] = []
  private var lastNumber: UInt32 = 0

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - places: How many contacts there can be.
  ///   - surface: Where they are.
  init(places: Int, on surface: Surface) {
    self.surface = surface
    contacts = Array(repeating: Contact(), count: places)
    // A place can lose a contact and get another in one frame.
    changes.reserveCapacity(2 * places)
  }

  /// Forgets what happened in the last frame.
  mutating func startFrame() { changes.removeAll(keepingCapacity: true) }

  /// Says whose a contact is that has just begun.
  mutating func give(_ place: Int, to owner: Owner) { contacts[place].owner = owner }

  /// Puts what is at a place in a state in which it is no contact of the model.
  mutating func set(_ place: Int, _ state: Contact.State, _ owner: Owner) {
    contacts[place].state = state
    contacts[place].owner = owner
  }

  /// Something touches down. Until ``give(_:to:)`` says otherwise it is the desktop's.
  mutating func begin(_ place: Int, at position: Point, pressure: Double?) {
    lastNumber &+= 1
    contacts[place] = Contact(
      state: .down, id: ContactID(lastNumber), position: position, pressure: pressure)
    add(.began, place)
  }

  /// Moves what is at a place. One that does not count is only kept track of.
  ///
  /// - Parameter isSample: Whether the device has said where the contact is, be it where it was: what smooths
  ///   a finger's way wants to know.
  mutating func move(_ place: Int, to position: Point, pressure: Double?, isSample: Bool) {
    guard contacts[place].state == .down else { return contacts[place].position = position }
    guard isSample || position != contacts[place].position || pressure != contacts[place].pressure
    else { return }
    contacts[place].position = position
    contacts[place].pressure = pressure
    add(.moved, place)
  }

  /// What was at a place is there no more.
  mutating func end(_ place: Int) { leave(place, .ended) }

  /// What was at a place counts no more, and is the desktop's if it comes again.
  mutating func cancel(_ place: Int) { leave(place, .cancelled) }

  /// What is at a place does not count before it has lifted. The desktop keeps what it has.
  mutating func ignore(_ place: Int) {
    let owner = contacts[place].owner
    if contacts[place].state == .down { add(.cancelled, place) }
    set(place, .ignored, owner == .desktop ? .desktop : .nobody)
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
