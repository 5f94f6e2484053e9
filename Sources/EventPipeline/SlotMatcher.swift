internal import JoystickModel

/// Finds the contacts of a device with slots (the kernel's multi-touch protocol, type B). Each slot is a row.
enum SlotMatcher {
  /// Updates the table from the frame. Lifts come before touch-downs, so that the next finger finds a free control.
  static func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    for slot in state.reportedSlots where state.tells(ofSlot: slot) { lift(slot, state, &table) }
    for slot in state.reportedSlots where state.tells(ofSlot: slot) { place(slot, state, &table) }
  }

  static func adopt(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    for slot in 0..<state.slotCount where state[trackingIDIn: slot] >= 0 {
      table.adopt(slot)
    }
  }

  /// Updates the table after lost events. Contacts that are gone are cancelled.
  static func resynchronise(
    from old: borrowing DeviceState, to state: borrowing DeviceState, _ table: inout ContactTable
  ) {
    for slot in 0..<state.slotCount {
      // An incomplete frame may have contained the lift of an ignored contact.
      let isNext = old.isReplaced(slot) && table.contacts[slot].state == .ignored
      if isNext || state[trackingIDIn: slot] != old[trackingIDIn: slot] { table.cancel(slot) }
    }
    for slot in 0..<state.slotCount { lift(slot, state, &table) }
    for slot in 0..<state.slotCount { place(slot, state, &table) }
  }

  @inline(__always) private static func lift(
    _ slot: Int, _ state: borrowing DeviceState, _ table: inout ContactTable
  ) {
    if state.isReplaced(slot) || state[trackingIDIn: slot] < 0 { table.end(slot) }
    guard state[trackingIDIn: slot] >= 0 else { return }
    if state[axis: EventCode.absMTToolType.code, inSlot: slot] == EventCode.palmToolType {
      table.ignore(slot)
    } else if table.contacts[slot].state != .ignored,
      state[axis: EventCode.absMTDistance.code, inSlot: slot] > 0
    {
      // The desktop owns a hovering finger until it touches.
      table.end(slot)
      table.set(slot, .near, .desktop)
    }
  }

  @inline(__always) private static func place(
    _ slot: Int, _ state: borrowing DeviceState, _ table: inout ContactTable
  ) {
    let known = table.contacts[slot].state
    let hovers = state[axis: EventCode.absMTDistance.code, inSlot: slot] > 0
    guard state[trackingIDIn: slot] >= 0, known != .ignored, !hovers else { return }
    let position = table.surface.point(
      x: state[axis: EventCode.absMTPositionX.code, inSlot: slot],
      y: state[axis: EventCode.absMTPositionY.code, inSlot: slot])
    let pressure = table.surface.pressure(state[axis: EventCode.absMTPressure.code, inSlot: slot])
    if known == .down {
      let isSample =
        state.tells(.absMTPositionX, inSlot: slot) || state.tells(.absMTPositionY, inSlot: slot)
      table.move(slot, to: position, pressure: pressure, isSample: isSample)
    } else {
      table.begin(slot, at: position, pressure: pressure)
    }
  }
}

/// Finds the contacts of a device that lists them without names in each frame (the kernel's multi-touch protocol,
/// type A).
///
/// Each listed position goes to the known contact that is nearest to it, nearest pairs first. A contact
/// that has no position within ``longestStep`` has lifted, and a position without a contact is a new one.
struct ListMatcher: Sendable {
  private struct Entry: Sendable {
    let position: Point
    let pressure: Double?
    let isPalm: Bool
    var place: Int?
  }

  /// The farthest that a finger moves in one frame, in millimetres: 2 m/s at 67 Hz, the slowest screen among our
  /// recordings.
  private static let longestStep = 30.0

  private var entries: [Entry] = []
  /// Whether everything on the surface is ignored until all of it has lifted.
  private var isIgnoringAll = false

  init() { entries.reserveCapacity(DeviceState.maxListed) }

  mutating func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    guard state.frame.hasList else { return }
    entries.removeAll(keepingCapacity: true)
    for entry in 0..<state.listCount { add(entry, state, table.surface) }
    if isIgnoringAll {
      isIgnoringAll = !entries.isEmpty
      return
    }
    while let (entry, place) = nearestPair(table) { match(entry, place, &table) }
    for place in table.contacts.indices where !isMatched(place) { table.end(place) }
    for entry in entries.indices where entries[entry].place == nil && !entries[entry].isPalm {
      begin(entry, &table)
    }
  }

  /// Ignores the contacts of a newly opened device until all have lifted. Without BTN_TOUCH, the device's state does
  /// not contain them: its first list counts.
  mutating func adopt(_ state: borrowing DeviceState) { isIgnoringAll = state.isListed }

  /// Updates the table after lost events.
  ///
  /// The kernel does not keep type A lists. While BTN_TOUCH stays pressed, the next list decides which contacts are
  /// still there; a finger that replaced another one looks like a move. Without BTN_TOUCH, all contacts are cancelled,
  /// because a lift may have been lost.
  ///
  /// - Parameter isStillPressed: Whether BTN_TOUCH was pressed before and is pressed now.
  mutating func resynchronise(isStillPressed: Bool, _ table: inout ContactTable) {
    entries.removeAll(keepingCapacity: true)
    guard !isStillPressed else { return }
    table.cancelAll()
    forget()
  }

  /// Forgets the last list. The next one counts, because the lift between them may have been lost.
  mutating func forget() {
    entries.removeAll(keepingCapacity: true)
    isIgnoringAll = false
  }

  func owner(ofEntry entry: Int, _ table: borrowing ContactTable) -> Owner {
    guard !isIgnoringAll, entries.indices.contains(entry) else { return .nobody }
    return entries[entry].place.map { table.contacts[$0].owner } ?? .desktop
  }

  private mutating func add(_ entry: Int, _ state: borrowing DeviceState, _ surface: Surface) {
    let position = surface.point(
      x: state[axis: EventCode.absMTPositionX.code, inSlot: entry],
      y: state[axis: EventCode.absMTPositionY.code, inSlot: entry])
    entries.append(
      Entry(
        position: position,
        pressure: surface.pressure(state[axis: EventCode.absMTPressure.code, inSlot: entry]),
        isPalm: state[axis: EventCode.absMTToolType.code, inSlot: entry] == EventCode.palmToolType))
  }

  /// The entry and the row, both not matched yet, that are nearest to each other.
  private func nearestPair(_ table: borrowing ContactTable) -> (entry: Int, place: Int)? {
    var nearest: (entry: Int, place: Int)?
    var shortest = Self.longestStep
    for place in table.contacts.indices where table.contacts[place].state != .free && !isMatched(place) {
      for entry in entries.indices where entries[entry].place == nil {
        let distance = (entries[entry].position - table.contacts[place].position).length
        if distance <= shortest {
          shortest = distance
          nearest = (entry, place)
        }
      }
    }
    return nearest
  }

  private func isMatched(_ place: Int) -> Bool { entries.contains { $0.place == place } }

  private mutating func match(_ entry: Int, _ place: Int, _ table: inout ContactTable) {
    entries[entry].place = place
    if entries[entry].isPalm, table.contacts[place].state == .down { table.ignore(place) }
    table.move(place, to: entries[entry].position, pressure: entries[entry].pressure, isSample: true)
  }

  private mutating func begin(_ entry: Int, _ table: inout ContactTable) {
    guard let place = table.contacts.firstIndex(where: { $0.state == .free }) else { return }
    table.begin(place, at: entries[entry].position, pressure: entries[entry].pressure)
    entries[entry].place = place
  }
}

/// Finds the contact of a device that reports only one: a resistive screen, a pen, or a touchpad with unreliable
/// slots. The contact is in row 0.
///
/// BTN_TOUCH is the contact. A hovering pen reports positions without it, and those are ignored.
struct SingleTouchMatcher: Sendable {
  /// The pair of axes in use. A device with two pairs reports on one of them.
  private var pair = 0

  mutating func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    let told = toldPair(state, table.surface.axes)
    pair = told ?? pair
    if state.frame.hasLifted || !state.isPressed { table.end(0) }
    place(state, &table, isSample: told != nil)
  }

  static func adopt(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    if state.isPressed { table.adopt(0) }
  }

  /// Updates the table after lost events. A contact that replaced another one looks like a move.
  func resynchronise(to state: borrowing DeviceState, _ table: inout ContactTable) {
    if !state.isPressed { table.cancel(0) }
    place(state, &table, isSample: false)
  }

  /// The pair of axes that the frame reported, preferably the one in use.
  private func toldPair(_ state: borrowing DeviceState, _ axes: [PositionAxes]) -> Int? {
    if state.tells(axes[pair].x.code) || state.tells(axes[pair].y.code) { return pair }
    for other in axes.indices where state.tells(axes[other].x.code) || state.tells(axes[other].y.code) {
      return other
    }
    return nil
  }

  private func place(_ state: borrowing DeviceState, _ table: inout ContactTable, isSample: Bool) {
    guard state.isPressed, table.contacts[0].state != .ignored else { return }
    let axes = table.surface.axes[pair]
    let position = table.surface.point(
      x: state[axis: axes.x.code.code], y: state[axis: axes.y.code.code], on: pair)
    let pressure = table.surface.pressure(state[axis: EventCode.absPressure.code])
    if table.contacts[0].state == .down {
      table.move(0, to: position, pressure: pressure, isSample: isSample)
    } else {
      table.begin(0, at: position, pressure: pressure)
    }
  }
}
