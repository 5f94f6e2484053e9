public import JoystickModel

/// The pipeline between a touch device, the pads on it and its clone: events in, events out.
///
/// It has no clock and uses no device, so the daemon, `touchstick replay` and the tests run the same code. It changes
/// in place: after the first frames it allocates nothing, and it cannot be copied.
public struct TouchPipeline: ~Copyable, Sendable {
  public let surface: Surface
  /// The pads, in the order of their priority: a contact belongs to the first pad that has a free control for it.
  public internal(set) var pads: [SurfacePad]
  /// The keys that the pads' buttons hold.
  public private(set) var keyboard: KeyboardEncoder
  /// Whether the pads should be on. The switch happens when nothing is on the surface.
  public internal(set) var wantsOn = true
  /// Whether the pads are on. While they are off, contacts belong to the desktop, and the pads are at rest.
  public internal(set) var isOn = true
  /// The time of the next timer, in microseconds on the clock of the events; nil is never. It changes with every frame.
  public private(set) var deadline: Int64?

  var tracker: ContactTracker
  var gesture: ToggleRecognizer?
  /// Nil if no control needs it.
  var motion: MotionTracker?
  /// The sensors that controls need while the pads are on.
  let motionSensors: MotionSensors
  /// Whether there are any.
  public let usesMotion: Bool
  @usableFromInline var passThrough: PassThrough
  let passesThrough: Bool
  var acceptsContacts = true
  /// How long a button that repeats does so without an event, in microseconds. The rest is left out: a recording may leap by
  /// any time.
  public var maxRepetition: Int64 = 60_000_000
  /// Whether a contact has landed on a control while the pads are off.
  private var hasRestingTouch = false
  private let ownKeys: KeySet
  /// Keys hidden from the desktop: `ownKeys`, and keys that were hidden when pressed.
  var hiddenKeys: KeySet

  /// Makes a pipeline for a device with nothing on its surface.
  ///
  /// - Parameter passesThrough: Whether a clone of the device shows the contacts outside the controls:
  ///   ``DeviceDescription/clone``.
  public init(
    device: DeviceDescription, surface: Surface, pads: [SurfacePad], passesThrough: Bool = false,
    toggle: ToggleGesture? = nil
  ) {
    self.surface = surface
    self.pads = pads
    keyboard = KeyboardEncoder(for: pads)
    self.passesThrough = passesThrough
    tracker = ContactTracker(device: device, surface: surface)
    gesture = toggle.map(ToggleRecognizer.init)
    motionSensors = pads.reduce(into: []) { $0.formUnion($1.layout.motionSensors) }
    usesMotion = !motionSensors.isEmpty
    motion = usesMotion ? MotionTracker() : nil
    passThrough = PassThrough(device: device)
    ownKeys = KeySet(pads.flatMap(\.deviceButtons).map(\.input.code))
    hiddenKeys = ownKeys
  }

  // Inlined, because a call would copy the pipeline to the stack.
  /// The clone's events of the last step; empty if nothing changed.
  @inlinable public var passedEvents: [InputEvent] { passThrough.clone.events }

  /// Whether anything is on the surface, including ignored contacts, or a button of the device is down.
  public var isTouched: Bool { tracker.isTouched }

  /// Whether anything is on the surface, or a control is in use, such as a toggle that is down.
  public var isInUse: Bool { isTouched || pads.indices.contains { pads[$0].layout.isInUse } }

  /// Whether the events so far led to a state of the device. Otherwise some of them went to another program.
  public func isUpToDate(with state: borrowing DeviceState) -> Bool { tracker.state.showsSame(as: state) }
}

// Steps. Each leaves its result in the pads' output and in ``passedEvents``.
extension TouchPipeline {
  /// Applies one event of the device. Returns whether it completes a frame, and so a step.
  public mutating func consume(_ event: InputEvent) -> Bool {
    guard updatePads(event) else { return false }
    forwardToClone(time: event.time)
    return true
  }

  /// Applies one event as ``consume(_:)`` does, but leaves the clone to ``forwardToClone(time:)``, so that the pads can be
  /// written first. Returns whether it completes a frame.
  public mutating func updatePads(_ event: InputEvent) -> Bool {
    guard tracker.consume(event) else { return false }
    finishFrame(time: event.time)
    return true
  }

  public mutating func forwardToClone(time: Int64) {
    guard passesThrough else { return }
    passThrough.startStep()
    if acceptsContacts, passThrough.isAtRest, tracker.onlyMovesContacts { return }
    if tracker.state.frame.hasKey || tracker.state.frame.isWhole { updateHiddenKeys() }
    if acceptsContacts {
      passThrough.finishFrame(tracker, hiding: hiddenKeys, time: time)
    } else {
      passThrough.release(time: time)
    }
  }

  public mutating func resynchronise(to state: borrowing DeviceState, time: Int64) {
    tracker.resynchronise(to: state)
    finishFrame(time: time)
    forwardToClone(time: time)
  }

  /// Runs a frame: each contact event goes to its owner, and then the pads show the changes.
  private mutating func finishFrame(time: Int64) {
    for index in tracker.table.changes.indices { dispatch(tracker.table.changes[index], time: time) }
    // A tap that waits for a second one must not happen when the machine wakes up.
    if tracker.isReleasedByKernel { resetPads(time: time) }
    switchWhenUntouched(time: time)
    finishStep(time: time)
  }

  /// Passes a contact event to its owner. A new contact gets its owner here.
  private mutating func dispatch(_ change: ContactTable.Change, time: Int64) {
    if gesture != nil, change.event.phase != .began || isIgnored(change.event.position) != true {
      gesture?.apply(change.event, time: time)
    }
    if change.event.phase == .began {
      if isOn, acceptsContacts, let pad = firstPad(for: change.event, time: time) {
        tracker.table.assign(row: change.row, to: .pad(pad))
      } else if !isOn {
        hasRestingTouch = hasRestingTouch || isIgnored(change.event.position) == false
      }
    } else if case .pad(let index) = change.owner {
      pads[index].apply(change.event, time: time)
    }
  }

  /// Whether a contact that lands here does nothing, and so does not count for the gesture; nil beside all controls.
  private func isIgnored(_ position: Point) -> Bool? {
    for index in pads.indices {
      if let isIgnored = pads[index].layout.ignores(position) { return isIgnored }
    }
    return nil
  }

  /// Whether a contact has landed on a control while the pads were off, since the last call. This waits until nothing is on
  /// the surface: until then, the contact can be one of the gesture, and a switch is worth more.
  public mutating func consumeRestingTouch() -> Bool {
    guard hasRestingTouch, !isTouched else { return false }
    hasRestingTouch = false
    return true
  }

  private mutating func firstPad(for event: ContactEvent, time: Int64) -> Int? {
    for index in pads.indices where pads[index].apply(event, time: time, reaches: false) { return index }
    guard let pad = nearestPad(to: event.position) else { return nil }
    return pads[pad].apply(event, time: time) ? pad : nil
  }

  /// The pad whose control reaches a contact that lands beside the controls of all pads.
  private func nearestPad(to position: Point) -> Int? {
    var nearest: (pad: Int, distance: Double)?
    for index in pads.indices {
      guard !pads[index].layout.hasControl(at: position) else { return nil }
      guard let distance = pads[index].layout.nearest(to: position)?.distance else { continue }
      if distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
    }
    return nearest?.pad
  }

  /// A button belongs to one side from press to release.
  mutating func updateHiddenKeys() {
    hiddenKeys.formIntersection(tracker.state.keys)
    if isOn { hiddenKeys.formUnion(ownKeys) }
  }

  /// Runs the next timer that is due before a time.
  ///
  /// Call this until it returns nil: before each event, and whenever the ``deadline`` has passed and all events up to
  /// now have been applied. Then the output depends only on the time stamps of the events, and is the same for a live
  /// device and its recording. The only exception is an event that the kernel stamps before the deadline and delivers
  /// after it.
  ///
  /// - Parameter time: A time in microseconds: that of the next event, or just after now. Timers of exactly that time
  ///   run after the events of that time.
  /// - Returns: The time of the timer; nil if none was due.
  public mutating func advance(before time: Int64) -> Int64? {
    if let deadline, deadline.saturatingAdd(maxRepetition) < time { skipRepetitions(before: time) }
    guard let deadline, deadline < time else { return nil }
    startStep()
    for index in pads.indices where pads[index].deadline == deadline {
      pads[index].advance(to: deadline)
    }
    if gesture?.deadline == deadline { toggle(time: deadline) }
    if usesMotion, motion?.deadline == deadline { loseSilentSensors(at: deadline) }
    finishStep(time: deadline)
    return deadline
  }

  /// The ``deadline`` without those of buttons that repeat, which go on until somebody releases them. It is for the end of
  /// a recording, and copies the layouts.
  public var lastingDeadline: Int64? {
    // Far in the future, where only repetitions are moved to.
    let end = Int64.max
    var next = gesture?.deadline
    if let deadline = motion?.deadline { next = min(next ?? deadline, deadline) }
    for index in pads.indices {
      var layout = pads[index].layout
      layout.skipRepetitions(before: end, limit: 0)
      if let deadline = layout.deadline, deadline < end / 2 { next = min(next ?? deadline, deadline) }
    }
    return next
  }

  private mutating func skipRepetitions(before time: Int64) {
    for index in pads.indices {
      pads[index].skipRepetitions(before: time, limit: maxRepetition)
    }
    updateDeadline()
  }

  /// Returns something odd in the last frame that was not found before.
  public mutating func findProtocolViolation() -> ProtocolViolation? { tracker.findProtocolViolation() }

  mutating func startStep() {
    if passesThrough { passThrough.startStep() }
  }

  mutating func finishStep(time: Int64) {
    for index in pads.indices {
      if !pads[index].deviceButtons.isEmpty {
        pads[index].readButtons(tracker.state, isOn: isOn && acceptsContacts)
      }
      pads[index].encode(time: time)
    }
    if !keyboard.keys.isEmpty { encodeKeys(time: time) }
    updateDeadline()
  }

  private mutating func encodeKeys(time: Int64) {
    var held = KeySet()
    for index in pads.indices { pads[index].addKeys(to: &held) }
    keyboard.encode(held, time: time)
  }

  private mutating func updateDeadline() {
    var next = gesture?.deadline
    for index in pads.indices {
      if let deadline = pads[index].deadline { next = min(next ?? deadline, deadline) }
    }
    // First, because asking the tracker costs a copy of it.
    if usesMotion, let deadline = motion?.deadline { next = min(next ?? deadline, deadline) }
    deadline = next
  }
}

// Changes that do not come from the device's events.
extension TouchPipeline {
  /// Starts from the device's state when it is opened. Its contacts and buttons do not count until they lift.
  public mutating func adopt(_ state: borrowing DeviceState) {
    tracker.adopt(state)
    ignoreButtons()
  }

  /// Starts from the device's state in another pipeline, as its successor: contacts that belonged to the desktop
  /// continue.
  public mutating func takeOver(_ other: borrowing TouchPipeline) {
    tracker.takeOver(other.tracker)
    ignoreButtons()
    (wantsOn, isOn, acceptsContacts) = (other.wantsOn, other.isOn, other.acceptsContacts)
    if let motion = other.motion { self.motion?.takeOver(motion) }
    guard passesThrough, other.passesThrough else { return }
    passThrough.takeOver(other.passThrough)
    tracker.takeOwners(from: other.tracker)
    hiddenKeys = other.hiddenKeys
    hiddenKeys.formIntersection(tracker.state.keys)
  }

  /// Cancels every contact and every timer. This leaves every axis at 0 and every button up.
  public mutating func cancelAll(time: Int64) {
    tracker.cancelAll()
    for change in tracker.table.changes { gesture?.apply(change.event, time: time) }
    cancelControls(time: time)
    if passesThrough { passThrough.release(time: time) }
  }

  /// Cancels everything, and continues from the device's state. Its contacts and buttons do not count until they lift.
  public mutating func startAnew(from state: borrowing DeviceState, time: Int64) {
    cancelAll(time: time)
    adopt(state)
    // The lift that this waited for will never be reported.
    switchWhenUntouched(time: time)
  }

  /// Releases all contacts of the controls. This leaves every axis at 0 and every button up. The desktop's contacts
  /// continue.
  public mutating func cancelControls(time: Int64) {
    startStep()
    gesture?.stop()
    hasRestingTouch = false
    ignoreButtons()
    resetPads(time: time)
    finishStep(time: time)
  }

  /// Requests that the pads are switched off or on, which happens when nothing is on the surface.
  public mutating func set(on isOn: Bool, time: Int64) {
    (wantsOn, hasRestingTouch) = (isOn, false)
    startStep()
    switchWhenUntouched(time: time)
    finishStep(time: time)
  }

  /// Whether a pen is in range that neither touches nor presses a button. Some tablets never report that it leaves.
  public var hasIdlePen: Bool { tracker.state.hasIdlePen }
  /// Whether ``forgetPen(time:)`` counts still.
  public var hasForgottenPen: Bool { tracker.state.isPenForgotten }

  /// Has a pen in range count as gone until the device sends something.
  public mutating func forgetPen(time: Int64) {
    tracker.forgetPen()
    startStep()
    switchWhenUntouched(time: time)
    finishStep(time: time)
  }

  /// Switches the pads off even under a finger: all controls release. New contacts belong to the desktop, and those that
  /// controls held belong to nobody until they lift.
  public mutating func switchOffAtOnce(time: Int64) {
    (wantsOn, isOn, hasRestingTouch) = (false, false, false)
    startStep()
    gesture?.stop()
    updateHiddenKeys()
    resetPads(time: time)
    finishStep(time: time)
  }

  /// Sets whether new contacts can belong to pads, which is the default. They cannot while a device that should be
  /// grabbed is not: the desktop sees them already, and must not see them twice.
  public mutating func setAcceptsContacts(_ acceptsContacts: Bool) { self.acceptsContacts = acceptsContacts }

  /// The fingers of the gesture no longer belong to a control.
  mutating func toggle(time: Int64) {
    gesture?.stop()
    hasRestingTouch = false
    wantsOn.toggle()
    resetPads(time: time)
  }

  /// Switches the pads off or on, if that is requested and nothing is on the surface. Contacts that do nothing, such as a
  /// resting palm, do not keep pads on.
  mutating func switchWhenUntouched(time: Int64) {
    guard isOn != wantsOn, !isTouched || isOn && hasOnlyIgnoredContacts else { return }
    isOn = wantsOn
    updateHiddenKeys()
    resetPads(time: time)
  }

  private var hasOnlyIgnoredContacts: Bool {
    guard !tracker.state.hasButtonOrTool else { return false }
    // The gesture has released all contacts.
    return tracker.table.contacts.allSatisfy { $0.state == .free || isIgnored($0.position) == true }
  }

  /// Ignores the device's buttons that are down until they have been released.
  private mutating func ignoreButtons() {
    for index in pads.indices { pads[index].ignore(tracker.state.keys) }
  }

  mutating func resetPads(time: Int64) {
    motion?.reset()
    for index in pads.indices { pads[index].reset(time: time) }
  }
}

/// A contact that no control holds.
public struct UnownedContact: Equatable, Sendable {
  public enum Reason: Sendable {
    /// The desktop, if the device has a clone or is not grabbed.
    case desktop
    /// Nobody until it lifts, because it was down before the pipeline began.
    case downBefore
    /// Nobody until it lifts, because a control held it, and it is a palm.
    case palm
    /// Nobody until it lifts, because its control was released.
    case released
  }

  /// Its number, unique among 2^32 consecutive contacts of a pipeline.
  public let id: ContactID
  /// Where it is, in millimetres; nil if it is not followed.
  public let position: Point?
  public let reason: Reason
}

extension TouchPipeline {
  public var contactPlaces: Int { tracker.table.contacts.count }

  /// The contact in a place, if there is one that no control holds. It allocates nothing.
  public func unownedContact(in row: Int) -> UnownedContact? {
    let contact = tracker.table.contacts[row]
    guard let reason = reason(of: contact) else { return nil }
    let isFollowed = contact.state == .down
    return UnownedContact(id: contact.id, position: isFollowed ? contact.position : nil, reason: reason)
  }

  private func reason(of contact: Contact) -> UnownedContact.Reason? {
    switch (contact.state, contact.owner) {
    case (.free, _), (.near, _): nil
    case (_, .desktop): .desktop
    case (.ignored, _): contact.isPalm ? .palm : .downBefore
    case (.down, .pad(let pad)): pads[pad].layout.owns(contact.id) ? nil : .released
    case (.down, .nobody): .released
    }
  }
}
