/// The value of every axis and key of a device, and what the current frame has reported so far.
///
/// Each event is applied once, here. Everything else (matchers, clone, ``ProtocolChecker``) reads this state instead of
/// events. libevdev reads such a state from the kernel only when there are no events to know it by.
public struct DeviceState: ~Copyable, Sendable {
  /// The axes that have a value for each contact: ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y.
  public static let slotAxes: ClosedRange<UInt16> = 0x30...0x3d
  /// ABS_MAX + 1.
  private static let axisCount = 0x40
  /// The longest list of contacts that is read: more than the twenty fingers of two players.
  static let maxListed = 32
  /// The most ``others`` in a frame, which is more than any device sends.
  private static let maxOthers = 64

  /// The ways in which devices report contacts (Linux kernel, Documentation/input/multi-touch-protocol.rst).
  enum Kind: Equatable, Sendable {
    case slots
    /// Each frame lists the contacts without names: type A.
    case list
    /// There is one contact. A touchpad whose slots are the corners of a box around all fingers
    /// (INPUT_PROP_SEMI_MT) counts as such a device.
    case single
  }

  /// What the current frame reported, apart from values.
  struct Frame: Sendable {
    /// Whether the state was replaced as a whole, so that anything may have changed.
    var isWhole = false

    // Its events.
    /// Bit n is set if the frame reported axis n, even with its old value.
    var axes: UInt64 = 0
    /// Whether an axis was reported that does not belong to a contact.
    var hasOwnAxis = false
    var hasKey = false
    /// Whether the frame contains autorepeat, which the kernel ends with a SYN_REPORT of its own.
    var hasRepeat = false
    /// Whether this frame lists the contacts of a device without slots; see ``DeviceState/finishList()``. After a frame
    /// without a list, the last one still counts.
    var hasList = false
    /// Whether the frame reports more than lifts. When the kernel releases a device, it reports lifts only.
    var hasMoreThanLifts = false
    /// Whether a slot got a tracking ID while it had another one, which is ignored.
    var hasSecondID = false

    // Changes, even if the opposite followed in the same frame.
    /// Whether BTN_TOUCH was released.
    var hasLifted = false
    /// Whether a tool left.
    fileprivate var hasToolLeft = false
    /// Whether a contact came to a slot or left it.
    var hasReplaced = false
  }

  private struct Row: Sendable {
    var values = InlineArray<14, Int32>(repeating: 0)
    /// Bit n is set if the frame reported the nth of the axes, even with its old value.
    var reported: UInt16 = 0
    /// Whether the tracking ID changed in this frame, even if it changed back.
    var isReplaced = false
  }

  public let slotCount: Int
  /// The slot that the next event belongs to; 0 for a device without slots.
  public private(set) var currentSlot = 0
  /// The number of contacts in the last list.
  var listCount = 0
  /// Whether the last list had contacts.
  var isListed = false
  public var keys = KeySet()
  /// Whether BTN_TOUCH is down as the device reports it, while in ``keys`` it follows lists and tools.
  private var isTouchKeyDown = false
  /// Nil if BTN_TOUCH or slots alone say whether something touches.
  private var tip: PenTip?
  /// Whether a pen that was in range has been silent for so long that it counts as gone. The next frame ends that.
  private(set) var isPenForgotten = false
  var frame = Frame()
  /// The frame's events that are not part of the state: wheels, switches, time stamps.
  private(set) var others: [InputEvent] = []

  let kind: Kind
  let reportsTools: Bool
  let hasPen: Bool
  let emulatedAxes: UInt64
  private var axes = [Int32](repeating: 0, count: Self.axisCount)
  /// The slots, or the entries of the list and one that is not complete yet.
  private var rows: [Row]
  private var (firstReported, lastReported) = (Int.max, -1)

  /// Makes the state of a device without contacts, with the axis values of the description.
  public init(of device: DeviceDescription) {
    slotCount = device.slotCount
    kind = !device.reportsEachContact ? .single : device.hasSlots ? .slots : .list
    reportsTools = ToolSet.areReported(by: device)
    hasPen = device.supports(.btnToolPen)
    tip = kind == .single ? PenTip(of: device) : nil
    emulatedAxes = device.emulatedAxes
    rows = Array(repeating: Row(), count: kind == .list ? Self.maxListed + 1 : slotCount)
    others.reserveCapacity(Self.maxOthers)
    // Swift 6.2 refuses the subscripts' setters here.
    for (code, axis) in device.axes where axes.indices.contains(Int(code)) { axes[Int(code)] = axis.value }
    let trackingID = Int(EventCode.absMTTrackingID.code - Self.slotAxes.lowerBound)
    for slot in 0..<slotCount { rows[slot].values[trackingID] = -1 }
  }

  /// The value of an axis, in the device's units; 0 for an axis that does not exist.
  public subscript(axis code: UInt16) -> Int32 {
    get { axes.indices.contains(Int(code)) ? axes[Int(code)] : 0 }
    set { if axes.indices.contains(Int(code)) { axes[Int(code)] = newValue } }
  }

  /// The value of one of the ``slotAxes`` in one of the slots, or of an entry of the list, in the device's units.
  public subscript(axis code: UInt16, inSlot slot: Int) -> Int32 {
    get { rows[slot].values[Int(code - Self.slotAxes.lowerBound)] }
    set { rows[slot].values[Int(code - Self.slotAxes.lowerBound)] = newValue }
  }

  /// The tracking ID of the contact in a slot; -1 if there is none.
  public subscript(trackingIDIn slot: Int) -> Int32 {
    get { self[axis: EventCode.absMTTrackingID.code, inSlot: slot] }
    set { self[axis: EventCode.absMTTrackingID.code, inSlot: slot] = newValue }
  }

  var tools: ToolSet { ToolSet(keys) }

  /// Whether BTN_TOUCH is down. For a device without slots it follows the list, even if the device never sends it.
  var isPressed: Bool { keys[EventCode.btnTouch.code] }

  /// Whether the contact in one slot came before that in another: tracking IDs count up to 65535 and then start again,
  /// as in drivers/input/input-mt.c.
  func isOlder(_ slot: Int, than other: Int) -> Bool {
    (self[trackingIDIn: slot] &- self[trackingIDIn: other]) & 0x8000 != 0
  }

  public mutating func set(key: UInt16, isDown: Bool) {
    keys[key] = isDown
    if key == EventCode.btnTouch.code {
      isTouchKeyDown = isDown
      if isDown { tip?.hasTouchKey = true }
    }
  }

  /// Selects the slot of the next event. As in the kernel, a slot that does not exist changes nothing.
  public mutating func select(slot: Int) {
    if (0..<slotCount).contains(slot) { currentSlot = slot }
  }
}

// The current frame.
extension DeviceState {
  func reports(_ code: EventCode) -> Bool { frame.axes & (1 << UInt64(code.code)) != 0 }

  func reports(_ code: EventCode, inSlot slot: Int) -> Bool {
    rows[slot].reported & Self.bit(code.code) != 0
  }

  func reports(ofSlot slot: Int) -> Bool { rows[slot].reported != 0 }

  /// Whether the frame reports nothing but the axes of contacts that were there before, and time stamps.
  var onlyMovesContacts: Bool {
    !frame.isWhole && !frame.hasReplaced && !frame.hasKey && !frame.hasOwnAxis && tools.isEmpty
      && (others.isEmpty || others.allSatisfy { $0.type == .miscellaneous })
  }

  func isReplaced(_ slot: Int) -> Bool { rows[slot].isReplaced }

  /// A range that contains all slots, or entries of the list, that the frame reported.
  var reportedSlots: Range<Int> { lastReported < 0 ? 0..<0 : firstReported..<lastReported + 1 }

  /// Applies one event. Autorepeat changes no key.
  @inline(__always) public mutating func apply(_ event: InputEvent) {
    switch event.type {
    case .absolute: setAxis(event)
    case .key: setKey(event)
    case .synchronisation: if event.is(.synMTReport) { endEntry() }
    default: if others.count < Self.maxOthers { others.append(event) }
    }
  }

  mutating func finishFrame() {
    if kind == .list { return finishList() }
    guard kind == .single else { return }
    // A pen that left the tablet's range has lifted, even if the tablet does not report it.
    if frame.hasToolLeft, tools.isEmpty {
      frame.hasLifted = true
      keys[EventCode.btnTouch.code] = false
    }
    touchByPressure()
  }

  /// Makes BTN_TOUCH follow the pressure of a pen that does not send it.
  private mutating func touchByPressure() {
    guard hidesTouchKey else { return }
    let (isDown, pressure) = (isPressed, self[axis: EventCode.absPressure.code])
    let isInRange = !reportsTools || !tools.isEmpty
    let touches = tip?.touches(pressure, isInRange: isInRange, isDown: isDown) ?? false
    frame.hasLifted = frame.hasLifted || isDown && !touches
    keys[EventCode.btnTouch.code] = touches
  }

  /// Whether BTN_TOUCH in ``keys`` follows a pen's pressure. The device has not sent it.
  var hidesTouchKey: Bool { tip?.hasTouchKey == false }

  mutating func startFrame() {
    frame = Frame()
    isPenForgotten = false
    listCount = 0
    others.clear()
    for slot in reportedSlots { clearReport(slot) }
    (firstReported, lastReported) = (.max, -1)
  }

  mutating func releaseAll() {
    keys.removeAll()
    (isListed, isTouchKeyDown) = (false, false)
    for slot in 0..<slotCount { self[trackingIDIn: slot] = -1 }
    startFrame()
    frame.isWhole = true
  }

  private static func bit(_ code: UInt16) -> UInt16 { 1 << (code - slotAxes.lowerBound) }

  @inline(__always) private mutating func setAxis(_ event: InputEvent) {
    if event.code == EventCode.absMTSlot.code { return select(slot: Int(event.value)) }
    let isLift = event.code == EventCode.absMTTrackingID.code && event.value < 0
    frame.hasMoreThanLifts = frame.hasMoreThanLifts || !isLift
    if !Self.slotAxes.contains(event.code) {
      setOwnAxis(event)
    } else if kind == .list {
      setEntry(event)
    } else if slotCount > 0 {
      setSlot(event)
    }
  }

  @inline(__always) private mutating func setOwnAxis(_ event: InputEvent) {
    guard axes.indices.contains(Int(event.code)) else { return }
    axes[Int(event.code)] = event.value
    frame.axes |= 1 << UInt64(event.code)
    frame.hasOwnAxis = frame.hasOwnAxis || !ContactCodes.isOfContact(axis: event.code)
  }

  @inline(__always) private mutating func setSlot(_ event: InputEvent) {
    if event.code == EventCode.absMTTrackingID.code {
      let known = self[trackingIDIn: currentSlot]
      guard (event.value < 0) != (known < 0) else {
        // After EVIOCGMTSLOTS, events that are older than the state may follow: they set the ID again, or an older one.
        if event.value >= 0, event.value != known, !frame.isWhole { frame.hasSecondID = true }
        return
      }
      rows[currentSlot].isReplaced = true
      frame.hasReplaced = true
    }
    set(event, inRow: currentSlot)
  }

  @inline(__always) mutating func set(_ event: InputEvent, inRow row: Int) {
    self[axis: event.code, inSlot: row] = event.value
    rows[row].reported |= Self.bit(event.code)
    firstReported = min(firstReported, row)
    lastReported = max(lastReported, row)
  }

  mutating func clearReport(_ row: Int) {
    rows[row].reported = 0
    rows[row].isReplaced = false
  }

  private mutating func setKey(_ event: InputEvent) {
    if event.isRepeat { return frame.hasRepeat = true }
    let isDown = event.value != 0
    set(key: event.code, isDown: isDown)
    frame.hasKey = true
    guard !isDown else { return }
    if event.is(.btnTouch) {
      frame.hasLifted = true
    } else if !ToolSet(key: event.code).isEmpty {
      frame.hasToolLeft = true
    }
  }
}

// Copies.
extension DeviceState {
  /// Whether another state of the same device has the same values, apart from its ``DeviceDescription/emulatedAxes`` and
  /// a list of contacts.
  public func showsSame(as other: borrowing DeviceState) -> Bool {
    var keys = keys
    keys[EventCode.btnTouch.code] = other.isPressed
    let ownAxes = 0..<Int(EventCode.absMTSlot.code)
    let differs = ownAxes.contains { axes[$0] != other.axes[$0] && emulatedAxes & 1 << UInt64($0) == 0 }
    return currentSlot == other.currentSlot && isTouchKeyDown == other.isTouchKeyDown && keys == other.keys
      && !differs
      && (0..<slotCount).allSatisfy { slot in
        Self.slotAxes.allSatisfy { self[axis: $0, inSlot: slot] == other[axis: $0, inSlot: slot] }
      }
  }

  /// Copies the values of another state of the same device, and starts a frame.
  mutating func copyValues(of other: borrowing DeviceState) {
    startFrame()
    frame.isWhole = true
    currentSlot = other.currentSlot
    (keys, isTouchKeyDown, tip) = (other.keys, other.isTouchKeyDown, other.tip)
    isListed = kind == .list && (other.isListed || other.isPressed)
    for axis in axes.indices { axes[axis] = other.axes[axis] }
    for row in rows.indices { rows[row].values = other.rows[row].values }
  }
}

// The list of contacts of a device without slots.
extension DeviceState {
  mutating func setEntry(_ event: InputEvent) {
    if !reports(ofSlot: listCount) { clearEntry() }
    set(event, inRow: listCount)
  }

  /// Completes one entry of the list. An entry is a contact only if it has a position and touches.
  mutating func endEntry() {
    guard kind == .list else { return }
    frame.hasList = true
    let hasPosition =
      reports(.absMTPositionX, inSlot: listCount) && reports(.absMTPositionY, inSlot: listCount)
    if hasPosition, !isEntryAway, listCount < Self.maxListed { listCount += 1 }
    clearReport(listCount)
  }

  private mutating func clearEntry() {
    for axis in Self.slotAxes { self[axis: axis, inSlot: listCount] = 0 }
  }

  /// Whether the current entry says that its contact hovers or has lifted.
  private var isEntryAway: Bool {
    entrySays(.absMTTouchMajor) { $0 <= 0 } || entrySays(.absMTPressure) { $0 <= 0 }
      || entrySays(.absMTDistance) { $0 > 0 }
  }

  private func entrySays(_ axis: EventCode, _ condition: (Int32) -> Bool) -> Bool {
    reports(axis, inSlot: listCount) && condition(self[axis: axis.code, inSlot: listCount])
  }

  /// Decides whether the frame lists the contacts, and makes BTN_TOUCH follow the list.
  ///
  /// A list is complete: a contact that is not in it has lifted. SYN_MT_REPORT makes a frame a list. Drivers may omit
  /// it at the last lift if they report BTN_TOUCH or ABS_PRESSURE (Documentation/input/multi-touch-protocol.rst), and
  /// some do after an ABS_MT_TOUCH_MAJOR of 0. A frame with only other events is not a list, because drivers report
  /// buttons in separate frames, even under a finger. A frame without events is an empty list. The kernel drops such
  /// frames, so only recordings have them.
  mutating func finishList() {
    // BTN_TOUCH and ABS_PRESSURE belong to a pen in range.
    if tools.isEmpty {
      let isReleased = frame.hasLifted && !isPressed
      if isReleased { listCount = 0 }
      frame.hasList = frame.hasList || isReleased || isEntryAway || hasNoPressure || isFrameEmpty
    }
    if frame.hasList { isListed = listCount > 0 }
    if tools.isEmpty { keys[EventCode.btnTouch.code] = isListed }
  }

  private var hasNoPressure: Bool { reports(.absPressure) && self[axis: EventCode.absPressure.code] <= 0 }

  private var isFrameEmpty: Bool {
    frame.axes == 0 && !frame.hasKey && !frame.hasRepeat && others.isEmpty && reportedSlots.isEmpty
  }
}

// What is on the surface.
extension DeviceState {
  private static let buttons = KeySet(ContactCodes.keys).inverted

  /// Whether the device is in use: a contact (even an ignored one), a tool in range or a pressed button.
  ///
  /// A pen's buttons count only while the pen is in range: some tablets never report their release.
  public var isTouched: Bool { hasContact || hasButtonOrTool }

  /// Whether a pen is in range that neither touches nor presses a button.
  var hasIdlePen: Bool { !tools.isEmpty && !isPenForgotten && !hasContact && !hasButton }

  /// Has a pen in range count as gone until the device sends something.
  public mutating func forgetPen() { isPenForgotten = true }

  var hasButtonOrTool: Bool { !tools.isEmpty && !isPenForgotten || hasButton }

  private var hasButton: Bool {
    keys.intersects(Self.buttons) || (!hasPen && keys.intersects(ContactCodes.penButtons))
  }

  private var hasContact: Bool {
    guard kind == .slots else { return isPressed }
    for slot in 0..<slotCount where self[trackingIDIn: slot] >= 0 { return true }
    return false
  }

  var isPenAway: Bool { hasPen && tools.isDisjoint(with: .pens) }

  /// Releases BTN_TOUCH if its pen is out of range: some tablets leave it pressed.
  ///
  /// Call this on a state that was read from the kernel, rather than built from events.
  public mutating func forgetStaleTouch() {
    if kind != .slots, tools.isEmpty, reportsTools { keys[EventCode.btnTouch.code] = false }
  }
}
