internal import Drawing
internal import CWayland
internal import System
internal import Display

/// A layer above an output. Its parts show the picture; it is a transparent pixel that carries them, and says how large the
/// output is.
@safe final class WaylandSurface: CallbackContext {
  let output: WaylandOutput
  private unowned let display: WaylandOverlay
  private let surface: OpaquePointer
  private let layer: OpaquePointer
  private var fractionalScale: OpaquePointer?

  /// The size in the compositor's units; nil until it has said so.
  private var size: (width: Int32, height: Int32)?
  /// The scale in 120ths; nil is the output's.
  private var scale: UInt32?
  private var pixel: WaylandBuffer?
  private var parts: [WaylandPart] = []
  /// What is shown until the next commit, which hides it.
  private var oldParts: [WaylandPart] = []
  /// Where ``parts`` are.
  private var partsGrid: SurfaceGrid?
  /// What receives touches on them.
  private var touchArea: PixelRectangle?
  /// Whether what is shown may not be what is wanted.
  private var isOutdated = false
  /// The requests for the next frame, until the compositor answers one of them. Another program's surface may cover a part,
  /// which then gets no answer.
  private var frames: [WaylandCallback] = []
  private var frameNumber = 0
  /// ``OverlayDisplay/awaitedFrame``
  var awaitedFrame: Int? { frames.isEmpty ? nil : frameNumber }

  init?(_ display: WaylandOverlay, _ output: WaylandOutput) {
    guard let surface = unsafe wl_compositor_create_surface(display.compositor),
      let layer = unsafe cwayland_cover(display.layerShell, surface, output.pointer)
    else { return nil }
    unsafe (self.surface, self.layer) = unsafe (surface, layer)
    self.display = display
    self.output = output
    unsafe display.passTouches(through: surface)
    unsafe cwayland_add_layer_listener(
      layer,
      { context, _, serial, width, height in
        unsafe WaylandSurface.of(context)?.configure(serial, Int32(clamping: width), Int32(clamping: height))
      },
      { context, _ in
        guard let closed = unsafe WaylandSurface.of(context) else { return }
        closed.display.close(closed)
      }, context)
    // Without a viewport, the scale would be of no use.
    if let manager = unsafe display.fractionalScales, unsafe display.viewporter != nil {
      unsafe fractionalScale = cwayland_get_scale(
        manager, surface,
        { context, _, scale in unsafe WaylandSurface.of(context)?.use(scale: scale) }, context)
    }
    unsafe wl_surface_commit(surface)
  }

  deinit {
    frames = []
    (parts, oldParts) = ([], [])
    if let fractionalScale = unsafe fractionalScale { unsafe cwayland_destroy_scale(fractionalScale) }
    unsafe cwayland_destroy_layer(layer)
    unsafe wl_surface_destroy(surface)
  }

  /// Shows what has changed, as soon as the compositor wants a frame.
  func update() {
    isOutdated = true
    draw()
  }

  /// Draws if anything is outdated. Where it cannot yet, something calls it again: the compositor's frame, a part whose buffer is
  /// free again, or a new size.
  private func draw() {
    guard isOutdated, let grid else { return }
    let area = display.painter.touchArea(on: grid.picture)
    if grid != partsGrid || area != touchArea { discardParts() }
    touchArea = area
    if area != nil { display.listenToTouches() }
    // All parts of a picture appear together.
    guard frames.isEmpty, parts.allSatisfy(\.isReady),
      let picture = display.painter.picture(on: grid.picture, screen: display.place(of: output))
    else { return }
    // Between several parts, touches would reach the game. While a control is in use, parts grow and do not move: a stick
    // would need a new one all the time.
    let clusters =
      display.painter.receivesTouches
      ? [Cluster(box: grid.picture.box, picture: picture)]
      : picture.clusters(on: grid, shown: display.painter.isInUse ? parts.map(\.box) : [])
    placeParts(clusters.map(\.box), on: grid)
    isOutdated = false
    do throws(DrawingError) {
      var frames: [WaylandCallback] = []
      for (part, cluster) in zip(parts, clusters) {
        if let frame = try part.show(cluster.picture, frameCame) { frames.append(frame) }
      }
      guard !frames.isEmpty || !oldParts.isEmpty else { return }
      try attachPixel()
      commit(frames)
    } catch {
      display.failure = .noMemory
    }
  }

  /// Makes the parts that are missing. Those that are no longer wanted stay until the others appear.
  private func placeParts(_ boxes: [PixelBox], on grid: SurfaceGrid) {
    oldParts += parts.filter { !boxes.contains($0.box) }
    parts = boxes.map { box in
      let known = parts.first { $0.box == box }
      return unsafe known
        ?? WaylandPart(display, above: surface, box, on: grid, touchArea: touchArea) { [unowned self] in
          draw()
        }
    }
    partsGrid = grid
  }

  private func attachPixel() throws(DrawingError) {
    guard pixel == nil else { return }
    let box = PixelBox(left: 0, top: 0, right: 1, bottom: 1)
    let pixel = try unsafe WaylandBuffer(display.sharedMemory, box, display.images) {}
    unsafe wl_surface_attach(surface, pixel.pointer, 0, 0)
    self.pixel = pixel
  }

  /// Commits, and requests the next frame.
  ///
  /// - Parameter frames: The requests of the parts that have changed.
  private func commit(_ frames: [WaylandCallback]) {
    for part in oldParts { part.hide() }
    self.frames = frames
    if let frame = unsafe wl_surface_frame(surface) {
      self.frames.append(unsafe WaylandCallback(frame, frameCame))
    }
    frameNumber += 1
    unsafe wl_surface_commit(surface)
    oldParts = []
  }

  private lazy var frameCame: () -> Void = { [unowned self] in
    frames = []
    draw()
  }

  /// Has the compositor show a frame, although nothing has changed.
  func requestFrame() {
    guard frames.isEmpty, pixel != nil else { return }
    unsafe wl_surface_damage(surface, 0, 0, 1, 1)
    commit([])
  }

  private var grid: SurfaceGrid? {
    guard let size else { return nil }
    return SurfaceGrid(
      width: Int(size.width), height: Int(size.height), scale: scale.map(Int.init) ?? 120 * Int(output.scale),
      transform: output.transform.flatMap { OutputTransform(rawValue: Int($0)) } ?? .normal)
  }

  /// Whether a surface is a part of this one.
  ///
  /// - Parameter number: Its number in this program.
  func contains(surface number: Int) -> Bool { parts.contains { $0.number == number } }

  /// The pixel at a place in the compositor's units.
  func pixel(_ x: Double, _ y: Double) -> (PixelPoint, OutputPicture)? {
    grid.map { ($0.pixel(x, y), $0.picture) }
  }

  private func configure(_ serial: UInt32, _ width: Int32, _ height: Int32) {
    unsafe cwayland_acknowledge(layer, serial)
    size = (width, height)
    display.updateSurfaces()
  }

  private func use(scale: UInt32) {
    guard scale > 0, scale != self.scale else { return }
    self.scale = scale
    display.updateSurfaces()
  }

  func discardSpareBuffers() {
    for part in parts { part.discardSpareBuffer() }
  }

  /// Redraws everything on new parts, without waiting for the last frame.
  func discardParts() {
    frames = []
    // Nobody reports the ends of touches on a surface that is gone.
    if !parts.isEmpty, display.painter.receivesTouches || touchArea != nil {
      display.painter.touch(.cancelled, by: 0)
    }
    oldParts += parts
    parts = []
  }
}
