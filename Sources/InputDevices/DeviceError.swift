public import EventPipeline

/// An error of a device. Its sentences are in DeviceError+Sentences.swift.
public enum DeviceError: Error, Equatable, Sendable {
  /// A device's node could not be opened.
  case cannotOpen(node: String, errno: Int32)
  /// The opened file is not an event node, or cannot be queried.
  case notAnEventNode(node: String, errno: Int32)
  /// The device is not a touch device.
  case notATouchDevice(node: String, name: String)
  /// The device has no usable surface.
  case noSurface(node: String, name: String, SurfaceError)
  /// The device could not be grabbed; EBUSY if another program has grabbed it.
  case cannotGrab(node: String, name: String, errno: Int32)
  /// Events could not be read; ENODEV if the device is gone.
  case cannotRead(node: String, errno: Int32)
  /// /dev/uinput could not be opened.
  case cannotOpenUinput(errno: Int32)
  /// The kernel did not make the virtual device.
  case cannotCreate(name: String, errno: Int32)
  /// The events could not be written to the virtual device.
  case cannotWrite(name: String, errno: Int32)
  /// Asking udev for devices failed.
  case cannotMonitor(errno: Int32)
}
