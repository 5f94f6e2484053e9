extension Surface {
  /// Derives the surface of a touch device. Sizes are those of the device, before the rotation.
  ///
  /// - Parameters:
  ///   - device: The device's description.
  ///   - deviceClass: Its class, which decides the size to assume.
  ///   - configured: The size in the configuration, the first choice.
  ///   - panel: The size of the panel under the surface. It is used if the device has no resolution, and if both
  ///     have the same shape to within 5 %.
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
    guard let main = axes.first else { throw .noPosition }
    guard main.hasExtent else { throw .noExtent(main.x.extent > 0 ? main.y.code : main.x.code) }
    statedShape = main.statedSize?.shape ?? main.shape(deviceClass)
    let unrotated: SurfaceSize
    if let configured {
      (unrotated, sizeSource) = (configured, .configuration)
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

  /// The largest difference between the shapes of panel and axes.
  private static let panelTolerance = 0.05

  /// The size of the device before the rotation.
  public var unrotatedSize: SurfaceSize { rotation.size(of: size) }
}

/// Why a device has no usable surface.
public enum SurfaceError: Error, Equatable, Sendable {
  /// It has no pair of position axes.
  case noPosition
  /// The maximum of this axis is not above its minimum.
  case noExtent(EventCode)
}

extension DeviceDescription {
  /// Whether it reports pressure.
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

  /// Whether both axes have a maximum above their minimum.
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
