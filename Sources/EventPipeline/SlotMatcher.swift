/// Finds the contacts of a device with slots (the kernel's multi-touch protocol, type B). Each slot is a row.
enum SlotMatcher {
  /// Updates the table from the frame. Lifts come before touch-downs, so that the next finger finds a free control.
  static func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    for slot in state.reportedSlots where state.tells(ofSlot: slot) { lift(slot, state, &table) }
    for slot in state.reportedSlots where state.tells(ofSlot: slot) { place(slot, state, &table) }
  }

  /// Ignores all contacts of a newly opened device until they lift.
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

  /// Ends the slot's contact if it lifted, hovers or is a palm.
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

  /// Begins or moves the slot's contact.
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
