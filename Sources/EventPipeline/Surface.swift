public import JoystickModel

/// The conversion of a device's units to millimetres from the surface's top left corner.
///
/// The user sees this corner at the top left: on a rotated surface, the top is the user's.
public struct Surface: Equatable, Sendable {
  /// The size as the user holds the device: ``rotation`` may have swapped width and height.
  public let size: SurfaceSize
  /// Where the size comes from.
  public let sizeSource: SurfaceSizeSource
  /// How the device is held.
  public let rotation: Rotation
  /// The aspect ratio (width / height) of the device's axes, before the rotation; nil if they do not show it.
  public let statedShape: Double?
  /// The pairs of axes that contacts are reported on, the usual one first.
  let axes: [PositionAxes]
  /// The axis of the pressure; nil if there is none.
  let pressure: SurfaceAxis?

  /// The surface as a rectangle, in millimetres.
  public var bounds: Rectangle {
    Rectangle(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Converts raw values of one of the pairs of axes to a position.
  func point(x: Int32, y: Int32, on pair: Int = 0) -> Point {
    let pair = axes[pair]
    let part = rotation.place(x: pair.x.fraction(x), y: pair.y.fraction(y))
    return Point(x: part.x * size.width, y: part.y * size.height)
  }

  /// Converts a raw value to a pressure, 0 to 1; nil if the device has no pressure.
  func pressure(_ raw: Int32) -> Double? { pressure.map { max(0, min($0.fraction(raw), 1)) } }
}

extension Rotation {
  /// Converts a position on the device to the user's view. Both are parts of width and height, from the top left
  /// corner.
  func place(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .topUp: (x, y)
    case .leftUp: (1 - y, x)
    case .bottomUp: (1 - x, 1 - y)
    case .rightUp: (y, 1 - x)
    }
  }
}

/// An axis of a position, or of the pressure.
struct SurfaceAxis: Equatable, Sendable {
  let code: EventCode
  let minimum: Double
  let extent: Double
  let resolution: Double

  func fraction(_ value: Int32) -> Double {
    (Double(value) - minimum) / extent
  }
}

/// A pair of axes that report positions.
struct PositionAxes: Equatable, Sendable {
  let x: SurfaceAxis
  let y: SurfaceAxis
}
