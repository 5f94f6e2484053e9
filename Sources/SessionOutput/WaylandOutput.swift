internal import CWayland
public import EventPipeline
public import OperatingSystem

/// An output of a Wayland compositor: wl_output in wayland.xml.
@safe public final class WaylandOutput: CallbackContext {
  /// The registry's number for it.
  public let number: UInt32
  /// The wl_output.
  public let pointer: OpaquePointer
  /// The connector, such as `eDP-1`; nil where the compositor does not say it.
  public private(set) var name: String?
  /// Its wl_output.transform: 0 to 3 count quarter turns, and 4 to 7 are the same, mirrored. Nil until the compositor
  /// has said it.
  public private(set) var transform: Int32?
  /// The size of the panel; nil if the compositor does not know a plausible one.
  public private(set) var size: SurfaceSize?
  /// The pixels of a side for each unit of the compositor, rounded up.
  public private(set) var scale: Int32 = 1
  /// Whether it has told everything once.
  public private(set) var isKnown = false
  private let changed: () -> Void

  /// Owns a wl_output of the registry.
  ///
  /// - Parameter changed: Is called at the end of what it tells at once.
  public init(_ pointer: OpaquePointer, _ number: UInt32, _ changed: @escaping () -> Void = {}) {
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
