internal import CLibsystemd
internal import Glibc

/// A text that a program of the user's session publishes; nil where there is no such program, or no text.
///
/// - Parameters:
///   - path: The object that has it.
///   - service: The program's name on the session bus.
func sessionProperty(
  _ name: String, of path: String, _ interface: String, at service: String
) -> String? {
  var bus: OpaquePointer?
  guard unsafe sd_bus_open_user(&bus) >= 0 else { return nil }
  defer { unsafe sd_bus_flush_close_unref(bus) }
  var text: UnsafeMutablePointer<CChar>?
  let status = unsafe sd_bus_get_property_string(bus, service, path, interface, name, nil, &text)
  guard status >= 0, let text = unsafe text else { return nil }
  defer { unsafe free(text) }
  return unsafe String(cString: text)
}

/// The output that the user has chosen in KWin's settings for the touches of a device; nil without such a choice, and on
/// other compositors.
///
/// - Parameter node: Such as `/dev/input/event5`.
func outputOfKWin(forNode node: String) -> String? {
  let device = node.split(separator: "/").last ?? ""
  let output = sessionProperty(
    "outputName", of: "/org/kde/KWin/InputDevice/\(device)", "org.kde.KWin.InputDevice", at: "org.kde.KWin")
  return output == "" ? nil : output
}
