internal import CWayland
internal import Display
internal import System

/// The overlay on a Wayland compositor that has layers: wlr-layer-shell-unstable-v1.
@safe final class WaylandOverlay: OverlayDisplay {
  private let display: WaylandDisplay
  let compositor, subcompositor, layerShell, sharedMemory: OpaquePointer
  /// Nil where the compositor lacks them.
  let viewporter, fractionalScales: OpaquePointer?
  /// The outputs to show it on; nil until the painter has chosen them.
  private var chosen: [WaylandOutput]?
  private var surfaces: [WaylandSurface] = []
  /// The surface that was touched last.
  private weak var touched: WaylandSurface?
  private var seat: WaylandSeat?
  private var answer: WaylandCallback?
  private var lock: WaylandLock?
  unowned let painter: any OverlayPainter
  let images: ImageLibrary
  /// Why ``update()`` or ``read()`` is to fail.
  var failure: OverlayError?

  var fileDescriptor: Int32 { display.fileDescriptor }

  /// Connects, and waits until the outputs are known.
  ///
  /// - Parameter name: As in WAYLAND_DISPLAY.
  init(_ name: String, _ painter: any OverlayPainter, _ images: ImageLibrary) throws(OverlayError) {
    display = try OverlayError.of { () throws(DisplayError) in try WaylandDisplay(name) }
    self.painter = painter
    self.images = images
    func bind(_ display: WaylandDisplay, _ interface: String) throws(OverlayError) -> OpaquePointer {
      guard let global = unsafe display.bind(interface) else { throw .missing("it lacks \(interface)") }
      return unsafe global
    }
    unsafe layerShell = try bind(display, "zwlr_layer_shell_v1")
    unsafe compositor = try bind(display, "wl_compositor")
    unsafe subcompositor = try bind(display, "wl_subcompositor")
    unsafe sharedMemory = try bind(display, "wl_shm")
    unsafe viewporter = display.bind("wp_viewporter")
    unsafe fractionalScales = display.bind("wp_fractional_scale_manager_v1")
    if let notifier = unsafe display.bind("hyprland_lock_notifier_v1") {
      unsafe lock = WaylandLock(notifier) { [unowned self] in self.painter.setLocked($0) }
    }
    display.outputsChanged = { [unowned self] in
      chosen = nil
      updateSurfaces()
    }
  }

  deinit {
    // Before the display disconnects: these own proxies of its connection.
    surfaces = []
    seat = nil
    chosen = nil
    answer = nil
    lock = nil
  }

  func read() throws(OverlayError) {
    try OverlayError.of { () throws(DisplayError) in try display.read() }
    if let failure { throw failure }
  }

  func update() throws(OverlayError) {
    updateSurfaces()
    if let failure { throw failure }
  }

  func forget() {
    for surface in surfaces { surface.discardParts() }
    chosen = nil
  }

  func discardSpareBuffers() {
    for surface in surfaces { surface.discardSpareBuffers() }
    display.flush()
  }

  /// None where the compositor reports lock screens: a slow one may show the controls, and need long for a frame.
  func awaitedFrame(on screens: [Int]) -> AwaitedFrame? {
    guard lock == nil else { return nil }
    return screens.lazy.compactMap { [self] screen in
      surfaces.first { place(of: $0.output) == screen }?.awaitedFrame.map {
        AwaitedFrame(number: $0, screen: screen)
      }
    }.first
  }

  /// An output's place among the painter's choices.
  func place(of output: WaylandOutput) -> Int { chosen?.firstIndex { $0 === output } ?? 0 }

  func requestFrame() {
    for surface in surfaces { surface.requestFrame() }
    display.flush()
  }

  func ping(_ answered: @escaping () -> Void) {
    answer = unsafe wl_display_sync(display.pointer).map { unsafe WaylandCallback($0, answered) }
    display.flush()
  }

  /// Makes the surfaces that are wanted now, and draws on them. What fails is thrown by ``update()`` or ``read()``.
  func updateSurfaces() {
    guard !painter.isHidden else { return }
    defer { display.flush() }
    if painter.receivesTouches { listenToTouches() }
    if painter.hasPicture, chosen == nil {
      // An output that the compositor has not described completely will follow.
      let known = display.waylandOutputs.filter(\.isKnown)
      chosen = painter.choices(among: known.map(\.name), mapping: display.output(mappedFrom:))
        .map { known[$0] }
    }
    let wanted = painter.hasPicture ? chosen ?? [] : []
    surfaces.removeAll { surface in !wanted.contains { $0 === surface.output } }
    for output in wanted where !surfaces.contains(where: { $0.output === output }) {
      if let surface = WaylandSurface(self, output) { surfaces.append(surface) }
    }
    for surface in surfaces { surface.update() }
  }

  /// The fingers of a computer are on one seat.
  func listenToTouches() {
    guard seat == nil, let global = unsafe display.bind("wl_seat") else { return }
    seat = unsafe WaylandSeat(global) { [unowned self] in touch($0, by: $1) }
  }

  /// A move does not name its surface. It counts on the one that was touched last, whichever finger moves.
  private func touch(_ touch: WaylandSeat.Touch, by id: Int) {
    switch touch {
    case .began(let surface, let x, let y):
      touched = surfaces.first { $0.contains(surface: surface) }
      if let touched, let (pixel, picture) = touched.pixel(x, y) {
        painter.touch(.began(pixel, picture, output: touched.output.name), by: id)
      }
    case .moved(let x, let y):
      if let (pixel, picture) = touched?.pixel(x, y) { painter.touch(.moved(pixel, picture), by: id) }
    case .ended: painter.touch(.ended, by: id)
    case .cancelled: painter.touch(.cancelled, by: id)
    }
  }

  /// Empties the input region of a surface that was never shown.
  ///
  /// - Parameter area: What receives touches nevertheless, in the compositor's units on the surface.
  func passTouches(
    through surface: OpaquePointer, but area: (x: Int32, y: Int32, width: Int32, height: Int32)? = nil
  ) {
    let region = unsafe wl_compositor_create_region(compositor)
    if let area { unsafe wl_region_add(region, area.x, area.y, area.width, area.height) }
    unsafe wl_surface_set_input_region(surface, region)
    unsafe wl_region_destroy(region)
  }

  /// Drops a surface that the compositor has closed, as when its output is gone.
  func close(_ closed: WaylandSurface) {
    surfaces.removeAll { $0 === closed }
  }
}

/// Hears of lock screens: hyprland-lock-notify-v1. Other compositors ask for no frames below one.
@safe private final class WaylandLock: CallbackContext {
  private var lock: OpaquePointer?
  private let changed: (_ isLocked: Bool) -> Void

  init(_ notifier: OpaquePointer, _ changed: @escaping (_ isLocked: Bool) -> Void) {
    self.changed = changed
    unsafe lock = cwayland_watch_lock(
      notifier, { context, _ in unsafe WaylandLock.of(context)?.changed(true) },
      { context, _ in unsafe WaylandLock.of(context)?.changed(false) }, context)
  }

  deinit { unsafe cwayland_destroy_lock(lock) }
}
