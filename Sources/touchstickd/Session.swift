internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import System

/// A touch device in use: the way of its events to the pads, the files whose pads are on it, and its grab.
final class Session {
  let device: TouchDevice
  /// Called when the device has been grabbed or released while it is in use.
  var grabHandler: () -> Void = {}
  /// In place, because each frame reads it.
  let live: InPlace<State>

  /// Starts a session. Contacts on the surface do not count until they lift.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - pipeline: Its pipeline, with the controls of the pads.
  ///   - configuredPads: The files whose pads are on it.
  ///   - isOn: Whether the pads are on.
  ///   - wasGrabbed: Whether another program had grabbed the device at the last attempt.
  ///   - now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)`` if another program has grabbed the device, and the errors
  ///   of the clone.
  init(
    _ device: TouchDevice, pipeline: consuming TouchPipeline, configuredPads: [ConfiguredPad], isOn: Bool,
    wasGrabbed: Bool,
    now: Int64
  ) throws(DeviceError) {
    self.device = device
    let grabs = configuredPads[0].settings.device.grab
    // Events since it was opened may have gone to an earlier session.
    try device.node.askForState()
    pipeline.adopt(device.node.state)
    pipeline.set(on: isOn, time: now)
    pipeline.setAcceptsContacts(!grabs)
    live = InPlace(
      State(
        of: device.node, through: pipeline, configuredPads, isContested: wasGrabbed && grabs, now: now))
    do throws(DeviceError) {
      try readAll(now: now)
      // After the grab: a clone that comes and goes with each attempt would disturb the desktop.
      try makeDevices()
    } catch {
      // Without a grab, a touch may already have moved a stick.
      try? release(now: now)
      throw error
    }
  }

  /// The files whose pads are on the device, in the order of their priority.
  var configuredPads: [ConfiguredPad] { live.value.configuredPads }

  /// Whether another program had grabbed the device at the last attempt. It does not change until nothing touches the
  /// device.
  var isContested: Bool { live.value.isContested }

  /// The surface, with the size of its controls.
  var surface: Surface { live.value.pipeline.surface }

  /// Whether the device is grabbed: no other program receives its events.
  var isGrabbed: Bool { live.value.isGrabbed }

  /// Whether anything is on the surface.
  var isTouched: Bool { live.value.pipeline.isTouched }

  /// Whether the pads are on here: they go off, and come on, when nothing is on the surface.
  var isOn: Bool { live.value.pipeline.isOn }

  /// Whether the pads should be on; the device's own gesture changes it.
  var wantsOn: Bool { live.value.pipeline.wantsOn }

  /// Whether somebody has touched a control while the pads were off, since the last call.
  func consumeRestingTouch() -> Bool { live.value.pipeline.consumeRestingTouch() }

  /// Reads all events of the device, unless there are too many, and then runs the timers that are due.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` if the device is gone, ``DeviceError/cannotWrite(name:errno:)``
  ///   if a pad is gone, and ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll(now: Int64) throws(DeviceError) {
    // Not before all events are read: whether the desktop has seen them depends on the old grab.
    guard try live.value.readAll(now: now) else { return }
    let isOn = live.value.pipeline.isOn
    if live.value.hasNewSettings || live.value.isContested || isOn != live.value.wasOnWhenSettled
      || wantsGrab != live.value.isGrabbed
    {
      live.value.hasNewSettings = false
      try grabWhenUntouched()
    }
  }

  /// Registers the handler for the device's events and its timers.
  func start(on loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    let readability = try loop.whenReadable(device.node.fileDescriptor, handler)
    let timer = try loop.timer { [unowned self] in
      live.value.timerDeadline = nil
      handler()
    }
    live.value.sources = (readability, timer)
    try updateSources()
  }

  /// Updates the event sources: paused while nothing is read, and with the time of the next timer.
  func updateSources() throws(SystemError) {
    // A look pad's deadline is later after each frame. A timer that fires early is set again then.
    let (deadline, timerDeadline) = (live.value.deadline, live.value.timerDeadline)
    let isEarlyEnough = deadline.flatMap { deadline in timerDeadline.map { $0 <= deadline } }
    if !(isEarlyEnough ?? (deadline == timerDeadline)) {
      live.value.timerDeadline = deadline
      try live.value.sources?.timer.set(to: deadline)
    }
    let isPaused = live.value.isPaused
    if isPaused == live.value.isReading {
      live.value.isReading = !isPaused
      try live.value.sources?.readability.set(enabled: !isPaused)
    }
  }

  /// Removes the event sources.
  func stop() { live.value.sources = nil }
}

// Changes of a session apart from the frames of its device.
extension Session {
  /// Switches the pads off or on, as soon as nothing is on the surface, or off at once.
  func set(on isOn: Bool, atOnce isAtOnce: Bool = false, now: Int64) throws(DeviceError) {
    if isAtOnce, !isOn {
      live.value.pipeline.switchOffAtOnce(time: now)
    } else {
      live.value.pipeline.set(on: isOn, time: now)
    }
    try live.value.writeAtOnce(now: now)
    try readAll(now: now)
  }

  /// Continues with another pipeline, for these pads. The pads' contacts end, and do not count again; the desktop keeps
  /// its contacts.
  func change(to new: consuming TouchPipeline, configuredPads: [ConfiguredPad], now: Int64)
    throws(DeviceError)
  {
    // The events until now belong to the old pipeline, unless there are too many.
    try readAll(now: now)
    try live.value.change(to: new, configuredPads, now: now)
    try makeDevices()
    try readAll(now: now)
  }

  /// Writes to the current virtual devices of the pads.
  func connectPads() { live.value.connectPads() }

  /// Continues as with a newly opened device: nothing on the surface counts until it lifts.
  func startAnew(now: Int64) throws(DeviceError) {
    try live.value.startAnew(now: now)
    try readAll(now: now)
  }

  /// Ends with every axis at 0, every button up and no contact on the desktop.
  func release(now: Int64) throws(DeviceError) { try live.value.release(now: now) }

  /// The latency of frames since the last call; nil without a frame.
  func drainLatency() -> LatencyHistogram.Summary? {
    defer { live.value.latency.reset() }
    return live.value.latency.summary
  }

  /// Makes the clone, the mouse and the keyboard, each if it is needed and missing, and removes those that are not needed.
  func makeDevices() throws(DeviceError) {
    let keys = live.value.pipeline.keyboard.keys
    let (clone, mouse, keyboard) = (live.value.clone, live.value.mouse, live.value.keyboard.device)
    live.value.clone = try make(
      live.value.settings.passesThrough ? device.node.description.clone : nil, inPlaceOf: clone,
      phys: VirtualDevice.clonePhys + lastPart(of: device.node.path),
      for: "touches outside the controls reach the desktop as",
      without: "the desktop receives no events from this device")
    live.value.mouse = try make(
      live.value.movesMouse ? .mouse : nil, inPlaceOf: mouse, phys: VirtualDevice.mousePhys,
      for: "look pads move the mouse", without: "look pads move no mouse")
    // One with more keys stays: for a new one, each compositor loads a keymap.
    let wanted = keys.isEmpty ? nil : DeviceDescription.keyboard(keys)
    if let wanted, let keyboard, keyboard.description.codes.isSuperset(of: wanted.codes) { return }
    let made = try make(
      wanted, inPlaceOf: keyboard, phys: VirtualDevice.keyboardPhys,
      for: "buttons press the keys of the keyboard", without: "buttons press no keys")
    if made !== keyboard { live.value.keyboard = PadWriter(made) }
  }

  /// Makes a device without which the pads are useful.
  ///
  /// - Parameters:
  ///   - description: The device that is needed; nil is none.
  ///   - old: The one that there is.
  /// - Returns: The one to use; nil if none is needed, or the kernel refuses it.
  private func make(
    _ description: DeviceDescription?, inPlaceOf old: VirtualDevice?, phys: String, for use: String,
    without loss: String
  ) throws(DeviceError) -> VirtualDevice? {
    guard let description else { return nil }
    guard !live.value.isContested, old?.description != description else { return old }
    do {
      let made = try VirtualDevice(description, phys: phys, through: Uinput())
      Journal.info("\(use) \(made.phrase)")
      return made
    } catch .cannotCreate(let name, let errno) where !SystemError(errno).isTemporary {
      Journal.warning("\(DeviceError.cannotCreate(name: name, errno: errno).sentence); \(loss)")
      return nil
    }
  }
}

// The grab.
extension Session {
  var wantsGrab: Bool { live.value.settings.grab && live.value.pipeline.isOn }

  /// Grabbing a device under a finger leaves the desktop with a touch that never ends. This waits while the device
  /// floods.
  func grabWhenUntouched() throws(DeviceError) {
    let wasGrabbed = isGrabbed
    if wantsGrab != wasGrabbed, !isTouched {
      if wantsGrab { try grab() } else { try ungrab() }
    }
    defer { if isGrabbed != wasGrabbed { grabHandler() } }
    let acceptsContacts = live.value.isGrabbed || !live.value.settings.grab
    live.value.pipeline.setAcceptsContacts(acceptsContacts)
    if live.value.isContested, acceptsContacts {
      live.value.isContested = false
      try makeDevices()
    }
    announceSwitch()
  }

  /// A finger may have landed since the last event that was read. A second reader has seen what the desktop has seen,
  /// up to the moment of the grab.
  private func grab() throws(DeviceError) {
    let secondReader = try? EventNode(opening: device.node.path)
    guard !isTouched(secondReader) else { return }
    try live.value.grab()
    if let secondReader, hasSeenTouch(secondReader) { try live.value.ungrab() }
  }

  /// Whether a second reader's events leave something on the surface.
  private func hasSeenTouch(_ node: EventNode) -> Bool {
    var tracker = tracker(of: node)
    while let reading = try? node.read() {
      switch reading {
      case .event(let event): _ = tracker.consume(event)
      case .dropped: tracker.adopt(node.state)
      case .drained: return tracker.isTouched
      }
    }
    return tracker.isTouched
  }

  private func ungrab() throws(DeviceError) {
    let secondReader = try? EventNode(opening: device.node.path)
    if !isTouched(secondReader) { try live.value.ungrab() }
  }

  /// Whether a second reader sees something on the surface, but for a pen that counts as gone.
  private func isTouched(_ node: EventNode?) -> Bool { node.map { tracker(of: $0).isTouched } ?? false }

  private func tracker(of node: EventNode) -> ContactTracker {
    var tracker = ContactTracker(device: node.description, surface: surface)
    tracker.adopt(node.state)
    if live.value.pipeline.hasForgottenPen { tracker.forgetPen() }
    return tracker
  }

  private func announceSwitch() {
    let (isOn, isGrabbed) = (live.value.pipeline.isOn, live.value.isGrabbed)
    guard isOn ? isGrabbed == live.value.settings.grab : !isGrabbed, isOn != live.value.wasOnWhenSettled
    else { return }
    live.value.wasOnWhenSettled = isOn
    Journal.notice(status.switched(on: isOn))
  }
}

extension Session {
  /// The part of a session that changes while its device is in use: it passes the device's events through the pipeline
  /// to the pads and the clone. All times are in microseconds on the monotonic clock.
  ///
  /// It changes in place. For a frame it allocates nothing, and makes three system calls: it waits, it reads, and it
  /// writes the pad.
  struct State: ~Copyable {
    let node: EventNode
    var configuredPads: [ConfiguredPad]
    /// Of the first file. Files that share a device agree on what is read here:
    /// ``Settings/disagreement(between:and:)``.
    var settings: DeviceSettings
    var pipeline: TouchPipeline
    /// The writers of the pipeline's pads, in their order.
    var pads: [PadWriter]
    /// The clone, which shows the desktop the contacts outside the controls.
    var clone: VirtualDevice?
    /// The mouse that look pads move, of all pads on the device; nil without such a look pad.
    var mouse: VirtualDevice?
    /// The writer of the keyboard whose keys buttons hold, of all pads on the device.
    var keyboard = PadWriter(nil)
    /// The latency from the kernel's time stamp of a frame to the end of the resulting write.
    var latency = LatencyHistogram()

    /// Whether the device is grabbed: no other program receives its events.
    var isGrabbed = false
    /// Whether another program had grabbed the device at the last attempt.
    var isContested: Bool
    /// Whether the grab was not checked since the settings changed.
    var hasNewSettings = true
    /// Whether the pads were on when the grab last agreed with the switch. Each change of this is logged.
    var wasOnWhenSettled = true
    fileprivate var budget = FrameBudget()
    fileprivate var faults: DeviceFaults
    /// When the device last sent something, or its state was read.
    fileprivate var lastHeard: Int64
    private let reportsTools: Bool

    /// The event sources for the device's events and for its timers.
    var sources: (readability: EventSource, timer: Timer)?
    /// The last time that the timer was set to.
    var timerDeadline: Int64?
    /// Whether the loop waits for the device's events.
    var isReading = true

    fileprivate init(
      of node: EventNode, through pipeline: consuming TouchPipeline, _ configuredPads: [ConfiguredPad],
      isContested: Bool, now: Int64
    ) {
      self.node = node
      self.configuredPads = configuredPads
      self.pipeline = pipeline
      self.isContested = isContested
      settings = configuredPads[0].settings.device
      pads = configuredPads.map { PadWriter($0.pad) }
      faults = DeviceFaults(of: node)
      reportsTools = node.description.reportsTools
      lastHeard = now
    }
  }
}

// Frames.
extension Session.State {
  /// The time of the next timer, in microseconds on the monotonic clock; nil is never.
  var deadline: Int64? {
    // Changes nothing. Without "mutating", the compiler would copy the pipeline to read it.
    mutating get {
      var next = budget.pauseEnd ?? .max
      for index in pads.indices { next = min(next, pads[index].deadline ?? .max) }
      next = min(next, keyboard.deadline ?? .max)
      guard !isPaused else { return next == .max ? nil : next }
      next = min(next, pipeline.deadline ?? .max, silenceEnd ?? .max)
      // With four numbers, min would allocate.
      next = min(next, penEnd ?? .max)
      return next == .max ? nil : next
    }
  }

  /// Whether a look pad moves a mouse.
  var movesMouse: Bool {
    // Changes nothing. Without "mutating", the compiler would copy the pipeline to read it.
    mutating get { pipeline.pads.contains { $0.layout.movesMouse } }
  }

  /// Whether nothing is read for now, because the device sends too much.
  var isPaused: Bool { budget.pauseEnd != nil }

  /// Passes all events of the device to the pads and the clone, unless it ``isPaused``, and then runs the timers that
  /// are due.
  ///
  /// - Returns: Whether all was read.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` if the device is gone, ``DeviceError/cannotWrite(name:errno:)``
  ///   if a pad is gone.
  mutating func readAll(now: Int64) throws(DeviceError) -> Bool {
    for index in pads.indices { try pads[index].writeDue(now: now) }
    try keyboard.writeDue(now: now)
    guard budget.mayRead(now: now) else { return false }
    while let frames = try readFrame(now: now) {
      lastHeard = max(lastHeard, now)
      guard budget.spend(frames) else {
        faults.recordFlood()
        node.pauseReading()
        return false
      }
    }
    try endSilence(now: now)
    try forgetPen(now: now)
    try advance(before: now + 1, now: now)
    return true
  }

  /// Reads to the end of a frame. Returns how many frames it counts for; nil if there is nothing more to read for now.
  private mutating func readFrame(now: Int64) throws(DeviceError) -> Int64? {
    var reading = try node.read()
    while let time = reading.time {
      try advance(before: time, now: now)
      if case .event(let event) = reading {
        if pipeline.updatePads(event) {
          try writeFrame(time, now: now)
          return 1
        }
      } else {
        pipeline.resynchronise(to: node.state, time: time)
        _ = try writePads(now: now)
        _ = try writeClone()
        return FrameBudget.framesOfDrop
      }
      reading = try node.read()
    }
    return nil
  }

  /// Writes a frame: first the pads, then the clone.
  private mutating func writeFrame(_ time: Int64, now: Int64) throws(DeviceError) {
    let hasMoved = try writePads(now: now)
    pipeline.forwardToClone(time: time)
    let hasPassed = try writeClone()
    if hasMoved || hasPassed { latency.count(nanoseconds(on: CLOCK_MONOTONIC) / 1000 - time) }
    faults.report(pipeline.findProtocolViolation())
  }

  /// Runs the timers that are due before a time.
  @inline(__always) fileprivate mutating func advance(before time: Int64, now: Int64) throws(DeviceError) {
    // Called before each event, and hardly ever is anything due.
    if let deadline = pipeline.deadline, deadline < time { try runTimers(before: time, now: now) }
  }

  private mutating func runTimers(before time: Int64, now: Int64) throws(DeviceError) {
    while let deadline = pipeline.deadline, deadline < time {
      _ = pipeline.advance(before: time)
      _ = try writePads(now: now)
      _ = try writeClone()
    }
  }

  /// Writes the result of a change, also button releases that would have to wait.
  mutating func writeAtOnce(now: Int64) throws(DeviceError) {
    for index in pads.indices { try pads[index].flush() }
    try keyboard.flush()
    _ = try writePads(now: now)
    _ = try writeClone()
  }

  /// Returns whether there was anything to write.
  private mutating func writePads(now: Int64) throws(DeviceError) -> Bool {
    var hasWritten = false
    for index in pads.indices where !pipeline.pads[index].mouseEvents.isEmpty {
      try mouse?.write(pipeline.pads[index].mouseEvents)
      hasWritten = true
    }
    for index in pads.indices where !pipeline.pads[index].output.isEmpty {
      try pads[index].write(
        pipeline.pads[index].output, hasPress: pipeline.pads[index].hasPress, now: now)
      hasWritten = true
    }
    if !pipeline.keyboard.events.isEmpty {
      try keyboard.write(pipeline.keyboard.events, hasPress: pipeline.keyboard.hasPress, now: now)
      hasWritten = true
    }
    for index in pads.indices where !pipeline.pads[index].hapticEvents.isEmpty {
      configuredPads[index].rumble.tick(pipeline.pads[index].hapticEvents)
    }
    return hasWritten
  }

  /// Returns whether there was anything to write.
  private mutating func writeClone() throws(DeviceError) -> Bool {
    guard !pipeline.passedEvents.isEmpty else { return false }
    try clone?.write(pipeline.passedEvents)
    return true
  }
}

// Motion. Its steps concern the pads, and not the clone.
extension Session.State {
  /// Applies a sample of a sensor, after the timers that were due before it.
  mutating func consume(_ sample: MotionSample, now: Int64) throws(DeviceError) {
    try advance(before: sample.time, now: now)
    pipeline.consume(sample)
    _ = try writePads(now: now)
  }

  mutating func lose(_ sensors: MotionSensors, now: Int64) throws(DeviceError) {
    try advance(before: now, now: now)
    pipeline.loseSensors(sensors, time: now)
    _ = try writePads(now: now)
  }
}

// Changes without events.
extension Session.State {
  /// How long a device may be silent while a control is in use before its state is read, in microseconds.
  private static let maxSilence: Int64 = 1_000_000

  /// When to read the device's state: another program may have grabbed it meanwhile, so that only that program sees the
  /// lift, or the touch that should release a toggle. This cannot happen while the device is grabbed.
  var silenceEnd: Int64? {
    mutating get { !isGrabbed && pipeline.isInUse ? lastHeard + Self.maxSilence : nil }
  }

  /// How long a pen in range may be silent before it counts as gone, in microseconds: FORCED_PROXOUT_TIMEOUT in libinput's
  /// evdev-tablet.c.
  private static let penTimeout: Int64 = 50_000

  private var penEnd: Int64? {
    mutating get { reportsTools && pipeline.hasIdlePen ? lastHeard + Self.penTimeout : nil }
  }

  private mutating func forgetPen(now: Int64) throws(DeviceError) {
    guard let penEnd, now >= penEnd else { return }
    pipeline.forgetPen(time: now)
    _ = try writePads(now: now)
    _ = try writeClone()
  }

  /// Reads the state of a device that has been silent for too long.
  mutating func endSilence(now: Int64) throws(DeviceError) {
    guard let silenceEnd, now >= silenceEnd else { return }
    lastHeard = now
    try node.askForState()
    guard !pipeline.isUpToDate(with: node.state) else { return }
    try advance(before: now, now: now)
    try startAnew(from: node.state, now: now)
  }

  /// Continues as with a newly opened device: nothing on the surface counts until it lifts.
  mutating func startAnew(now: Int64) throws(DeviceError) {
    try node.askForState()
    try startAnew(from: node.state, now: now)
  }

  private mutating func startAnew(from state: borrowing DeviceState, now: Int64) throws(DeviceError) {
    pipeline.startAnew(from: state, time: now)
    try writeAtOnce(now: now)
  }

  /// Continues with another pipeline and other pads. The pads' contacts end, and do not count again; the desktop keeps
  /// its contacts.
  mutating func change(
    to new: consuming TouchPipeline, _ configuredPads: [ConfiguredPad], now: Int64
  ) throws(DeviceError) {
    pipeline.cancelControls(time: now)
    try writeAtOnce(now: now)
    new.takeOver(pipeline)
    pipeline = new
    self.configuredPads = configuredPads
    settings = configuredPads[0].settings.device
    hasNewSettings = true
    connectPads()
  }

  /// Writes to the current virtual devices of the pads.
  mutating func connectPads() {
    let old = pads
    pads = configuredPads.map { pad in old.first { $0.device === pad.pad } ?? PadWriter(pad.pad) }
  }

  /// Grabs the device. EVIOCGRAB
  mutating func grab() throws(DeviceError) {
    try node.grab()
    isGrabbed = true
  }

  /// Releases the device.
  mutating func ungrab() throws(DeviceError) {
    try node.ungrab()
    isGrabbed = false
  }

  /// Ends with every axis at 0, every button up and no contact on the desktop, and releases the device: the open node
  /// may be used again.
  mutating func release(now: Int64) throws(DeviceError) {
    // If it fails, the end of the node releases the device.
    if isGrabbed { try? ungrab() }
    pipeline.cancelAll(time: now)
    try writeAtOnce(now: now)
  }
}
