internal import CLibudev
internal import Glibc

/// Watches for input devices through udev.
@safe public final class DeviceMonitor {
  /// What happened to a device.
  public enum Change {
    /// It came, or its properties or permissions changed.
    case ready(SurveyedDevice)
    /// There were more changes than could be kept: what there is now has to be looked at.
    case lost
  }

  /// The socket to wait on for changes.
  public var fileDescriptor: Int32 { unsafe udev_monitor_get_fd(monitor) }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// Starts watching. Changes are kept from now on; what is there already is in
  /// ``SurveyedDevice/all()``.
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

  /// The next change, without waiting; nil where there is none for now. That a device is gone is none: who has
  /// it learns that by reading it, and when udev tells, there may be another with the same number.
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
