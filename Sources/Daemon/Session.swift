internal import Configuration
internal import EventPipeline
internal import InputDevices

/// A touch device in use: its ``Route``, whose pads are on it, and when it is grabbed.
final class Session {
  let device: TouchDevice
  /// Those whose pads are on the device, in the order of their priority.
  private(set) var players: [Player]
  /// What the loop calls when the device has sent something, and when something is due.
  var readability: EventSource?
  var timer: Timer?

  private let route: InPlace<Route>
  private var settings: DeviceSettings
  /// Whether the pads were on when that was last logged.
  private var wasOn = true
  /// Whether another program had the device when it was last tried. That stays so until nothing touches it.
  private(set) var isInDoubt: Bool

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
    self.players = players
    settings = players[0].settings.device
    isInDoubt = wasGrabbed && settings.grab
    pipeline.adopt(device.node.state)
    pipeline.set(on: isOn, time: now)
    pipeline.setTaken(!settings.grab)
    route = InPlace(Route(from: device.node, through: pipeline, to: players.map(\.pad), now: now))
    try readAll(now: now)
    // After the grab: a clone that comes and goes each time that it is tried would be no good to the desktop.
    try makeClone()
  }

  /// Whether anything is on the surface.
  var isTouched: Bool { route.value.pipeline.isTouched }

  /// Whether the pads are to be on; the device's own gesture changes it.
  var wantsOn: Bool { route.value.pipeline.wantsOn }

  /// When there is something to do by itself, in microseconds on the monotonic clock.
  var deadline: Int64? { route.value.deadline }

  /// Whether nothing is read before the ``deadline``, because the device sends too much.
  var isPaused: Bool { route.value.isPaused }

  /// Reads all that the device has sent, unless that is too much, and then does what is due.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` where the device is gone,
  ///   ``DeviceError/cannotWrite(name:errno:)`` where a pad is, and
  ///   ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll(now: Int64) throws(DeviceError) {
    // Not before all is read: what is still to be read the desktop has seen, or has not, by the grab as it was.
    guard try route.value.readAll(now: now) else { return }
    let isOn = route.value.pipeline.isOn
    if isInDoubt || isOn != wasOn || wantsGrab != device.node.isGrabbed { try grabWhenUntouched() }
  }

  /// Switches the pads off or on, as soon as nothing is on the surface.
  func set(on isOn: Bool, now: Int64) throws(DeviceError) {
    route.value.pipeline.set(on: isOn, time: now)
    _ = try route.value.write()
    try readAll(now: now)
  }

  /// Goes on with another pipeline, for these players. Contacts that are there end for the pads, and do not
  /// count again; those that the desktop has, it keeps.
  func change(to new: consuming TouchPipeline, players: [Player], now: Int64) throws(DeviceError) {
    // What has been sent until now is for the pipeline that there was, unless it is too much.
    try readAll(now: now)
    try route.value.change(to: new, players.map(\.pad), now: now)
    self.players = players
    settings = players[0].settings.device
    try makeClone()
    try readAll(now: now)
    try grabWhenUntouched()
  }

  /// Writes to the players' pads as they are now.
  func takePads() { route.value.pads = players.map(\.pad) }

  /// Goes on as with a device that was just opened: nothing that is on the surface counts until it lifts.
  func startAnew(now: Int64) throws(DeviceError) {
    try route.value.startAnew(now: now)
    try readAll(now: now)
  }

  /// Leaves every axis at 0 and every button up, and nothing on the desktop.
  func release(now: Int64) throws(DeviceError) { try route.value.release(now: now) }

  /// How long frames took since this was last asked; nil without a frame.
  func takeLatency() -> LatencyHistogram.Summary? {
    defer { route.value.latency = LatencyHistogram() }
    return route.value.latency.summary
  }

  private func makeClone() throws(DeviceError) {
    guard settings.passesThrough else { return route.value.clone = nil }
    guard route.value.clone == nil, !isInDoubt else { return }
    let source = device.node.path.split(separator: "/").last ?? ""
    do {
      let made = try VirtualDevice(
        device.node.description.clone, phys: VirtualDevice.ownPhys + "clone/" + source, through: Uinput())
      Journal.info("the desktop gets what no control takes as \(made.state.phrase)")
      route.value.clone = made
    } catch .cannotCreate(let name, let errno) {
      // The pad is worth having without it.
      let error = DeviceError.cannotCreate(name: name, errno: errno)
      Journal.warning("\(error.sentence); the desktop gets nothing of the device")
    }
  }
}

// The grab.
extension Session {
  private var wantsGrab: Bool { settings.grab && route.value.pipeline.isOn }

  /// A device that is grabbed under a finger leaves the desktop with a touch that never ends. While one floods, this
  /// waits.
  private func grabWhenUntouched() throws(DeviceError) {
    if wantsGrab != device.node.isGrabbed, !isTouched {
      if wantsGrab { try grab() } else { ungrab() }
    }
    let isTaken = device.node.isGrabbed || !settings.grab
    route.value.pipeline.setTaken(isTaken)
    if isInDoubt, isTaken {
      isInDoubt = false
      try makeClone()
    }
    announceSwitch()
  }

  /// A finger may have come since the last event that was read. What the desktop has seen of it, a second
  /// reader has seen too, up to the moment of the grab.
  private func grab() throws(DeviceError) {
    let desktop = try? EventNode(opening: device.node.path)
    guard !isTouched(desktop) else { return }
    try device.node.grab()
    while let desktop, case .event? = try? desktop.read() {}
    if isTouched(desktop) { device.node.ungrab() }
  }

  private func ungrab() {
    if !isTouched(try? EventNode(opening: device.node.path)) { device.node.ungrab() }
  }

  /// Whether anything is on the surface by what a node tells; nothing where it could not be opened.
  private func isTouched(_ node: EventNode?) -> Bool { node?.state.isTouched ?? false }

  private func announceSwitch() {
    let (isOn, isGrabbed) = (route.value.pipeline.isOn, device.node.isGrabbed)
    guard isOn ? isGrabbed == settings.grab : !isGrabbed, isOn != wasOn else { return }
    wasOn = isOn
    Journal.notice(state.switched(on: wasOn))
  }
}
