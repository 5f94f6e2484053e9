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

  /// `217 x 136 mm`, without fractions.
  public var phrase: String { "\(Int(width.rounded())) x \(Int(height.rounded())) mm" }

  /// Whether a surface of this size is plausible: 5 mm to 10 m.
  public var isPlausible: Bool {
    (5...10_000).contains(width) && (5...10_000).contains(height)
  }

  /// The aspect ratio: width / height.
  public var shape: Double { width / height }

  /// Whether it has this aspect ratio, within a tolerance such as 0.05.
  public func hasShape(_ other: Double, within tolerance: Double) -> Bool {
    max(shape / other, other / shape) <= 1 + tolerance
  }

  /// The size with its sides in the order that has this aspect ratio; nil if neither has.
  func turned(to shape: Double, within tolerance: Double) -> SurfaceSize? {
    [self, SurfaceSize(width: height, height: width)].first { $0.hasShape(shape, within: tolerance) }
  }
}

/// Where a surface's size comes from.
public enum SurfaceSizeSource: String, Sendable {
  /// The configuration.
  case configuration
  /// The resolution of the device, its own or one that a hwdb entry of udev sets.
  case device
  /// The EDID of the panel under the surface.
  case panel
  /// The session, for the screen under the surface.
  case session
  /// A guess, if no size is known or the device reports an impossible one: the usual size of such devices.
  case assumption
}

extension SurfaceSize {
  /// The guessed size of a device: the usual size of such devices, with the shape of its axes.
  ///
  /// - Parameter shape: The aspect ratio (width / height); nil if it is unknown.
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
  /// The guessed size of a device without known size and shape: a 10.1-inch screen, libinput's default for a touchpad,
  /// a medium pen tablet.
  public var usualSize: SurfaceSize {
    switch self {
    case .touchscreen: SurfaceSize(width: 217, height: 136)
    case .touchpad: SurfaceSize(width: 69, height: 50)
    case .tablet: SurfaceSize(width: 224, height: 140)
    }
  }
}
