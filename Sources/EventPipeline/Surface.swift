public import JoystickModel

/// What turns a device's units into millimetres from the surface's top left corner.
///
/// The corner is the one that the user sees there: a rotated surface has the user's top at the top.
public struct Surface: Equatable, Sendable {
  /// The size as the user holds the device: ``rotation`` may have swapped width and height.
  public let size: SurfaceSize
  /// Where the size comes from.
  public let sizeSource: SurfaceSizeSource
  /// How the device is held.
  public let rotation: Rotation
  /// The width for each height that the device's axes tell of, before the rotation; nil where they do not.
  public let statedShape: Double?
  /// The pairs of axes that contacts are reported on, the usual one first.
  let axes: [PositionAxes]
  /// How hard a contact presses is told on this axis; nil is not at all.
  let pressure: PressureAxis?

  /// The surface as a rectangle, in millimetres.
  public var bounds: Rectangle {
    Rectangle(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The place that raw values of one of the pairs of axes stand for.
  func point(_ raw: RawPosition, on pair: Int = 0) -> Point {
    let pair = axes[pair]
    let (x, y) = rotation.place(x: pair.x.fraction(raw.x), y: pair.y.fraction(raw.y))
    return Point(x: x * size.width, y: y * size.height)
  }

  /// The pressure that a raw value stands for, 0 to 1; nil where the device has none.
  func pressure(_ raw: Int32) -> Double? { pressure?.fraction(raw) }
}

extension Rotation {
  /// Where the user sees a place of the device. Both are parts of the width and of the height, from the top left corner.
  func place(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .topUp: (x, y)
    case .leftUp: (1 - y, x)
    case .bottomUp: (1 - x, 1 - y)
    case .rightUp: (y, 1 - x)
    }
  }
}

/// The axis that tells how hard a contact presses.
struct PressureAxis: Equatable, Sendable {
  let minimum: Double
  let extent: Double

  /// The part of the most that the device can tell, 0 to 1.
  func fraction(_ value: Int32) -> Double { max(0, min((Double(value) - minimum) / extent, 1)) }
}

/// A pair of axes that together say where a contact is.
struct PositionAxes: Equatable, Sendable {
  struct Axis: Equatable, Sendable {
    let code: EventCode
    let minimum: Double
    let extent: Double
    let resolution: Double

    func fraction(_ value: Int32) -> Double {
      (Double(value) - minimum) / extent
    }
  }

  let x: Axis
  let y: Axis
}

/// A position as a device reports it, in the device's units.
struct RawPosition: Equatable, Sendable {
  /// The horizontal axis's value.
  var x: Int32
  /// The vertical axis's value.
  var y: Int32
}
