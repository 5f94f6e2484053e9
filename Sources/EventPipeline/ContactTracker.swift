public import JoystickModel

/// Follows the contacts on a surface from the events of its device.
public struct ContactTracker: ~Copyable, Sendable {
  private(set) var state: DeviceState
  /// The contacts, and their changes in the last frame.
  var table: ContactTable
  /// Whether the kernel made the last frame, because it suspends or inhibits the device. Earlier contacts then no
  /// longer count.
  private(set) var isReleasedByKernel = false

  // Only the matcher for the kind of the device is used.
  private(set) var list = ListMatcher()
  private var single = SingleTouchMatcher()
  private var violations: ProtocolChecker
  private var isFrameComplete = false
  /// Whether the kernel ended the last frame although it reported more than lifts.
  private var isCutShort = false

  public init(device: DeviceDescription, surface: Surface) {
    state = DeviceState(of: device)
    let rowCount =
      switch state.kind {
      case .slots: state.slotCount
      case .list: DeviceState.maxListed
      case .single: 1
      }
    table = ContactTable(rowCount: rowCount, on: surface)
    violations = ProtocolChecker(of: device)
  }

  public var events: [ContactEvent] { table.changes.map(\.event) }

  /// Whether anything is on the surface, including ignored contacts.
  public var isTouched: Bool { state.isTouched }

  /// Has a pen in range count as gone until the device sends something.
  public mutating func forgetPen() { state.forgetPen() }

  /// Applies one event. Returns whether it completes a frame, whose contact events are then in ``events``.
  ///
  /// An EV_SYN SYN_DROPPED also completes a frame, which cancels every contact. That is for recordings: with a device,
  /// the caller reads the state instead (``resynchronise(to:)``). The kernel's release of a suspended or inhibited
  /// device also completes a frame.
  @inline(__always) public mutating func consume(_ event: InputEvent) -> Bool {
    if isFrameComplete { startFrame() }
    guard event.is(.synReport) || event.is(.synDropped) else {
      state.apply(event)
      return false
    }
    finishFrame(by: event)
    return true
  }

  private mutating func finishFrame(by event: InputEvent) {
    isReleasedByKernel = event.is(.synReport) && event.value == Self.madeByKernel && !state.frame.hasRepeat
    isCutShort = isReleasedByKernel && state.frame.hasMoreThanLifts
    if isReleasedByKernel || event.is(.synDropped) {
      letGo()
    } else {
      state.finishFrame()
      table.startFrame()
      match()
    }
    isFrameComplete = true
  }

  /// Returns something odd in the last frame that was not found before.
  public mutating func findProtocolViolation() -> ProtocolViolation? {
    let violation = isCutShort ? violations.findEndlessFrame() : violations.find(in: state)
    if let violation { violations.record(violation) }
    return violation
  }

  /// Whether the last frame only moved contacts. Nearly every frame of a game does.
  @inline(__always) var onlyMovesContacts: Bool {
    state.onlyMovesContacts && !table.changes.contains { $0.event.phase != .moved }
  }

  /// The value of a SYN_REPORT that the kernel itself adds: it has released the keys of a suspended or inhibited
  /// device, or it repeats a key.
  private static let madeByKernel: Int32 = 1

  /// Ignores everything on the surface until it lifts. A finger that landed before the device was opened belongs to the
  /// program that saw it.
  public mutating func adopt(_ shown: borrowing DeviceState) {
    isFrameComplete = false
    state.copyValues(of: shown)
    switch state.kind {
    case .slots: SlotMatcher.adopt(state, &table)
    case .list: list.adopt(state)
    case .single: SingleTouchMatcher.adopt(state, &table)
    }
  }

  /// Starts from the state of another tracker of the same device, whose violations were found.
  mutating func takeOver(_ other: borrowing ContactTracker) {
    adopt(other.state)
    violations = other.violations
  }

  /// Leaves the desktop the contacts that it owned with the tracker whose state was taken over. If the device does not
  /// name its contacts, none of them belongs to the desktop until all have lifted.
  mutating func takeOwners(from other: borrowing ContactTracker) {
    guard state.kind != .list else { return }
    for row in table.contacts.indices
    where table.contacts[row].state == .ignored && other.table.contacts[row].owner == .desktop {
      table.assign(row: row, to: .desktop)
    }
  }

  /// Continues from the device's state after lost events: contacts that are gone are cancelled, remaining ones move,
  /// new ones begin. The frame is in ``events``.
  public mutating func resynchronise(to shown: borrowing DeviceState) {
    if isFrameComplete { startFrame() }
    isReleasedByKernel = false
    table.startFrame()
    switch state.kind {
    case .slots: SlotMatcher.resynchronise(from: state, to: shown, &table)
    case .list: list.resynchronise(isStillPressed: state.isPressed && shown.isPressed, &table)
    case .single: single.resynchronise(to: shown, &table)
    }
    state.copyValues(of: shown)
  }

  /// Cancels every contact, and ignores each until it lifts. The frame is in ``events``.
  public mutating func cancelAll() {
    (isReleasedByKernel, isFrameComplete) = (false, false)
    letGo()
  }

  private mutating func letGo() {
    table.startFrame()
    list.forget()
    table.cancelAll()
    state.releaseAll()
  }

  private mutating func startFrame() {
    isFrameComplete = false
    state.startFrame()
  }

  private mutating func match() {
    switch state.kind {
    case .slots: SlotMatcher.match(state, &table)
    case .list: list.match(state, &table)
    case .single: single.match(state, &table)
    }
  }
}
