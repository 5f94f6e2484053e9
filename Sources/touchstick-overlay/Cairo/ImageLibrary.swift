internal import Drawing
internal import CCairo
internal import Glibc
internal import System

/// The pictures of a theme, each in the size and tint that it is drawn with.
final class ImageLibrary {
  /// The most pixels of each side of a picture that is drawn.
  static let maxPixels = 4096

  private struct Entry: Hashable {
    let use: ImageUse
    let width: Int
    let height: Int
  }

  /// Nil is a picture that cannot be drawn.
  private var images: [Entry: LoadedImage?] = [:]

  /// Shapes that were drawn once, the oldest first.
  private var sprites: [(shape: Shape, image: LoadedImage, pixels: Int, isUsed: Bool)] = []
  private var spritePixels = 0
  /// Of one sprite, and of all together.
  private static let maxSpritePixels = (one: 1 << 18, all: 1 << 19)

  /// Makes an empty library.
  init() {}

  /// Forgets all pictures, so that changed files are read again.
  func forget() {
    images = [:]
    sprites = []
    spritePixels = 0
  }

  /// Forgets shapes that were not drawn since the last call, such as those of a control that has faded.
  func forgetUnused() {
    sprites.removeAll { !$0.isUsed }
    for index in sprites.indices { sprites[index].isUsed = false }
    spritePixels = sprites.reduce(0) { $0 + $1.pixels }
  }

  /// Whether a picture can be drawn.
  ///
  /// - Throws: Why not.
  static func check(_ path: PicturePath) throws(DrawingError) { _ = try LoadedImage(path: path) }

  /// A shape that was drawn before, or else by this; nil if it has too many pixels, or cannot be drawn.
  func sprite(_ shape: Shape, pixels: Int, _ draw: () -> LoadedImage?) -> LoadedImage? {
    guard pixels <= Self.maxSpritePixels.one else { return nil }
    if let known = sprites.firstIndex(where: { $0.pixels == pixels && $0.shape == shape }) {
      sprites[known].isUsed = true
      return sprites[known].image
    }
    guard let image = draw() else { return nil }
    sprites.append((shape, image, pixels, isUsed: true))
    spritePixels += pixels
    while spritePixels > Self.maxSpritePixels.all { spritePixels -= sprites.removeFirst().pixels }
    return image
  }

  /// A picture in a size in pixels; nil if it cannot be drawn.
  func image(_ use: ImageUse, width: Int, height: Int) -> LoadedImage? {
    guard (1...Self.maxPixels).contains(width), (1...Self.maxPixels).contains(height) else { return nil }
    let entry = Entry(use: use, width: width, height: height)
    if let known = images[entry] { return known }
    // An output whose scale changes often would fill the memory.
    if images.count >= 16 { forget() }
    let image = try? LoadedImage(path: use.path).scaled(width, height)
    if let tint = use.tint { image?.tint(tint, isMask: use.isMask) }
    images[entry] = .some(image)
    return image
  }
}

/// The pixels of a picture.
@safe final class LoadedImage {
  let surface: OpaquePointer

  /// Takes over what cairo has made.
  init(owning surface: OpaquePointer) { unsafe self.surface = surface }

  deinit { unsafe cairo_surface_destroy(surface) }

  /// In pixels.
  var size: (width: Int, height: Int) {
    unsafe (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
  }

  convenience init(path: PicturePath) throws(DrawingError) { try self.init(PNGFile(path)) }

  /// Decodes a PNG file.
  convenience init(_ file: PNGFile) throws(DrawingError) {
    var rest = file.bytes[...]
    let surface = unsafe withUnsafeMutablePointer(to: &rest) { rest in
      unsafe cairo_image_surface_create_from_png_stream({ unsafe copyNext($0, $1, $2) }, rest)
    }
    guard let surface = unsafe surface else { throw .noMemory }
    // cairo also reports errors of libpng as a lack of memory.
    guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      unsafe cairo_surface_destroy(surface)
      throw .damaged
    }
    unsafe self.init(owning: surface)
  }

  /// A copy in another size.
  func scaled(_ width: Int, _ height: Int) throws(DrawingError) -> LoadedImage {
    guard let copy = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let cairo = unsafe cairo_create(copy)
    else { throw .noMemory }
    let image = unsafe LoadedImage(owning: copy)
    defer { unsafe cairo_destroy(cairo) }
    unsafe cairo_scale(cairo, Double(width) / Double(size.width), Double(height) / Double(size.height))
    unsafe cairo_set_source_surface(cairo, surface, 0, 0)
    unsafe cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BEST)
    unsafe cairo_paint(cairo)
    guard unsafe cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { throw .noMemory }
    return image
  }

  /// Colours the pixels. cairo's operator for that, HSL_COLOR, also colours transparent ones.
  ///
  /// - Parameter isMask: Whether only the opacity stays, instead of also the lightness.
  func tint(_ color: Color, isMask: Bool) {
    unsafe cairo_surface_flush(surface)
    guard let start = unsafe cairo_image_surface_get_data(surface) else { return }
    let count = unsafe Int(cairo_image_surface_get_stride(surface)) * size.height / 4
    let pixels = unsafe UnsafeMutableRawPointer(start).bindMemory(to: UInt32.self, capacity: count)
    for index in 0..<count { unsafe pixels[index] = pixels[index].tinted(color, isMask: isMask) }
    unsafe cairo_surface_mark_dirty(surface)
  }
}

extension UInt32 {
  /// A premultiplied pixel in another colour.
  fileprivate func tinted(_ color: Color, isMask: Bool) -> UInt32 {
    let alpha = self >> 24
    guard alpha > 0 else { return 0 }
    let parts = [self >> 16 & 0xff, self >> 8 & 0xff, self & 0xff].sorted()
    // Scaling may leave a part that is larger than the opacity.
    let lightness = Swift.min(1, Double(parts[0] + parts[2]) / Double(2 * alpha))
    let tinted =
      isMask
      ? color
      : lightness < 0.5
        ? Color.black.mixed(with: color, 2 * lightness) : color.mixed(with: .white, 2 * lightness - 1)
    return [tinted.red, tinted.green, tinted.blue].reduce(alpha) { pixel, part in
      pixel << 8 | Self((part * Double(alpha)).rounded())
    }
  }
}

/// Copies the next bytes of the slice in the context, which are those that cairo has not read yet: cairo_read_func_t.
private func copyNext(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafeMutablePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let rest = unsafe context?.assumingMemoryBound(to: ArraySlice<UInt8>.self), let target = unsafe target
  else { return CAIRO_STATUS_READ_ERROR }
  let bytes = unsafe rest.pointee.prefix(Int(count))
  guard bytes.count == Int(count) else { return CAIRO_STATUS_READ_ERROR }
  _ = unsafe UnsafeMutableBufferPointer(start: target, count: bytes.count).update(fromContentsOf: bytes)
  unsafe rest.pointee = rest.pointee.dropFirst(bytes.count)
  return CAIRO_STATUS_SUCCESS
}
