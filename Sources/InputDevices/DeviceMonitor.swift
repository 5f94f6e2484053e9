internal import CLibudev
internal import Glibc

/// Watches for input devices through udev.
@safe public final class DeviceMonitor {
  /// A change of a device.
  public enum Change {
    /// It appeared, or its properties or permissions changed.
    case ready(SurveyedDevice)
    /// There were too many changes to keep: list the devices again.
    case lost
  }

  /// The socket to wait on for changes.
  public var fileDescriptor: Int32 { unsafe udev_monitor_get_fd(monitor) }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// Starts watching, and keeps changes from now on. ``SurveyedDevice/all()`` has the existing devices.
  ///
  /// It listens to udev rather than to the kernel, because a node cannot be opened before udev has set
  /// its group.
  ///
  /// - Throws: ``DeviceError/cannotMonitor(errno:)``.
  public init() throws(DeviceError) {
    guard let udev = unsafe udev_new() else { throw .cannotMonitor(errno: errno) }
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, "udev") else {
      let reason = errno
      unsafe udev_unref(udev)
      throw .cannotMonitor(errno: reason)
    }
    let filter = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let status = unsafe filter < 0 ? filter : udev_monitor_enable_receiving(monitor)
    guard status >= 0 else {
      unsafe udev_monitor_unref(monitor)
      unsafe udev_unref(udev)
      throw .cannotMonitor(errno: -status)
    }
    unsafe self.udev = udev
    unsafe self.monitor = monitor
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
    unsafe udev_unref(udev)
  }

  /// The next change, without waiting; nil if there is none. The removal of a device is not reported: its user notices
  /// it when reading, and when udev reports it, another device may have the same number.
  public func next() -> Change? {
    errno = 0
    while let device = unsafe udev_monitor_receive_device(monitor) {
      defer { unsafe udev_device_unref(device) }
      let isGone = unsafe text(udev_device_get_action(device)) == "remove"
      if !isGone, let device = unsafe SurveyedDevice(device) { return .ready(device) }
    }
    return errno == ENOBUFS ? .lost : nil
  }
}
