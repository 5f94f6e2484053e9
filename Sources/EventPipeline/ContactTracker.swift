public import JoystickModel

/// Follows the contacts on a surface from the events of its device.
///
/// It knows the three ways in which devices report contacts (Linux kernel, Documentation/input/
/// multi-touch-protocol.rst): slots with tracking IDs (type B), a list of nameless contacts in each frame
/// (type A), and a single contact. A touchpad whose slots are only the corners of a box around all
/// fingers (INPUT_PROP_SEMI_MT) counts as single touch.
public struct ContactTracker: Sendable {
  /// The ways in which devices report contacts.
  enum Kind: Sendable { case slots, unslotted, singleTouch }

  // Only the tracker of the device's kind is ever used. They stand beside each other, rather than in the
  // enum, so that their arrays are changed in place.
  let kind: Kind
  private let device: DeviceDescription
  private(set) var slots: SlotTracker
  private(set) var unslotted: UnslottedTracker
  private(set) var singleTouch: SingleTouchTracker
  private var changes: ContactChanges
  /// Whether the frame so far has a key that repeats itself.
  private var hasRepeat = false
  /// Whether the kernel made the last frame, because it suspends or inhibits the device: nothing that went
  /// before it counts any more.
  private(set) var isReleasedByKernel = false
  /// Whether the last event cancelled all contacts: nothing is known of what the device showed before.
  private(set) var hasCancelledAll = false

  /// Makes a tracker of a device with nothing on its surface.
  public init(device: DeviceDescription, surface: Surface) {
    self.device = device
    if device.reportsEachContact {
      kind = device.hasSlots ? .slots : .unslotted
    } else {
      kind = .singleTouch
    }
    slots = SlotTracker(device: device)
    unslotted = UnslottedTracker()
    singleTouch = SingleTouchTracker(surface: surface)
    changes = ContactChanges(surface: surface)
  }

  /// The value of a SYN_REPORT with which the kernel itself ends a frame: it has released the keys of a
  /// device that is suspended or inhibited, or it repeats a key.
  static let madeByKernel: Int32 = 1

  /// What happened to the contacts in the frame that was completed last.
  public var events: [ContactEvent] { changes.events }

  /// Whether the device has anything on its surface, contacts that are ignored among it.
  public var isTouched: Bool {
    switch kind {
    case .slots: slots.isTouched
    case .unslotted: unslotted.isTouched
    case .singleTouch: singleTouch.isTouched
    }
  }

  /// Whether a state of the device has anything on its surface.
  func isTouched(in state: DeviceState) -> Bool {
    switch kind {
    case .slots: (0..<state.slotCount).contains { state[trackingIDIn: $0] >= 0 }
    case .unslotted, .singleTouch: state.isPressed(device)
    }
  }

  /// Takes one event. Returns whether it completes a frame, whose contacts are then in ``events``.
  ///
  /// An EV_SYN SYN_DROPPED completes one too, in which every contact is cancelled: who has the device
  /// itself asks it for its state instead (``resynchronise(to:)``), who has only a recording cannot. So does
  /// the kernel's release of a device that is suspended or inhibited.
  public mutating func consume(_ event: InputEvent) -> Bool {
    isReleasedByKernel = false
    hasCancelledAll = false
    if event.isRepeat {
      hasRepeat = true
      return false
    }
    let completesFrame = event.is(.synReport)
    let isRelease = completesFrame && event.value == Self.madeByKernel && !hasRepeat
    if isRelease || event.is(.synDropped) {
      cancelAll()
      hasCancelledAll = true
      isReleasedByKernel = isRelease
      return true
    }
    if completesFrame {
      hasRepeat = false
      changes.startFrame()
    }
    switch kind {
    case .slots: slots.consume(event, into: &changes)
    case .unslotted: unslotted.consume(event, into: &changes)
    case .singleTouch: singleTouch.consume(event, into: &changes)
    }
    return completesFrame
  }

  /// Starts from what is on the surface, and ignores it until it lifts: a finger that touched down
  /// before the device was opened belongs to whoever saw it.
  public mutating func adopt(_ state: TouchState) {
    switch kind {
    case .slots: slots.adopt(state)
    case .unslotted: unslotted.adopt(state)
    case .singleTouch: singleTouch.adopt(state)
    }
  }

  /// Goes on from what is on the surface after events were lost: contacts that are no longer there are
  /// cancelled, those that still are move to where they are, new ones begin. The frame is in ``events``.
  public mutating func resynchronise(to state: TouchState) {
    isReleasedByKernel = false
    hasRepeat = false
    changes.startFrame()
    switch kind {
    case .slots: slots.resynchronise(to: state, into: &changes)
    case .unslotted: unslotted.resynchronise(to: state, into: &changes)
    case .singleTouch: singleTouch.resynchronise(to: state, into: &changes)
    }
  }

  /// Cancels every contact; none of them counts again before it has lifted. The frame is in ``events``.
  public mutating func cancelAll() {
    isReleasedByKernel = false
    hasRepeat = false
    changes.startFrame()
    switch kind {
    case .slots: slots.cancelAll(into: &changes)
    case .unslotted: unslotted.cancelAll(into: &changes)
    case .singleTouch: singleTouch.cancelAll(into: &changes)
    }
  }
}

// Which contacts the desktop is not to see.
extension ContactTracker {
  /// Keeps the contacts of controls from the desktop, from now on until they lift.
  mutating func keep(where isOwned: (ContactID) -> Bool) {
    switch kind {
    case .slots: slots.keep(where: isOwned)
    case .unslotted: unslotted.keep(where: isOwned)
    case .singleTouch: singleTouch.keep(where: isOwned)
    }
  }

  /// Has contacts that were there before stay on the side that they were on. A device that does not name its
  /// contacts cannot say which those are: none of them is the desktop's then before all have lifted.
  mutating func takeSides(from other: ContactTracker) {
    guard kind == other.kind else { return }
    switch kind {
    case .slots: slots.takeSides(from: other.slots)
    case .unslotted: break
    case .singleTouch: singleTouch.takeSide(from: other.singleTouch)
    }
  }
}
