internal import CLibudev
internal import Glibc

/// Watches for input devices through udev.
@safe public final class DeviceMonitor {
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

  /// Reads all changes, without waiting. The removal of a device does not count: its user notices it when reading, and
  /// when udev reports it, another device may have the same number.
  ///
  /// - Returns: Whether a device that can be used may have appeared, or its properties or permissions may have changed:
  ///   one did, or there were too many changes to keep.
  @discardableResult
  public func takeChanges() -> Bool {
    var mayBeBack = false
    while true {
      errno = 0
      guard let device = unsafe udev_monitor_receive_device(monitor) else {
        guard errno == ENOBUFS else { return mayBeBack }
        mayBeBack = true
        continue
      }
      defer { unsafe udev_device_unref(device) }
      let isGone = unsafe text(udev_device_get_action(device)) == "remove"
      if !isGone, let device = unsafe SurveyedDevice(device), device.isCandidate { mayBeBack = true }
    }
  }
}
