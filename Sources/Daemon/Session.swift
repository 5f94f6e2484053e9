internal import Configuration
internal import EventPipeline
internal import InputDevices

/// A touch device in use: its ``Route``, whose pads are on it, and when it is grabbed.
final class Session {
  /// What changes while the device is in use.
  struct State: ~Copyable {
    var route: Route
    var filePads: [FilePad]
    var settings: DeviceSettings
    /// Whether the grab was not looked at since the settings came.
    var hasNewSettings = true
    /// Whether the pads were on when that was last logged.
    var wasOn = true
    var isContested: Bool
    /// What the loop calls when the device has sent something, and when something is due.
    var sources: (readability: EventSource, timer: Timer)?
    /// What the timer was last set to.
    var timerDeadline: Int64?
    /// Whether the loop calls for what the device has sent.
    var isReading = true
  }

  let device: TouchDevice
  /// Called when the device has been grabbed or given back while it is in use.
  var grabHandler: () -> Void = {}
  /// In place, because each frame looks at it.
  let live: InPlace<State>

  /// Starts with what is on the surface, which does not count until it lifts.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - pipeline: Its pipeline, with the controls of the pads.
  ///   - filePads: Whose pads are to be on it.
  ///   - isOn: Whether the pads are on.
  ///   - wasGrabbed: Whether another program had the device when it was last tried.
  ///   - now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)`` where another program has the device, and what
  ///   can go wrong with the clone.
  init(
    _ device: TouchDevice, pipeline: consuming TouchPipeline, filePads: [FilePad], isOn: Bool,
    wasGrabbed: Bool,
    now: Int64
  ) throws(DeviceError) {
    self.device = device
    let settings = filePads[0].settings.device
    pipeline.adopt(device.node.state)
    pipeline.set(on: isOn, time: now)
    pipeline.setOurs(!settings.grab)
    let route = Route(from: device.node, through: pipeline, to: filePads.map(\.pad), now: now)
    live = InPlace(
      State(route: route, filePads: filePads, settings: settings, isContested: wasGrabbed && settings.grab))
    try readAll(now: now)
    // After the grab: a clone that comes and goes each time that it is tried would be no good to the desktop.
    try makeClone()
  }

  /// Those whose pads are on the device, in the order of their priority.
  var filePads: [FilePad] { live.value.filePads }

  /// Whether another program had the device when it was last tried. That stays so until nothing touches it.
  var isContested: Bool { live.value.isContested }

  /// The surface, with the size that its controls were made for.
  var surface: Surface { live.value.route.pipeline.surface }

  /// Whether no other program gets the device's events.
  var isGrabbed: Bool { live.value.route.isGrabbed }

  /// Whether anything is on the surface.
  var isTouched: Bool { live.value.route.pipeline.isTouched }

  /// Whether the pads are to be on; the device's own gesture changes it.
  var wantsOn: Bool { live.value.route.pipeline.wantsOn }

  /// When there is something to do by itself, in microseconds on the monotonic clock.
  private var deadline: Int64? { live.value.route.deadline }

  /// Whether nothing is read before the ``deadline``, because the device sends too much.
  private var isPaused: Bool { live.value.route.isPaused }

  /// Reads all that the device has sent, unless that is too much, and then does what is due.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` where the device is gone,
  ///   ``DeviceError/cannotWrite(name:errno:)`` where a pad is, and
  ///   ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll(now: Int64) throws(DeviceError) {
    // Not before all is read: what is still to be read the desktop has seen, or has not, by the grab as it was.
    guard try live.value.route.readAll(now: now) else { return }
    let isOn = live.value.route.pipeline.isOn
    if live.value.hasNewSettings || live.value.isContested || isOn != live.value.wasOn
      || wantsGrab != live.value.route.isGrabbed
    {
      live.value.hasNewSettings = false
      try grabWhenUntouched()
    }
  }

  /// Has the loop call the handler when the device has sent something, and when something is due.
  func start(on loop: EventLoop, _ handler: @escaping () -> Void) throws(DaemonError) {
    let readability = try loop.whenReadable(device.node.fileDescriptor, handler)
    let timer = try loop.timer { [unowned self] in
      live.value.timerDeadline = nil
      handler()
    }
    live.value.sources = (readability, timer)
    try wait()
  }

  /// Has the loop call for what comes next: not for what is not read yet, and when something is due.
  func wait() throws(DaemonError) {
    let deadline = deadline
    if deadline != live.value.timerDeadline {
      live.value.timerDeadline = deadline
      try live.value.sources?.timer.set(to: deadline)
    }
    if isPaused == live.value.isReading {
      live.value.isReading = !isPaused
      try live.value.sources?.readability.set(enabled: !isPaused)
    }
  }

  /// Has the loop call no more.
  func stop() { live.value.sources = nil }
}
