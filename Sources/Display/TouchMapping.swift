internal import CLibsystemd
internal import CXcb
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

// The output that a touchscreen's touches go to.

extension [String?] {
  /// The index of a touchscreen's output among outputs with these names, and why it is that one: the only one, or the one
  /// that the desktop or udev maps its touches to, or else the built-in one. Nil if several are possible.
  ///
  /// - Parameters:
  ///   - node: Its event node, such as `/dev/input/event5`; nil if it is not known.
  ///   - mapping: ``SessionDisplay/output(mappedFrom:)``
  package func output(ofTouchscreen node: String?, _ mapping: (_ nodes: [String]) -> String?) -> (
    index: Int, why: String
  )? {
    guard count > 1 else { return isEmpty ? nil : (0, "the only output") }
    if let node, let mapped = mappedOutput(ofTouchscreen: node, mapping) { return mapped }
    let builtIn = indices.filter { self[$0].map(Screen.isBuiltIn) ?? false }
    return builtIn.count == 1 ? (builtIn[0], "the built-in screen") : nil
  }

  /// The same, but only the output that the desktop or udev maps its touches to.
  package func mappedOutput(ofTouchscreen node: String, _ mapping: (_ nodes: [String]) -> String?) -> (
    index: Int, why: String
  )? {
    guard let (name, why) = nameOfOutput(mappedFrom: node, mapping) else { return nil }
    return firstIndex(of: name).map { ($0, why) }
  }
}

/// The output that the desktop or udev maps a touchscreen to. The desktop receives touches from the clone, if there is one.
private func nameOfOutput(mappedFrom node: String, _ mapping: ([String]) -> String?) -> (
  name: String, why: String
)? {
  let devices = SurveyedDevice.all()
  let device = devices.first { $0.path == node }
  let clone = devices.first { $0.clonedNode == node }
  // The desktop and udev may not know a new clone yet.
  if let name = mapping([clone?.path, node].compactMap(\.self)) {
    return (name, "to which the desktop maps the touchscreen")
  }
  return (clone?.mappedOutput ?? device?.mappedOutput).map {
    ($0, "to which udev's WL_OUTPUT maps the touchscreen")
  }
}

extension WaylandDisplay {
  package func output(mappedFrom nodes: [String]) -> String? {
    guard let bus = sessionBus() else { return nil }
    for node in nodes {
      if let name = bus.outputOfKWin(forNode: node) { return name }
      if let area = bus.areaOfMutter(forNode: node) {
        return waylandOutputs.first { $0.x == area.x && $0.y == area.y }?.name
      }
    }
    return nil
  }
}

extension XDisplay {
  package func output(mappedFrom nodes: [String]) -> String? {
    for node in nodes {
      if let output = unsafe xOutputs.mapped(from: node, connection, root) { return output.name }
    }
    guard let bus = sessionBus() else { return nil }
    for node in nodes {
      if let area = bus.areaOfMutter(forNode: node) { return xOutputs.output(in: area)?.name }
    }
    return nil
  }
}

/// The session bus, for calls that wait for an answer: at most five seconds, as a desktop may hang.
private func sessionBus() -> SystemBus? {
  guard let bus = try? SystemBus(ofSession: ()) else { return nil }
  unsafe sd_bus_set_method_call_timeout(bus.pointer, 5_000_000)
  return bus
}

/// A text that a program of the user's session publishes; nil where there is no such program, or no text.
///
/// - Parameters:
///   - path: The object that has it.
///   - service: The program's name on the session bus.
package func sessionProperty(
  _ name: String, of path: String, _ interface: String, at service: String
) -> String? {
  sessionBus()?.property(name, of: path, interface, at: service)
}

extension SystemBus {
  fileprivate func property(
    _ name: String, of path: String, _ interface: String, at service: String
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    let status = unsafe sd_bus_get_property_string(pointer, service, path, interface, name, nil, &text)
    guard status >= 0, let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The output that the user has chosen in KWin's settings for the touches of a device; nil without such a choice, and
  /// on other compositors.
  ///
  /// - Parameter node: Such as `/dev/input/event5`.
  fileprivate func outputOfKWin(forNode node: String) -> String? {
    let device = node.split(separator: "/").last ?? ""
    let output = property(
      "outputName", of: "/org/kde/KWin/InputDevice/\(device)", "org.kde.KWin.InputDevice", at: "org.kde.KWin")
    return output == "" ? nil : output
  }

  /// The area that GNOME's compositor maps the touches of a device to; nil on other compositors, and for one that is not
  /// mapped.
  ///
  /// - Parameter node: Such as `/dev/input/event5`.
  fileprivate func areaOfMutter(forNode node: String) -> DesktopArea? {
    let name = "org.gnome.Mutter.InputMapping"
    guard
      let request = try? newCall(
        to: name, path: "/org/gnome/Mutter/InputMapping", interface: name, "GetDeviceMapping"),
      (try? request.append(path: node)) != nil, let reply = try? call(request)
    else { return nil }
    return try? reply.readStructure(of: "iiii") { () throws(SystemError) in
      DesktopArea(
        x: try reply.readInt32(), y: try reply.readInt32(), width: try reply.readInt32(),
        height: try reply.readInt32())
    }
  }
}

/// A part of the desktop, in its own pixels.
private struct DesktopArea {
  let x, y, width, height: Int32
}

extension [XOutput] {
  /// The output that a device's touches fill, as its property Coordinate Transformation Matrix says; nil if they fill
  /// another area, such as the whole screen, which is the default.
  ///
  /// - Parameter node: Such as `/dev/input/event5`.
  fileprivate func mapped(from node: String, _ connection: OpaquePointer, _ root: xcb_window_t) -> XOutput? {
    let devices = unsafe XDevices(connection)
    let screen = unsafe xcb_get_geometry_reply(connection, xcb_get_geometry(connection, root), nil)
    defer { unsafe free(screen) }
    guard let screen = unsafe screen, let matrix = devices.matrix(ofNode: node) else { return nil }
    let (width, height) = unsafe (Double(screen.pointee.width), Double(screen.pointee.height))
    // It maps the device's corners (0, 0) and (1, 1) to fractions of the screen.
    let xs = [matrix[2], matrix[0] + matrix[1] + matrix[2]].map { $0 * width }.sorted()
    let ys = [matrix[5], matrix[3] + matrix[4] + matrix[5]].map { $0 * height }.sorted()
    return output(left: xs[0], right: xs[1], top: ys[0], bottom: ys[1])
  }

  /// The output with this area of the screen.
  fileprivate func output(in area: DesktopArea) -> XOutput? {
    let (left, top) = (Double(area.x), Double(area.y))
    return output(left: left, right: left + Double(area.width), top: top, bottom: top + Double(area.height))
  }

  private func output(left: Double, right: Double, top: Double, bottom: Double) -> XOutput? {
    let matches = filter { output in
      let (x, y) = (Double(output.x), Double(output.y))
      let end = (x: x + Double(output.width), y: y + Double(output.height))
      // Some tools round the numbers.
      return zip([left, right, top, bottom], [x, end.x, y, end.y]).allSatisfy { abs($0 - $1) < 2 }
    }
    return matches.count == 1 ? matches[0] : nil
  }
}

/// The input devices of an X server: the extension XInput 2.
@safe private struct XDevices {
  private let connection: OpaquePointer

  init(_ connection: OpaquePointer) { unsafe self.connection = connection }

  /// The nine numbers of a device's matrix, row by row; nil without the device or the matrix.
  func matrix(ofNode node: String) -> [Double]? {
    let path = Array(node.utf8)
    let device = numbers.first { property("Device Node", of: $0).prefix { $0 != 0 } == path[...] }
    guard let device else { return nil }
    let bytes = property("Coordinate Transformation Matrix", of: device)
    guard bytes.count == 9 * MemoryLayout<Float>.size else { return nil }
    return unsafe bytes.withUnsafeBytes { bytes in unsafe bytes.bindMemory(to: Float.self).map(Double.init) }
  }

  private var numbers: [xcb_input_device_id_t] {
    // The server answers no other question before this one.
    let version = unsafe xcb_input_xi_query_version_reply(
      connection, xcb_input_xi_query_version(connection, 2, 0), nil)
    defer { unsafe free(version) }
    guard unsafe version != nil else { return [] }
    let reply = unsafe xcb_input_xi_query_device_reply(
      connection, xcb_input_xi_query_device(connection, xcb_input_device_id_t(XCB_INPUT_DEVICE_ALL.rawValue)),
      nil)
    defer { unsafe free(reply) }
    guard let reply = unsafe reply else { return [] }
    var found: [xcb_input_device_id_t] = []
    var devices = unsafe xcb_input_xi_query_device_infos_iterator(reply)
    while unsafe devices.rem > 0 {
      unsafe found.append(devices.data.pointee.deviceid)
      unsafe xcb_input_xi_device_info_next(&devices)
    }
    return found
  }

  /// The bytes of a property; empty without it.
  private func property(_ name: String, of device: xcb_input_device_id_t) -> [UInt8] {
    let atom = unsafe xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 1, UInt16(name.utf8.count), name), nil)
    defer { unsafe free(atom) }
    guard let atom = unsafe atom else { return [] }
    let reply = unsafe xcb_input_xi_get_property_reply(
      connection, xcb_input_xi_get_property(connection, device, 0, atom.pointee.atom, 0, 0, 64), nil)
    defer { unsafe free(reply) }
    guard let reply = unsafe reply else { return [] }
    let count = unsafe Int(reply.pointee.num_items) * Int(reply.pointee.format) / 8
    // The reply's own length counts words of four bytes.
    let limit = unsafe Int(reply.pointee.length) * 4
    return unsafe Array(
      UnsafeRawBufferPointer(start: xcb_input_xi_get_property_items(reply), count: min(count, limit)))
  }
}
