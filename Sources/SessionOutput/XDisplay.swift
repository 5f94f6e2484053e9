internal import CXcb
internal import EventPipeline
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
    let resources = unsafe xcb_randr_get_screen_resources_current_reply(
      connection, xcb_randr_get_screen_resources_current(connection, root), nil)
    guard let resources = unsafe resources else { return false }
    defer { unsafe free(resources) }
    let count = unsafe xcb_randr_get_screen_resources_current_outputs_length(resources)
    let numbers = unsafe UnsafeBufferPointer(
      start: xcb_randr_get_screen_resources_current_outputs(resources), count: Int(count))
    let time = unsafe resources.pointee.config_timestamp
    outputs = unsafe numbers.compactMap { output($0, time) }
    return true
  }

  /// Nil for a connector without a picture.
  private func output(_ number: xcb_randr_output_t, _ time: xcb_timestamp_t) -> Output? {
    let output = unsafe xcb_randr_get_output_info_reply(
      connection, xcb_randr_get_output_info(connection, number, time), nil)
    guard let output = unsafe output else { return nil }
    defer { unsafe free(output) }
    let crtc = unsafe output.pointee.crtc
    guard crtc != 0, let rotation = rotation(of: crtc, time) else { return nil }
    let name = unsafe UnsafeBufferPointer(
      start: xcb_randr_get_output_info_name(output),
      count: Int(xcb_randr_get_output_info_name_length(output)))
    let size = unsafe SurfaceSize(width: output.pointee.mm_width, height: output.pointee.mm_height)
    return unsafe Output(name: String(decoding: name, as: UTF8.self), rotation: rotation, size: size)
  }

  private func rotation(of crtc: xcb_randr_crtc_t, _ time: xcb_timestamp_t) -> Rotation? {
    let info = unsafe xcb_randr_get_crtc_info_reply(
      connection, xcb_randr_get_crtc_info(connection, crtc, time), nil)
    guard let info = unsafe info else { return nil }
    defer { unsafe free(info) }
    return unsafe Rotation(randr: UInt32(info.pointee.rotation))
  }
}

extension Rotation {
  /// Makes a rotation of RandR's, which is counter-clockwise, too. Its bits for a mirrored picture are ignored.
  fileprivate init?(randr: UInt32) {
    switch randr & 0xf {
    case XCB_RANDR_ROTATION_ROTATE_0.rawValue: self = .topUp
    case XCB_RANDR_ROTATION_ROTATE_90.rawValue: self = .leftUp
    case XCB_RANDR_ROTATION_ROTATE_180.rawValue: self = .bottomUp
    case XCB_RANDR_ROTATION_ROTATE_270.rawValue: self = .rightUp
    default: return nil
    }
  }
}
