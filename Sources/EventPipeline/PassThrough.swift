/// Tells a clone of a touch device of the contacts that no control has, so that the desktop gets those.
///
/// It compares what the clone shows with what it is to show, rather than hand events on. So whatever becomes of
/// a contact, each touch-down has its lift.
struct PassThrough: Sendable {
  /// How many contacts there are.
  private struct Counts: Sendable {
    /// Those that the desktop sees.
    var shown = 0
    /// Those of them that touch, rather than hover.
    var touching = 0
    /// Those that it does not see.
    var kept = 0
  }

  /// More than any device sends of these in a frame.
  private static let mostOthers = 64

  private var clone: DeviceClone
  /// What is no state: wheels, switches, time stamps.
  private var others: [InputEvent] = []
  private var list = ContactList()
  /// The contacts of the last list.
  private var listed = Counts()
  /// Whether the device lists its contacts.
  private let hasList: Bool
  /// Whether what a device with one contact last had on its surface is kept.
  private var wasKept = false

  /// - Parameter device: The source. Its clone has the same axes and keys.
  init(device: DeviceDescription) {
    clone = DeviceClone(of: device)
    hasList = device.reportsEachContact && !device.hasSlots
    others.reserveCapacity(Self.mostOthers)
  }

  /// The events for the clone since ``startStep()``; empty where there is nothing to tell.
  var events: [InputEvent] { clone.events }

  mutating func startStep() { clone.startStep() }

  /// Takes one event of the source.
  mutating func collect(_ event: InputEvent) {
    switch event.type {
    case .absolute: if hasList { list.collect(event) }
    case .key: break
    case .synchronisation: if event.is(.synMTReport) { list.endEntry() }
    default: if others.count < Self.mostOthers { others.append(event) }
    }
  }

  /// Ends a frame of the source.
  ///
  /// - Parameters:
  ///   - source: What the source shows.
  ///   - tracker: Knows the contacts that the desktop is not to see.
  ///   - hidden: Buttons that the desktop is not to see.
  mutating func finishFrame(
    _ source: DeviceState, _ tracker: ContactTracker, hiding hidden: KeySet, time: Int64
  ) {
    clone.startFrame(time: time)
    switch tracker.kind {
    case .slots: forward(source, tracker.slots, hidden)
    case .unslotted: forward(source, tracker.unslotted, hidden)
    case .singleTouch: forward(source, tracker.singleTouch, hidden)
    }
    forwardOthers()
    clone.endFrame()
    endFrame()
  }

  /// Lifts all that the clone shows.
  mutating func release(time: Int64) {
    clone.startFrame(time: time)
    showSlots { _ in -1 }
    if listed.shown > 0 { clone.add(.synMTReport, 0) }
    listed = Counts()
    for key in clone.keyCodes { clone.show(key: key, false) }
    clone.show(axis: EventCode.absPressure.code, 0)
    clone.endFrame()
    endFrame()
  }

  private mutating func endFrame() {
    others.removeAll(keepingCapacity: true)
    list.startFrame()
  }

  /// Wheels and switches go to the desktop in any case; time stamps and serial numbers only with what they
  /// belong to.
  private mutating func forwardOthers() {
    guard !clone.events.isEmpty || others.contains(where: { $0.type != .miscellaneous }) else { return }
    for event in others { clone.add(EventCode(event.type, event.code), event.value) }
  }
}

// Each kind of device.
extension PassThrough {
  private mutating func forward(_ source: DeviceState, _ tracker: SlotTracker, _ hidden: KeySet) {
    var counts = Counts()
    var oldest: Int?
    for slot in 0..<clone.slotCount where source[trackingIDIn: slot] >= 0 {
      guard !tracker.isKept(inSlot: slot) else {
        counts.kept += 1
        continue
      }
      counts.shown += 1
      if source[axis: EventCode.absMTDistance.code, inSlot: slot] <= 0 { counts.touching += 1 }
      if oldest.map({ source.isOlder(slot, than: $0) }) ?? true { oldest = slot }
    }
    showSlots(source) { tracker.isKept(inSlot: $0) ? -1 : source[trackingIDIn: $0] }
    showKeys(source, counts, hidden)
    showAxes(source, counts) { axis in oldest.map { source[axis: axis, inSlot: $0] } }
  }

  private mutating func forward(_ source: DeviceState, _ tracker: UnslottedTracker, _ hidden: KeySet) {
    let isPressed = source.keys[EventCode.btnTouch.code]
    var first: Int?
    if list.isThere || !isPressed { first = showList(isPressed ? list.count : 0, tracker) }
    showKeys(source, listed, hidden)
    showAxes(source, listed) { [list, first] axis in
      first.flatMap { list.value(of: axis, inEntry: $0) }
    }
  }

  /// Lists the contacts anew. Returns the first that is shown.
  private mutating func showList(_ count: Int, _ tracker: UnslottedTracker) -> Int? {
    let wasShown = listed.shown > 0
    var first: Int?
    listed = Counts()
    for entry in 0..<count {
      guard !tracker.isKept(entry: entry) else {
        listed.kept += 1
        continue
      }
      for value in list.values where value.entry == entry {
        clone.add(EventCode(.absolute, value.code), value.value)
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

  private mutating func forward(_ source: DeviceState, _ tracker: SingleTouchTracker, _ hidden: KeySet) {
    let isKept = isTail(tracker, of: source)
    let isThere = tracker.isPressed || ContactCodes.nearness.contains { source.keys[$0] }
    let isShown = isThere && !isKept
    if tracker.isReplaced {
      clone.show(key: EventCode.btnTouch.code, false)
      clone.endFrame()
    }
    showSlots(source) { isKept ? -1 : source[trackingIDIn: $0] }
    for key in clone.keyCodes {
      var isDown = source.keys[key] && !hidden[key]
      if ContactCodes.keys.contains(key), !isShown { isDown = false }
      if key == EventCode.btnTouch.code, !tracker.isPressed { isDown = false }
      clone.show(key: key, isDown)
    }
    if isShown {
      showAxes(source, Counts(shown: 1)) { _ in nil }
    } else {
      // Whatever else it says may be of a contact that is kept.
      clone.show(axis: EventCode.absPressure.code, 0)
    }
  }

  /// Whether what is on the surface is kept, or the rest of what was: some touchpads tell that a finger has lifted
  /// before its slot is free.
  private mutating func isTail(_ tracker: SingleTouchTracker, of source: DeviceState) -> Bool {
    let isFingerLeft =
      (0..<source.slotCount).contains { source[trackingIDIn: $0] >= 0 }
      || (source.slotCount > 0 && ContactCodes.fingers(in: source.keys) > 0)
    wasKept = tracker.isKept || (wasKept && isFingerLeft)
    return wasKept
  }
}

// What all of them share.
extension PassThrough {
  /// Lifts come in a frame of their own before touch-downs in the same slots: two contacts would look like one
  /// that jumps.
  private mutating func showSlots(_ source: DeviceState? = nil, trackingID: (Int) -> Int32) {
    var isReplaced = false
    for slot in 0..<clone.slotCount {
      let (shown, wanted) = (clone.trackingID(inSlot: slot), trackingID(slot))
      guard shown >= 0, shown != wanted else { continue }
      clone.show(trackingID: -1, inSlot: slot)
      isReplaced = isReplaced || wanted >= 0
    }
    if isReplaced { clone.endFrame() }
    guard let source else { return }
    for slot in 0..<clone.slotCount {
      let wanted = trackingID(slot)
      guard wanted >= 0 else { continue }
      clone.show(trackingID: wanted, inSlot: slot)
      for axis in clone.slotAxisCodes {
        clone.show(axis: axis, source[axis: axis, inSlot: slot], inSlot: slot)
      }
    }
  }

  /// Shows the keys, of which some tell how many contacts there are.
  private mutating func showKeys(_ source: DeviceState, _ counts: Counts, _ hidden: KeySet) {
    let counted = ContactCodes.fingers(in: source.keys)
    let fingers = counted == 0 ? 0 : min(max(counted - counts.kept, counts.shown), ContactCodes.mostFingers)
    for key in clone.keyCodes {
      var isDown = source.keys[key] && !hidden[key]
      if counts.kept > 0 {
        // A pen that is near has BTN_TOUCH for itself.
        if key == EventCode.btnTouch.code, source.tools.isEmpty { isDown = counts.touching > 0 }
        if let count = ContactCodes.fingers(key) { isDown = fingers == count }
      }
      clone.show(key: key, isDown)
    }
  }

  /// Shows the axes that are the device's own. Those that follow a contact follow one that is shown, and stay
  /// where they are without.
  ///
  /// - Parameter value: The value of one of the ``DeviceState/slotAxes`` of the contact to follow where some
  ///   are kept; nil where there is none.
  private mutating func showAxes(
    _ source: DeviceState, _ counts: Counts, of value: (UInt16) -> Int32?
  ) {
    let isVerbatim = !source.tools.isEmpty || (counts.kept == 0 && counts.shown > 0)
    for axis in clone.axisCodes {
      if isVerbatim || !ContactCodes.axes.contains(axis) {
        clone.show(axis: axis, source[axis: axis])
      } else if counts.shown == 0 {
        if axis == EventCode.absPressure.code { clone.show(axis: axis, 0) }
      } else if let followed = ContactCodes.slotAxis(axis), clone.slotAxisCodes.contains(followed) {
        if let value = value(followed) { clone.show(axis: axis, value) }
      } else {
        clone.show(axis: axis, source[axis: axis])
      }
    }
  }
}
