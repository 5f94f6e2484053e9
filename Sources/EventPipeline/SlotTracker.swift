internal import JoystickModel

/// Follows the contacts of a device with slots: the kernel's multi-touch protocol, type B.
struct SlotTracker: Sendable {
  private struct Slot: Sendable {
    var state = TouchState.Slot()
    /// The contact that the model knows of in this slot.
    var contact: TrackedContact?
    /// Whether the tracking ID has changed since the last frame, be it back to what it was.
    var isReplaced = false
    /// Whether the position was told since the last frame, be it the one before.
    var isSampled = false
    /// Whether what is in the slot does not count until the tracking ID changes.
    var isIgnored = false
    /// Whether what is in the slot is kept from the desktop, since a control had it.
    var isKept = false

    /// Whether what is in the slot is to be a contact of the model.
    var counts: Bool {
      state.trackingID >= 0 && !isIgnored && state.distance <= 0
    }
  }

  private var slots: [Slot]
  private var current = 0

  init(device: DeviceDescription) {
    slots = Array(repeating: Slot(), count: device.slotCount)
  }

  var isTouched: Bool { slots.contains { $0.state.trackingID >= 0 } }

  mutating func consume(_ event: InputEvent, into changes: inout ContactChanges) {
    if event.is(.synReport) {
      settle(into: &changes)
    } else if event.type == .absolute {
      apply(event)
    }
  }

  private mutating func apply(_ event: InputEvent) {
    switch event.code {
    case EventCode.absMTSlot.code:
      // As in the kernel, a slot that does not exist changes nothing.
      if slots.indices.contains(Int(event.value)) { current = Int(event.value) }
    case EventCode.absMTTrackingID.code: setTrackingID(event.value, of: current)
    case EventCode.absMTPositionX.code:
      slots[current].state.position.x = event.value
      slots[current].isSampled = true
    case EventCode.absMTPositionY.code:
      slots[current].state.position.y = event.value
      slots[current].isSampled = true
    case EventCode.absMTToolType.code: slots[current].state.toolType = event.value
    case EventCode.absMTDistance.code: slots[current].state.distance = event.value
    case EventCode.absMTPressure.code: slots[current].state.pressure = event.value
    default: break
    }
  }

  /// A slot that is in use takes no other tracking ID before it was free: libevdev drops such an event,
  /// so that the daemon never sees one, and recordings are to give the same.
  private mutating func setTrackingID(_ trackingID: Int32, of index: Int) {
    guard (trackingID < 0) != (slots[index].state.trackingID < 0) else { return }
    slots[index].state.trackingID = trackingID
    slots[index].isReplaced = true
    slots[index].isIgnored = false
    slots[index].isKept = false
  }

  /// Brings what the model knows up to what the device has said. Lifts come before touch-downs, so that
  /// a control is free for the finger that came after.
  private mutating func settle(into changes: inout ContactChanges) {
    for index in slots.indices { finish(index, into: &changes) }
    for index in slots.indices where slots[index].counts { advance(index, into: &changes) }
  }

  private mutating func finish(_ index: Int, into changes: inout ContactChanges) {
    if slots[index].isReplaced {
      slots[index].isReplaced = false
      end(index, into: &changes)
    }
    if slots[index].state.toolType == EventCode.palmToolType, slots[index].state.trackingID >= 0 {
      ignore(index, into: &changes)
    }
    guard !slots[index].counts else { return }
    end(index, into: &changes)
    // A finger that hovers is the desktop's until it touches.
    if !slots[index].isIgnored { slots[index].isKept = false }
  }

  private mutating func advance(_ index: Int, into changes: inout ContactChanges) {
    let position = changes.surface.point(slots[index].state.position)
    let pressure = changes.surface.pressure(slots[index].state.pressure)
    let isSample = slots[index].isSampled
    slots[index].isSampled = false
    if slots[index].contact == nil {
      slots[index].contact = changes.begin(at: position, pressure: pressure)
    } else {
      slots[index].contact.move(to: position, pressure: pressure, isSample: isSample, in: &changes)
    }
  }

  private mutating func end(_ index: Int, into changes: inout ContactChanges) {
    if let contact = slots[index].contact { changes.end(contact) }
    slots[index].contact = nil
  }

  private mutating func ignore(_ index: Int, into changes: inout ContactChanges) {
    if let contact = slots[index].contact { changes.cancel(contact) }
    slots[index].contact = nil
    slots[index].isIgnored = true
  }
}

extension SlotTracker {
  mutating func adopt(_ state: TouchState) {
    for (index, slot) in zip(slots.indices, state.slots) {
      slots[index].state = slot
      slots[index].isIgnored = slot.trackingID >= 0
      slots[index].isKept = slots[index].isIgnored
    }
    select(state.currentSlot)
  }

  mutating func resynchronise(to state: TouchState, into changes: inout ContactChanges) {
    for (index, slot) in zip(slots.indices, state.slots) {
      if slot.trackingID != slots[index].state.trackingID {
        ignore(index, into: &changes)
        slots[index].isIgnored = false
        slots[index].isKept = false
      }
      slots[index].isReplaced = false
      slots[index].state = slot
    }
    settle(into: &changes)
    select(state.currentSlot)
  }

  mutating func cancelAll(into changes: inout ContactChanges) {
    for index in slots.indices {
      ignore(index, into: &changes)
      slots[index].state.trackingID = -1
      slots[index].isReplaced = false
    }
  }

  /// Keeps the contacts of controls from the desktop, from now on until they lift.
  mutating func keep(where isOwned: (ContactID) -> Bool) {
    for index in slots.indices where !slots[index].isKept {
      guard let contact = slots[index].contact, isOwned(contact.id) else { continue }
      slots[index].isKept = true
    }
  }

  func isKept(inSlot slot: Int) -> Bool { slots[slot].isKept }

  /// Has contacts that were there before stay on the side that they were on.
  mutating func takeSides(from other: SlotTracker) {
    for (index, slot) in zip(slots.indices, other.slots)
    where slot.state.trackingID == slots[index].state.trackingID && slot.state.trackingID >= 0 {
      slots[index].isKept = slot.isKept
    }
  }

  private mutating func select(_ slot: Int) {
    if slots.indices.contains(slot) { current = slot }
  }
}

extension Optional<TrackedContact> {
  /// Moves the contact, if there is one, without taking it out of where it is kept.
  fileprivate mutating func move(
    to position: Point, pressure: Double?, isSample: Bool, in changes: inout ContactChanges
  ) {
    guard var contact = self else { return }
    changes.move(&contact, to: position, pressure: pressure, isSample: isSample)
    self = contact
  }
}
