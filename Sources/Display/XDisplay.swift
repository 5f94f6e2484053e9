internal import CXcb
package import EventPipeline
internal import Glibc

/// The outputs of an X server: the extension RandR 1.3.
@safe final class XDisplay: SessionDisplay {
  private let connection: OpaquePointer
  private var root: xcb_window_t = 0

  private(set) var outputs: [Output] = []
  var fileDescriptor: Int32 { unsafe xcb_get_file_descriptor(connection) }

  /// Connects, and reads the outputs. xcb_connect(3)
  ///
  /// - Parameter name: As in DISPLAY.
  /// - Throws: ``DisplayError/unreachable(_:)``.
  init(_ name: String) throws(DisplayError) {
    guard let connection = unsafe xcb_connect(name, nil) else { throw .unreachable(name) }
    unsafe self.connection = connection
    guard unsafe xcb_connection_has_error(connection) == 0, let setup = unsafe xcb_get_setup(connection),
      let screen = unsafe xcb_setup_roots_iterator(setup).data
    else { throw .unreachable(name) }
    root = unsafe screen.pointee.root
    // The server behaves as in the requested version.
    let version = unsafe xcb_randr_query_version_reply(
      connection, xcb_randr_query_version(connection, 1, 3), nil)
    guard let version = unsafe version else { throw .unreachable(name) }
    unsafe free(version)
    let changes =
      XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
      | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue
    unsafe xcb_randr_select_input(connection, root, UInt16(changes))
    guard readOutputs() else { throw .unreachable(name) }
  }

  deinit { unsafe xcb_disconnect(connection) }

  func read() throws(DisplayError) {
    // More events may come with the replies.
    while takeEvents() {
      guard readOutputs() else { throw .lost }
    }
    guard unsafe xcb_connection_has_error(connection) == 0 else { throw .lost }
  }

  /// Returns whether there were any events.
  private func takeEvents() -> Bool {
    var hasChanged = false
    while let event = unsafe xcb_poll_for_event(connection) {
      unsafe free(event)
      hasChanged = true
    }
    return hasChanged
  }

  /// Returns false if the server does not answer.
  private func readOutputs() -> Bool {
    guard let found = unsafe XOutput.all(connection, root) else { return false }
    outputs = found.map { Output(name: $0.name, rotation: $0.rotation, size: $0.size) }
    return true
  }
}

/// An output of an X server that shows a picture: the extension RandR 1.3.
package struct XOutput: Equatable {
  /// The connector, such as `eDP-1`.
  package let name: String
  /// Where its picture is on the screen of the X server, in pixels.
  package let x, y: Int16
  /// The size of its picture, in pixels, above 0.
  package let width, height: UInt16
  /// The rotation of its picture, which comes after the flips.
  package let rotation: Rotation
  /// Whether its picture is flipped from left to right, and from top to bottom.
  package let isFlippedAcross, isFlippedDown: Bool
  /// The size of the panel; nil if the server does not know a plausible one.
  let size: SurfaceSize?

  /// All outputs with a picture; nil if the server does not answer.
  package static func all(_ connection: OpaquePointer, _ root: UInt32) -> [XOutput]? {
    let resources = unsafe xcb_randr_get_screen_resources_current_reply(
      connection, xcb_randr_get_screen_resources_current(connection, root), nil)
    guard let resources = unsafe resources else { return nil }
    defer { unsafe free(resources) }
    let count = unsafe xcb_randr_get_screen_resources_current_outputs_length(resources)
    let numbers = unsafe UnsafeBufferPointer(
      start: xcb_randr_get_screen_resources_current_outputs(resources), count: Int(count))
    let time = unsafe resources.pointee.config_timestamp
    return unsafe numbers.compactMap { unsafe XOutput(connection, $0, time) }
  }

  private init?(_ connection: OpaquePointer, _ number: xcb_randr_output_t, _ time: xcb_timestamp_t) {
    let output = unsafe xcb_randr_get_output_info_reply(
      connection, xcb_randr_get_output_info(connection, number, time), nil)
    guard let output = unsafe output else { return nil }
    defer { unsafe free(output) }
    let crtc = unsafe xcb_randr_get_crtc_info_reply(
      connection, xcb_randr_get_crtc_info(connection, output.pointee.crtc, time), nil)
    guard let crtc = unsafe crtc else { return nil }
    defer { unsafe free(crtc) }
    let info = unsafe crtc.pointee
    let bits = UInt32(info.rotation)
    // The lowest four bits stand for 0 to 3 quarter turns, which are counter-clockwise, too.
    let turns = (bits & 0xf).trailingZeroBitCount
    guard info.width > 0, info.height > 0, let rotation = Rotation(rawValue: 90 * turns) else { return nil }
    let bytes = unsafe UnsafeBufferPointer(
      start: xcb_randr_get_output_info_name(output),
      count: Int(xcb_randr_get_output_info_name_length(output)))
    name = unsafe String(decoding: bytes, as: UTF8.self)
    (x, y, width, height) = (info.x, info.y, info.width, info.height)
    self.rotation = rotation
    isFlippedAcross = bits & XCB_RANDR_ROTATION_REFLECT_X.rawValue != 0
    isFlippedDown = bits & XCB_RANDR_ROTATION_REFLECT_Y.rawValue != 0
    size = unsafe SurfaceSize(width: output.pointee.mm_width, height: output.pointee.mm_height)
  }
}
