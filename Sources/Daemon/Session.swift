internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import OperatingSystem
internal import SystemBus

/// A touch device in use: its ``Route``, the files whose pads are on it, and its grab.
final class Session {
  /// The part that changes while the device is in use.
  struct State: ~Copyable {
    var route: Route
    var filePads: [FilePad]
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
  ///   - filePads: The files whose pads are on it.
  ///   - isOn: Whether the pads are on.
  ///   - wasGrabbed: Whether another program had grabbed the device at the last attempt.
  ///   - now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)`` if another program has grabbed the device, and the errors
  ///   of the clone.
  init(
    _ device: TouchDevice, pipeline: consuming TouchPipeline, filePads: [FilePad], isOn: Bool,
    wasGrabbed: Bool,
    now: Int64
  ) throws(DeviceError) {
    self.device = device
    let settings = filePads[0].settings.device
    // Events since it was opened may have gone to an earlier session.
    try device.node.askForState()
    pipeline.adopt(device.node.state)
    pipeline.set(on: isOn, time: now)
    pipeline.setOurs(!settings.grab)
    let route = Route(from: device.node, through: pipeline, to: filePads.map(\.pad), now: now)
    live = InPlace(
      State(route: route, filePads: filePads, settings: settings, isContested: wasGrabbed && settings.grab))
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
  var filePads: [FilePad] { live.value.filePads }

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
