internal import JoystickModel

/// All that lies between a touch device and the pads on it, and between the device and its clone: events in,
/// events out.
///
/// It has no clock and touches no device, so that the daemon, `touchstick replay` and the tests run the
/// same code. It is changed in place: after the first frames it allocates nothing, and it cannot be copied.
public struct TouchPipeline: ~Copyable, Sendable {
  /// The surface of the device.
  public let surface: Surface
  /// The pads, in the order of their priority: a contact belongs to the first that has a free control for it.
  public internal(set) var pads: [SurfacePad]
  /// Whether the pads are to be on. It comes about when nothing is on the surface any more.
  public internal(set) var wantsOn = true
  /// Whether the pads are on: else contacts are the desktop's, and the pads at rest.
  public internal(set) var isOn = true
  /// When the pipeline has something to do by itself, in microseconds on the clock of the events; nil
  /// is never. It changes with every frame.
  public private(set) var deadline: Int64?

  var tracker: ContactTracker
  var gesture: ToggleRecognizer?
  @usableFromInline var passThrough: PassThrough
  let passesThrough: Bool
  var isOurs = true
  /// The device's buttons that are the pads'.
  private let ownKeys: KeySet
  /// Keys that the desktop is not to see: those, and such as were when they came down.
  var hiddenKeys: KeySet

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
    self.surface = surface
    self.pads = pads
    self.passesThrough = passesThrough
    tracker = ContactTracker(device: device, surface: surface)
    gesture = toggle.map(ToggleRecognizer.init)
    passThrough = PassThrough(device: device)
    ownKeys = KeySet(pads.flatMap(\.deviceButtons).map(\.input.code))
    hiddenKeys = ownKeys
  }

  // Inlined, because a call would copy the pipeline to the stack.
  /// The clone's events for the last step; empty where there is nothing to tell.
  @inlinable public var passedEvents: [InputEvent] { passThrough.clone.events }

  /// Whether anything is on the surface, contacts that are ignored among it, or a button of the device is down.
  public var isTouched: Bool { tracker.isTouched }
}

// Steps: each leaves its outcome in the pads' output and in ``passedEvents``.
extension TouchPipeline {
  /// Takes one event of the device. Returns whether it completes a frame, and so a step.
  public mutating func consume(_ event: InputEvent) -> Bool {
    guard consumeForPads(event) else { return false }
    passOn(time: event.time)
    return true
  }

  /// Takes one event as ``consume(_:)`` does, but leaves the clone to ``passOn(time:)``, so that the pads can be
  /// written before. Returns whether it completes a frame.
  public mutating func consumeForPads(_ event: InputEvent) -> Bool {
    guard tracker.consume(event) else { return false }
    finishFrame(time: event.time)
    return true
  }

  /// Has the clone show what the last frame changed.
  ///
  /// - Parameter time: The time stamp of the frame, in microseconds.
  public mutating func passOn(time: Int64) {
    guard passesThrough else { return }
    passThrough.startStep()
    if tracker.state.frame.hasKey || tracker.state.frame.isWhole { updateHiddenKeys() }
    if isOurs {
      passThrough.finishFrame(tracker, hiding: hiddenKeys, time: time)
    } else {
      passThrough.release(time: time)
    }
  }

  /// Goes on from what the device shows after events were lost.
  ///
  /// - Parameters:
  ///   - state: What the device shows.
  ///   - time: The time stamp of the loss, in microseconds.
  public mutating func resynchronise(to state: borrowing DeviceState, time: Int64) {
    tracker.resynchronise(to: state)
    finishFrame(time: time)
    passOn(time: time)
  }

  /// What a frame is: each contact goes to its owner, and then the pads show what has changed.
  private mutating func finishFrame(time: Int64) {
    for index in tracker.table.changes.indices { hand(tracker.table.changes[index], time: time) }
    // A tap that waits for a second one must not come when the machine wakes up.
    if tracker.isReleasedByKernel { resetPads(time: time) }
    switchWhenUntouched(time: time)
    finishStep(time: time)
  }

  /// Hands what happened to a contact to its owner. One that begins gets its owner here.
  private mutating func hand(_ change: ContactTable.Change, time: Int64) {
    gesture?.apply(change.event, time: time)
    if change.event.phase == .began {
      if isOn, isOurs, let pad = firstPad(for: change.event, time: time) {
        tracker.table.give(change.place, to: .pad(pad))
      }
    } else if case .pad(let index) = change.owner {
      pads[index].apply(change.event, time: time)
    }
  }

  /// The first pad that has a control for a touch-down.
  private mutating func firstPad(for event: ContactEvent, time: Int64) -> Int? {
    for index in pads.indices where pads[index].apply(event, time: time) { return index }
    return nil
  }

  /// A button stays on the side on which it came down.
  mutating func updateHiddenKeys() {
    hiddenKeys.formIntersection(tracker.state.keys)
    if isOn { hiddenKeys.formUnion(ownKeys) }
  }

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
    startStep()
    for index in pads.indices where pads[index].layout.deadline == deadline {
      pads[index].advance(to: deadline)
    }
    if gesture?.deadline == deadline { toggle(time: deadline) }
    finishStep(time: deadline)
    return deadline
  }

  /// Looks for something odd in the last frame that was not found before.
  public mutating func findOddity() -> Oddity? { tracker.findOddity() }

  mutating func startStep() {
    if passesThrough { passThrough.startStep() }
  }

  mutating func finishStep(time: Int64) {
    var next = gesture?.deadline
    for index in pads.indices {
      if !pads[index].deviceButtons.isEmpty { pads[index].readButtons(tracker.state, isOn: isOn && isOurs) }
      pads[index].encode(time: time)
      if let deadline = pads[index].layout.deadline { next = min(next ?? deadline, deadline) }
    }
    deadline = next
  }
}
