internal import CWayland
internal import OperatingSystem
internal import OverlayScene

/// An output of the compositor: wl_output in wayland.xml.
@safe final class WaylandOutput: CallbackContext {
  /// The registry's number for it.
  let number: UInt32
  let pointer: OpaquePointer
  /// The connector, such as `eDP-1`; nil where the compositor does not say it.
  private(set) var name: String?
  /// Whether it has told everything once.
  private(set) var isKnown = false
  /// The pixels of a side for each unit of the compositor, rounded up.
  private(set) var scale: Int32 = 1
  private(set) var transform = OutputTransform.normal
  private let changed: () -> Void

  init(_ pointer: OpaquePointer, _ number: UInt32, _ changed: @escaping () -> Void) {
    unsafe self.pointer = pointer
    self.number = number
    self.changed = changed
    unsafe cwayland_follow_output(
      pointer,
      { context, _, _, _, _, _, _, _, _, transform in
        unsafe WaylandOutput.of(context)?.transform = OutputTransform(rawValue: Int(transform)) ?? .normal
      },
      { context, _, scale in unsafe WaylandOutput.of(context)?.scale = max(1, scale) },
      { context, _, name in
        unsafe WaylandOutput.of(context)?.name = name.map { unsafe String(cString: $0) }
      },
      { context, _ in unsafe WaylandOutput.of(context)?.finish() }, context)
  }

  deinit { unsafe wl_output_destroy(pointer) }

  /// The end of what it tells at once.
  private func finish() {
    isKnown = true
    changed()
  }
}
