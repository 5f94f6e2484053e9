internal import CWayland
internal import Glibc
internal import System

/// The fingers and the pointer of a seat: wl_seat in wayland.xml, version 1.
@safe final class WaylandSeat: CallbackContext {
  /// What a finger does, in the compositor's units on the surface.
  enum Touch {
    /// - Parameter surface: The surface's number in this program.
    case began(surface: Int, x: Double, y: Double)
    case moved(x: Double, y: Double)
    case ended
    /// All fingers are; the number of the finger means nothing.
    case cancelled
  }

  /// The pointer counts as a finger while a button is down.
  private static let pointerID = -1

  private let seat: OpaquePointer
  private var touch: OpaquePointer?
  private var pointer: OpaquePointer?
  private let handler: (Touch, _ id: Int) -> Void
  /// Where the pointer is.
  private var place = (surface: 0, x: 0.0, y: 0.0)
  private var buttons = 0

  init(_ seat: OpaquePointer, _ handler: @escaping (Touch, _ id: Int) -> Void) {
    unsafe self.seat = seat
    self.handler = handler
    unsafe cwayland_add_seat_listener(
      seat,
      { context, _, capabilities in unsafe WaylandSeat.of(context)?.use(capabilities) }, context)
  }

  deinit {
    if let touch = unsafe touch { unsafe wl_touch_destroy(touch) }
    if let pointer = unsafe pointer { unsafe wl_pointer_destroy(pointer) }
    unsafe wl_seat_destroy(seat)
  }

  private func use(_ capabilities: UInt32) {
    if capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue != 0, unsafe touch == nil { listenToTouch() }
    if capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue != 0, unsafe pointer == nil { listenToPointer() }
  }

  private func listenToTouch() {
    unsafe touch = wl_seat_get_touch(seat)
    unsafe cwayland_add_touch_listener(
      touch,
      { context, _, _, _, surface, id, x, y in
        let touch = unsafe Touch.began(
          surface: Int(bitPattern: surface), x: Double(x) / 256, y: Double(y) / 256)
        unsafe WaylandSeat.of(context)?.handler(touch, Int(id))
      },
      { context, _, _, _, id in unsafe WaylandSeat.of(context)?.handler(.ended, Int(id)) },
      { context, _, _, id, x, y in
        unsafe WaylandSeat.of(context)?.handler(.moved(x: Double(x) / 256, y: Double(y) / 256), Int(id))
      },
      { context, _ in unsafe WaylandSeat.of(context)?.handler(.cancelled, 0) }, context)
  }

  private func listenToPointer() {
    unsafe pointer = wl_seat_get_pointer(seat)
    unsafe cwayland_add_pointer_listener(
      pointer,
      { context, _, _, surface, x, y in
        unsafe WaylandSeat.of(context)?.place.surface = Int(bitPattern: surface)
        unsafe WaylandSeat.of(context)?.point(x, y)
      },
      { context, _, _, x, y in unsafe WaylandSeat.of(context)?.point(x, y) },
      { context, _, _, _, _, state in
        unsafe WaylandSeat.of(context)?.press(state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue)
      }, context)
  }

  private func point(_ x: wl_fixed_t, _ y: wl_fixed_t) {
    (place.x, place.y) = (Double(x) / 256, Double(y) / 256)
    if buttons > 0 { handler(.moved(x: place.x, y: place.y), Self.pointerID) }
  }

  private func press(_ isPressed: Bool) {
    buttons = max(0, buttons + (isPressed ? 1 : -1))
    if isPressed, buttons == 1 {
      handler(.began(surface: place.surface, x: place.x, y: place.y), Self.pointerID)
    }
    if !isPressed, buttons == 0 { handler(.ended, Self.pointerID) }
  }
}
