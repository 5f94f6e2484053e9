/// Shows the desktop's contacts on the clone of a touch device.
///
/// It does not forward events: it compares the clone's state with the intended state. So each touch-down has its lift,
/// whatever becomes of the contact.
@usableFromInline struct PassThrough: ~Copyable, Sendable {
  private struct Counts: Sendable {
    var shown = 0
    /// Those of them that touch rather than hover.
    var touching = 0
    /// Those of the source that the desktop does not see.
    var withheld = 0
  }

  @usableFromInline private(set) var clone: DeviceClone
  /// Whether no frame may be skipped: the clone may show a contact in a slot, or does not follow the source yet. It stays
  /// true for lists and single contacts.
  private var needsFrames = true
  private var listed = Counts()
  /// For a device with one contact: whether it, or the last one, is hidden from the desktop.
  private var isWithheld = false

  /// - Parameter device: The source. Its clone has the same axes and keys.
  init(device: DeviceDescription) { clone = DeviceClone(of: device) }

  mutating func startStep() { clone.startStep() }

  /// Whether frames that only move contacts change nothing, because the desktop sees no contact of a device with slots.
  var isAtRest: Bool { !needsFrames }

  /// Continues with the clone's state of another pipeline of the device.
  mutating func takeOver(_ other: borrowing PassThrough) {
    clone.takeOver(other.clone)
    (listed, isWithheld, needsFrames) = (other.listed, other.isWithheld, true)
  }

  /// Applies a frame of the source.
  ///
  /// - Parameters:
  ///   - tracker: The source's state, and the owners of its contacts.
  ///   - hidden: Buttons hidden from the desktop.
  mutating func finishFrame(
    _ tracker: borrowing ContactTracker, hiding hidden: borrowing KeySet, time: Int64
  ) {
    clone.startFrame(time: time)
    switch tracker.state.kind {
    case .slots: reportSlots(tracker, hidden)
    case .list: reportList(tracker, hidden)
    case .single: reportSingle(tracker, hidden)
    }
    forwardOthers(tracker.state)
    clone.endFrame()
  }

  mutating func release(time: Int64) {
    clone.startFrame(time: time)
    for slot in 0..<clone.slotCount { clone.report(trackingID: -1, inSlot: slot) }
    if listed.shown > 0 { clone.add(.synMTReport, 0) }
    (listed, needsFrames) = (Counts(), true)
    for key in clone.keyCodes { clone.report(key: key, false) }
    clone.report(axis: EventCode.absPressure.code, 0)
    clone.endFrame()
  }

  /// Wheels and switches always reach the desktop; time stamps and serial numbers only with the contacts they belong
  /// to.
  private mutating func forwardOthers(_ source: borrowing DeviceState) {
    guard !clone.events.isEmpty || source.others.contains(where: { $0.type != .miscellaneous })
    else { return }
    for event in source.others { clone.add(EventCode(event.type, event.code), event.value) }
  }
}

// A device with slots.
extension PassThrough {
  private mutating func reportSlots(_ tracker: borrowing ContactTracker, _ hidden: borrowing KeySet) {
    var counts = Counts()
    var oldest: Int?
    for slot in 0..<clone.slotCount where tracker.state[trackingIDIn: slot] >= 0 {
      guard tracker.table.contacts[slot].owner == .desktop else {
        counts.withheld += 1
        continue
      }
      counts.shown += 1
      if tracker.state[axis: EventCode.absMTDistance.code, inSlot: slot] <= 0 { counts.touching += 1 }
      if oldest.map({ tracker.state.isOlder(slot, than: $0) }) ?? true { oldest = slot }
    }
    needsFrames = counts.shown > 0
    reportContacts(tracker)
    reportKeys(tracker.state, counts, hidden)
    reportAxes(tracker.state, counts, following: oldest)
  }

  /// Shows contacts and lifts. If a slot has another contact, the clone's frame ends with the lifts, and the rest is a second
  /// one: two contacts would look like one that jumps.
  private mutating func reportContacts(_ tracker: borrowing ContactTracker) {
    var isReplaced = false
    var lifted = 0
    for slot in 0..<clone.slotCount {
      let (shown, wanted) = (clone.trackingID(inSlot: slot), trackingID(slot, tracker))
      guard shown >= 0, shown != wanted else { continue }
      clone.report(trackingID: -1, inSlot: slot)
      isReplaced = isReplaced || wanted >= 0
      lifted += 1
    }
    if isReplaced {
      // With a tool in range, BTN_TOUCH and the axes are the tool's.
      if tracker.state.tools.isEmpty { reportLifts(of: lifted) }
      clone.endFrame()
    }
    for slot in 0..<clone.slotCount where trackingID(slot, tracker) >= 0 {
      reportContact(slot, tracker.state)
    }
  }

  /// Updates keys and axes for the remaining contacts after others have lifted.
  private mutating func reportLifts(of lifted: Int) {
    let (shown, touching, oldest) = clone.contacts
    // The keys for fingers may count more than there are slots, so the lifts are subtracted from what they show.
    let counted = clone.fingers
    let fingers = counted == 0 ? 0 : max(counted - lifted, shown)
    for key in clone.keyCodes {
      if key == EventCode.btnTouch.code { clone.report(key: key, touching > 0) }
      if let count = ContactCodes.fingers(key) { clone.report(key: key, fingers == count) }
    }
    guard let oldest else { return clone.report(axis: EventCode.absPressure.code, 0) }
    for axis in clone.axisCodes {
      guard let slotAxis = clone.slotAxis(of: axis) else { continue }
      clone.report(axis: axis, clone.value(of: slotAxis, inSlot: oldest))
    }
  }

  /// The tracking ID that the clone shows in a slot; -1 if there is none.
  private func trackingID(_ slot: Int, _ tracker: borrowing ContactTracker) -> Int32 {
    let isShown =
      tracker.state.kind == .single ? !isWithheld : tracker.table.contacts[slot].owner == .desktop
    return isShown ? tracker.state[trackingIDIn: slot] : -1
  }

  private mutating func reportContact(_ slot: Int, _ source: borrowing DeviceState) {
    clone.report(trackingID: source[trackingIDIn: slot], inSlot: slot)
    for axis in clone.slotAxisCodes {
      clone.report(axis: axis, source[axis: axis, inSlot: slot], inSlot: slot)
    }
  }
}

// A device that lists its contacts.
extension PassThrough {
  private mutating func reportList(_ tracker: borrowing ContactTracker, _ hidden: borrowing KeySet) {
    var first: Int?
    if tracker.state.frame.hasList || !tracker.state.isListed { first = list(tracker) }
    reportKeys(tracker.state, listed, hidden)
    reportAxes(tracker.state, listed, following: first)
  }

  private mutating func list(_ tracker: borrowing ContactTracker) -> Int? {
    let wasShown = listed.shown > 0
    var first: Int?
    listed = Counts()
    for entry in 0..<tracker.state.listCount {
      guard tracker.list.owner(ofEntry: entry, tracker.table) == .desktop else {
        listed.withheld += 1
        continue
      }
      for axis in DeviceState.slotAxes where tracker.state.reports(EventCode(.absolute, axis), inSlot: entry)
      {
        clone.add(EventCode(.absolute, axis), tracker.state[axis: axis, inSlot: entry])
      }
      clone.add(.synMTReport, 0)
      listed.shown += 1
      first = first ?? entry
    }
    listed.touching = listed.shown
    // An empty list says that the last contact has lifted.
    if wasShown, listed.shown == 0 { clone.add(.synMTReport, 0) }
    return first
  }
}

// A device with one contact. A semi-MT touchpad is one, too: it has slots, but they are the corners of a box.
extension PassThrough {
  private mutating func reportSingle(_ tracker: borrowing ContactTracker, _ hidden: borrowing KeySet) {
    let isPressed = tracker.state.isPressed
    updateWithheld(tracker)
    let isShown = !isWithheld && (isPressed || ContactCodes.isAnythingNear(tracker.state.keys))
    if tracker.state.frame.hasLifted, isPressed {
      clone.report(key: EventCode.btnTouch.code, false)
      clone.endFrame()
    }
    reportContacts(tracker)
    for key in clone.keyCodes {
      let isHidden = hidden[key]
      var isDown = tracker.state.keys[key] && !isHidden
      if ContactCodes.keys.contains(key), !isShown { isDown = false }
      // The desktop, too, goes by the pressure.
      if key == EventCode.btnTouch.code, tracker.state.hidesTouchKey { isDown = false }
      clone.report(key: key, isDown)
    }
    if isShown {
      // The contact is the only one.
      reportAxes(tracker.state, Counts(shown: 1), following: nil)
    } else {
      // Other events may belong to a hidden contact.
      clone.report(axis: EventCode.absPressure.code, 0)
    }
  }

  /// A contact that was withheld stays so until the slot is free: some touchpads report a lift before that.
  private mutating func updateWithheld(_ tracker: borrowing ContactTracker) {
    var isFingerLeft = clone.slotCount > 0 && ContactCodes.fingers(in: tracker.state.keys) > 0
    for slot in 0..<clone.slotCount where tracker.state[trackingIDIn: slot] >= 0 { isFingerLeft = true }
    isWithheld = tracker.table.contacts[0].owner != .desktop || (isWithheld && isFingerLeft)
  }
}

// For all of them.
extension PassThrough {
  private mutating func reportKeys(
    _ source: borrowing DeviceState, _ counts: Counts, _ hidden: borrowing KeySet
  ) {
    // The source's keys also count what the desktop does not see.
    let counted = ContactCodes.fingers(in: source.keys)
    let fingers =
      counted == 0 ? 0 : min(max(counted - counts.withheld, counts.shown), ContactCodes.maxFingers)
    for key in clone.keyCodes {
      let isHidden = hidden[key]
      var isDown = source.keys[key] && !isHidden
      // After lost events the source's key may be older than its contacts. BTN_TOUCH belongs to a pen in range.
      if key == EventCode.btnTouch.code, source.tools.isEmpty { isDown = counts.touching > 0 }
      if counts.withheld > 0, let count = ContactCodes.fingers(key) { isDown = fingers == count }
      clone.report(key: key, isDown)
    }
  }

  /// Shows the axes of the device. Axes that follow a contact follow a visible one; without one they keep their values.
  ///
  /// - Parameter followed: The slot, or the entry of the list, of the contact to follow. Nil without one, also for a
  ///   device with one contact, and in a frame without a list of a device that lists its contacts.
  private mutating func reportAxes(
    _ source: borrowing DeviceState, _ counts: Counts, following followed: Int?
  ) {
    // After lost events, when the whole state was read, the device's own axes may be older than its contacts.
    let isVerbatim =
      !source.tools.isEmpty || (counts.withheld == 0 && counts.shown > 0 && !source.frame.isWhole)
    for axis in clone.axisCodes {
      if (isVerbatim && !clone.emulates(axis)) || !ContactCodes.isOfContact(axis: axis) {
        clone.report(axis: axis, source[axis: axis])
        continue
      }
      let slotAxis = clone.slotAxis(of: axis)
      if counts.shown == 0 {
        if axis == EventCode.absPressure.code { clone.report(axis: axis, 0) }
      } else if let slotAxis, let followed {
        clone.report(axis: axis, source[axis: slotAxis, inSlot: followed])
      } else if slotAxis != nil, counts.withheld > 0 {
        // It keeps its value: without a list, the source's value may be that of a withheld contact.
      } else {
        clone.report(axis: axis, source[axis: axis])
      }
    }
  }
}
