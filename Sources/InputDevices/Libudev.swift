// Queries of libudev for input devices.

internal import CLibudev

/// The device that a node such as event5 or js0 belongs to.
func inputParent(of device: OpaquePointer) -> OpaquePointer? {
  unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
}

/// Iterates over the input devices whose nodes have such a name, including those that udev has not initialised.
func forEachInputDevice(_ name: String, _ udev: OpaquePointer, _ body: (OpaquePointer) -> Void) {
  guard let enumeration = unsafe udev_enumerate_new(udev) else { return }
  defer { unsafe udev_enumerate_unref(enumeration) }
  unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
  unsafe udev_enumerate_add_match_sysname(enumeration, name)
  guard unsafe udev_enumerate_scan_devices(enumeration) >= 0 else { return }
  unsafe forEachEntry(of: udev_enumerate_get_list_entry(enumeration)) { path in
    guard let device = unsafe udev_device_new_from_syspath(udev, path) else { return }
    defer { unsafe udev_device_unref(device) }
    unsafe body(device)
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
