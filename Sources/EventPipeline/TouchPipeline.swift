internal import JoystickModel

/// All that lies between a touch device and the pads on it, and between the device and its clone: events in,
/// events out.
///
/// It has no clock and touches no device, so that the daemon, `touchstick replay` and the tests run the
/// same code. After the first frames it allocates nothing.
public struct TouchPipeline: Sendable {
  /// The pads, in the order of their priority: a contact belongs to the first that has a free control for it.
  public private(set) var pads: [SurfacePad]
  /// Whether the pads are to be on. It comes about when nothing is on the surface any more.
  public private(set) var wantsOn = true
  /// Whether the pads are on: else contacts are the desktop's, and the pads at rest.
  public private(set) var isOn = true

  private let device: DeviceDescription
  private let hasPen: Bool
  private var source: DeviceState
  private var tracker: ContactTracker
  private var gesture: HoldGesture?
  private var passThrough: PassThrough?
  private var isTaken = true
  /// The device's buttons that are the pads'.
  private let ownKeys: KeySet
  /// Keys that the desktop is not to see: those, and such as were when they came down.
  private var hiddenKeys: KeySet

  /// Makes a pipeline for a device with nothing on its surface.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - surface: The device's surface.
  ///   - pads: The pads on it, in the order of their priority.
  ///   - passesThrough: Whether there is a clone of the device to pass on contacts that no control has:
  ///     ``DeviceDescription/clone``.
  ///   - toggle: What switches the pads off and on.
  public init(
    device: DeviceDescription, surface: Surface, pads: [SurfacePad], passesThrough: Bool = false,
    toggle: ToggleGesture? = nil
  ) {
    self.device = device
    self.pads = pads
    hasPen = device.supports(.btnToolPen)
    source = DeviceState(of: device)
    tracker = ContactTracker(device: device, surface: surface)
    gesture = toggle.map(HoldGesture.init)
    passThrough = passesThrough ? PassThrough(device: device) : nil
    ownKeys = KeySet(pads.flatMap(\.deviceButtons).map(\.input.code))
    hiddenKeys = ownKeys
  }

  /// The clone's events for the last step; empty where there is nothing to tell.
  public var passedEvents: [InputEvent] { passThrough?.events ?? [] }

  /// Whether anything is on the surface, contacts that are ignored among it, or a button of the device is down.
  public var isTouched: Bool { tracker.isTouched || isInUse(source) }

  /// Whether anything is on the surface, or a button down, in a state of the device.
  public func isTouched(in state: DeviceState) -> Bool { tracker.isTouched(in: state) || isInUse(state) }

  /// Whether a tool is near or a button down. The buttons of a pen that has gone do not count: not every tablet
  /// says that they are up.
  private func isInUse(_ state: DeviceState) -> Bool {
    !state.tools.isEmpty || state.keys.intersects(Self.buttons)
      || (!hasPen && state.keys.intersects(ContactCodes.penButtons))
  }

  /// All keys but those that tell of contacts.
  private static let buttons = KeySet(ContactCodes.keys).inverted

  /// When the pipeline has something to do by itself, in microseconds on the clock of the events; nil
  /// is never. It changes with every frame.
  public var deadline: Int64? {
    var deadline = gesture?.deadline ?? .max
    for pad in pads { deadline = min(deadline, pad.layout.deadline ?? .max) }
    return deadline == .max ? nil : deadline
  }
}

// Steps: each leaves its outcome in the pads' output and in ``passedEvents``.
extension TouchPipeline {
  /// Does what is to be done before a time, of that the next.
  ///
  /// Before each event, and whenever the ``deadline`` has passed and all events up to now have been taken,
  /// this is to be called until there is nothing left. So what is given for some events depends on nothing
  /// but their time stamps, and is the same for a live device and for a recording of it; but for an event
  /// that the kernel stamps before the deadline and hands out after it.
  ///
  /// - Parameter time: A time in microseconds: that of the next event, or a moment after now. What is to be
  ///   done at that very time comes after the events of that time.
  /// - Returns: The time of what was done; nil where there was nothing.
  public mutating func advance(before time: Int64) -> Int64? {
    guard let deadline, deadline < time else { return nil }
    passThrough?.startStep()
    for index in pads.indices where pads[index].layout.deadline == deadline {
      pads[index].advance(to: deadline)
    }
    if gesture?.deadline == deadline { toggle(time: deadline) }
    encode(time: deadline)
    return deadline
  }

  /// Takes one event of the device. Returns whether it completes a frame, and so a step.
  public mutating func consume(_ event: InputEvent) -> Bool {
    source.apply(event)
    passThrough?.collect(event)
    guard tracker.consume(event) else { return false }
    if tracker.hasCancelledAll { source.releaseAll() }
    finishFrame(time: event.time)
    return true
  }

  /// Starts from what the device shows when it is opened; none of it counts until it lifts.
  ///
  /// - Parameters:
  ///   - state: What the device shows.
  ///   - other: The pipeline that the device had until now, if it had one: contacts go on where that had passed
  ///     them.
  public mutating func adopt(_ state: DeviceState, continuing other: TouchPipeline? = nil) {
    source = state
    tracker.adopt(TouchState(state, of: device))
    for index in pads.indices { pads[index].ignore(state.keys) }
    guard let other else { return }
    (wantsOn, isOn, isTaken) = (other.wantsOn, other.isOn, other.isTaken)
    guard passThrough != nil, let clone = other.passThrough else { return }
    passThrough = clone
    tracker.takeSides(from: other.tracker)
    hiddenKeys = other.hiddenKeys
    hiddenKeys.formIntersection(source.keys)
  }

  /// Goes on from what the device shows after events were lost.
  ///
  /// - Parameters:
  ///   - state: What the device shows.
  ///   - time: The time stamp of the loss, in microseconds.
  public mutating func resynchronise(to state: DeviceState, time: Int64) {
    source = state
    tracker.resynchronise(to: TouchState(state, of: device))
    finishFrame(time: time)
  }

  /// Cancels every contact and all that is waited for, which leaves every axis at 0 and every button up.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func cancelAll(time: Int64) {
    source.releaseAll()
    tracker.cancelAll()
    for event in tracker.events { gesture?.apply(event, time: time) }
    cancelControls(time: time)
    passThrough?.release(time: time)
  }

  /// Cancels everything, and goes on from what the device shows; none of that counts until it lifts.
  ///
  /// - Parameters:
  ///   - state: What the device shows.
  ///   - time: The time stamp of the events, in microseconds.
  public mutating func startAnew(from state: DeviceState, time: Int64) {
    cancelAll(time: time)
    adopt(state)
    // The lift that this waited for will not be told.
    switchWhenUntouched(time: time)
  }

  /// Takes all contacts from the controls, which leaves every axis at 0 and every button up. Contacts that
  /// the desktop has go on.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func cancelControls(time: Int64) {
    passThrough?.startStep()
    gesture?.stop()
    for index in pads.indices { pads[index].ignore(source.keys) }
    resetPads(time: time)
    encode(time: time)
  }

  /// Asks for the pads to be switched off or on, which is done when nothing is on the surface.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func set(on isOn: Bool, time: Int64) {
    wantsOn = isOn
    passThrough?.startStep()
    switchWhenUntouched(time: time)
    encode(time: time)
  }

  /// Says whether contacts that come from now on are ours, as they are unless this says otherwise. They are not
  /// while a device that is to be grabbed is not: the desktop sees them, and they are to be seen once.
  public mutating func setTaken(_ isTaken: Bool) { self.isTaken = isTaken }
}

// What a step consists of.
extension TouchPipeline {
  private mutating func finishFrame(time: Int64) {
    passThrough?.startStep()
    for event in tracker.events {
      gesture?.apply(event, time: time)
      if isOn, isTaken || event.phase != .began { offer(event, time: time) }
    }
    // A tap that waits for a second one must not come when the machine wakes up.
    if tracker.isReleasedByKernel { resetPads(time: time) }
    forward(time: time)
    switchWhenUntouched(time: time)
    encode(time: time)
  }

  /// A touch-down is offered to one pad after the other; who has the contact knows it by its number.
  private mutating func offer(_ event: ContactEvent, time: Int64) {
    for index in pads.indices {
      pads[index].apply(event, time: time)
      if event.phase == .began, pads[index].layout.owns(event.id) { return }
    }
  }

  private mutating func forward(time: Int64) {
    guard passThrough != nil else { return }
    // A button stays on the side on which it came down.
    hiddenKeys.formIntersection(source.keys)
    if isOn { hiddenKeys.formUnion(ownKeys) }
    // The tracker is part of self too, and is being changed.
    let pads = pads
    tracker.keep { contact in pads.contains { $0.layout.owns(contact) } }
    if isTaken {
      passThrough?.finishFrame(source, tracker, hiding: hiddenKeys, time: time)
    } else {
      passThrough?.release(time: time)
    }
  }

  /// The fingers that ask for it are no control's from now on.
  private mutating func toggle(time: Int64) {
    gesture?.stop()
    wantsOn.toggle()
    resetPads(time: time)
  }

  private mutating func switchWhenUntouched(time: Int64) {
    guard isOn != wantsOn, !isTouched else { return }
    isOn = wantsOn
    resetPads(time: time)
  }

  private mutating func resetPads(time: Int64) {
    for index in pads.indices { pads[index].reset(time: time) }
  }

  private mutating func encode(time: Int64) {
    let isPenAway = hasPen && source.tools.isDisjoint(with: .pens)
    for index in pads.indices {
      pads[index].encode(isOn && isTaken ? source.keys : Self.noKeys, isPenAway: isPenAway, time: time)
    }
  }

  private static let noKeys = KeySet()
}
