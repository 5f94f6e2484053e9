internal import EventPipeline
internal import InputDevices

// What is not told as events.
extension Route {
  /// How long, in microseconds, a device may say nothing under a finger before it is asked.
  private static let longestSilence: Int64 = 1_000_000

  /// When to ask the device for its state: another program may have taken it meanwhile, so that the lift is told to
  /// nobody else. What it does until then is that program's. None of this can be where the device is ours alone.
  var silenceEnd: Int64? {
    mutating get { !isGrabbed && pipeline.isTouched ? lastHeard + Self.longestSilence : nil }
  }

  /// Asks a device that has been silent for too long.
  mutating func endSilence(now: Int64) throws(DeviceError) {
    guard let silenceEnd, now >= silenceEnd else { return }
    lastHeard = now
    let heard = node.state
    try node.askForState()
    let state = node.state
    guard !state.showsSame(as: heard) else { return }
    _ = try advance(before: now, now: now)
    try startAnew(from: state, now: now)
  }

  /// Goes on as with a device that was just opened: nothing that is on the surface counts until it lifts.
  mutating func startAnew(now: Int64) throws(DeviceError) {
    try node.askForState()
    try startAnew(from: node.state, now: now)
  }

  private mutating func startAnew(from state: borrowing DeviceState, now: Int64) throws(DeviceError) {
    held = nil
    pipeline.startAnew(from: state, time: now)
    try write(now)
  }

  /// Goes on with another pipeline, to other pads. Contacts that are there end for the pads, and do not count again;
  /// those that the desktop has, it keeps.
  mutating func change(
    to new: consuming TouchPipeline, _ pads: [VirtualDevice?], now: Int64
  ) throws(DeviceError) {
    pipeline.cancelControls(time: now)
    try write(now)
    new.adopt(node.state, continuing: pipeline)
    pipeline = new
    self.pads = pads
  }

  /// Takes the device from all other programs. EVIOCGRAB
  mutating func grab() throws(DeviceError) {
    try node.grab()
    isGrabbed = true
  }

  /// Gives the device back.
  mutating func ungrab() {
    node.ungrab()
    isGrabbed = false
  }

  /// Leaves every axis at 0 and every button up, and nothing on the desktop, and gives the device back: somebody may
  /// go on with the open node.
  mutating func release(now: Int64) throws(DeviceError) {
    if isGrabbed { ungrab() }
    pipeline.cancelAll(time: now)
    try write(now)
  }
}
