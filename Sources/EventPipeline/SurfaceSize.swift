/// The size of a surface, in millimetres.
public struct SurfaceSize: Equatable, Sendable {
  /// From the left to the right edge, above 0.
  public var width: Double
  /// From the top to the bottom edge, above 0.
  public var height: Double

  /// Makes a size from its two sides in millimetres.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether there are surfaces to touch of that size: 5 mm to 10 m.
  public var isPlausible: Bool {
    (5...10_000).contains(width) && (5...10_000).contains(height)
  }

  /// The width for each height.
  public var shape: Double { width / height }

  /// Whether it has a shape, or one that differs by no more than a part of it, such as 0.05.
  public func hasShape(_ other: Double, within tolerance: Double) -> Bool {
    max(shape / other, other / shape) <= 1 + tolerance
  }
}

/// Where a surface's size comes from.
public enum SurfaceSizeSource: String, Sendable {
  /// The configuration says it.
  case configuration
  /// The device gives its resolution, of its own accord or by a hwdb entry that udev has set.
  case device
  /// The EDID of the panel that the surface lies on says it.
  case panel
  /// Nobody says it, or the device says what cannot be: it is assumed to be as large as such devices usually are.
  case assumption
}

extension SurfaceSize {
  /// The size of a device that nobody knows the size of: as large as such devices usually are, with the shape that
  /// its axes have.
  ///
  /// - Parameter shape: The width for each height; nil where it is not known.
  static func assumed(_ deviceClass: DeviceClass, shape: Double?) -> SurfaceSize {
    guard deviceClass == .touchscreen, let shape else { return deviceClass.usualSize }
    let isPhone = max(shape, 1 / shape) >= phoneShape
    let height = (isPhone ? phoneDiagonal : tabletDiagonal) / (shape * shape + 1).squareRoot()
    let size = SurfaceSize(width: height * shape, height: height)
    return size.isPlausible ? size : deviceClass.usualSize
  }

  /// Screens of tablets are no longer than 16:9; those of phones are 18:9 and longer.
  private static let phoneShape = 1.9
  /// 6.1 inches.
  private static let phoneDiagonal = 6.1 * 25.4
  /// 10.1 inches.
  private static let tabletDiagonal = 10.1 * 25.4
}

extension DeviceClass {
  /// The size to take for a device of which nobody knows size and shape: a 10.1-inch screen, the size that libinput
  /// takes for a touchpad, a medium pen tablet.
  public var usualSize: SurfaceSize {
    switch self {
    case .touchscreen: SurfaceSize(width: 217, height: 136)
    case .touchpad: SurfaceSize(width: 69, height: 50)
    case .tablet: SurfaceSize(width: 224, height: 140)
    }
  }
}
