internal import Drawing
internal import CLinux
internal import CWayland
internal import Glibc
internal import System

/// A surface that is about as large as what is drawn there. Its changes appear with the next commit of the surface below
/// it. Touches pass through it, except where a part of it receives them, or if its painter receives all.
@safe final class WaylandPart {
  /// The pixels of the output that it covers.
  let box: PixelBox
  /// The address of its wl_surface, to find the part that is touched.
  var number: Int { unsafe Int(bitPattern: surface) }
  private unowned let display: WaylandOverlay
  private let surface, subsurface: OpaquePointer
  private var viewport: OpaquePointer?
  private var buffers: [WaylandBuffer] = []
  private var shown: WaylandBuffer?
  /// Whether it has changed since ``discardSpareBuffer()`` was called.
  private var hasChanged = false
  private let released: () -> Void

  /// - Parameter touchArea: ``OverlayPainter/touchArea(on:)``
  init(
    _ display: WaylandOverlay, above parent: OpaquePointer, _ box: PixelBox, on grid: SurfaceGrid,
    touchArea: PixelRectangle?, released: @escaping () -> Void
  ) {
    unsafe surface = wl_compositor_create_surface(display.compositor)
    unsafe subsurface = wl_subcompositor_get_subsurface(display.subcompositor, surface, parent)
    (self.display, self.box, self.released) = (display, box, released)
    let place = grid.units(of: box)
    if !display.painter.receivesTouches {
      let area = touchArea.map { grid.units(around: PixelBox(around: $0)) }
      unsafe display.passTouches(
        through: surface, but: area.map { ($0.x - place.x, $0.y - place.y, $0.width, $0.height) })
    }
    unsafe wl_subsurface_set_position(subsurface, place.x, place.y)
    if let viewporter = unsafe display.viewporter {
      unsafe viewport = cwayland_get_viewport(viewporter, surface)
      unsafe cwayland_set_viewport(viewport, place.width, place.height)
    } else {
      unsafe wl_surface_set_buffer_scale(surface, Int32(box.width) / place.width)
    }
  }

  deinit {
    if let viewport = unsafe viewport { unsafe cwayland_destroy_viewport(viewport) }
    unsafe wl_subsurface_destroy(subsurface)
    unsafe wl_surface_destroy(surface)
  }

  /// Whether there is a buffer to draw on. A second one is made only when the compositor uses the first.
  var isReady: Bool { buffers.count < 2 || buffers.contains { !$0.isBusy } }

  /// Shows a picture of its part of the output. Returns nil if that is the same as before.
  ///
  /// - Parameter asked: Is called when the compositor asks for the next frame.
  func show(_ picture: OverlayPicture, _ asked: @escaping () -> Void) throws(DrawingError) -> WaylandCallback?
  {
    let changes = shown.map { picture.changes(since: $0.drawn) } ?? [box]
    guard !changes.isEmpty else { return nil }
    let buffer = try freeBuffer()
    buffer.draw(picture)
    unsafe wl_surface_attach(surface, buffer.pointer, 0, 0)
    for change in changes.map(box.intersection) where !change.isEmpty {
      unsafe wl_surface_damage_buffer(
        surface, Int32(change.left - box.left), Int32(change.top - box.top), Int32(change.width),
        Int32(change.height))
    }
    let frame = unsafe wl_surface_frame(surface).map { unsafe WaylandCallback($0, asked) }
    unsafe wl_surface_commit(surface)
    (shown, hasChanged) = (buffer, true)
    return frame
  }

  /// A buffer that the compositor does not use.
  private func freeBuffer() throws(DrawingError) -> WaylandBuffer {
    if let free = buffers.first(where: { !$0.isBusy }) { return free }
    let buffer = try unsafe WaylandBuffer(display.sharedMemory, box, display.images, released: released)
    buffers.append(buffer)
    return buffer
  }

  /// Frees the buffer that is not shown, unless there was a change since the last call.
  func discardSpareBuffer() {
    if !hasChanged { buffers.removeAll { $0 !== shown && !$0.isBusy } }
    hasChanged = false
  }

  /// Shows nothing any more: its owner drops it.
  func hide() {
    unsafe wl_surface_attach(surface, nil, 0, 0)
    unsafe wl_surface_commit(surface)
  }
}

/// What the compositor answers once: wl_callback in wayland.xml. Nothing is called after this is gone.
@safe final class WaylandCallback: CallbackContext {
  private let pointer: OpaquePointer
  private let answered: () -> Void

  init(_ pointer: OpaquePointer, _ answered: @escaping () -> Void) {
    unsafe self.pointer = pointer
    self.answered = answered
    unsafe cwayland_add_frame_listener(
      pointer, { context, _, _ in unsafe WaylandCallback.of(context)?.answered() }, context)
  }

  deinit { unsafe wl_callback_destroy(pointer) }
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
    _ shm: OpaquePointer, _ box: PixelBox, _ images: ImageLibrary, released: @escaping () -> Void
  ) throws(DrawingError) {
    let stride = Canvas.stride(ofWidth: box.width)
    size = stride * box.height
    let file = unsafe memfd_create("touchstick-overlay", UInt32(MFD_CLOEXEC))
    guard file >= 0 else { throw .noMemory }
    defer { close(file) }
    guard ftruncate(file, size) == 0,
      let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      unsafe memory != MAP_FAILED
    else { throw .noMemory }
    unsafe self.memory = memory
    do throws(DrawingError) {
      canvas = try unsafe Canvas(memory: memory, box, images: images)
    } catch {
      unsafe munmap(memory, size)
      throw error
    }
    let pool = unsafe wl_shm_create_pool(shm, file, Int32(size))
    unsafe pointer = wl_shm_pool_create_buffer(
      pool, 0, Int32(box.width), Int32(box.height), Int32(stride), WL_SHM_FORMAT_ARGB8888.rawValue)
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
