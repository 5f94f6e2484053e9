internal import Configuration
internal import EventPipeline
internal import InputDevices

// What happens to a session but for the frames of its device.
extension Session {
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

  /// Makes the clone, if one is wanted and there is none.
  func makeClone() throws(DeviceError) {
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
  var wantsGrab: Bool { own.value.settings.grab && own.value.route.pipeline.isOn }

  /// A device that is grabbed under a finger leaves the desktop with a touch that never ends. While one floods, this
  /// waits.
  func grabWhenUntouched() throws(DeviceError) {
    let wasGrabbed = isGrabbed
    if wantsGrab != wasGrabbed, !isTouched {
      if wantsGrab { try grab() } else { ungrab() }
    }
    defer { if isGrabbed != wasGrabbed { grabHandler() } }
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
