internal import CCairo
internal import OverlayScene
internal import OverlayTheme

/// The pictures of a theme, each in the size and tint that it is drawn with.
public final class ImageLibrary {
  /// The most pixels of each side of a picture.
  public static let mostPixels = 4096
  /// The most bytes of a file.
  public static let mostBytes = 16 << 20

  private struct Entry: Hashable {
    let use: ImageUse
    let width: Int
    let height: Int
  }

  /// Nil is a picture that cannot be drawn.
  private var images: [Entry: LoadedImage?] = [:]

  /// Shapes that were drawn once, the oldest first.
  private var sprites: [(shape: Shape, image: LoadedImage, pixels: Int)] = []
  private var spritePixels = 0
  /// Of one sprite, and of all together.
  private static let mostSpritePixels = (one: 1 << 18, all: 1 << 20)

  /// Makes an empty library.
  public init() {}

  /// Forgets all pictures, so that changed files are read again.
  public func forget() {
    images = [:]
    sprites = []
    spritePixels = 0
  }

  /// Whether a picture can be drawn.
  ///
  /// - Throws: Why not.
  public static func check(_ path: String) throws(DrawingError) { _ = try LoadedImage(path: path) }

  /// A shape that was drawn before, or else by this; nil if it has too many pixels, or cannot be drawn.
  func sprite(_ shape: Shape, pixels: Int, _ draw: () -> LoadedImage?) -> LoadedImage? {
    guard pixels <= Self.mostSpritePixels.one else { return nil }
    if let known = sprites.first(where: { $0.pixels == pixels && $0.shape == shape }) { return known.image }
    guard let image = draw() else { return nil }
    sprites.append((shape, image, pixels))
    spritePixels += pixels
    while spritePixels > Self.mostSpritePixels.all { spritePixels -= sprites.removeFirst().pixels }
    return image
  }

  /// A picture in a size in pixels; nil if it cannot be drawn.
  func image(_ use: ImageUse, width: Int, height: Int) -> LoadedImage? {
    guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height) else { return nil }
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
