internal import CXcbOverlay
internal import Glibc
internal import OverlayScene

/// An output of the X server that shows a picture: the extension RandR 1.3.
struct XOutput: Equatable {
  /// The connector, such as `eDP-1`.
  let name: String
  /// Where its picture is on the screen of the X server, in pixels.
  let x, y: Int16
  let picture: OutputPicture

  /// All outputs with a picture.
  static func all(_ connection: OpaquePointer, _ root: xcb_window_t) throws(OverlayError) -> [XOutput] {
    let resources = unsafe xcb_randr_get_screen_resources_current_reply(
      connection, xcb_randr_get_screen_resources_current(connection, root), nil)
    guard let resources = unsafe resources else { throw .lost }
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
    guard info.width > 0, info.height > 0 else { return nil }
    let bytes = unsafe UnsafeBufferPointer(
      start: xcb_randr_get_output_info_name(output),
      count: Int(xcb_randr_get_output_info_name_length(output)))
    name = unsafe String(decoding: bytes, as: UTF8.self)
    (x, y) = (info.x, info.y)
    picture = OutputPicture(
      width: Int(info.width), height: Int(info.height),
      transform: OutputTransform(randr: UInt32(info.rotation)))
  }
}

extension OutputTransform {
  /// Makes a transform of RandR's rotation, which is counter-clockwise, too, and comes after its reflection.
  fileprivate init(randr: UInt32) {
    let turns =
      switch randr & 0xf {
      case XCB_RANDR_ROTATION_ROTATE_90.rawValue: 1
      case XCB_RANDR_ROTATION_ROTATE_180.rawValue: 2
      case XCB_RANDR_ROTATION_ROTATE_270.rawValue: 3
      default: 0
      }
    let isFlippedAcross = randr & XCB_RANDR_ROTATION_REFLECT_X.rawValue != 0
    let isFlippedDown = randr & XCB_RANDR_ROTATION_REFLECT_Y.rawValue != 0
    // A flip from top to bottom is one from left to right and half a turn.
    let number = (turns + (isFlippedDown ? 2 : 0)) & 3
    self = OutputTransform(rawValue: isFlippedAcross != isFlippedDown ? number + 4 : number) ?? .normal
  }
}
