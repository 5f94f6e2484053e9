internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import OperatingSystem

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
  func change(to new: consuming TouchPipeline, filePads: [FilePad], now: Int64) throws(DeviceError) {
    // The events until now belong to the old pipeline, unless there are too many.
    try readAll(now: now)
    try live.value.route.change(to: new, filePads.map(\.pad), now: now)
    live.value.filePads = filePads
    live.value.settings = filePads[0].settings.device
    live.value.hasNewSettings = true
    try makeClone()
    try readAll(now: now)
  }

  /// Writes to the current virtual devices of the pads.
  func takePads() { live.value.route.pads = filePads.map(\.pad) }

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
    let isOurs = live.value.route.isGrabbed || !live.value.settings.grab
    live.value.route.pipeline.setOurs(isOurs)
    if live.value.isContested, isOurs {
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
