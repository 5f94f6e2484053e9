internal import CLibsystemd

/// The output that udev's property WL_OUTPUT names for a device, which compositors with libinput map its touches to; nil
/// without one.
///
/// - Parameter node: Such as `/dev/input/event5`.
func mappedOutput(ofNode node: String) -> String? {
  var device: OpaquePointer?
  guard unsafe sd_device_new_from_devname(&device, node) >= 0 else { return nil }
  defer { unsafe sd_device_unref(device) }
  return unsafe deviceText { unsafe sd_device_get_property_value(device, "WL_OUTPUT", $0) }
}

/// What a function of sd-device finds; nil if there is nothing.
func deviceText(_ read: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32) -> String? {
  var text: UnsafePointer<CChar>?
  guard unsafe read(&text) >= 0, let text = unsafe text else { return nil }
  return unsafe String(cString: text)
}
