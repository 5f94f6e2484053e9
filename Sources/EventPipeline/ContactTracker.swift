public import JoystickModel

/// Follows the contacts on a surface from the events of its device.
public struct ContactTracker: ~Copyable, Sendable {
  /// What the device shows.
  private(set) var state: DeviceState
  /// The contacts, and what the last frame did to them.
  var table: ContactTable
  /// Whether the kernel made the last frame, because it suspends or inhibits the device: nothing that went
  /// before it counts any more.
  private(set) var isReleasedByKernel = false

  // The matcher of the device's kind is the only one that is used.
  private(set) var list = ListMatcher()
  private var single = SingleTouchMatcher()
  private var oddities: OddityWatch
  private var isFrameComplete = false
  /// Whether the kernel ended the last frame although it reported more than lifts.
  private var isCutShort = false

  /// Makes a tracker of a device with nothing on its surface.
  public init(device: DeviceDescription, surface: Surface) {
    state = DeviceState(of: device)
    let places =
      switch state.kind {
      case .slots: state.slotCount
      case .list: DeviceState.mostListed
      case .single: 1
      }
    table = ContactTable(places: places, on: surface)
    oddities = OddityWatch(of: device)
  }

  /// What happened to the contacts in the frame that was completed last.
  public var events: [ContactEvent] { table.changes.map(\.event) }

  /// Whether the device has anything on its surface, contacts that are ignored among it.
  public var isTouched: Bool { state.isTouched }

  /// Takes one event. Returns whether it completes a frame, whose contacts are then in ``events``.
  ///
  /// An EV_SYN SYN_DROPPED completes one too, in which every contact is cancelled: who has the device
  /// itself asks it for its state instead (``resynchronise(to:)``), who has only a recording cannot. So does
  /// the kernel's release of a device that is suspended or inhibited.
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
    isCutShort = isReleasedByKernel && state.frame.saysMore
    if isReleasedByKernel || event.is(.synDropped) {
      letGo()
    } else {
      state.finishFrame()
      table.startFrame()
      match()
    }
    isFrameComplete = true
  }

  /// Looks for something odd in the last frame that was not found before.
  public mutating func findOddity() -> Oddity? {
    isCutShort ? oddities.foundEndlessFrame() : oddities.check(state)
  }

  /// The value of a SYN_REPORT with which the kernel itself ends a frame: it has released the keys of a
  /// device that is suspended or inhibited, or it repeats a key.
  private static let madeByKernel: Int32 = 1

  /// Starts from what is on the surface, and ignores it until it lifts: a finger that touched down
  /// before the device was opened belongs to whoever saw it.
  public mutating func adopt(_ shown: borrowing DeviceState) {
    isFrameComplete = false
    state.copyValues(of: shown)
    switch state.kind {
    case .slots: SlotMatcher.adopt(state, &table)
    case .list: list.adopt(state)
    case .single: SingleTouchMatcher.adopt(state, &table)
    }
  }

  /// Ignores the contacts of another tracker's last list until all have lifted: a device that does not send BTN_TOUCH
  /// cannot be asked for them.
  mutating func keepList(of other: borrowing ContactTracker) {
    guard state.kind == .list, other.state.isListed else { return }
    state.markListed()
    list.adopt(state)
  }

  /// Leaves the desktop the contacts that it had with another tracker of the same device. A device that does not name
  /// its contacts cannot say which those are: none of them is the desktop's then before all have lifted.
  mutating func takeOwners(from other: borrowing ContactTracker) {
    guard state.kind != .list else { return }
    for place in table.contacts.indices where table.contacts[place].state == .ignored {
      let isSame = state.kind == .single || state[trackingIDIn: place] == other.state[trackingIDIn: place]
      if isSame, other.table.contacts[place].owner == .desktop { table.give(place, to: .desktop) }
    }
  }

  /// Goes on from what is on the surface after events were lost: contacts that are no longer there are
  /// cancelled, those that still are move to where they are, new ones begin. The frame is in ``events``.
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

  /// Cancels every contact; none of them counts again before it has lifted. The frame is in ``events``.
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
