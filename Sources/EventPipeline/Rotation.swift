/// How a device is held: which of its edges is up for the user.
///
/// The raw value is in degrees, as in the transform of a Wayland output (wl_output.transform in wayland.xml): the
/// picture is turned counter-clockwise on the panel by this angle. The user turns the device clockwise by the same
/// angle to see it upright.
public enum Rotation: Int, CaseIterable, Sendable {
  /// The device's own top edge is up.
  case topUp = 0
  /// The device is turned a quarter clockwise.
  case leftUp = 90
  /// The device is upside down.
  case bottomUp = 180
  /// The device is turned a quarter counter-clockwise.
  case rightUp = 270

  /// Converts the size of the device to the size that the user sees, and back.
  public func size(of deviceSize: SurfaceSize) -> SurfaceSize {
    switch self {
    case .topUp, .bottomUp: deviceSize
    case .leftUp, .rightUp: SurfaceSize(width: deviceSize.height, height: deviceSize.width)
    }
  }
}

/// The screen under a touch device, as far as the machine knows it.
public struct Screen: Equatable, Sendable {
  /// The size of its panel in the panel's EDID, before the rotation; nil if it is not known.
  public var size: SurfaceSize?
  /// The size that the session reports; nil if it is not known. Displays differ in whether they swap the sides of a
  /// rotated picture.
  public var sessionSize: SurfaceSize?
  /// The rotation of its picture.
  public var rotation: Rotation

  /// Makes a screen.
  public init(size: SurfaceSize? = nil, sessionSize: SurfaceSize? = nil, rotation: Rotation = .topUp) {
    self.size = size
    self.sessionSize = sessionSize
    self.rotation = rotation
  }

  /// Whether a connector is that of a machine's own panel, by the kernel's name for it, such as eDP-1: drm_connector.c.
  /// Some X drivers omit the dash.
  public static func isBuiltIn(connector name: some StringProtocol) -> Bool {
    ["eDP", "LVDS", "DSI", "DPI"].contains { name.hasPrefix($0) }
  }
}
