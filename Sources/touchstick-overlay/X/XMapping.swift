internal import CXcbOverlay
internal import Glibc
internal import SessionOutput

extension [XOutput] {
  /// The output that a device's touches fill, as its property Coordinate Transformation Matrix says; nil if they fill
  /// another area, such as the whole screen, which is the default.
  ///
  /// - Parameter node: Such as `/dev/input/event5`.
  func mapped(from node: String, _ connection: OpaquePointer, _ root: xcb_window_t) -> XOutput? {
    let devices = unsafe XDevices(connection)
    let screen = unsafe xcb_get_geometry_reply(connection, xcb_get_geometry(connection, root), nil)
    defer { unsafe free(screen) }
    guard let screen = unsafe screen, let matrix = devices.matrix(ofNode: node) else { return nil }
    let (width, height) = unsafe (Double(screen.pointee.width), Double(screen.pointee.height))
    // It maps the device's corners (0, 0) and (1, 1) to fractions of the screen.
    let xs = [matrix[2], matrix[0] + matrix[1] + matrix[2]].map { $0 * width }.sorted()
    let ys = [matrix[5], matrix[3] + matrix[4] + matrix[5]].map { $0 * height }.sorted()
    let matches = filter { output in
      let (x, y) = (Double(output.x), Double(output.y))
      let right = x + Double(output.picture.width)
      let bottom = y + Double(output.picture.height)
      // Some tools round the numbers.
      return zip(xs + ys, [x, right, y, bottom]).allSatisfy { abs($0 - $1) < 2 }
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
