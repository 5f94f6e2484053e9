public import JoystickModel

/// The conversion of a device's units to millimetres from the surface's top left corner.
///
/// The user sees this corner at the top left: on a rotated surface, the top is the user's.
public struct Surface: Equatable, Sendable {
  /// The size as the user holds the device: ``rotation`` may have swapped width and height.
  public let size: SurfaceSize
  public let sizeSource: SurfaceSizeSource
  /// How the device is held.
  public let rotation: Rotation
  /// The aspect ratio (width / height) of the device's axes, before the rotation; nil if they do not show it.
  public let statedShape: Double?
  /// The size by the device's own resolution, before the rotation; nil if it has none.
  public let statedSize: SurfaceSize?
  /// The pairs of axes that contacts are reported on, the usual one first.
  let axes: [PositionAxes]
  let pressure: SurfaceAxis?
  let threshold: TouchThreshold?

  public var bounds: Rectangle {
    Rectangle(x: 0, y: 0, width: size.width, height: size.height)
  }

  func point(x: Int32, y: Int32, on pair: Int = 0) -> Point {
    let pair = axes[pair]
    let part = rotation.position(x: pair.x.fraction(x), y: pair.y.fraction(y))
    return Point(x: part.x * size.width, y: part.y * size.height)
  }

  /// Converts a raw value to a pressure, 0 to 1; nil if the device has no pressure.
  func pressure(_ raw: Int32) -> Double? { pressure.map { max(0, min($0.fraction(raw), 1)) } }
}

extension Rotation {
  /// Converts a position on the device to the user's view. Both are parts of width and height, from the top left
  /// corner.
  func position(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .topUp: (x, y)
    case .leftUp: (1 - y, x)
    case .bottomUp: (1 - x, 1 - y)
    case .rightUp: (y, 1 - x)
    }
  }
}

struct SurfaceAxis: Equatable, Sendable {
  let code: EventCode
  let minimum: Double
  let extent: Double
  let resolution: Double

  func fraction(_ value: Int32) -> Double {
    (Double(value) - minimum) / extent
  }
}

struct PositionAxes: Equatable, Sendable {
  let x: SurfaceAxis
  let y: SurfaceAxis
}

extension Surface {
  /// Derives the surface of a touch device. Sizes are those of the device, before the rotation.
  ///
  /// - Parameters:
  ///   - deviceClass: Its class, which decides the size to assume.
  ///   - configured: The size in the configuration, the first choice.
  ///   - panel: The size of the panel under the surface. It is used if the device has no resolution, and both have the
  ///     same shape to within 5 %; and if a touchscreen's own size differs from it by more than a fifth.
  ///   - session: The size that the session reports for its screen. It is used for a touchscreen after the panel's, in the
  ///     same way, with its sides in the order that fits.
  ///   - rotation: How the device is held.
  /// - Throws: ``SurfaceError`` if an axis is missing or has no extent.
  public init(
    of device: DeviceDescription, class deviceClass: DeviceClass, configured: SurfaceSize? = nil,
    panel: SurfaceSize? = nil, session: SurfaceSize? = nil, rotation: Rotation = .topUp
  ) throws(SurfaceError) {
    axes = PositionAxes.candidates(of: device)
    pressure = device.pressureAxis
    threshold = .ofDevice(device, class: deviceClass)
    guard let main = axes.first else { throw .noPosition }
    guard main.hasExtent else { throw .noExtent(main.x.extent > 0 ? main.y.code : main.x.code) }
    statedShape = main.statedSize?.shape ?? main.shape(deviceClass)
    statedSize = main.statedSize
    let unrotated: SurfaceSize
    if let configured {
      (unrotated, sizeSource) = (configured, .configuration)
    } else if deviceClass == .touchscreen, let stated = main.statedSize,
      let (size, source) = stated.correction(by: [(panel, .panelNotDevice), (session, .sessionNotDevice)])
    {
      (unrotated, sizeSource) = (size, source)
    } else if let stated = main.statedSize {
      (unrotated, sizeSource) = (stated, .device)
    } else if let panel, let statedShape, panel.hasShape(statedShape, within: Self.panelTolerance) {
      (unrotated, sizeSource) = (panel, .panel)
    } else if deviceClass == .touchscreen, let session, let statedShape,
      let size = session.turned(to: statedShape, within: Self.panelTolerance)
    {
      (unrotated, sizeSource) = (size, .session)
    } else {
      (unrotated, sizeSource) = (.assumed(deviceClass, shape: statedShape), .assumption)
    }
    size = rotation.size(of: unrotated)
    self.rotation = rotation
  }

  private static let panelTolerance = 0.05

  public var unrotatedSize: SurfaceSize { rotation.size(of: size) }
}

public enum SurfaceError: Error, Equatable, Sendable {
  case noPosition
  case noExtent(EventCode)
}

extension DeviceDescription {
  public var reportsPressure: Bool { pressureAxis != nil }

  fileprivate var pressureAxis: SurfaceAxis? {
    let axis = SurfaceAxis(reportsEachContact ? .absMTPressure : .absPressure, of: self)
    return axis.flatMap { $0.extent > 0 ? $0 : nil }
  }
}

extension SurfaceAxis {
  init?(_ code: EventCode, of device: DeviceDescription) {
    guard let axis = device.axis(code) else { return nil }
    self.code = code
    minimum = Double(axis.minimum)
    extent = Double(axis.maximum) - Double(axis.minimum)
    resolution = Double(axis.resolution)
  }
}

extension PositionAxes {
  init?(_ x: EventCode, _ y: EventCode, of device: DeviceDescription) {
    guard let x = SurfaceAxis(x, of: device), let y = SurfaceAxis(y, of: device) else { return nil }
    self.x = x
    self.y = y
  }

  var hasExtent: Bool { x.extent > 0 && y.extent > 0 }

  /// The size according to the resolutions; nil if a resolution is missing or the size is impossible.
  var statedSize: SurfaceSize? {
    guard x.resolution > 0, y.resolution > 0 else { return nil }
    let size = SurfaceSize(width: x.extent / x.resolution, height: y.extent / y.resolution)
    return size.isPlausible ? size : nil
  }

  /// The aspect ratio (width / height) of axes without a resolution; nil if it is unknown.
  ///
  /// A touchscreen's units are as wide as high, mostly pixels. That is not true if both axes have the same range, such
  /// as 0 to 4095: drivers scale each axis to it. A touchpad's units often differ.
  func shape(_ deviceClass: DeviceClass) -> Double? {
    deviceClass == .touchscreen && x.extent != y.extent ? x.extent / y.extent : nil
  }

  /// The pairs that the device may report contacts on.
  ///
  /// A second pair exists where a HID descriptor has both a mouse and a digitiser with absolute axes: the kernel's
  /// hid-input gives the second X and Y the next free codes, which are ABS_Z and ABS_RX. The eGalax controllers
  /// (0eef:0001) do this, and send only on the second pair. For a pen with pressure, ABS_Z is its rotation.
  static func candidates(of device: DeviceDescription) -> [PositionAxes] {
    if device.reportsEachContact {
      return [PositionAxes(.absMTPositionX, .absMTPositionY, of: device)].compactMap { $0 }
    }
    var pairs = [PositionAxes(.absX, .absY, of: device)]
    let isPen = device.supports(.btnStylus) || device.supports(.absPressure)
    if !isPen, let second = PositionAxes(.absZ, .absRX, of: device), second.hasExtent { pairs.append(second) }
    return pairs.compactMap { $0 }
  }
}

/// The size of a surface, in millimetres.
public struct SurfaceSize: Equatable, Sendable {
  /// From the left to the right edge, above 0.
  public var width: Double
  /// From the top to the bottom edge, above 0.
  public var height: Double

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

  public var shape: Double { width / height }

  /// Whether it has this aspect ratio, within a tolerance such as 0.05.
  public func hasShape(_ other: Double, within tolerance: Double) -> Bool {
    max(shape / other, other / shape) <= 1 + tolerance
  }

  /// The first known size of the screen under a touchscreen of this size, if the two differ by more than a fifth. Drivers
  /// state a wrong size more often than screens: the Steam Deck's touchscreen says 256 x 146 mm, and has 151 x 95.
  fileprivate func correction(
    by screens: [(size: SurfaceSize?, source: SurfaceSizeSource)]
  ) -> (SurfaceSize, SurfaceSizeSource)? {
    for case (let size?, let source) in screens where size.isPlausibleScreen {
      let turned =
        (size.shape > 1) == (shape > 1) ? size : SurfaceSize(width: size.height, height: size.width)
      let factors = [width / turned.width, height / turned.height]
      return factors.allSatisfy { (1 / 1.2...1.2).contains($0) } ? nil : (turned, source)
    }
    return nil
  }

  /// Whether a screen that people touch has this size: 50 mm to 1.5 m from corner to corner.
  private var isPlausibleScreen: Bool {
    (50...1500).contains((width * width + height * height).squareRoot()) && (0.3...3.3).contains(shape)
  }

  /// The size with its sides in the order that has this aspect ratio; nil if neither has.
  func turned(to shape: Double, within tolerance: Double) -> SurfaceSize? {
    [self, SurfaceSize(width: height, height: width)].first { $0.hasShape(shape, within: tolerance) }
  }
}

public enum SurfaceSizeSource: String, CaseIterable, Sendable {
  case configuration
  /// The resolution of the device, its own or one that a hwdb entry of udev sets.
  case device
  case panel
  case session
  /// That of the panel, or of the session, although the device states another one.
  case panelNotDevice = "panel-not-device"
  case sessionNotDevice = "session-not-device"
  /// A guess, if no size is known or the device reports an impossible one: the usual size of such devices.
  case assumption
}

extension SurfaceSize {
  /// The guessed size of a device: the usual size of such devices, with the shape of its axes.
  ///
  /// - Parameter shape: The aspect ratio (width / height); nil if it is unknown.
  static func assumed(_ deviceClass: DeviceClass, shape: Double?) -> SurfaceSize {
    guard deviceClass == .touchscreen, let shape else { return deviceClass.defaultSize }
    let isPhone = max(shape, 1 / shape) >= phoneShape
    let height = (isPhone ? phoneDiagonal : tabletDiagonal) / (shape * shape + 1).squareRoot()
    let size = SurfaceSize(width: height * shape, height: height)
    return size.isPlausible ? size : deviceClass.defaultSize
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
  public var defaultSize: SurfaceSize {
    switch self {
    case .touchscreen: SurfaceSize(width: 217, height: 136)
    case .touchpad: SurfaceSize(width: 69, height: 50)
    case .tablet: SurfaceSize(width: 224, height: 140)
    }
  }
}

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
  public var rotation: Rotation

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
