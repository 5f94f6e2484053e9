/// How a device is held, by the edge of it that is up for the user.
///
/// The raw value counts degrees as the transform of a Wayland output does: the picture is turned so far
/// counter-clockwise on the panel, and the user holds the device turned as far clockwise, so that the picture is upright.
/// wl_output.transform in wayland.xml
public enum Rotation: Int, CaseIterable, Sendable {
  /// The device's own top edge is up.
  case topUp = 0
  /// The device is turned a quarter clockwise.
  case leftUp = 90
  /// The device is upside down.
  case bottomUp = 180
  /// The device is turned a quarter counter-clockwise.
  case rightUp = 270

  /// The size of a surface as the user sees it, from that of the device; and the other way round.
  public func size(of deviceSize: SurfaceSize) -> SurfaceSize {
    switch self {
    case .topUp, .bottomUp: deviceSize
    case .leftUp, .rightUp: SurfaceSize(width: deviceSize.height, height: deviceSize.width)
    }
  }
}

/// The screen that a touch device lies on, as far as the machine knows it.
public struct Screen: Equatable, Sendable {
  /// The size of its panel, before the rotation; nil if it is not known.
  public var size: SurfaceSize?
  /// How its picture is turned.
  public var rotation: Rotation

  /// Makes a screen.
  public init(size: SurfaceSize? = nil, rotation: Rotation = .topUp) {
    self.size = size
    self.rotation = rotation
  }
}
