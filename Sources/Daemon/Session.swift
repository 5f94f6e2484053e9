internal import Configuration
internal import EventPipeline
internal import InputDevices

/// The way from one touch device to the pad, for as long as the device is there.
final class Session {
  let device: EventNode
  private var pipeline: TouchPipeline
  private let pad: VirtualDevice
  private let grabs: Bool

  /// Starts with what is on the surface, which does not count until it lifts.
  ///
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)`` where another program has the device.
  init(
    _ device: EventNode, pipeline: TouchPipeline, pad: VirtualDevice, grabs: Bool
  ) throws(DeviceError) {
    self.device = device
    self.pipeline = pipeline
    self.pad = pad
    self.grabs = grabs
    self.pipeline.adopt(device.touchState)
    try grabWhenUntouched()
  }

  /// Takes all that the device has sent to the pad.
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` where the device is gone,
  ///   ``DeviceError/cannotWrite(name:errno:)`` where the pad is, and
  ///   ``DeviceError/cannotGrab(node:name:errno:)``.
  func readAll() throws(DeviceError) {
    while true {
      switch try device.read() {
      case .event(let event):
        if pipeline.consume(event) { try finishFrame() }
      case .dropped:
        pipeline.resynchronise(to: device.touchState)
        try finishFrame()
      case .drained:
        return
      }
    }
  }

  /// Leaves every axis at 0 and every button up.
  func release() throws(DeviceError) {
    pipeline.cancelAll(time: 0)
    try pad.write(pipeline.output)
  }

  private func finishFrame() throws(DeviceError) {
    try pad.write(pipeline.output)
    try grabWhenUntouched()
  }

  /// A device that is grabbed under a finger leaves the desktop with a touch that never ends.
  private func grabWhenUntouched() throws(DeviceError) {
    guard grabs, !device.isGrabbed, !pipeline.isTouched else { return }
    try device.grab()
  }
}
