internal import JoystickModel

/// Finds the contacts of a device with slots (the kernel's multi-touch protocol, type B). Each slot is a row.
enum SlotMatcher {
  /// Updates the table from the frame. Lifts come before touch-downs, so that the next finger finds a free control.
  static func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    // One pressure may decide about all contacts.
    let isAll = table.surface.threshold?.axis == .absPressure && state.reports(.absPressure)
    let slots = isAll ? 0..<state.slotCount : state.reportedSlots
    for slot in slots where isAll || state.reports(ofSlot: slot) { lift(slot, state, &table) }
    for slot in slots where isAll || state.reports(ofSlot: slot) { beginOrMove(slot, state, &table) }
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
    for slot in 0..<state.slotCount { beginOrMove(slot, state, &table) }
  }

  @inline(__always) private static func lift(
    _ slot: Int, _ state: borrowing DeviceState, _ table: inout ContactTable
  ) {
    if state.isReplaced(slot) || state[trackingIDIn: slot] < 0 { table.end(slot) }
    guard state[trackingIDIn: slot] >= 0 else { return }
    if isPalm(slot, state, table.surface.threshold) {
      table.ignore(slot)
    } else if table.contacts[slot].state != .ignored, hovers(slot, state, &table) {
      // The desktop owns a hovering finger until it touches.
      table.end(slot)
      table.set(slot, .near, .desktop)
    }
  }

  @inline(__always) private static func beginOrMove(
    _ slot: Int, _ state: borrowing DeviceState, _ table: inout ContactTable
  ) {
    let known = table.contacts[slot].state
    // If it was down, it does not hover: lift has looked.
    guard state[trackingIDIn: slot] >= 0, known != .ignored, known == .down || !hovers(slot, state, &table)
    else { return }
    let position = table.surface.point(
      x: state[axis: EventCode.absMTPositionX.code, inSlot: slot],
      y: state[axis: EventCode.absMTPositionY.code, inSlot: slot])
    let pressure = table.pressure(state[axis: EventCode.absMTPressure.code, inSlot: slot])
    if known == .down {
      let isSample =
        state.reports(.absMTPositionX, inSlot: slot) || state.reports(.absMTPositionY, inSlot: slot)
      table.move(slot, to: position, pressure: pressure, isSample: isSample)
    } else {
      table.begin(slot, at: position, pressure: pressure)
    }
  }

  @inline(__always) private static func hovers(
    _ slot: Int, _ state: borrowing DeviceState, _ table: inout ContactTable
  ) -> Bool {
    if state[axis: EventCode.absMTDistance.code, inSlot: slot] > 0 { return true }
    guard let threshold = table.surface.threshold else { return false }
    return table.hovers(threshold.value(in: state, row: slot), threshold, row: slot)
  }

  @inline(__always) private static func isPalm(
    _ slot: Int, _ state: borrowing DeviceState, _ threshold: TouchThreshold?
  ) -> Bool {
    if state[axis: EventCode.absMTToolType.code, inSlot: slot] == EventCode.palmToolType { return true }
    guard let threshold, let palm = threshold.palm else { return false }
    return threshold.value(in: state, row: slot) >= palm
  }
}

/// Finds the contacts of a device that lists them without names in each frame (the kernel's multi-touch protocol,
/// type A).
///
/// Each listed position goes to the known contact that is nearest to it, nearest pairs first. A contact
/// that has no position within ``maxStep`` has lifted, and a position without a contact is a new one.
struct ListMatcher: Sendable {
  private struct Entry: Sendable {
    let position: Point
    let pressure: Double?
    let isPalm: Bool
    /// Whether it hovers, if no contact was there before; and if one was.
    let hovers: (atFirst: Bool, still: Bool)
    var row: Int?
  }

  /// The farthest that a finger moves in one frame, in millimetres: 2 m/s at 67 Hz, the slowest screen among our
  /// recordings.
  private static let maxStep = 30.0

  private var entries: [Entry] = []
  /// Whether everything on the surface is ignored until all of it has lifted.
  private var isIgnoringAll = false

  init() { entries.reserveCapacity(DeviceState.maxListed) }

  mutating func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    guard state.frame.hasList else { return }
    entries.removeAll(keepingCapacity: true)
    for entry in 0..<state.listCount { add(entry, state, &table) }
    if isIgnoringAll {
      isIgnoringAll = !entries.isEmpty
      return
    }
    while let (entry, row) = nearestPair(table) { match(entry, row, &table) }
    for row in table.contacts.indices where !isMatched(row) { table.end(row) }
    for entry in entries.indices
    where entries[entry].row == nil && !entries[entry].isPalm
      && !entries[entry].hovers.atFirst
    {
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
    return entries[entry].row.map { table.contacts[$0].owner } ?? .desktop
  }

  private mutating func add(_ entry: Int, _ state: borrowing DeviceState, _ table: inout ContactTable) {
    let position = table.surface.point(
      x: state[axis: EventCode.absMTPositionX.code, inSlot: entry],
      y: state[axis: EventCode.absMTPositionY.code, inSlot: entry])
    var hovers = (atFirst: false, still: false)
    if let threshold = table.surface.threshold {
      let value = threshold.value(in: state, row: entry)
      hovers = (threshold.hovers(value, isDown: false), threshold.hovers(value, isDown: true))
    }
    entries.append(
      Entry(
        position: position,
        pressure: table.pressure(state[axis: EventCode.absMTPressure.code, inSlot: entry]),
        isPalm: state[axis: EventCode.absMTToolType.code, inSlot: entry] == EventCode.palmToolType,
        hovers: hovers))
  }

  /// The entry and the row, both not matched yet, that are nearest to each other.
  private func nearestPair(_ table: borrowing ContactTable) -> (entry: Int, row: Int)? {
    var nearest: (entry: Int, row: Int)?
    var shortest = Self.maxStep
    for row in table.contacts.indices where table.contacts[row].state != .free && !isMatched(row) {
      for entry in entries.indices where entries[entry].row == nil && !entries[entry].hovers.still {
        let distance = (entries[entry].position - table.contacts[row].position).length
        if distance <= shortest {
          shortest = distance
          nearest = (entry, row)
        }
      }
    }
    return nearest
  }

  private func isMatched(_ row: Int) -> Bool { entries.contains { $0.row == row } }

  private mutating func match(_ entry: Int, _ row: Int, _ table: inout ContactTable) {
    entries[entry].row = row
    if entries[entry].isPalm, table.contacts[row].state == .down { table.ignore(row) }
    table.move(row, to: entries[entry].position, pressure: entries[entry].pressure, isSample: true)
  }

  private mutating func begin(_ entry: Int, _ table: inout ContactTable) {
    guard let row = table.contacts.firstIndex(where: { $0.state == .free }) else { return }
    table.begin(row, at: entries[entry].position, pressure: entries[entry].pressure)
    entries[entry].row = row
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
    let reported = reportedPair(state, table.surface.axes)
    pair = reported ?? pair
    if state.frame.hasLifted || !touches(state, &table) { table.end(0) }
    beginOrMove(state, &table, isSample: reported != nil)
  }

  static func adopt(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    if state.isPressed { table.adopt(0) }
  }

  /// Updates the table after lost events. A contact that replaced another one looks like a move.
  func resynchronise(to state: borrowing DeviceState, _ table: inout ContactTable) {
    if !touches(state, &table) { table.cancel(0) }
    beginOrMove(state, &table, isSample: false)
  }

  private func touches(_ state: borrowing DeviceState, _ table: inout ContactTable) -> Bool {
    guard state.isPressed else { return false }
    guard let threshold = table.surface.threshold else { return true }
    return !table.hovers(threshold.value(in: state, row: 0), threshold, row: 0)
  }

  /// The pair of axes that the frame reported, preferably the one in use.
  private func reportedPair(_ state: borrowing DeviceState, _ axes: [PositionAxes]) -> Int? {
    if state.reports(axes[pair].x.code) || state.reports(axes[pair].y.code) { return pair }
    for other in axes.indices where state.reports(axes[other].x.code) || state.reports(axes[other].y.code) {
      return other
    }
    return nil
  }

  private func beginOrMove(_ state: borrowing DeviceState, _ table: inout ContactTable, isSample: Bool) {
    guard touches(state, &table), table.contacts[0].state != .ignored else { return }
    let axes = table.surface.axes[pair]
    let position = table.surface.point(
      x: state[axis: axes.x.code.code], y: state[axis: axes.y.code.code], on: pair)
    let pressure = table.pressure(state[axis: EventCode.absPressure.code])
    if table.contacts[0].state == .down {
      table.move(0, to: position, pressure: pressure, isSample: isSample)
    } else {
      table.begin(0, at: position, pressure: pressure)
    }
  }
}
