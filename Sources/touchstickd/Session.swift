internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import System

/// A touch device in use: its ``Route``, the files whose pads are on it, and its grab.
final class Session {
  /// The part that changes while the device is in use.
  struct State: ~Copyable {
    var route: Route
    var configuredPads: [ConfiguredPad]
    var settings: DeviceSettings
    /// Whether the grab was not checked since the settings changed.
    var hasNewSettings = true
    /// The last logged state of the switch.
    var wasOn = true
    var isContested: Bool
    /// The event sources for the device's events and for its timers.
    var sources: (readability: EventSource, timer: Timer)?
    /// The last time that the timer was set to.
    var timerDeadline: Int64?
    /// Whether the loop waits for the device's events.
    var isReading = true
  }

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
    let settings = configuredPads[0].settings.device
    // Events since it was opened may have gone to an earlier session.
    try device.node.askForState()
    pipeline.adopt(device.node.state)
    pipeline.set(on: isOn, time: now)
    pipeline.setAcceptsContacts(!settings.grab)
    let route = Route(from: device.node, through: pipeline, to: configuredPads.map(\.pad), now: now)
    live = InPlace(
      State(
        route: route, configuredPads: configuredPads, settings: settings,
        isContested: wasGrabbed && settings.grab))
    do throws(DeviceError) {
      try readAll(now: now)
      // After the grab: a clone that comes and goes with each attempt would disturb the desktop.
      try makeClone()
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
  var surface: Surface { live.value.route.pipeline.surface }

  /// Whether the device is grabbed: no other program receives its events.
  var isGrabbed: Bool { live.value.route.isGrabbed }

  /// Whether anything is on the surface.
  var isTouched: Bool { live.value.route.pipeline.isTouched }

  /// Whether the pads should be on; the device's own gesture changes it.
  var wantsOn: Bool { live.value.route.pipeline.wantsOn }

  /// Reads all events of the device, unless there are too many, and then runs the timers that are due.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` if the device is gone, ``DeviceError/cannotWrite(name:errno:)``
  ///   if a pad is gone, and ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll(now: Int64) throws(DeviceError) {
    // Not before all events are read: whether the desktop has seen them depends on the old grab.
    guard try live.value.route.readAll(now: now) else { return }
    let isOn = live.value.route.pipeline.isOn
    if live.value.hasNewSettings || live.value.isContested || isOn != live.value.wasOn
      || wantsGrab != live.value.route.isGrabbed
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
    try wait()
  }

  /// Updates the event sources: paused while nothing is read, and with the time of the next timer.
  func wait() throws(SystemError) {
    let deadline = live.value.route.deadline
    if deadline != live.value.timerDeadline {
      live.value.timerDeadline = deadline
      try live.value.sources?.timer.set(to: deadline)
    }
    let isPaused = live.value.route.isPaused
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
      live.value.route.pipeline.switchOffAtOnce(time: now)
    } else {
      live.value.route.pipeline.set(on: isOn, time: now)
    }
    try live.value.route.write(now)
    try readAll(now: now)
  }

  /// Continues with another pipeline, for these pads. The pads' contacts end, and do not count again; the desktop keeps
  /// its contacts.
  func change(to new: consuming TouchPipeline, configuredPads: [ConfiguredPad], now: Int64)
    throws(DeviceError)
  {
    // The events until now belong to the old pipeline, unless there are too many.
    try readAll(now: now)
    try live.value.route.change(to: new, configuredPads.map(\.pad), now: now)
    live.value.configuredPads = configuredPads
    live.value.settings = configuredPads[0].settings.device
    live.value.hasNewSettings = true
    try makeClone()
    try readAll(now: now)
  }

  /// Writes to the current virtual devices of the pads.
  func takePads() { live.value.route.pads = configuredPads.map(\.pad) }

  /// Continues as with a newly opened device: nothing on the surface counts until it lifts.
  func startAnew(now: Int64) throws(DeviceError) {
    try live.value.route.startAnew(now: now)
    try readAll(now: now)
  }

  /// Ends with every axis at 0, every button up and no contact on the desktop.
  func release(now: Int64) throws(DeviceError) { try live.value.route.release(now: now) }

  /// The latency of frames since the last call; nil without a frame.
  func takeLatency() -> LatencyHistogram.Summary? {
    defer { live.value.route.latency.reset() }
    return live.value.route.latency.summary
  }

  /// Makes the clone, if one is needed and missing.
  func makeClone() throws(DeviceError) {
    guard live.value.settings.passesThrough else { return live.value.route.clone = nil }
    guard live.value.route.clone == nil, !live.value.isContested else { return }
    do {
      let made = try VirtualDevice(
        device.node.description.clone, phys: VirtualDevice.clonePhys + lastPart(of: device.node.path),
        through: Uinput())
      Journal.info("touches outside the controls reach the desktop as \(made.phrase)")
      live.value.route.clone = made
    } catch .cannotCreate(let name, let errno) {
      // The pad is useful without it.
      let error = DeviceError.cannotCreate(name: name, errno: errno)
      Journal.warning("\(error.sentence); the desktop receives no events from this device")
    }
  }
}

// The grab.
extension Session {
  var wantsGrab: Bool { live.value.settings.grab && live.value.route.pipeline.isOn }

  /// Grabbing a device under a finger leaves the desktop with a touch that never ends. This waits while the device
  /// floods.
  func grabWhenUntouched() throws(DeviceError) {
    let wasGrabbed = isGrabbed
    if wantsGrab != wasGrabbed, !isTouched {
      if wantsGrab { try grab() } else { ungrab() }
    }
    defer { if isGrabbed != wasGrabbed { grabHandler() } }
    let acceptsContacts = live.value.route.isGrabbed || !live.value.settings.grab
    live.value.route.pipeline.setAcceptsContacts(acceptsContacts)
    if live.value.isContested, acceptsContacts {
      live.value.isContested = false
      try makeClone()
    }
    announceSwitch()
  }

  /// A finger may have landed since the last event that was read. A second reader has seen what the desktop has seen,
  /// up to the moment of the grab.
  private func grab() throws(DeviceError) {
    let desktop = try? EventNode(opening: device.node.path)
    guard desktop?.state.isTouched != true else { return }
    try live.value.route.grab()
    if let desktop, hasSeenTouch(desktop) { live.value.route.ungrab() }
  }

  /// Whether a second reader's events leave something on the surface.
  private func hasSeenTouch(_ node: EventNode) -> Bool {
    var tracker = ContactTracker(device: node.description, surface: surface)
    tracker.adopt(node.state)
    while let reading = try? node.read() {
      switch reading {
      case .event(let event): _ = tracker.consume(event)
      case .dropped: tracker.adopt(node.state)
      case .drained: return tracker.isTouched
      }
    }
    return tracker.isTouched
  }

  private func ungrab() {
    let desktop = try? EventNode(opening: device.node.path)
    if desktop?.state.isTouched != true { live.value.route.ungrab() }
  }

  private func announceSwitch() {
    let (isOn, isGrabbed) = (live.value.route.pipeline.isOn, live.value.route.isGrabbed)
    guard isOn ? isGrabbed == live.value.settings.grab : !isGrabbed, isOn != live.value.wasOn else { return }
    live.value.wasOn = isOn
    Journal.notice(state.switched(on: isOn))
  }
}
