internal import CWayland
internal import EventPipeline
internal import OperatingSystem

/// The outputs of a Wayland compositor: wl_output.geometry in wayland.xml.
@safe final class WaylandDisplay: SessionDisplay, CallbackContext {
  private let display: OpaquePointer
  private var followed: [FollowedOutput] = []

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
          let output = unsafe FollowedOutput(registry, number, version)
        else { return }
        unsafe WaylandDisplay.of(context)?.followed.append(output)
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

/// An output of the registry.
@safe private final class FollowedOutput: CallbackContext {
  /// The registry's number for it.
  let number: UInt32
  private(set) var output = Output()
  private let pointer: OpaquePointer

  init?(_ registry: OpaquePointer, _ number: UInt32, _ version: UInt32) {
    // An output reports its name since version 4.
    guard let pointer = unsafe cwayland_bind_output(registry, number, min(version, 4)) else { return nil }
    unsafe self.pointer = pointer
    self.number = number
    unsafe cwayland_follow_output(
      pointer,
      { context, _, _, _, width, height, _, _, _, transform in
        guard let followed = unsafe FollowedOutput.of(context) else { return }
        followed.output.rotation = Rotation(transform: transform)
        followed.output.size = SurfaceSize(width: width, height: height)
      },
      { _, _, _ in },
      { context, _, name in
        unsafe FollowedOutput.of(context)?.output.name = name.map { unsafe String(cString: $0) }
      },
      { _, _ in }, context)
  }

  deinit { unsafe wl_output_destroy(pointer) }
}

extension Rotation {
  /// Makes a rotation of a wl_output.transform: 0 to 3 count quarter turns, and 4 to 7 are the same, mirrored.
  fileprivate init?(transform: Int32) { self.init(rawValue: Int(transform & 3) * 90) }
}
