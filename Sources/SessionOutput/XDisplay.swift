internal import CXcb
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
