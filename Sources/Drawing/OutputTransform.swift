package import JoystickModel

/// How the picture of an output lies on its panel. The raw value is that of wl_output.transform in wayland.xml: 0 to 3
/// count quarter turns counter-clockwise, and 4 to 7 are the same after a flip from left to right.
package struct OutputTransform: RawRepresentable, Equatable, Sendable {
  /// 0 to 7.
  package let rawValue: Int

  /// Makes a transform of its number; nil if there is none with it.
  package init?(rawValue: Int) {
    guard (0...7).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Makes a turn by degrees that are a multiple of 90.
  package init(degrees: Int) { rawValue = degrees / 90 & 3 }

  /// How many quarter turns of its picture turn a surface that is held like this; nil if it is not held like its picture.
  package func turns(from old: OutputTransform, to new: OutputTransform) -> Int? {
    guard self == old, !new.isFlipped else { return nil }
    return (new.rawValue - old.rawValue) & 3
  }

  /// A picture that lies on its panel as it is.
  package static let normal = OutputTransform(degrees: 0)

  private var isFlipped: Bool { rawValue & 4 != 0 }

  /// The place in the picture of a place on the panel, both as parts of width and height.
  package func picture(ofPanel place: Point) -> Point {
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
  package func panel(ofPicture place: Point) -> Point {
    let turned = isFlipped ? Point(x: 1 - place.x, y: place.y) : place
    return switch rawValue & 3 {
    case 1: Point(x: turned.y, y: 1 - turned.x)
    case 2: Point(x: 1 - turned.x, y: 1 - turned.y)
    case 3: Point(x: 1 - turned.y, y: turned.x)
    default: turned
    }
  }
}
