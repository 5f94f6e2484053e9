internal import Configuration
internal import EventPipeline
internal import InputDevices

/// The way from one touch device to the pads on it and to its clone, for as long as the device is there.
final class Session {
  let device: TouchDevice
  /// Those whose pads are on the device, in the order of their priority.
  private(set) var players: [Player]
  /// What the loop calls when the device has sent something, and when something is due.
  var readability: EventSource?
  var timer: Timer?

  private var pipeline: TouchPipeline
  private var budget = FrameBudget()
  /// When the device last said something, or was asked, in microseconds on the monotonic clock.
  private var lastHeard: Int64
  private var faults: DeviceFaults
  private var settings: DeviceSettings
  /// Whether the pads on it were on when that was last said.
  private var wasOn = true
  /// Shows the desktop what no control has.
  private var clone: VirtualDevice?
  /// Whether another program had the device when it was last tried, which it cannot be before nothing is on it.
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
    self.pipeline = pipeline
    self.players = players
    settings = players[0].settings.device
    isInDoubt = wasGrabbed && settings.grab
    faults = DeviceFaults(of: device.node)
    lastHeard = now
    self.pipeline.adopt(device.node.state)
    self.pipeline.set(on: isOn, time: now)
    self.pipeline.setTaken(!settings.grab)
    try readAll(now: now)
    // After the grab: a clone that comes and goes each time that it is tried would be no good to the desktop.
    try makeClone()
  }

  /// Whether anything is on the surface.
  var isTouched: Bool { pipeline.isTouched }

  /// Whether the pads are to be on; the device's own gesture changes it.
  var wantsOn: Bool { pipeline.wantsOn }

  /// When there is something to do by itself, in microseconds on the monotonic clock.
  var deadline: Int64? {
    if let pauseEnd = budget.pauseEnd { return pauseEnd }
    let deadline = min(pipeline.deadline ?? .max, silenceEnd ?? .max)
    return deadline == .max ? nil : deadline
  }

  /// Whether nothing is read before the ``deadline``, because the device sends too much.
  var isPaused: Bool { budget.pauseEnd != nil }

  /// Takes all that the device has sent to the pads, unless that is too much, and then does what is due.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` where the device is gone,
  ///   ``DeviceError/cannotWrite(name:errno:)`` where a pad is, and
  ///   ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll(now: Int64) throws(DeviceError) {
    guard budget.mayRead(now: now) else { return }
    while let frames = try readFrame(now: now) {
      lastHeard = max(lastHeard, now)
      guard budget.spend(frames) else { return faults.noteFlood() }
    }
  }

  /// How long, in microseconds, a device may say nothing under a finger before it is asked.
  private static let longestSilence: Int64 = 1_000_000

  /// When to ask the device for its state: another program may have taken it meanwhile, so that the lift is told to
  /// nobody else. What it does until then is that program's. None of this can be where the device is ours alone.
  private var silenceEnd: Int64? {
    pipeline.isTouched && !device.node.isGrabbed ? lastHeard + Self.longestSilence : nil
  }

  private func endSilence(now: Int64) throws(DeviceError) {
    guard let silenceEnd, now >= silenceEnd else { return }
    lastHeard = now
    let heard = device.node.state
    try device.node.askForState()
    let state = device.node.state
    guard !state.showsSame(as: heard) else { return }
    try advance(before: now)
    try startAnew(from: state, time: now)
  }

  /// Reads to the end of a frame. Returns for how many it counts; nil where there was no more to read.
  private func readFrame(now: Int64) throws(DeviceError) -> Int64? {
    while true {
      switch try device.node.read() {
      case .event(let event):
        try advance(before: event.time)
        if pipeline.consume(event) {
          faults.look(at: pipeline.oddity)
          try write()
          return 1
        }
      case .dropped(let time):
        try advance(before: time)
        pipeline.resynchronise(to: device.node.state, time: time)
        try write()
        return FrameBudget.framesOfDrop
      case .drained:
        try endSilence(now: now)
        try advance(before: now + 1)
        // Not before: what is still to be read the desktop has seen, or has not, by the grab as it was.
        try grabWhenUntouched()
        return nil
      }
    }
  }

  /// Switches the pads off or on, as soon as nothing is on the surface.
  func set(on isOn: Bool, now: Int64) throws(DeviceError) {
    pipeline.set(on: isOn, time: now)
    try write()
    try readAll(now: now)
  }

  /// Goes on with another pipeline, for these players. Contacts that are there end for the pads, and do not
  /// count again; those that the desktop has, it keeps.
  func change(to new: consuming TouchPipeline, players: [Player], now: Int64) throws(DeviceError) {
    // What has been sent until now is for the pipeline that there was, unless it is too much.
    try readAll(now: now)
    pipeline.cancelControls(time: now)
    try write()
    new.adopt(device.node.state, continuing: pipeline)
    pipeline = new
    self.players = players
    settings = players[0].settings.device
    try makeClone()
    try readAll(now: now)
  }

  /// Goes on as with a device that was just opened: nothing that is on the surface counts until it lifts.
  func startAnew(now: Int64) throws(DeviceError) {
    try device.node.askForState()
    try startAnew(from: device.node.state, time: now)
    try readAll(now: now)
  }

  private func startAnew(from state: borrowing DeviceState, time: Int64) throws(DeviceError) {
    pipeline.startAnew(from: state, time: time)
    try write()
  }

  /// Leaves every axis at 0 and every button up, and nothing on the desktop.
  func release(now: Int64) throws(DeviceError) {
    pipeline.cancelAll(time: now)
    try write()
  }

  private func advance(before time: Int64) throws(DeviceError) {
    while pipeline.advance(before: time) != nil { try write() }
  }

  private func write() throws(DeviceError) {
    for index in players.indices { try players[index].pad?.write(pipeline.pads[index].output) }
    try clone?.write(pipeline.passedEvents)
  }

  private func makeClone() throws(DeviceError) {
    guard settings.passesThrough else { return clone = nil }
    guard clone == nil, !isInDoubt else { return }
    let source = device.node.path.split(separator: "/").last ?? ""
    do {
      let made = try VirtualDevice(
        device.node.description.clone, phys: VirtualDevice.ownPhys + "clone/" + source, through: Uinput())
      Journal.info("the desktop gets what no control takes as \(made.state.phrase)")
      clone = made
    } catch .cannotCreate(let name, let errno) {
      // The pad is worth having without it.
      let error = DeviceError.cannotCreate(name: name, errno: errno)
      Journal.warning("\(error.sentence); the desktop gets nothing of the device")
    }
  }

  /// A device that is grabbed under a finger leaves the desktop with a touch that never ends. While one floods, this
  /// waits.
  private func grabWhenUntouched() throws(DeviceError) {
    let isWanted = settings.grab && pipeline.isOn
    if isWanted != device.node.isGrabbed, !pipeline.isTouched {
      if isWanted { try grab() } else { ungrab() }
    }
    let isTaken = device.node.isGrabbed || !settings.grab
    pipeline.setTaken(isTaken)
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
  private func isTouched(_ node: EventNode?) -> Bool {
    node?.state.isTouched ?? false
  }

  private func announceSwitch() {
    let isGrabbed = device.node.isGrabbed
    guard pipeline.isOn ? isGrabbed == settings.grab : !isGrabbed, pipeline.isOn != wasOn else { return }
    wasOn = pipeline.isOn
    Journal.notice(state.switched(on: wasOn))
  }
}
