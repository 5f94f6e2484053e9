package import CXcb
package import EventPipeline
internal import Glibc

/// A connection to an X server, and its outputs: the extension RandR 1.3.
@safe package final class XDisplay: SessionDisplay {
  package let connection: OpaquePointer
  /// The number of the screen, and the screen, which lives as long as the connection.
  package let screenNumber: Int32
  package let screen: UnsafeMutablePointer<xcb_screen_t>
  private let firstRandREvent: UInt8
  package private(set) var xOutputs: [XOutput] = []
  /// Is called after an output may have changed.
  package var outputsChanged: () -> Void = {}

  package var outputs: [Output] {
    xOutputs.map { Output(name: $0.name, rotation: $0.rotation, size: $0.size) }
  }
  package var fileDescriptor: Int32 { unsafe xcb_get_file_descriptor(connection) }
  package var root: xcb_window_t { unsafe screen.pointee.root }

  /// Connects, and reads the outputs. xcb_connect(3)
  ///
  /// - Parameter name: As in DISPLAY.
  /// - Throws: ``DisplayError/unreachable(_:)``.
  package init(_ name: String) throws(DisplayError) {
    var number: Int32 = 0
    guard let connection = unsafe xcb_connect(name, &number) else { throw .unreachable(name) }
    guard unsafe xcb_connection_has_error(connection) == 0, let setup = unsafe xcb_get_setup(connection),
      let screen = unsafe Self.screen(number, of: setup)
    else {
      unsafe xcb_disconnect(connection)
      throw .unreachable(name)
    }
    unsafe (self.connection, self.screen) = unsafe (connection, screen)
    screenNumber = number
    firstRandREvent = unsafe cxcb_first_randr_event(connection)
    // The server behaves as in the requested version.
    let version = unsafe xcb_randr_query_version_reply(
      connection, xcb_randr_query_version(connection, 1, 3), nil)
    defer { unsafe free(version) }
    guard unsafe version != nil && firstRandREvent > 0 else { throw .unreachable(name) }
    let changes =
      XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
      | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue
    unsafe xcb_randr_select_input(connection, root, UInt16(changes))
    guard let outputs = unsafe XOutput.all(connection, root) else { throw .unreachable(name) }
    xOutputs = outputs
  }

  deinit { unsafe xcb_disconnect(connection) }

  package func read() throws(DisplayError) { try unsafe read { _ in } }

  /// Reads what the server has sent, and calls a handler for each event that does not concern the outputs.
  package func read(_ handle: (UnsafePointer<xcb_generic_event_t>) -> Void) throws(DisplayError) {
    // More events may come with the replies.
    while unsafe processEvents(handle) {
      guard let outputs = unsafe XOutput.all(connection, root) else { throw .lost }
      xOutputs = outputs
      outputsChanged()
    }
    guard unsafe xcb_connection_has_error(connection) == 0 else { throw .lost }
  }

  /// Returns whether outputs may have changed.
  private func processEvents(_ handle: (UnsafePointer<xcb_generic_event_t>) -> Void) -> Bool {
    var haveOutputsChanged = false
    while let event = unsafe xcb_poll_for_event(connection) {
      defer { unsafe free(event) }
      // The highest bit is set in events that another client has sent.
      if unsafe (firstRandREvent...firstRandREvent + 1).contains(event.pointee.response_type & 0x7f) {
        haveOutputsChanged = true
      } else {
        unsafe handle(event)
      }
    }
    return haveOutputsChanged
  }

  private static func screen(
    _ number: Int32, of setup: UnsafePointer<xcb_setup_t>
  ) -> UnsafeMutablePointer<xcb_screen_t>? {
    var screens = unsafe xcb_setup_roots_iterator(setup)
    for _ in 0..<max(0, number) where unsafe screens.rem > 1 { unsafe xcb_screen_next(&screens) }
    return unsafe screens.data
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
  fileprivate let size: SurfaceSize?

  /// All outputs with a picture; nil if the server does not answer.
  fileprivate static func all(_ connection: OpaquePointer, _ root: UInt32) -> [XOutput]? {
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
    name = unsafe String(decoding: bytes, as: UTF8.self).printable
    (x, y, width, height) = (info.x, info.y, info.width, info.height)
    self.rotation = rotation
    isFlippedAcross = bits & XCB_RANDR_ROTATION_REFLECT_X.rawValue != 0
    isFlippedDown = bits & XCB_RANDR_ROTATION_REFLECT_Y.rawValue != 0
    size = unsafe SurfaceSize(width: output.pointee.mm_width, height: output.pointee.mm_height)
  }
}
