/// What a device shows: the value of every axis and which keys are down, as the kernel keeps them, and what the
/// frame that is being read has told so far.
///
/// Each event of a device is applied here once. Who finds contacts in it, tells the desktop of them or looks for
/// mistakes reads this, and no events.
public struct DeviceState: ~Copyable, Sendable {
  /// The axes of which each contact has a value of its own: ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y.
  public static let slotAxes: ClosedRange<UInt16> = 0x30...0x3d
  /// ABS_MAX + 1.
  private static let axisCount = 0x40
  /// More than the ten fingers of one player or the twenty of two: how much of a list is taken.
  static let mostListed = 32
  /// More than any device sends of these in a frame.
  private static let mostOthers = 64

  /// The ways in which devices report contacts (Linux kernel, Documentation/input/multi-touch-protocol.rst).
  enum Kind: Equatable, Sendable {
    /// Each contact has a slot and a tracking ID: type B.
    case slots
    /// Each frame lists the contacts, which have no names: type A.
    case list
    /// There is one contact. A touchpad whose slots are the corners of a box around all fingers
    /// (INPUT_PROP_SEMI_MT) counts as such a device.
    case single
  }

  /// What a frame tells beside values.
  struct Frame: Equatable, Sendable {
    /// Bit n: axis n was told, be it the value that it had.
    fileprivate var axes: UInt64 = 0
    /// Whether it lists contacts, as a device without slots does: a frame of buttons alone does not.
    var hasList = false
    /// Whether BTN_TOUCH went up, be it that it came down again.
    var hasLifted = false
    /// Whether a tool went out of range, be it that another came.
    fileprivate var hasToolLeft = false
    /// Whether a key repeats itself. The kernel ends such a frame by a SYN_REPORT of its own.
    var hasRepeat = false
    /// Whether it says more than that contacts lift, which is all that the kernel says when it lets go of them.
    var saysMore = false
  }

  /// What a frame tells of one slot, or of an entry of the list.
  private struct Told: Equatable, Sendable {
    /// Bit n: the nth of the ``DeviceState/slotAxes`` was told, be it the value that it had.
    var axes: UInt16 = 0
    /// Whether the tracking ID has changed, be it back to what it was.
    var isReplaced = false
  }

  /// How many slots the device has; 0 for one without.
  public let slotCount: Int
  /// The slot that the next event belongs to, 0 for a device without.
  public private(set) var currentSlot = 0
  /// How many contacts the frame lists, of a device that lists them. Those without a position do not count.
  private(set) var listCount = 0
  /// The keys and buttons that are down.
  public var keys = KeySet()
  /// What the frame tells.
  private(set) var frame = Frame()
  /// What the frame has that is no state: wheels, switches, time stamps.
  private(set) var others: [InputEvent] = []

  let kind: Kind
  private let tellsTools: Bool
  private let hasPen: Bool
  private var axes = [Int32](repeating: 0, count: Self.axisCount)
  /// The values of each slot, or each entry of the list and the one that is being told.
  private var slots: [Int32]
  private var told: [Told]

  /// Makes the state of a device that nothing touches, with the axes where the description has them.
  public init(of device: DeviceDescription) {
    slotCount = device.slotCount
    kind = !device.reportsEachContact ? .single : device.hasSlots ? .slots : .list
    tellsTools = ToolSet.areTold(by: device)
    hasPen = device.supports(.btnToolPen)
    let count = kind == .list ? Self.mostListed + 1 : slotCount
    slots = Array(repeating: 0, count: count * Self.slotAxes.count)
    told = Array(repeating: Told(), count: count)
    others.reserveCapacity(Self.mostOthers)
    for (code, axis) in device.axes { self[axis: code] = axis.value }
    for slot in 0..<slotCount { self[trackingIDIn: slot] = -1 }
  }

  /// The value of an axis, in the device's units; 0 for one that no device can have.
  public subscript(axis code: UInt16) -> Int32 {
    get { axes.indices.contains(Int(code)) ? axes[Int(code)] : 0 }
    set { if axes.indices.contains(Int(code)) { axes[Int(code)] = newValue } }
  }

  /// The value of one of the ``slotAxes`` in one of the slots, or of an entry of the list, in the device's units.
  public subscript(axis code: UInt16, inSlot slot: Int) -> Int32 {
    get { slots[slot * Self.slotAxes.count + Int(code - Self.slotAxes.lowerBound)] }
    set { slots[slot * Self.slotAxes.count + Int(code - Self.slotAxes.lowerBound)] = newValue }
  }

  /// The tracking ID of the contact in a slot; -1 where there is none.
  public subscript(trackingIDIn slot: Int) -> Int32 {
    get { self[axis: EventCode.absMTTrackingID.code, inSlot: slot] }
    set { self[axis: EventCode.absMTTrackingID.code, inSlot: slot] = newValue }
  }

  /// The tools that are near.
  var tools: ToolSet { ToolSet(keys) }

  /// Whether BTN_TOUCH is down.
  var isPressed: Bool { keys[EventCode.btnTouch.code] }

  /// Whether the contact in one slot came before that in another: tracking IDs count up to 65535 and then begin
  /// anew, as in drivers/input/input-mt.c.
  func isOlder(_ slot: Int, than other: Int) -> Bool {
    (self[trackingIDIn: slot] &- self[trackingIDIn: other]) & 0x8000 != 0
  }

  /// Has the next event belong to another slot. As in the kernel, one that does not exist changes nothing.
  public mutating func select(slot: Int) {
    if (0..<slotCount).contains(slot) { currentSlot = slot }
  }
}

// What a frame tells.
extension DeviceState {
  /// Whether the frame tells of an axis.
  func tells(_ code: EventCode) -> Bool { frame.axes & (1 << UInt64(code.code)) != 0 }

  /// Whether the frame tells of an axis of one slot, or of an entry of the list.
  func tells(_ code: EventCode, inSlot slot: Int) -> Bool {
    told[slot].axes & Self.bit(code.code) != 0
  }

  /// Whether the frame tells anything of a slot.
  func tells(ofSlot slot: Int) -> Bool { told[slot].axes != 0 }

  /// Whether the contact in a slot came in this frame, or the one before it lifted.
  func isReplaced(_ slot: Int) -> Bool { told[slot].isReplaced }

  /// Takes what one event says, but for a key that repeats itself, which says nothing of a surface.
  mutating func apply(_ event: InputEvent) {
    switch event.type {
    case .absolute: setAxis(event)
    case .key: setKey(event)
    case .synchronisation: if event.is(.synMTReport) { endEntry() }
    default: if others.count < Self.mostOthers { others.append(event) }
    }
  }

  /// Ends the frame's events, before anybody looks for contacts.
  mutating func finishFrame() {
    // A pen that left the range of the tablet has lifted, whether or not the tablet says so.
    guard kind == .single, frame.hasToolLeft, tools.isEmpty else { return }
    frame.hasLifted = true
    keys[EventCode.btnTouch.code] = false
  }

  /// Begins the next frame.
  mutating func startFrame() {
    frame = Frame()
    listCount = 0
    others.removeAll(keepingCapacity: true)
    for slot in told.indices where told[slot].axes != 0 { told[slot] = Told() }
  }

  /// As if all contacts had lifted and all keys were up.
  mutating func releaseAll() {
    keys.removeAll()
    for slot in 0..<slotCount { self[trackingIDIn: slot] = -1 }
    startFrame()
  }

  private static func bit(_ code: UInt16) -> UInt16 { 1 << (code - slotAxes.lowerBound) }

  private mutating func setAxis(_ event: InputEvent) {
    if event.is(.absMTSlot) { return select(slot: Int(event.value)) }
    let isLift = event.is(.absMTTrackingID) && event.value < 0
    frame.saysMore = frame.saysMore || !isLift
    if Self.slotAxes.contains(event.code) {
      if kind == .list { setEntry(event) } else if slotCount > 0 { setSlot(event) }
    } else if axes.indices.contains(Int(event.code)) {
      axes[Int(event.code)] = event.value
      frame.axes |= 1 << UInt64(event.code)
    }
  }

  private mutating func setSlot(_ event: InputEvent) {
    if event.is(.absMTTrackingID) {
      // libevdev drops a tracking ID for a slot that has one, so that the daemon never sees it.
      guard (event.value < 0) != (self[trackingIDIn: currentSlot] < 0) else { return }
      told[currentSlot].isReplaced = true
    }
    self[axis: event.code, inSlot: currentSlot] = event.value
    told[currentSlot].axes |= Self.bit(event.code)
  }

  private mutating func setKey(_ event: InputEvent) {
    if event.isRepeat { return frame.hasRepeat = true }
    let isDown = event.value != 0
    keys[event.code] = isDown
    guard !isDown else { return }
    if event.is(.btnTouch) {
      frame.hasLifted = true
      // Some drivers announce the last lift by the button alone, without an empty list.
      frame.hasList = frame.hasList || kind == .list
    } else if !ToolSet(key: event.code).isEmpty {
      frame.hasToolLeft = true
    }
  }
}

// The list of contacts of a device without slots.
extension DeviceState {
  private mutating func setEntry(_ event: InputEvent) {
    if !tells(ofSlot: listCount) { clearEntry() }
    self[axis: event.code, inSlot: listCount] = event.value
    told[listCount].axes |= Self.bit(event.code)
  }

  /// Ends one entry of the list. An entry without a position says that there is no contact.
  private mutating func endEntry() {
    guard kind == .list else { return }
    frame.hasList = true
    let hasPosition = tells(.absMTPositionX, inSlot: listCount) && tells(.absMTPositionY, inSlot: listCount)
    if hasPosition, listCount < Self.mostListed { listCount += 1 }
    told[listCount] = Told()
  }

  private mutating func clearEntry() {
    for axis in Self.slotAxes { self[axis: axis, inSlot: listCount] = 0 }
  }
}

// What is on the surface.
extension DeviceState {
  /// All keys but those that tell of contacts.
  private static let buttons = KeySet(ContactCodes.keys).inverted

  /// Whether anything is on the surface, contacts that do not count among it, a tool near or a button down. The
  /// buttons of a pen that has gone do not count: not every tablet says that they are up.
  public var isTouched: Bool {
    hasContact || !tools.isEmpty || keys.intersects(Self.buttons)
      || (!hasPen && keys.intersects(ContactCodes.penButtons))
  }

  private var hasContact: Bool {
    guard kind == .slots else { return isPressed }
    for slot in 0..<slotCount where self[trackingIDIn: slot] >= 0 { return true }
    return false
  }

  /// Whether the device has a pen, which is not near.
  var isPenAway: Bool { hasPen && tools.isDisjoint(with: .pens) }

  /// Forgets the BTN_TOUCH of a pen that has gone, which some tablets leave down: to be called of a state that was
  /// not followed event by event.
  public mutating func forgetStaleTouch() {
    if kind != .slots, tools.isEmpty, tellsTools { keys[EventCode.btnTouch.code] = false }
  }

  /// Whether another state of the same device shows the same.
  public func showsSame(as other: borrowing DeviceState) -> Bool {
    currentSlot == other.currentSlot && keys == other.keys && axes == other.axes && slots == other.slots
  }

  /// Shows what another state of the same device shows, at the start of a frame.
  mutating func show(_ other: borrowing DeviceState) {
    startFrame()
    currentSlot = other.currentSlot
    keys = other.keys
    for axis in axes.indices { axes[axis] = other.axes[axis] }
    for value in slots.indices { slots[value] = other.slots[value] }
  }
}

extension DeviceDescription {
  /// More than the kernel's drivers have; a description may claim any number.
  private static let mostSlots = 256

  /// How many slots there are; 0 for a device without.
  var slotCount: Int {
    guard hasSlots else { return 0 }
    return min(Int(max(axis(.absMTSlot)?.maximum ?? 0, 0)) + 1, Self.mostSlots)
  }
}
