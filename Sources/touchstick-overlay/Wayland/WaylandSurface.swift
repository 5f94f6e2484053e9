internal import CLinux
internal import CWayland
internal import Glibc
internal import System
internal import Display

/// A layer above an output. It receives no touches, because its input region is empty, unless its
/// painter receives touches.
@safe final class WaylandSurface: CallbackContext {
  let output: WaylandOutput
  /// Its number in this program.
  var number: Int { unsafe Int(bitPattern: surface) }
  private unowned let display: WaylandOverlay
  private let surface: OpaquePointer
  private let layer: OpaquePointer
  private var viewport: OpaquePointer?
  private var fractionalScale: OpaquePointer?

  /// The size in the compositor's units; nil until it has said so.
  private var size: (width: Int32, height: Int32)?
  /// The scale in 120ths; nil is the output's.
  private var scale: UInt32?
  private var buffers: [WaylandBuffer] = []
  /// What the compositor shows; nil is a buffer that is gone, or of another size.
  private weak var shown: WaylandBuffer?
  /// Whether ``shown`` may not be what is wanted.
  private var isOutdated = false
  /// The callback of a frame that the compositor has not asked for yet.
  private var frame: OpaquePointer?

  init?(_ display: WaylandOverlay, _ output: WaylandOutput) {
    guard let surface = unsafe wl_compositor_create_surface(display.compositor),
      let layer = unsafe cwayland_cover(display.layerShell, surface, output.pointer)
    else { return nil }
    unsafe (self.surface, self.layer) = unsafe (surface, layer)
    self.display = display
    self.output = output
    if !display.painter.receivesTouches {
      // Before it is ever shown.
      let nothing = unsafe wl_compositor_create_region(display.compositor)
      unsafe wl_surface_set_input_region(surface, nothing)
      unsafe wl_region_destroy(nothing)
    }
    unsafe cwayland_add_layer_listener(
      layer,
      { context, _, serial, width, height in
        unsafe WaylandSurface.of(context)?.configure(serial, Int32(clamping: width), Int32(clamping: height))
      },
      { context, _ in
        guard let closed = unsafe WaylandSurface.of(context) else { return }
        closed.display.close(closed)
      }, context)
    if let viewporter = unsafe display.viewporter {
      unsafe viewport = cwayland_get_viewport(viewporter, surface)
      if let manager = unsafe display.fractionalScales {
        unsafe fractionalScale = cwayland_get_scale(
          manager, surface,
          { context, _, scale in unsafe WaylandSurface.of(context)?.use(scale: scale) }, context)
      }
    }
    unsafe wl_surface_commit(surface)
  }

  deinit {
    if let frame = unsafe frame { unsafe wl_callback_destroy(frame) }
    buffers = []
    if let fractionalScale = unsafe fractionalScale { unsafe cwayland_destroy_scale(fractionalScale) }
    if let viewport = unsafe viewport { unsafe cwayland_destroy_viewport(viewport) }
    unsafe cwayland_destroy_layer(layer)
    unsafe wl_surface_destroy(surface)
  }

  /// Shows what has changed, as soon as the compositor wants a frame.
  func update() {
    isOutdated = true
    draw()
  }

  private func draw() {
    guard unsafe isOutdated && frame == nil, let picture = pixels,
      let wanted = display.painter.picture(on: picture)
    else { return }
    buffers.removeAll { $0.canvas.width != picture.width || $0.canvas.height != picture.height }
    let changes = shown.map { wanted.changes(since: $0.drawn) } ?? [picture.box]
    guard !changes.isEmpty else {
      isOutdated = false
      return
    }
    guard let buffer = freeBuffer(picture) else { return }
    isOutdated = false
    buffer.draw(wanted)
    unsafe wl_surface_attach(surface, buffer.pointer, 0, 0)
    for box in changes.map(picture.box.intersection) where !box.isEmpty {
      unsafe wl_surface_damage_buffer(
        surface, Int32(box.left), Int32(box.top), Int32(box.width), Int32(box.height))
    }
    commit()
    shown = buffer
  }

  /// Commits, and asks for a callback when the next frame can follow.
  private func commit() {
    unsafe frame = wl_surface_frame(surface)
    unsafe cwayland_add_frame_listener(
      frame, { context, _, _ in unsafe WaylandSurface.of(context)?.startFrame() }, context)
    if let viewport = unsafe viewport, let size {
      unsafe cwayland_set_viewport(viewport, size.width, size.height)
    } else {
      unsafe wl_surface_set_buffer_scale(surface, output.scale)
    }
    unsafe wl_surface_commit(surface)
  }

  private func startFrame() {
    unsafe wl_callback_destroy(frame)
    unsafe frame = nil
    draw()
  }

  /// A buffer that the compositor does not use; nil if it uses two. A second one is made only then.
  private func freeBuffer(_ picture: OutputPicture) -> WaylandBuffer? {
    if let free = buffers.first(where: { !$0.isBusy }) { return free }
    guard buffers.count < 2 else { return nil }
    do throws(DrawingError) {
      let buffer = try unsafe WaylandBuffer(
        display.sharedMemory, width: picture.width, height: picture.height, display.images
      ) { [unowned self] in draw() }
      buffers.append(buffer)
      return buffer
    } catch {
      display.failure = .noMemory
      return nil
    }
  }

  /// The size and the turn in pixels of the screen.
  private var pixels: OutputPicture? {
    guard let size, size.width > 0, size.height > 0 else { return nil }
    // wp_fractional_scale_v1 rounds halves up.
    func scaled(_ side: Int32) -> Int {
      if unsafe viewport != nil, let scale { return (Int(side) * Int(scale) + 60) / 120 }
      return Int(side) * Int(output.scale)
    }
    let (width, height) = (scaled(size.width), scaled(size.height))
    // No screen has more, and the memory must not be the compositor's to choose.
    guard width <= 16384, height <= 16384 else { return nil }
    let transform = output.transform.flatMap { OutputTransform(rawValue: Int($0)) } ?? .normal
    return OutputPicture(width: width, height: height, transform: transform)
  }

  /// The pixel at a place in the compositor's units.
  func pixel(_ x: Double, _ y: Double) -> (PixelPoint, OutputPicture)? {
    guard let size, let pixels else { return nil }
    let position = PixelPoint(
      x: x * Double(pixels.width) / Double(size.width), y: y * Double(pixels.height) / Double(size.height))
    return (position, pixels)
  }

  private func configure(_ serial: UInt32, _ width: Int32, _ height: Int32) {
    unsafe cwayland_acknowledge(layer, serial)
    let isNew = size.map { $0 != (width, height) } ?? true
    size = (width, height)
    if isNew { discardBuffers() }
    display.updateSurfaces()
  }

  private func use(scale: UInt32) {
    guard scale > 0, scale != self.scale else { return }
    self.scale = scale
    discardBuffers()
    display.updateSurfaces()
  }

  /// Has the next frame drawn wholly, and at once: without the old buffers, and without a wait for the last frame.
  func discardBuffers() {
    if let frame = unsafe frame { unsafe wl_callback_destroy(frame) }
    unsafe frame = nil
    buffers = []
  }
}

/// Memory that the overlay and the compositor share: wl_buffer in wayland.xml.
@safe final class WaylandBuffer: CallbackContext {
  let pointer: OpaquePointer
  let canvas: Canvas
  /// Whether the compositor may still read it.
  private(set) var isBusy = false
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  /// What is drawn on it.
  private(set) var drawn = OverlayPicture()
  private let released: () -> Void

  init(
    _ shm: OpaquePointer, width: Int, height: Int, _ images: ImageLibrary, released: @escaping () -> Void
  ) throws(DrawingError) {
    let stride = Canvas.stride(ofWidth: width)
    size = stride * height
    let file = unsafe memfd_create("touchstick-overlay", UInt32(MFD_CLOEXEC))
    guard file >= 0 else { throw .noMemory }
    defer { close(file) }
    guard ftruncate(file, size) == 0,
      let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      unsafe memory != MAP_FAILED
    else { throw .noMemory }
    unsafe self.memory = memory
    do throws(DrawingError) {
      canvas = try unsafe Canvas(memory: memory, width: width, height: height, images: images)
    } catch {
      unsafe munmap(memory, size)
      throw error
    }
    let pool = unsafe wl_shm_create_pool(shm, file, Int32(size))
    unsafe pointer = wl_shm_pool_create_buffer(
      pool, 0, Int32(width), Int32(height), Int32(stride), WL_SHM_FORMAT_ARGB8888.rawValue)
    unsafe wl_shm_pool_destroy(pool)
    self.released = released
    unsafe cwayland_add_buffer_listener(
      pointer, { context, _ in unsafe WaylandBuffer.of(context)?.release() }, context)
  }

  deinit {
    unsafe wl_buffer_destroy(pointer)
    unsafe munmap(memory, size)
  }

  /// Draws a picture where it differs from ``drawn``, for the compositor to show.
  func draw(_ picture: OverlayPicture) {
    canvas.draw(picture, in: picture.changes(since: drawn))
    drawn = picture
    isBusy = true
  }

  private func release() {
    isBusy = false
    released()
  }
}
