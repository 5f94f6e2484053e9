internal import CWayland
internal import System
internal import Display

/// A Wayland compositor that has layers: wlr-layer-shell-unstable-v1.
@safe final class WaylandDisplay: OverlayDisplay, CallbackContext {
  let display: OpaquePointer
  /// The globals by their interfaces.
  private(set) var globals: [String: OpaquePointer] = unsafe [:]
  private var outputs: [WaylandOutput] = []
  /// The outputs to show it on; nil until the painter has chosen them.
  private var chosen: [WaylandOutput]?
  private var surfaces: [WaylandSurface] = []
  /// The surface that was touched last.
  private weak var touched: WaylandSurface?
  private var seat: WaylandSeat?
  unowned let painter: any OverlayPainter
  let images: ImageLibrary
  /// Why ``update()`` or ``read()`` is to fail.
  var failure: OverlayError?

  var fileDescriptor: Int32 { unsafe wl_display_get_fd(display) }

  /// Connects, and waits until the outputs are known.
  ///
  /// - Parameter name: As in WAYLAND_DISPLAY.
  init(_ name: String, _ painter: any OverlayPainter, _ images: ImageLibrary) throws(OverlayError) {
    guard let display = unsafe wl_display_connect(name) else { throw .unreachable(name) }
    unsafe self.display = display
    self.painter = painter
    self.images = images
    // It lives as long as the connection.
    unsafe cwayland_follow_registry(
      wl_display_get_registry(display),
      { context, registry, number, interface, version in
        guard let registry = unsafe registry, let interface = unsafe interface else { return }
        unsafe WaylandDisplay.of(context)?.bind(registry, number, interface, version)
      },
      { context, _, number in unsafe WaylandDisplay.of(context)?.forget(number) }, context)
    // The first round brings the globals, the second what the outputs tell.
    for _ in 1...2 {
      guard unsafe wl_display_roundtrip(display) >= 0 else { throw .unreachable(name) }
    }
    for needed in ["zwlr_layer_shell_v1", "wl_compositor", "wl_shm"] where unsafe globals[needed] == nil {
      throw .missing("it lacks \(needed)")
    }
  }

  deinit {
    surfaces = []
    seat = nil
    (chosen, outputs) = (nil, [])
    unsafe wl_display_disconnect(display)
  }

  func read() throws(OverlayError) {
    while unsafe wl_display_prepare_read(display) != 0 { try dispatch() }
    unsafe wl_display_flush(display)
    guard unsafe wl_display_read_events(display) >= 0 else { throw .lost }
    try dispatch()
    unsafe wl_display_flush(display)
    if let failure { throw failure }
  }

  private func dispatch() throws(OverlayError) {
    guard unsafe wl_display_dispatch_pending(display) >= 0 else { throw .lost }
  }

  func update() throws(OverlayError) {
    show()
    if let failure { throw failure }
  }

  func forget() {
    for surface in surfaces { surface.redraw() }
    chosen = nil
  }

  /// Shows what is wanted now. What fails is thrown by ``update()`` or ``read()``.
  func show() {
    defer { unsafe wl_display_flush(display) }
    if painter.hasPicture, chosen == nil {
      // An output that has not told all about itself will do so.
      let known = outputs.filter(\.isKnown)
      chosen = painter.choices(among: known.map(\.name), mapping: outputOfKWin(forNode:)).map { known[$0] }
    }
    let wanted = painter.hasPicture ? chosen ?? [] : []
    surfaces.removeAll { surface in !wanted.contains { $0 === surface.output } }
    for output in wanted where !surfaces.contains(where: { $0.output === output }) {
      if let surface = WaylandSurface(self, output) { surfaces.append(surface) }
    }
    for surface in surfaces { surface.update() }
  }

  /// Fingers on more than one surface do not count.
  private func touch(_ touch: WaylandSeat.Touch, by id: Int) {
    switch touch {
    case .began(let surface, let x, let y):
      touched = surfaces.first { $0.number == surface }
      if let touched, let (pixel, picture) = touched.pixel(x, y) {
        painter.touch(.began(pixel, picture, output: touched.output.name), by: id)
      }
    case .moved(let x, let y):
      if let (pixel, picture) = touched?.pixel(x, y) { painter.touch(.moved(pixel, picture), by: id) }
    case .ended: painter.touch(.ended, by: id)
    case .cancelled: painter.touch(.cancelled, by: id)
    }
  }

  /// Drops a surface that the compositor has closed, as when its output is gone.
  func close(_ closed: WaylandSurface) {
    surfaces.removeAll { $0 === closed }
  }

  private func bind(
    _ registry: OpaquePointer, _ number: UInt32, _ interface: UnsafePointer<CChar>, _ version: UInt32
  ) {
    let name = unsafe String(cString: interface)
    guard painter.takesTouches || name != "wl_seat" else { return }
    guard let bound = unsafe cwp_bind(registry, number, interface, version) else { return }
    if name == "wl_seat" {
      // The fingers of a computer are on one seat.
      seat = unsafe WaylandSeat(OpaquePointer(bound)) { [unowned self] in touch($0, by: $1) }
      return
    }
    guard name == "wl_output" else {
      unsafe globals[name] = OpaquePointer(bound)
      return
    }
    unsafe outputs.append(WaylandOutput(OpaquePointer(bound), number) { [unowned self] in followOutputs() })
  }

  private func forget(_ number: UInt32) {
    guard let index = outputs.firstIndex(where: { $0.number == number }) else { return }
    let output = outputs.remove(at: index)
    surfaces.removeAll { $0.output === output }
    followOutputs()
  }

  private func followOutputs() {
    chosen = nil
    show()
  }
}
