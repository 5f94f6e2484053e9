internal import CLibudev
internal import Glibc

/// An event node that udev knows, and that may be a touch device.
public struct InputNode: Equatable, Sendable {
  /// The path of the node, such as /dev/input/event5.
  public let path: String
  /// Whether udev classes the device as a touchscreen, touchpad or tablet.
  public let isTouch: Bool
  /// Whether the device is one that touchstick itself made.
  public let isOwn: Bool
  /// Whether it is one of touchstick's gamepads.
  public let isGamepad: Bool
  /// Other paths of the node that stay the same when its number changes, such as those in
  /// /dev/input/by-path.
  public let links: [String]
}

/// Watches for input devices through udev.
@safe public final class DeviceMonitor {
  /// What happened to a node.
  public enum Change {
    /// It came, or its properties or permissions changed.
    case ready(InputNode)
    /// There were more changes than could be kept: what there is now has to be looked at.
    case lost
  }

  /// The socket to wait on for changes.
  public var fileDescriptor: Int32 { unsafe udev_monitor_get_fd(monitor) }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// Starts watching. Changes are kept from now on; what is there already is in ``nodes()``.
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

  /// The event nodes that are there, of devices that udev has finished with, in the order of their numbers.
  public func nodes() -> [InputNode] {
    var nodes: [InputNode] = []
    unsafe forEachInputDevice("event*", udev) { device in
      if unsafe udev_device_get_is_initialized(device) > 0, let node = unsafe InputNode(device) {
        nodes.append(node)
      }
    }
    return nodes.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  /// The next change, without waiting; nil where there is none for now. That a device is gone is none: who has
  /// it learns that by reading it, and when udev tells, there may be another with the same number.
  public func next() -> Change? {
    errno = 0
    while let device = unsafe udev_monitor_receive_device(monitor) {
      defer { unsafe udev_device_unref(device) }
      let isGone = unsafe text(udev_device_get_action(device)) == "remove"
      if !isGone, let node = unsafe InputNode(device) { return .ready(node) }
    }
    return errno == ENOBUFS ? .lost : nil
  }
}

extension InputNode {
  /// Nil for a device without an event node: a mouse or joystick interface, or the device above them.
  fileprivate init?(_ device: OpaquePointer) {
    guard let path = unsafe text(udev_device_get_devnode(device)),
      unsafe text(udev_device_get_sysname(device))?.hasPrefix("event") == true
    else { return nil }
    self.path = path
    isTouch = touchClasses.contains { unsafe isClassed(device, as: $0) }
    let phys = unsafe inputParent(of: device).flatMap {
      unsafe text(udev_device_get_sysattr_value($0, "phys"))
    }
    isOwn = phys?.hasPrefix(VirtualDevice.ownPhys) == true
    isGamepad = phys == VirtualDevice.gamepadPhys
    var links: [String] = []
    unsafe forEachEntry(of: udev_device_get_devlinks_list_entry(device)) {
      links.append(unsafe String(cString: $0))
    }
    self.links = links
  }
}
