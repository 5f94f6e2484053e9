/// A part of the overlay's picture, or of a picture in a document.
package struct Shape: Equatable, Sendable {
  /// The outline, in pixels of the picture.
  package enum Form: Equatable, Sendable {
    /// The ellipse that touches the rectangle's edges.
    case ellipse(PixelRectangle)
    /// A rectangle whose corners have this radius.
    case rectangle(PixelRectangle, rounding: Double)
    /// Lines from point to point, and back to the first. Corners begin and end at this distance from their points.
    case polygon([PixelPoint], rounding: Double = 0)
    /// Lines from point to point, without an inside. One that ends where it began is closed.
    case strokes([[PixelPoint]])
    /// A picture that fills the rectangle.
    case image(ImageUse, PixelRectangle)
    /// A line of text, as large as it fits in the rectangle, but with capitals no higher than this.
    case text(String, PixelRectangle, height: Double)
  }

  package var form: Form
  /// The colour of the inside. Of a picture, only its opacity counts.
  package var fill: Color?
  /// The colour of the middle, from which an ellipse shades to ``fill`` at its rim.
  package var shine: Color?
  package var line: Color?
  /// The width of the line, without its sides.
  package var lineWidth = 0.0
  /// The width of the line with its sides, which are in the contrasting colour, so that one of the two can be seen on any
  /// background. It is on the inside of the outline; that of a polygon and of strokes is in the middle.
  package var wholeLineWidth: Double { line == nil ? 0 : 2 * lineWidth }
  /// The path of the middle of the line.
  package var lineForm: Form { form.inset(by: wholeLineWidth / 2) }
  /// Nothing outside of it is drawn.
  package var clip: PixelRectangle?

  package init(
    _ form: Form, fill: Color? = nil, shine: Color? = nil, line: Color? = nil,
    lineWidth: Double = 0, clip: PixelRectangle? = nil
  ) {
    (self.form, self.fill, self.shine, self.line) = (form, fill, shine, line)
    (self.lineWidth, self.clip) = (lineWidth, clip)
  }

  /// The same shape in another place.
  package func moved(x: Int, y: Int) -> Shape {
    func moved(_ area: PixelRectangle) -> PixelRectangle {
      PixelRectangle(x: area.x + Double(x), y: area.y + Double(y), width: area.width, height: area.height)
    }
    var shape = self
    shape.form =
      switch form {
      case .ellipse(let area): .ellipse(moved(area))
      case .rectangle(let area, let rounding): .rectangle(moved(area), rounding: rounding)
      case .polygon(let points, let rounding):
        .polygon(points.map { $0.moved(Double(x), Double(y)) }, rounding: rounding)
      case .strokes(let lines): .strokes(lines.map { $0.map { $0.moved(Double(x), Double(y)) } })
      case .image(let use, let area): .image(use, moved(area))
      case .text(let text, let area, let height): .text(text, moved(area), height: height)
      }
    shape.clip = clip.map(moved)
    return shape
  }

  /// All pixels that it can colour, also those that smooth edges reach.
  package var bounds: PixelBox {
    let isOutside =
      switch form {
      case .polygon, .strokes: true
      default: false
      }
    let box = PixelBox(around: form.area, margin: isOutside ? 1 + wholeLineWidth / 2 : 1)
    return clip.map { box.intersection(PixelBox(around: $0, margin: 1)) } ?? box
  }
}

extension Shape.Form {
  /// The smallest rectangle around it.
  package var area: PixelRectangle {
    switch self {
    case .ellipse(let area), .rectangle(let area, _), .image(_, let area), .text(_, let area, _): area
    case .polygon(let points, _): PixelRectangle(around: points)
    case .strokes(let lines): PixelRectangle(around: lines.flatMap { $0 })
    }
  }

  /// The outline with its edges farther in; that of a polygon stays.
  package func inset(by distance: Double) -> Shape.Form {
    switch self {
    case .ellipse(let area): .ellipse(area.inset(by: distance))
    case .rectangle(let area, let rounding):
      .rectangle(area.inset(by: distance), rounding: max(0, rounding - distance))
    case .polygon, .strokes, .image, .text: self
    }
  }
}

/// A round corner: a curve from one point to another, which both edges of the corner touch there.
package struct RoundCorner {
  package let start, corner, end: PixelPoint

  /// The corners of a polygon.
  ///
  /// - Parameter distance: From a corner to where it begins and ends, at most half of an edge.
  package static func all(of points: [PixelPoint], at distance: Double) -> [RoundCorner] {
    points.indices.map { index in
      let corner = points[index]
      func point(towards other: PixelPoint) -> PixelPoint {
        let (dx, dy) = (other.x - corner.x, other.y - corner.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let part = length > 0 ? min(0.5, distance / length) : 0
        return corner.moved(part * dx, part * dy)
      }
      return RoundCorner(
        start: point(towards: points[(index + points.count - 1) % points.count]), corner: corner,
        end: point(towards: points[(index + 1) % points.count]))
    }
  }
}

/// How a picture of a theme is used.
package struct ImageUse: Equatable, Hashable, Sendable {
  /// A PNG file.
  package var path: PicturePath
  /// The tint, whose opacity does not count; nil leaves the picture's own colours.
  package var tint: Color?
  /// Whether the picture is a mask that is filled with the tint, instead of keeping its lightness.
  package var isMask = false

  package init(path: PicturePath, tint: Color? = nil, isMask: Bool = false) {
    (self.path, self.tint, self.isMask) = (path, tint, isMask)
  }
}
