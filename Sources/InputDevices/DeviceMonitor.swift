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
    guard let enumeration = unsafe udev_enumerate_new(udev) else { return [] }
    defer { unsafe udev_enumerate_unref(enumeration) }
    unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
    unsafe udev_enumerate_add_match_sysname(enumeration, "event*")
    unsafe udev_enumerate_add_match_is_initialized(enumeration)
    guard unsafe udev_enumerate_scan_devices(enumeration) >= 0 else { return [] }
    var nodes: [InputNode] = []
    unsafe forEachEntry(of: udev_enumerate_get_list_entry(enumeration)) { path in
      guard let device = unsafe udev_device_new_from_syspath(udev, path) else { return }
      defer { unsafe udev_device_unref(device) }
      if let node = unsafe InputNode(device) { nodes.append(node) }
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
    let classes = ["ID_INPUT_TOUCHSCREEN", "ID_INPUT_TOUCHPAD", "ID_INPUT_TABLET"]
    isTouch = classes.contains { (property: String) in
      unsafe text(udev_device_get_property_value(device, property)) == "1"
    }
    var phys: String?
    if let parent = unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil) {
      phys = unsafe text(udev_device_get_sysattr_value(parent, "phys"))
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

func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe String(cString: pointer)
}

func forEachEntry(of list: OpaquePointer?, _ body: (UnsafePointer<CChar>) -> Void) {
  var next = unsafe list
  while let entry = unsafe next {
    if let name = unsafe udev_list_entry_get_name(entry) { unsafe body(name) }
    unsafe next = udev_list_entry_get_next(entry)
  }
}
