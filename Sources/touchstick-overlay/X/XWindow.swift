internal import Drawing
internal import CXcb
internal import Glibc
internal import Display

/// A transparent window above an output, of which the window manager knows nothing. It receives no touches, because its
/// input shape is empty, unless its painter receives touches.
@safe final class XWindow {
  let output: XOutput
  private let connection: OpaquePointer
  let window: xcb_window_t
  /// ``OverlayPainter/touchArea(on:)``
  let touchArea: PixelRectangle?
  private let colors: xcb_colormap_t
  private let context: xcb_gcontext_t
  private let canvas: Canvas
  private let memory: UnsafeMutableRawPointer
  private var shown = OverlayPicture()

  init(
    _ connection: OpaquePointer, _ root: xcb_window_t, _ visual: xcb_visualid_t, _ output: XOutput,
    _ images: ImageLibrary, receivesTouches: Bool, touchArea: PixelRectangle?,
    gamescopeOverlay overlay: xcb_atom_t?
  ) throws(OverlayError) {
    unsafe self.connection = connection
    (self.output, self.touchArea) = (output, touchArea)
    let (width, height) = (output.picture.width, output.picture.height)
    let count = Canvas.stride(ofWidth: width) * height
    // The system has memory for the pages that are drawn on, and not for all others, which are transparent.
    guard let memory = unsafe calloc(1, count) else { throw .noMemory }
    unsafe self.memory = memory
    do throws(DrawingError) {
      canvas = try unsafe Canvas(memory: memory, output.picture.box, images: images)
    } catch {
      unsafe free(memory)
      throw .noMemory
    }
    window = unsafe xcb_generate_id(connection)
    colors = unsafe xcb_generate_id(connection)
    context = unsafe xcb_generate_id(connection)
    unsafe xcb_create_colormap(
      connection, UInt8(XCB_COLORMAP_ALLOC_NONE.rawValue), colors, root, visual)
    // X turns the first finger into a pointer.
    let touches =
      XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue
      | XCB_EVENT_MASK_BUTTON_MOTION.rawValue
    let events = XCB_EVENT_MASK_EXPOSURE.rawValue | (receivesTouches || touchArea != nil ? touches : 0)
    // A window with another depth than its parent needs a border's colour of its own. In the order of their bits.
    var values: [UInt32] = [0, 0, 1, events, colors]
    let mask =
      XCB_CW_BACK_PIXEL.rawValue | XCB_CW_BORDER_PIXEL.rawValue | XCB_CW_OVERRIDE_REDIRECT.rawValue
      | XCB_CW_EVENT_MASK.rawValue | XCB_CW_COLORMAP.rawValue
    unsafe xcb_create_window(
      connection, 32, window, root, output.x, output.y, UInt16(width), UInt16(height), 0,
      UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), visual, mask, &values)
    unsafe xcb_create_gc(connection, context, window, 0, nil)
    if let overlay {
      var yes: UInt32 = 1
      unsafe xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, overlay, XCB_ATOM_CARDINAL.rawValue, 32, 1,
        &yes)
    }
    // Before it is ever shown.
    if !receivesTouches { try passTouches(but: touchArea) }
    unsafe xcb_map_window(connection, window)
    raise()
  }

  private func passTouches(but area: PixelRectangle?) throws(OverlayError) {
    let nothing = unsafe xcb_generate_id(connection)
    let box = area.map { PixelBox(around: $0).intersection(output.picture.box) }
    var rectangles =
      box.map {
        [
          xcb_rectangle_t(
            x: Int16($0.left), y: Int16($0.top), width: UInt16(max(0, $0.width)),
            height: UInt16(max(0, $0.height)))
        ]
      } ?? []
    unsafe xcb_xfixes_create_region(connection, nothing, UInt32(rectangles.count), &rectangles)
    let shape = unsafe xcb_xfixes_set_window_shape_region_checked(
      connection, window, xcb_shape_kind_t(XCB_SHAPE_SK_INPUT.rawValue), 0, 0, nothing)
    unsafe xcb_xfixes_destroy_region(connection, nothing)
    guard let error = unsafe xcb_request_check(connection, shape) else { return }
    unsafe free(error)
    throw .lacking("input shapes")
  }

  deinit {
    unsafe xcb_free_gc(connection, context)
    unsafe xcb_destroy_window(connection, window)
    unsafe xcb_free_colormap(connection, colors)
    unsafe free(memory)
  }

  /// Puts the window above all others.
  func raise() {
    var above = XCB_STACK_MODE_ABOVE.rawValue
    unsafe xcb_configure_window(
      connection, window, UInt16(XCB_CONFIG_WINDOW_STACK_MODE.rawValue), &above)
  }

  /// Draws and sends what has changed.
  func present(_ picture: OverlayPicture) {
    let changes = picture.changes(since: shown)
    guard !changes.isEmpty else { return }
    canvas.draw(picture, in: changes)
    shown = picture
    for box in changes { send(box) }
  }

  /// Sends everything, because the server has lost it.
  func redraw() { send(output.picture.box) }

  /// Sends the pixels of a rectangle, in requests that are not too large.
  private func send(_ part: PixelBox) {
    let box = part.intersection(output.picture.box)
    guard !box.isEmpty else { return }
    let stride = Canvas.stride(ofWidth: output.picture.width)
    let row = 4 * box.width
    // In units of four bytes; the request itself has 24.
    let limit = unsafe min(Int(xcb_get_maximum_request_length(connection)) * 4 - 32, 1 << 18)
    let rows = max(1, limit / row)
    for top in Swift.stride(from: box.top, to: box.bottom, by: rows) {
      let bottom = min(top + rows, box.bottom)
      var pixels: [UInt8] = []
      pixels.reserveCapacity(row * (bottom - top))
      for y in top..<bottom {
        let start = y * stride + 4 * box.left
        unsafe pixels.append(contentsOf: UnsafeRawBufferPointer(start: memory + start, count: row))
      }
      unsafe xcb_put_image(
        connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window, context, UInt16(box.width),
        UInt16(bottom - top), Int16(box.left), Int16(top), 0, 32, UInt32(pixels.count), pixels)
    }
  }
}
