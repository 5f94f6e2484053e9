internal import EventPipeline
internal import InputDevices

// Changes without events.
extension Route {
  /// How long a device may be silent under a finger before its state is read, in microseconds.
  private static let longestSilence: Int64 = 1_000_000

  /// When to read the device's state: another program may have grabbed it meanwhile, so that only that program sees the
  /// lift. This cannot happen while the device is grabbed.
  var silenceEnd: Int64? {
    mutating get { !isGrabbed && pipeline.isTouched ? lastHeard + Self.longestSilence : nil }
  }

  /// Reads the state of a device that has been silent for too long.
  mutating func endSilence(now: Int64) throws(DeviceError) {
    guard let silenceEnd, now >= silenceEnd else { return }
    lastHeard = now
    try node.askForState()
    guard !pipeline.isUpToDate(with: node.state) else { return }
    _ = try advance(before: now, now: now)
    try startAnew(from: node.state, now: now)
  }

  /// Continues as with a newly opened device: nothing on the surface counts until it lifts.
  mutating func startAnew(now: Int64) throws(DeviceError) {
    try node.askForState()
    try startAnew(from: node.state, now: now)
  }

  private mutating func startAnew(from state: borrowing DeviceState, now: Int64) throws(DeviceError) {
    held = nil
    pipeline.startAnew(from: state, time: now)
    try write(now)
  }

  /// Continues with another pipeline and other pads. The pads' contacts end, and do not count again; the desktop keeps
  /// its contacts.
  mutating func change(
    to new: consuming TouchPipeline, _ pads: [VirtualDevice?], now: Int64
  ) throws(DeviceError) {
    pipeline.cancelControls(time: now)
    try write(now)
    new.takeOver(pipeline)
    pipeline = new
    self.pads = pads
  }

  /// Grabs the device. EVIOCGRAB
  mutating func grab() throws(DeviceError) {
    try node.grab()
    isGrabbed = true
  }

  /// Releases the device.
  mutating func ungrab() {
    node.ungrab()
    isGrabbed = false
  }

  /// Ends with every axis at 0, every button up and no contact on the desktop, and releases the device: the open node
  /// may be used again.
  mutating func release(now: Int64) throws(DeviceError) {
    if isGrabbed { ungrab() }
    pipeline.cancelAll(time: now)
    try write(now)
  }
}
