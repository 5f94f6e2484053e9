internal import JoystickModel

/// A position in the overlay's picture, in its pixels from the top left corner; y grows downwards.
struct PixelPoint: Equatable, Sendable {
  /// From the left edge.
  var x: Double
  /// From the top edge.
  var y: Double

  /// Makes a position from its coordinates.
  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in the overlay's picture, in its pixels.
struct PixelRectangle: Equatable, Sendable {
  /// The left edge.
  var x: Double
  /// The top edge.
  var y: Double
  /// From the left edge to the right.
  var width: Double
  /// From the top edge to the bottom.
  var height: Double

  /// Makes a rectangle from its top left corner and its size.
  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle with these points.
  init(around points: [PixelPoint]) {
    let first = points.first ?? PixelPoint(x: 0, y: 0)
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  init(around middle: PixelPoint, width: Double, height: Double) {
    self.init(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }

  /// The nearest rectangle of whole pixels. A shape that moves by whole pixels need not be drawn anew.
  var whole: PixelRectangle {
    PixelRectangle(x: x.rounded(), y: y.rounded(), width: width.rounded(), height: height.rounded())
  }

  /// The rectangle with its edges farther in; one without a size keeps its middle.
  func inset(by distance: Double) -> PixelRectangle {
    let (dx, dy) = (min(distance, width / 2), min(distance, height / 2))
    return PixelRectangle(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }
}

/// A rectangle of whole pixels.
struct PixelBox: Equatable, Sendable {
  /// The first column, and the one after the last.
  var left, right: Int
  /// The first row, and the one after the last.
  var top, bottom: Int

  /// Makes a rectangle from its edges.
  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// All pixels that a rectangle touches, with a margin around it; none if it reaches far beyond any screen, or has an
  /// edge that is not a number, as in a damaged feed.
  init(around rectangle: PixelRectangle, margin: Double = 0) {
    let (left, top) = (rectangle.x - margin, rectangle.y - margin)
    let (right, bottom) = (rectangle.x + rectangle.width + margin, rectangle.y + rectangle.height + margin)
    // A sum with something that is not a number is none, either.
    guard abs(left) + abs(top) + abs(right) + abs(bottom) <= Self.limit else {
      self.init(left: 0, top: 0, right: 0, bottom: 0)
      return
    }
    self.init(
      left: Int(left.rounded(.down)), top: Int(top.rounded(.down)), right: Int(right.rounded(.up)),
      bottom: Int(bottom.rounded(.up)))
  }

  private static let limit = 1e6

  /// From the left edge to the right.
  var width: Int { right - left }
  /// From the top edge to the bottom.
  var height: Int { bottom - top }
  /// How many pixels are in it.
  var area: Int { width * height }
  /// Whether no pixel is in it.
  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether the two share a pixel.
  func intersects(_ other: PixelBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// The pixels that the two share.
  func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// The smallest rectangle that contains both.
  func union(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}

extension [PixelBox] {
  /// Adds a rectangle, and joins it with those that it shares pixels with, so that no pixel is in two.
  mutating func add(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    var sum = box
    while let index = firstIndex(where: sum.intersects) { sum = sum.union(remove(at: index)) }
    append(sum)
  }
}

/// How the picture of an output lies on its panel. The raw value is that of wl_output.transform in wayland.xml: 0 to 3
/// count quarter turns counter-clockwise, and 4 to 7 are the same after a flip from left to right.
struct OutputTransform: RawRepresentable, Equatable, Sendable {
  /// 0 to 7.
  let rawValue: Int

  /// Makes a transform of its number; nil if there is none with it.
  init?(rawValue: Int) {
    guard (0...7).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Makes a turn by degrees that are a multiple of 90.
  init(degrees: Int) { rawValue = degrees / 90 & 3 }

  /// How many quarter turns of its picture turn a surface that is held like this; nil if it is not held like its picture.
  func turns(from old: OutputTransform, to new: OutputTransform) -> Int? {
    guard self == old, !new.isFlipped else { return nil }
    return (new.rawValue - old.rawValue) & 3
  }

  /// A picture that lies on its panel as it is.
  static let normal = OutputTransform(degrees: 0)

  private var isFlipped: Bool { rawValue & 4 != 0 }

  /// The place in the picture of a place on the panel, both as parts of width and height.
  func picture(ofPanel place: Point) -> Point {
    let turned =
      switch rawValue & 3 {
      case 1: Point(x: 1 - place.y, y: place.x)
      case 2: Point(x: 1 - place.x, y: 1 - place.y)
      case 3: Point(x: place.y, y: 1 - place.x)
      default: place
      }
    return isFlipped ? Point(x: 1 - turned.x, y: turned.y) : turned
  }

  /// The place on the panel of a place in the picture, both as parts of width and height.
  func panel(ofPicture place: Point) -> Point {
    let turned = isFlipped ? Point(x: 1 - place.x, y: place.y) : place
    return switch rawValue & 3 {
    case 1: Point(x: turned.y, y: 1 - turned.x)
    case 2: Point(x: 1 - turned.x, y: 1 - turned.y)
    case 3: Point(x: 1 - turned.y, y: turned.x)
    default: turned
    }
  }
}
