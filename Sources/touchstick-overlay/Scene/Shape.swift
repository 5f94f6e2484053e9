/// A part of the overlay's picture.
struct Shape: Equatable, Sendable {
  /// The outline, in pixels of the picture.
  enum Form: Equatable, Sendable {
    /// The ellipse that touches the rectangle's edges.
    case ellipse(PixelRectangle)
    /// A rectangle whose corners have this radius.
    case rectangle(PixelRectangle, rounding: Double)
    /// Lines from point to point, and back to the first.
    case polygon([PixelPoint])
    /// A picture that fills the rectangle.
    case image(ImageUse, PixelRectangle)
    /// A line of text, as large as it fits in the rectangle, but with capitals no higher than this.
    case text(String, PixelRectangle, height: Double)
  }

  /// The outline.
  var form: Form
  /// The colour of the inside. Of a picture, only its opacity counts.
  var fill: ThemeColor?
  /// The colour of the middle, from which an ellipse shades to ``fill`` at its rim.
  var shine: ThemeColor?
  /// The colour of the line.
  var line: ThemeColor?
  /// The width of the line, without its sides.
  var lineWidth = 0.0
  /// The width of the line with its sides, which are in the contrasting colour, so that one of the two can be seen on any
  /// background. It is on the inside of the outline; that of a polygon is in the middle.
  var wholeLineWidth: Double { line == nil ? 0 : 2 * lineWidth }
  /// Nothing outside of it is drawn.
  var clip: PixelRectangle?

  init(
    _ form: Form, fill: ThemeColor? = nil, shine: ThemeColor? = nil, line: ThemeColor? = nil,
    lineWidth: Double = 0, clip: PixelRectangle? = nil
  ) {
    self.form = form
    self.fill = fill
    self.shine = shine
    self.line = line
    self.lineWidth = lineWidth
    self.clip = clip
  }

  /// The same shape in another place.
  func moved(x: Int, y: Int) -> Shape {
    func moved(_ area: PixelRectangle) -> PixelRectangle {
      PixelRectangle(x: area.x + Double(x), y: area.y + Double(y), width: area.width, height: area.height)
    }
    var shape = self
    shape.form =
      switch form {
      case .ellipse(let area): .ellipse(moved(area))
      case .rectangle(let area, let rounding): .rectangle(moved(area), rounding: rounding)
      case .polygon(let points): .polygon(points.map { PixelPoint(x: $0.x + Double(x), y: $0.y + Double(y)) })
      case .image(let use, let area): .image(use, moved(area))
      case .text(let text, let area, let height): .text(text, moved(area), height: height)
      }
    shape.clip = clip.map(moved)
    return shape
  }

  /// All pixels that it can colour, also those that smooth edges reach.
  var bounds: PixelBox {
    let box =
      switch form {
      case .ellipse(let area), .rectangle(let area, _), .image(_, let area), .text(_, let area, _):
        PixelBox(around: area, margin: 1)
      case .polygon(let points):
        PixelBox(around: PixelRectangle(around: points), margin: 1 + wholeLineWidth / 2)
      }
    return clip.map { box.intersection(PixelBox(around: $0, margin: 1)) } ?? box
  }
}

/// How a picture of a theme is used.
struct ImageUse: Equatable, Hashable, Sendable {
  /// A PNG file.
  var path: PicturePath
  /// The tint, whose opacity does not count; nil leaves the picture's own colours.
  var tint: ThemeColor?
  /// Whether the picture is a mask that is filled with the tint, instead of keeping its lightness.
  var isMask = false
}
