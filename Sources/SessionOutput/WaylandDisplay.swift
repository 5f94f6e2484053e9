internal import CWayland
internal import OperatingSystem

/// The outputs of a Wayland compositor: wl_output.geometry in wayland.xml.
@safe final class WaylandDisplay: SessionDisplay, CallbackContext {
  private let display: OpaquePointer
  private var followed: [WaylandOutput] = []

  var outputs: [Output] { followed.map(\.output) }
  var fileDescriptor: Int32 { unsafe wl_display_get_fd(display) }

  /// Connects, and waits until the compositor has reported its outputs. wl_display_connect(3)
  ///
  /// - Parameter name: As in WAYLAND_DISPLAY.
  /// - Throws: ``DisplayError/unreachable(_:)``.
  init(_ name: String) throws(DisplayError) {
    guard let display = unsafe wl_display_connect(name) else { throw .unreachable(name) }
    unsafe self.display = display
    // The listener lives as long as the connection.
    unsafe cwayland_follow_registry(
      wl_display_get_registry(display),
      { context, registry, number, interface, version in
        guard let registry = unsafe registry, let interface = unsafe interface,
          unsafe String(cString: interface) == "wl_output",
          // An output reports its name since version 4.
          let output = unsafe cwayland_bind_output(registry, number, min(version, 4))
        else { return }
        unsafe WaylandDisplay.of(context)?.followed.append(WaylandOutput(output, number))
      },
      { context, _, number in
        unsafe WaylandDisplay.of(context)?.followed.removeAll { $0.number == number }
      }, context)
    // The first round trip brings the outputs, the second their properties.
    for _ in 1...2 {
      guard unsafe wl_display_roundtrip(display) >= 0 else { throw .unreachable(name) }
    }
  }

  deinit {
    followed = []
    unsafe wl_display_disconnect(display)
  }

  func read() throws(DisplayError) {
    while unsafe wl_display_prepare_read(display) != 0 { try dispatch() }
    unsafe wl_display_flush(display)
    guard unsafe wl_display_read_events(display) >= 0 else { throw .lost }
    try dispatch()
    // A new output is bound.
    unsafe wl_display_flush(display)
  }

  private func dispatch() throws(DisplayError) {
    guard unsafe wl_display_dispatch_pending(display) >= 0 else { throw .lost }
  }
}
