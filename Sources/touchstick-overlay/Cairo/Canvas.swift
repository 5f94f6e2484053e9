internal import CCairo
internal import Drawing

/// Pixels that the overlay's picture is drawn on: 32 bits each, in the processor's byte order, premultiplied alpha in
/// the highest byte, then red, green and blue, as in CAIRO_FORMAT_ARGB32 and WL_SHM_FORMAT_ARGB8888.
@safe final class Canvas {
  /// The part of a picture that is drawn on it.
  private let box: PixelBox
  private let surface: OpaquePointer
  private let cairo: OpaquePointer
  private let images: ImageLibrary

  /// The bytes from one row to the next: the widest pixel has four, and cairo wants no more for ARGB32.
  static func stride(ofWidth width: Int) -> Int { 4 * width }

  /// Makes a canvas of its own memory, which is transparent.
  ///
  /// - Throws: ``DrawingError/noMemory``.
  convenience init(width: Int, height: Int, images: ImageLibrary) throws(DrawingError) {
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    try unsafe self.init(surface, PixelBox(left: 0, top: 0, right: width, bottom: height), images)
  }

  /// Makes a canvas for a part of a picture on memory that must outlive it, and that has four bytes for each pixel.
  ///
  /// - Throws: ``DrawingError/noMemory``.
  convenience init(
    memory: UnsafeMutableRawPointer, _ box: PixelBox, images: ImageLibrary
  ) throws(DrawingError) {
    let surface = unsafe cairo_image_surface_create_for_data(
      memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(box.width), Int32(box.height),
      Int32(Self.stride(ofWidth: box.width)))
    try unsafe self.init(surface, box, images)
  }

  private init(_ surface: OpaquePointer?, _ box: PixelBox, _ images: ImageLibrary) throws(DrawingError) {
    // cairo makes an object even if it fails, and that says so.
    guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let cairo = unsafe cairo_create(surface)
    else {
      unsafe cairo_surface_destroy(surface)
      throw .noMemory
    }
    unsafe (self.surface, self.cairo) = unsafe (surface, cairo)
    (self.box, self.images) = (box, images)
    unsafe cairo_translate(cairo, Double(-box.left), Double(-box.top))
    // Otherwise the width of a letter is a whole number of pixels, and does not scale with the font.
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_set_font_options(cairo, options)
    unsafe cairo_font_options_destroy(options)
  }

  /// The size in pixels.
  var width: Int { box.width }
  var height: Int { box.height }

  deinit {
    unsafe cairo_destroy(cairo)
    unsafe cairo_surface_destroy(surface)
  }

  /// Draws these parts of a picture anew, which have no common pixels. Everything outside of them stays.
  func draw(_ picture: OverlayPicture, in boxes: [PixelBox]) {
    let boxes = boxes.map(box.intersection).filter { !$0.isEmpty }
    guard !boxes.isEmpty else { return }
    saved {
      for box in boxes { trace(box) }
      unsafe cairo_clip(cairo)
      unsafe cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
      unsafe cairo_paint(cairo)
      unsafe cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
      var drawn: [PixelBox] = []
      picture.forEach(in: boxes) { shape, bounds in
        draw(shape, isLowest: !drawn.contains(where: bounds.intersects))
        drawn.append(bounds)
      }
    }
    unsafe cairo_surface_flush(surface)
  }

  /// A pixel, as the type describes it.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    guard let bytes = unsafe cairo_image_surface_get_data(surface), x >= 0, x < width, y >= 0, y < height
    else { return 0 }
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    return unsafe UnsafeRawPointer(bytes).load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }

  /// The pixels, as a picture to copy from.
  fileprivate var image: LoadedImage { unsafe LoadedImage(owning: cairo_surface_reference(surface)) }

  /// Writes the picture to a PNG file. Returns whether that worked.
  func write(toFile path: String) -> Bool {
    unsafe cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
  }

  /// Restores the clip, the colour and the coordinates after the work.
  private func saved(_ work: () -> Void) {
    unsafe cairo_save(cairo)
    work()
    unsafe cairo_restore(cairo)
  }
}

// The shapes.
extension Canvas {
  /// Most shapes are copied from where they were drawn once: filling and smoothing their pixels takes much longer.
  ///
  /// - Parameter isLowest: Whether all of its pixels are still transparent. They need no blending then, which takes most
  ///   of the time.
  private func draw(_ shape: Shape, isLowest: Bool) {
    guard let (sprite, box) = images.sprite(shape) else { return drawAnew(shape) }
    unsafe cairo_set_source_surface(cairo, sprite.surface, Double(box.left), Double(box.top))
    unsafe cairo_set_operator(cairo, isLowest ? CAIRO_OPERATOR_SOURCE : CAIRO_OPERATOR_OVER)
    trace(box)
    unsafe cairo_fill(cairo)
    unsafe cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
  }

  private func trace(_ box: PixelBox) {
    unsafe cairo_rectangle(cairo, Double(box.left), Double(box.top), Double(box.width), Double(box.height))
  }

  fileprivate func drawAnew(_ shape: Shape) {
    saved {
      if let clip = shape.clip {
        unsafe cairo_rectangle(cairo, clip.x, clip.y, clip.width, clip.height)
        unsafe cairo_clip(cairo)
      }
      switch shape.form {
      case .ellipse, .rectangle, .polygon, .strokes:
        fill(shape)
        stroke(shape)
      case .image(let use, let area): image(use, area, shape.fill?.alpha ?? 1)
      case .text(let text, let area, let height): self.text(text, area, height, shape.fill ?? .white)
      }
    }
  }

  private func path(_ form: Shape.Form) {
    switch form {
    case .ellipse(let area): ellipse(area)
    case .rectangle(let area, let rounding): rectangle(area, rounding)
    case .polygon(let points, 0): polygon(points)
    case .polygon(let points, let rounding): polygon(RoundCorner.all(of: points, at: rounding))
    case .strokes(let lines): strokes(lines)
    case .image, .text: break
    }
  }

  private func fill(_ shape: Shape) {
    guard let fill = shape.fill, fill.alpha > 0 else { return }
    path(shape.form)
    if let shine = shape.shine, case .ellipse(let area) = shape.form {
      let (x, y, radius) = (area.x + area.width / 2, area.y + area.height / 2, area.width / 2)
      // The light comes from above.
      let pattern = unsafe cairo_pattern_create_radial(x, y - radius * 0.3, 0, x, y, radius)
      for (place, color) in [(0.0, shine), (1.0, fill)] {
        unsafe cairo_pattern_add_color_stop_rgba(
          pattern, place, color.red, color.green, color.blue, color.alpha)
      }
      unsafe cairo_set_source(cairo, pattern)
      unsafe cairo_pattern_destroy(pattern)
    } else {
      use(fill)
    }
    unsafe cairo_fill(cairo)
  }

  private func stroke(_ shape: Shape) {
    guard let line = shape.line, line.alpha > 0, shape.lineWidth > 0 else { return }
    layered(line) { line in
      path(shape.lineForm)
      unsafe cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      unsafe cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      unsafe cairo_set_line_width(cairo, shape.wholeLineWidth)
      use(line.contrasting)
      unsafe cairo_stroke_preserve(cairo)
      unsafe cairo_set_line_width(cairo, shape.lineWidth)
      use(line)
      unsafe cairo_stroke(cairo)
    }
  }

  /// Draws both sides of a line or of letters with an opaque colour, and then all of them with its opacity. So the lower
  /// side does not shine through the upper one.
  private func layered(_ color: Color, _ draw: (Color) -> Void) {
    unsafe cairo_push_group(cairo)
    draw(color.opaque)
    unsafe cairo_pop_group_to_source(cairo)
    unsafe cairo_paint_with_alpha(cairo, color.alpha)
  }

  private func use(_ color: Color) {
    unsafe cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
  }

  private func ellipse(_ area: PixelRectangle) {
    guard area.width > 0, area.height > 0 else { return }
    // The path is made in scaled coordinates, and the line is drawn in pixels.
    saved {
      unsafe cairo_translate(cairo, area.x + area.width / 2, area.y + area.height / 2)
      unsafe cairo_scale(cairo, area.width / 2, area.height / 2)
      unsafe cairo_new_path(cairo)
      unsafe cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
      unsafe cairo_close_path(cairo)
    }
  }

  private func rectangle(_ area: PixelRectangle, _ rounding: Double) {
    let radius = max(0, min(rounding, area.width / 2, area.height / 2))
    let (left, right) = (area.x + radius, area.x + area.width - radius)
    let (top, bottom) = (area.y + radius, area.y + area.height - radius)
    unsafe cairo_new_path(cairo)
    for (x, y, quarter) in [(right, top, -1.0), (right, bottom, 0), (left, bottom, 1), (left, top, 2)] {
      unsafe cairo_arc(cairo, x, y, radius, quarter * .pi / 2, (quarter + 1) * .pi / 2)
    }
    unsafe cairo_close_path(cairo)
  }

  private func polygon(_ points: [PixelPoint]) {
    unsafe cairo_new_path(cairo)
    for point in points { unsafe cairo_line_to(cairo, point.x, point.y) }
    unsafe cairo_close_path(cairo)
  }

  private func polygon(_ corners: [RoundCorner]) {
    unsafe cairo_new_path(cairo)
    for corner in corners {
      // The same curve as with one control point, the corner.
      func control(_ end: PixelPoint) -> PixelPoint {
        end.moved((corner.corner.x - end.x) * 2 / 3, (corner.corner.y - end.y) * 2 / 3)
      }
      let (first, second) = (control(corner.start), control(corner.end))
      unsafe cairo_line_to(cairo, corner.start.x, corner.start.y)
      unsafe cairo_curve_to(cairo, first.x, first.y, second.x, second.y, corner.end.x, corner.end.y)
    }
    unsafe cairo_close_path(cairo)
  }

  private func strokes(_ lines: [[PixelPoint]]) {
    unsafe cairo_new_path(cairo)
    for line in lines {
      unsafe cairo_new_sub_path(cairo)
      for point in line { unsafe cairo_line_to(cairo, point.x, point.y) }
      if line.count > 2, line.first == line.last { unsafe cairo_close_path(cairo) }
    }
  }

  private func image(_ use: ImageUse, _ area: PixelRectangle, _ alpha: Double) {
    let (width, height) = (Int(area.width.rounded()), Int(area.height.rounded()))
    guard let image = images.image(use, width: width, height: height) else { return }
    unsafe cairo_set_source_surface(cairo, image.surface, area.x, area.y)
    unsafe cairo_paint_with_alpha(cairo, alpha)
  }

  /// The text has an outline, so that it can be read on any colour.
  private func text(_ text: String, _ area: PixelRectangle, _ height: Double, _ color: Color) {
    unsafe cairo_set_font_face(cairo, LabelFont.face)
    guard area.width >= 1, area.height >= 1, height > 0 else { return }
    // cairo fails for good with a font that is too large.
    var size = min(height / extents(of: "H", 100).height * 100, 1000)
    let whole = extents(of: text, size)
    // The letters and half of the outline on either side, which are as wide as the size demands.
    let border = Self.outline * size
    size *= min(1, area.width / (whole.width + border), area.height / (whole.height + border))
    guard size >= 1 else { return }
    let letters = extents(of: text, size)
    // Capitals are in the middle, so that words side by side are on one line, unless the rest would be outside.
    let middle = area.y + (area.height + extents(of: "H", size).height) / 2
    let lowest = area.bottom - border / 2 - letters.y_bearing - letters.height
    let highest = area.y + border / 2 - letters.y_bearing
    unsafe cairo_move_to(
      cairo, area.x + area.width / 2 - letters.x_bearing - letters.width / 2,
      max(highest, min(middle, lowest)))
    unsafe cairo_text_path(cairo, text)
    unsafe cairo_set_line_width(cairo, Self.outline * size)
    unsafe cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    layered(color) { color in
      use(color.contrasting)
      unsafe cairo_stroke_preserve(cairo)
      use(color)
      unsafe cairo_fill(cairo)
    }
  }

  /// The width of the outline of letters, as a part of their size.
  private static let outline = 0.11

  private func extents(of text: String, _ size: Double) -> cairo_text_extents_t {
    var extents = cairo_text_extents_t()
    unsafe cairo_set_font_size(cairo, size)
    unsafe cairo_text_extents(cairo, text, &extents)
    return extents
  }
}

extension ImageLibrary {
  /// A shape that was drawn before, or is drawn now, and where it is; nil if it is too large to keep, changes all the time,
  /// or there is no memory for it.
  fileprivate func sprite(_ shape: Shape) -> (LoadedImage, PixelBox)? {
    // A clip is the level of a trigger. Pictures are kept already.
    if case .image = shape.form { return nil }
    let box = shape.bounds
    guard shape.clip == nil, !box.isEmpty else { return nil }
    let key = shape.moved(x: -box.left, y: -box.top)
    let sprite = sprite(key, pixels: box.width * box.height) {
      guard let canvas = try? Canvas(width: box.width, height: box.height, images: self) else { return nil }
      canvas.drawAnew(key)
      return canvas.image
    }
    return sprite.map { ($0, box) }
  }
}

/// The font of the labels: the bold one that fontconfig prefers for "sans-serif".
///
/// cairo would choose the same one, but fontconfig would then keep what it knows of all fonts in memory: some megabytes.
private enum LabelFont {
  /// Nil, which is cairo's default, without memory.
  nonisolated(unsafe) static let face: OpaquePointer? = {
    defer { FcFini() }
    guard let pattern = unsafe FcPatternCreate() else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    unsafe FcPatternAddString(pattern, FC_FAMILY, "sans-serif")
    unsafe FcPatternAddInteger(pattern, FC_WEIGHT, FC_WEIGHT_BOLD)
    unsafe FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
    unsafe FcConfigSubstitute(nil, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    // Without any font, cairo draws no letters.
    guard let match = unsafe FcFontMatch(nil, pattern, &result) else { return nil }
    defer { unsafe FcPatternDestroy(match) }
    return unsafe cairo_ft_font_face_create_for_pattern(match)
  }()
}
