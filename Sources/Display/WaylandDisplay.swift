internal import CWayland
package import EventPipeline
internal import System

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

/// An output of a Wayland compositor: wl_output in wayland.xml.
@safe package final class WaylandOutput: CallbackContext {
  /// The registry's number for it.
  package let number: UInt32
  package let pointer: OpaquePointer
  /// The connector, such as `eDP-1`; nil where the compositor does not say it.
  package private(set) var name: String?
  /// Its wl_output.transform: 0 to 3 count quarter turns, and 4 to 7 are the same, mirrored. Nil until the compositor
  /// has said it.
  package private(set) var transform: Int32?
  /// The size of the panel; nil if the compositor does not know a plausible one.
  package private(set) var size: SurfaceSize?
  /// The pixels of a side for each unit of the compositor, rounded up.
  package private(set) var scale: Int32 = 1
  /// Whether it has told everything once.
  package private(set) var isKnown = false
  private let changed: () -> Void

  /// Owns a wl_output of the registry.
  ///
  /// - Parameter changed: Is called at the end of what it tells at once.
  package init(_ pointer: OpaquePointer, _ number: UInt32, _ changed: @escaping () -> Void = {}) {
    unsafe self.pointer = pointer
    self.number = number
    self.changed = changed
    unsafe cwayland_follow_output(
      pointer,
      { context, _, _, _, width, height, _, _, _, transform in
        guard let output = unsafe WaylandOutput.of(context) else { return }
        output.transform = transform
        output.size = SurfaceSize(width: width, height: height)
      },
      { context, _, scale in unsafe WaylandOutput.of(context)?.scale = max(1, scale) },
      { context, _, name in
        unsafe WaylandOutput.of(context)?.name = name.map { unsafe String(cString: $0) }
      },
      { context, _ in unsafe WaylandOutput.of(context)?.finish() }, context)
  }

  deinit { unsafe wl_output_destroy(pointer) }

  /// What the compositor has told so far. The rotation does not say whether it is mirrored.
  var output: Output {
    let rotation = transform.flatMap { Rotation(rawValue: Int($0 & 3) * 90) }
    return Output(name: name, rotation: rotation, size: size)
  }

  private func finish() {
    isKnown = true
    changed()
  }
}
