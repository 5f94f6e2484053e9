public import EventPipeline

/// What can go wrong with a device. The sentences that say so are in DeviceError+Sentences.swift.
public enum DeviceError: Error, Equatable, Sendable {
  /// A device's node could not be opened.
  case cannotOpen(node: String, errno: Int32)
  /// What was opened is not an event node, or cannot be asked for what it is.
  case notAnEventNode(node: String, errno: Int32)
  /// The device is not a touch device.
  case notATouchDevice(node: String, name: String)
  /// The device has no surface that can be used.
  case noSurface(node: String, name: String, SurfaceError)
  /// The device could not be taken for ourselves; EBUSY where another program has it.
  case cannotGrab(node: String, name: String, errno: Int32)
  /// Events could not be read; ENODEV where the device is gone.
  case cannotRead(node: String, errno: Int32)
  /// /dev/uinput could not be opened.
  case cannotOpenUinput(errno: Int32)
  /// The kernel did not make the virtual device.
  case cannotCreate(name: String, errno: Int32)
  /// The events could not be written to the virtual device.
  case cannotWrite(name: String, errno: Int32)
  /// udev could not be asked for devices.
  case cannotMonitor(errno: Int32)
}
