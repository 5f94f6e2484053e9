internal import Configuration
internal import EventPipeline
internal import InputDevices

/// A touch device in use: its ``Route``, whose pads are on it, and when it is grabbed.
final class Session {
  /// What changes while the device is in use.
  private struct State: ~Copyable {
    var route: Route
    var players: [Player]
    var settings: DeviceSettings
    /// Whether the grab was not looked at since the settings came.
    var hasNewSettings = true
    /// Whether the pads were on when that was last logged.
    var wasOn = true
    var isInDoubt: Bool
    /// What the loop calls when the device has sent something, and when something is due.
    var sources: (readability: EventSource, timer: Timer)?
    /// What the timer was last set to.
    var timerDeadline: Int64?
    /// Whether the loop calls for what the device has sent.
    var isReading = true
  }

  let device: TouchDevice
  /// In place, because each frame looks at it.
  private let own: InPlace<State>

  /// Starts with what is on the surface, which does not count until it lifts.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - pipeline: Its pipeline, with the controls of the players.
  ///   - players: Whose pads are to be on it.
  ///   - isOn: Whether the pads are on.
  ///   - wasGrabbed: Whether another program had the device when it was last tried.
  ///   - now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)`` where another program has the device, and what
  ///   can go wrong with the clone.
  init(
    _ device: TouchDevice, pipeline: consuming TouchPipeline, players: [Player], isOn: Bool, wasGrabbed: Bool,
    now: Int64
  ) throws(DeviceError) {
    self.device = device
    let settings = players[0].settings.device
    pipeline.adopt(device.node.state)
    pipeline.set(on: isOn, time: now)
    pipeline.setTaken(!settings.grab)
    let route = Route(from: device.node, through: pipeline, to: players.map(\.pad), now: now)
    own = InPlace(
      State(route: route, players: players, settings: settings, isInDoubt: wasGrabbed && settings.grab))
    try readAll(now: now)
    // After the grab: a clone that comes and goes each time that it is tried would be no good to the desktop.
    try makeClone()
  }

  /// Those whose pads are on the device, in the order of their priority.
  var players: [Player] { own.value.players }

  /// Whether another program had the device when it was last tried. That stays so until nothing touches it.
  var isInDoubt: Bool { own.value.isInDoubt }

  /// The surface, with the size that its controls were made for.
  var surface: Surface { own.value.route.pipeline.surface }

  /// Whether no other program gets the device's events.
  var isGrabbed: Bool { own.value.route.isGrabbed }

  /// Whether anything is on the surface.
  var isTouched: Bool { own.value.route.pipeline.isTouched }

  /// Whether the pads are to be on; the device's own gesture changes it.
  var wantsOn: Bool { own.value.route.pipeline.wantsOn }

  /// When there is something to do by itself, in microseconds on the monotonic clock.
  private var deadline: Int64? { own.value.route.deadline }

  /// Whether nothing is read before the ``deadline``, because the device sends too much.
  private var isPaused: Bool { own.value.route.isPaused }

  /// Reads all that the device has sent, unless that is too much, and then does what is due.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` where the device is gone,
  ///   ``DeviceError/cannotWrite(name:errno:)`` where a pad is, and
  ///   ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll(now: Int64) throws(DeviceError) {
    // Not before all is read: what is still to be read the desktop has seen, or has not, by the grab as it was.
    guard try own.value.route.readAll(now: now) else { return }
    let isOn = own.value.route.pipeline.isOn
    if own.value.hasNewSettings || own.value.isInDoubt || isOn != own.value.wasOn
      || wantsGrab != own.value.route.isGrabbed
    {
      own.value.hasNewSettings = false
      try grabWhenUntouched()
    }
  }

  /// Has the loop call the handler when the device has sent something, and when something is due.
  func start(on loop: EventLoop, _ handler: @escaping () -> Void) throws(DaemonError) {
    let readability = try loop.whenReadable(device.node.fileDescriptor, handler)
    let timer = try loop.timer { [unowned self] in
      own.value.timerDeadline = nil
      handler()
    }
    own.value.sources = (readability, timer)
    try wait()
  }

  /// Has the loop call for what comes next: not for what is not read yet, and when something is due.
  func wait() throws(DaemonError) {
    let deadline = deadline
    if deadline != own.value.timerDeadline {
      own.value.timerDeadline = deadline
      try own.value.sources?.timer.set(to: deadline)
    }
    if isPaused == own.value.isReading {
      own.value.isReading = !isPaused
      try own.value.sources?.readability.set(enabled: !isPaused)
    }
  }

  /// Has the loop call no more.
  func stop() { own.value.sources = nil }

  /// Switches the pads off or on, as soon as nothing is on the surface.
  func set(on isOn: Bool, now: Int64) throws(DeviceError) {
    own.value.route.pipeline.set(on: isOn, time: now)
    try own.value.route.write(now)
    try readAll(now: now)
  }

  /// Goes on with another pipeline, for these players. Contacts that are there end for the pads, and do not
  /// count again; those that the desktop has, it keeps.
  func change(to new: consuming TouchPipeline, players: [Player], now: Int64) throws(DeviceError) {
    // What has been sent until now is for the pipeline that there was, unless it is too much.
    try readAll(now: now)
    try own.value.route.change(to: new, players.map(\.pad), now: now)
    own.value.players = players
    own.value.settings = players[0].settings.device
    own.value.hasNewSettings = true
    try makeClone()
    try readAll(now: now)
  }

  /// Writes to the players' pads as they are now.
  func takePads() { own.value.route.pads = players.map(\.pad) }

  /// Goes on as with a device that was just opened: nothing that is on the surface counts until it lifts.
  func startAnew(now: Int64) throws(DeviceError) {
    try own.value.route.startAnew(now: now)
    try readAll(now: now)
  }

  /// Leaves every axis at 0 and every button up, and nothing on the desktop.
  func release(now: Int64) throws(DeviceError) { try own.value.route.release(now: now) }

  /// How long frames took since this was last asked; nil without a frame.
  func takeLatency() -> LatencyHistogram.Summary? {
    defer { own.value.route.latency.reset() }
    return own.value.route.latency.summary
  }

  private func makeClone() throws(DeviceError) {
    guard own.value.settings.passesThrough else { return own.value.route.clone = nil }
    guard own.value.route.clone == nil, !own.value.isInDoubt else { return }
    let source = device.node.path.split(separator: "/").last ?? ""
    do {
      let made = try VirtualDevice(
        device.node.description.clone, phys: VirtualDevice.ownPhys + "clone/" + source, through: Uinput())
      Journal.info("the desktop gets what no control takes as \(made.state.phrase)")
      own.value.route.clone = made
    } catch .cannotCreate(let name, let errno) {
      // The pad is worth having without it.
      let error = DeviceError.cannotCreate(name: name, errno: errno)
      Journal.warning("\(error.sentence); the desktop gets nothing of the device")
    }
  }
}

// The grab.
extension Session {
  private var wantsGrab: Bool { own.value.settings.grab && own.value.route.pipeline.isOn }

  /// A device that is grabbed under a finger leaves the desktop with a touch that never ends. While one floods, this
  /// waits.
  private func grabWhenUntouched() throws(DeviceError) {
    if wantsGrab != own.value.route.isGrabbed, !isTouched {
      if wantsGrab { try grab() } else { ungrab() }
    }
    let isTaken = own.value.route.isGrabbed || !own.value.settings.grab
    own.value.route.pipeline.setTaken(isTaken)
    if own.value.isInDoubt, isTaken {
      own.value.isInDoubt = false
      try makeClone()
    }
    announceSwitch()
  }

  /// A finger may have come since the last event that was read. What the desktop has seen of it, a second
  /// reader has seen too, up to the moment of the grab.
  private func grab() throws(DeviceError) {
    let desktop = try? EventNode(opening: device.node.path)
    guard !isTouched(desktop) else { return }
    try own.value.route.grab()
    if let desktop, hasSeenTouch(desktop) { own.value.route.ungrab() }
  }

  /// Whether a second reader's events leave something on the surface. A node's state has no lists of contacts, so that
  /// the events are followed.
  private func hasSeenTouch(_ node: EventNode) -> Bool {
    var tracker = ContactTracker(device: node.description, surface: surface)
    tracker.adopt(node.state)
    while case .event(let event)? = try? node.read() { _ = tracker.consume(event) }
    return tracker.isTouched || isTouched(node)
  }

  private func ungrab() {
    if !isTouched(try? EventNode(opening: device.node.path)) { own.value.route.ungrab() }
  }

  /// Whether anything is on the surface by what a node tells; nothing where it could not be opened.
  private func isTouched(_ node: EventNode?) -> Bool { node?.state.isTouched ?? false }

  private func announceSwitch() {
    let (isOn, isGrabbed) = (own.value.route.pipeline.isOn, own.value.route.isGrabbed)
    guard isOn ? isGrabbed == own.value.settings.grab : !isGrabbed, isOn != own.value.wasOn else { return }
    own.value.wasOn = isOn
    Journal.notice(state.switched(on: isOn))
  }
}
