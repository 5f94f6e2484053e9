internal import CLinux
internal import CWayland
internal import CWaylandProtocols
internal import Glibc
internal import OperatingSystem
internal import OverlayDrawing
internal import OverlayScene

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
    unsafe cwp_follow_buffer(
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
