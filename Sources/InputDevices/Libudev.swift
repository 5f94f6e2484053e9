// How libudev is asked for input devices.

internal import CLibudev

/// What udev classes a touchscreen, touchpad or tablet as.
let touchClasses: Set = ["TOUCHSCREEN", "TOUCHPAD", "TABLET"]

/// What stands before a class in the name of the property that is 1 for it.
let classPrefix = "ID_INPUT_"

/// Whether udev classes a device as something, such as `TOUCHSCREEN`.
func isClassed(_ device: OpaquePointer, as name: String) -> Bool {
  unsafe text(udev_device_get_property_value(device, classPrefix + name)) == "1"
}

/// The device that a node such as event5 or js0 belongs to.
func inputParent(of device: OpaquePointer) -> OpaquePointer? {
  unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
}

/// Goes through the input devices whose nodes have such a name, those that udev has not initialised among them.
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
