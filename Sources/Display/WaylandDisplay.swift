internal import CWayland
internal import EventPipeline
internal import System

/// A connection to a Wayland compositor. It follows the outputs, and binds other globals on request.
@safe package final class WaylandDisplay: SessionDisplay, CallbackContext {
  package let pointer: OpaquePointer
  private let registry: OpaquePointer
  /// The globals besides outputs, by their interfaces.
  private var globals: [String: (number: UInt32, version: UInt32)] = [:]
  package private(set) var waylandOutputs: [WaylandOutput] = []
  /// Is called after an output has come, changed or gone.
  package var outputsChanged: () -> Void = {}

  package var outputs: [Output] { waylandOutputs.map(\.output) }
  package var fileDescriptor: Int32 { unsafe wl_display_get_fd(pointer) }

  /// Connects, and waits until the compositor has reported its outputs. wl_display_connect(3)
  ///
  /// - Parameter name: As in WAYLAND_DISPLAY.
  /// - Throws: ``DisplayError/unreachable(_:)``.
  package init(_ name: String) throws(DisplayError) {
    guard let pointer = unsafe wl_display_connect(name) else { throw .unreachable(name) }
    unsafe self.pointer = pointer
    unsafe registry = wl_display_get_registry(pointer)
    // The listener lives as long as the connection.
    unsafe cwayland_add_registry_listener(
      registry,
      { context, _, number, interface, version in
        guard let interface = unsafe interface.map({ unsafe String(cString: $0) }) else { return }
        unsafe WaylandDisplay.of(context)?.add(interface, number, version)
      },
      { context, _, number in unsafe WaylandDisplay.of(context)?.remove(number) }, context)
    // The first round trip brings the outputs, the second their properties.
    for _ in 1...2 {
      guard unsafe wl_display_roundtrip(pointer) >= 0 else { throw .unreachable(name) }
    }
  }

  deinit {
    waylandOutputs = []
    unsafe wl_display_disconnect(pointer)
  }

  package func read() throws(DisplayError) {
    while unsafe wl_display_prepare_read(pointer) != 0 { try dispatch() }
    flush()
    guard unsafe wl_display_read_events(pointer) >= 0 else { throw .lost }
    try dispatch()
    // A new output is bound.
    flush()
  }

  /// Sends the requests that wait.
  package func flush() { unsafe wl_display_flush(pointer) }

  /// Binds the last global with an interface; nil without one in a known version.
  package func bind(_ interface: String) -> OpaquePointer? {
    unsafe globals[interface].flatMap { unsafe bind(interface, $0.number, $0.version) }
  }

  private func bind(_ interface: String, _ number: UInt32, _ version: UInt32) -> OpaquePointer? {
    unsafe cwayland_bind(registry, number, interface, version).map { OpaquePointer($0) }
  }

  private func dispatch() throws(DisplayError) {
    guard unsafe wl_display_dispatch_pending(pointer) >= 0 else { throw .lost }
  }

  private func add(_ interface: String, _ number: UInt32, _ version: UInt32) {
    guard interface == "wl_output" else {
      globals[interface] = (number, version)
      return
    }
    guard let output = unsafe bind(interface, number, version) else { return }
    unsafe waylandOutputs.append(WaylandOutput(output, number) { [unowned self] in outputsChanged() })
  }

  private func remove(_ number: UInt32) {
    globals = globals.filter { $0.value.number != number }
    guard let index = waylandOutputs.firstIndex(where: { $0.number == number }) else { return }
    waylandOutputs.remove(at: index)
    outputsChanged()
  }
}

/// An output of a Wayland compositor: wl_output in wayland.xml. Its name is known since version 4.
@safe package final class WaylandOutput: CallbackContext {
  /// The registry's number for it.
  fileprivate let number: UInt32
  package let pointer: OpaquePointer
  /// The connector, such as `eDP-1`; nil where the compositor does not report it.
  package private(set) var name: String?
  /// Its wl_output.transform: 0 to 3 count quarter turns, and 4 to 7 are the same, mirrored. Nil until the compositor
  /// has reported it.
  package private(set) var transform: Int32?
  /// Where its picture is on the desktop.
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0
  /// The size of the panel; nil if the compositor does not know a plausible one.
  private var size: SurfaceSize?
  /// The pixels of a side for each unit of the compositor, rounded up.
  package private(set) var scale: Int32 = 1
  /// Whether the compositor has reported everything once.
  package private(set) var isKnown = false
  private let changed: () -> Void

  /// Owns a wl_output of the registry.
  ///
  /// - Parameter changed: Is called at the end of each group of reports.
  fileprivate init(_ pointer: OpaquePointer, _ number: UInt32, _ changed: @escaping () -> Void) {
    unsafe self.pointer = pointer
    self.number = number
    self.changed = changed
    unsafe cwayland_add_output_listener(
      pointer,
      { context, _, x, y, width, height, _, _, _, transform in
        guard let output = unsafe WaylandOutput.of(context) else { return }
        output.transform = transform
        (output.x, output.y) = (x, y)
        output.size = SurfaceSize(width: width, height: height)
      },
      { context, _, scale in unsafe WaylandOutput.of(context)?.scale = max(1, scale) },
      { context, _, name in
        unsafe WaylandOutput.of(context)?.name = name.map { unsafe String(cString: $0).printable }
      },
      { context, _ in unsafe WaylandOutput.of(context)?.finish() }, context)
  }

  deinit { unsafe wl_output_destroy(pointer) }

  /// What the compositor has reported so far. The rotation does not say whether it is mirrored.
  fileprivate var output: Output {
    let rotation = transform.flatMap { Rotation(rawValue: Int($0 & 3) * 90) }
    return Output(name: name, rotation: rotation, size: size)
  }

  private func finish() {
    isKnown = true
    changed()
  }
}
