internal import JoystickModel

/// Follows the contacts of a device that lists them, nameless, in each frame: the kernel's multi-touch
/// protocol, type A.
///
/// Each listed position goes to the known contact that is nearest to it, nearest pairs first. A contact
/// that has no position within ``longestStep`` has lifted, and a position without a contact is a new one.
struct UnslottedTracker: Sendable {
  private struct Listed: Sendable {
    let point: Point
    let pressure: Double?
    let isPalm: Bool
    var isMatched = false
    /// The contact that it was found to be.
    var contact: ContactID?
  }

  /// The values of the list's next entry, as far as they have come.
  private struct Entry: Sendable {
    var x: Int32?
    var y: Int32?
    var toolType: Int32 = 0
    var pressure: Int32 = 0
  }

  private struct Known: Sendable {
    var contact: TrackedContact
    var isIgnored = false
    var isMatched = false
    /// Whether it is kept from the desktop, since a control had it.
    var isKept = false
  }

  /// How far a finger goes in one frame at the most, in millimetres: 2 m/s at the 67 Hz of the slowest
  /// screen among our recordings.
  private static let longestStep = 30.0
  /// More than the ten fingers of one player or the twenty of two.
  static let mostContacts = 32

  private var listed: [Listed] = []
  private var known: [Known] = []
  private var pending = Entry()
  /// Whether this frame lists the contacts at all; a frame of buttons alone does not.
  private var hasList = false
  /// Whether BTN_TOUCH is down.
  private var isPressed = false
  /// Whether nothing on the surface counts before all of it has lifted.
  private var isIgnoringAll = false

  init() {
    listed.reserveCapacity(Self.mostContacts)
    known.reserveCapacity(Self.mostContacts)
  }

  var isTouched: Bool { isPressed || !known.isEmpty }

  mutating func consume(_ event: InputEvent, into changes: inout ContactChanges) {
    switch (event.type, event.code) {
    case (.absolute, EventCode.absMTPositionX.code): pending.x = event.value
    case (.absolute, EventCode.absMTPositionY.code): pending.y = event.value
    case (.absolute, EventCode.absMTToolType.code): pending.toolType = event.value
    case (.absolute, EventCode.absMTPressure.code): pending.pressure = event.value
    case (.synchronisation, EventCode.synMTReport.code): list(on: changes.surface)
    case (.synchronisation, EventCode.synReport.code): settle(into: &changes)
    case (.key, EventCode.btnTouch.code):
      isPressed = event.value != 0
      // Some drivers announce the last lift by the button alone, without an empty list.
      if !isPressed { startList() }
    default: break
    }
  }

  /// The list of the frame before is kept until there is another.
  private mutating func startList() {
    if !hasList { listed.removeAll(keepingCapacity: true) }
    hasList = true
  }

  /// Ends one entry of the list. An entry without a position says that there is no contact.
  private mutating func list(on surface: Surface) {
    startList()
    if let x = pending.x, let y = pending.y, listed.count < Self.mostContacts {
      let isPalm = pending.toolType == EventCode.palmToolType
      let pressure = surface.pressure(pending.pressure)
      listed.append(
        Listed(point: surface.point(RawPosition(x: x, y: y)), pressure: pressure, isPalm: isPalm))
    }
    pending = Entry()
  }

  private mutating func settle(into changes: inout ContactChanges) {
    defer {
      pending = Entry()
      hasList = false
    }
    guard hasList else { return }
    if !isPressed { listed.removeAll(keepingCapacity: true) }
    if isIgnoringAll {
      isIgnoringAll = !listed.isEmpty
      return
    }
    match(into: &changes)
    endUnmatched(into: &changes)
    beginUnmatched(into: &changes)
  }

  private mutating func match(into changes: inout ContactChanges) {
    for index in known.indices { known[index].isMatched = false }
    while let (contact, position) = nearestPair() {
      known[contact].isMatched = true
      listed[position].isMatched = true
      listed[position].contact = known[contact].contact.id
      if listed[position].isPalm, !known[contact].isIgnored {
        known[contact].isIgnored = true
        changes.cancel(known[contact].contact)
      }
      if known[contact].isIgnored {
        known[contact].contact.position = listed[position].point
      } else {
        let (point, pressure) = (listed[position].point, listed[position].pressure)
        changes.move(&known[contact].contact, to: point, pressure: pressure, isSample: true)
      }
    }
  }

  /// The contact and the position, of those not matched yet, that are nearest to each other.
  private func nearestPair() -> (contact: Int, position: Int)? {
    var nearest: (contact: Int, position: Int)?
    var shortest = Self.longestStep
    for contact in known.indices where !known[contact].isMatched {
      for position in listed.indices where !listed[position].isMatched {
        let distance = (listed[position].point - known[contact].contact.position).length
        if distance <= shortest {
          shortest = distance
          nearest = (contact, position)
        }
      }
    }
    return nearest
  }

  private mutating func endUnmatched(into changes: inout ContactChanges) {
    for gone in known where !gone.isMatched && !gone.isIgnored { changes.end(gone.contact) }
    known.removeAll { !$0.isMatched }
  }

  private mutating func beginUnmatched(into changes: inout ContactChanges) {
    for index in listed.indices where !listed[index].isMatched && !listed[index].isPalm {
      let contact = changes.begin(at: listed[index].point, pressure: listed[index].pressure)
      listed[index].contact = contact.id
      known.append(Known(contact: contact))
    }
  }
}

extension UnslottedTracker {
  mutating func adopt(_ state: TouchState) {
    isPressed = state.isTouched
    isIgnoringAll = state.isTouched
  }

  /// The kernel keeps no list of type A contacts that could be asked for. While something touches, the next list
  /// tells which of them are still there; if that was another finger meanwhile, it looks like one that moved.
  mutating func resynchronise(to state: TouchState, into changes: inout ContactChanges) {
    let isStillPressed = isPressed && state.isTouched
    if isStillPressed {
      listed.removeAll(keepingCapacity: true)
      pending = Entry()
      hasList = false
    } else {
      cancelAll(into: &changes)
      isPressed = state.isTouched
    }
  }

  /// Keeps the contacts of controls from the desktop, from now on until they lift.
  mutating func keep(where isOwned: (ContactID) -> Bool) {
    for index in known.indices where isOwned(known[index].contact.id) { known[index].isKept = true }
  }

  /// Whether an entry of the last list is kept from the desktop. Those without a position do not count.
  func isKept(entry: Int) -> Bool {
    guard !isIgnoringAll, listed.indices.contains(entry) else { return true }
    guard let contact = listed[entry].contact else { return false }
    return known.contains { $0.contact.id == contact && $0.isKept }
  }

  mutating func cancelAll(into changes: inout ContactChanges) {
    for lost in known where !lost.isIgnored { changes.cancel(lost.contact) }
    known.removeAll(keepingCapacity: true)
    listed.removeAll(keepingCapacity: true)
    pending = Entry()
    hasList = false
    // Lists do not count before the button goes down again.
    isPressed = false
    isIgnoringAll = false
  }
}
