internal import EventPipeline
internal import InputDevices

/// The way from one touch device to the pad, for as long as the device is there.
final class Session {
  let device: TouchDevice
  private var pipeline: TouchPipeline
  private let pad: VirtualDevice
  private var grabs: Bool

  /// Starts with what is on the surface, which does not count until it lifts.
  ///
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)`` where another program has the device.
  init(
    _ device: TouchDevice, pipeline: TouchPipeline, pad: VirtualDevice, grabs: Bool
  ) throws(DeviceError) {
    self.device = device
    self.pipeline = pipeline
    self.pad = pad
    self.grabs = grabs
    self.pipeline.adopt(device.node.touchState)
    try grabWhenUntouched()
  }

  /// Whether anything is on the surface.
  var isTouched: Bool { pipeline.isTouched }

  /// When the controls have something to do by themselves, in microseconds on the monotonic clock.
  var deadline: Int64? { pipeline.deadline }

  /// Takes all that the device has sent to the pad, and then does what is due.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` where the device is gone,
  ///   ``DeviceError/cannotWrite(name:errno:)`` where the pad is, and
  ///   ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll(now: Int64) throws(DeviceError) {
    while true {
      switch try device.node.read() {
      case .event(let event):
        try advance(before: event.time)
        if pipeline.consume(event) { try finishFrame() }
      case .dropped(let time):
        try advance(before: time)
        pipeline.resynchronise(to: device.node.touchState, time: time)
        try finishFrame()
      case .drained:
        return try advance(before: now + 1)
      }
    }
  }

  /// Goes on with another pipeline. Contacts that are there end, and do not count again.
  func change(to pipeline: TouchPipeline, grabs: Bool) throws(DeviceError) {
    try release()
    self.pipeline = pipeline
    self.grabs = grabs
    self.pipeline.adopt(device.node.touchState)
    try grabWhenUntouched()
  }

  /// Leaves every axis at 0 and every button up.
  func release() throws(DeviceError) {
    pipeline.cancelAll(time: 0)
    try pad.write(pipeline.output)
  }

  private func advance(before time: Int64) throws(DeviceError) {
    while pipeline.advance(before: time) != nil { try pad.write(pipeline.output) }
  }

  private func finishFrame() throws(DeviceError) {
    try pad.write(pipeline.output)
    try grabWhenUntouched()
  }

  /// A device that is grabbed under a finger leaves the desktop with a touch that never ends.
  private func grabWhenUntouched() throws(DeviceError) {
    guard grabs != device.node.isGrabbed, !pipeline.isTouched else { return }
    if grabs { try device.node.grab() } else { device.node.ungrab() }
  }
}
