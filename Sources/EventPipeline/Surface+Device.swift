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
  var isPlausible: Bool {
    (5...10_000).contains(width) && (5...10_000).contains(height)
  }
}

/// Where a surface's size comes from.
public enum SurfaceSizeSource: Equatable, Sendable {
  /// The configuration says it.
  case configuration
  /// The device gives its resolution, of its own accord or by a hwdb entry that udev has set.
  case device
  /// Nobody says it, or the device says what cannot be: it is assumed to be as large as such devices usually are.
  case assumption
}

extension Surface {
  /// Finds the surface of a touch device.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - deviceClass: Its class, for the size to assume where nobody says one.
  ///   - configured: The size that the configuration gives, which counts for more than the device's.
  /// - Throws: ``SurfaceError`` where an axis is missing or has no extent.
  public init(
    of device: DeviceDescription, class deviceClass: DeviceClass, configured: SurfaceSize? = nil
  ) throws(SurfaceError) {
    axes = PositionAxes.candidates(of: device)
    pressure = PressureAxis(of: device)
    guard let main = axes.first else { throw .noPosition }
    guard main.hasExtent else { throw .noExtent(main.x.extent > 0 ? main.y.code : main.x.code) }
    if let configured {
      (size, sizeSource) = (configured, .configuration)
    } else if let stated = main.statedSize, stated.isPlausible {
      (size, sizeSource) = (stated, .device)
    } else {
      (size, sizeSource) = (deviceClass.usualSize, .assumption)
    }
  }
}

/// Why a device has no surface that can be used.
public enum SurfaceError: Error, Equatable, Sendable {
  /// It has no pair of position axes.
  case noPosition
  /// The lowest and the highest value of this axis are the same, or the wrong way round.
  case noExtent(EventCode)
}

extension PressureAxis {
  init?(of device: DeviceDescription) {
    let code: EventCode = device.reportsEachContact ? .absMTPressure : .absPressure
    guard let axis = device.axis(code), axis.maximum > axis.minimum else { return nil }
    minimum = Double(axis.minimum)
    extent = Double(axis.maximum) - Double(axis.minimum)
  }
}

extension PositionAxes.Axis {
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
    guard let x = Axis(x, of: device), let y = Axis(y, of: device) else { return nil }
    self.x = x
    self.y = y
  }

  /// Whether the values of both axes have room between the lowest and the highest.
  var hasExtent: Bool { x.extent > 0 && y.extent > 0 }

  /// The size that the resolutions amount to; nil where one is not given.
  var statedSize: SurfaceSize? {
    guard x.resolution > 0, y.resolution > 0 else { return nil }
    return SurfaceSize(width: x.extent / x.resolution, height: y.extent / y.resolution)
  }

  /// The pairs that the device may report contacts on.
  ///
  /// A second pair exists where a HID descriptor has both a mouse and a digitiser with absolute axes:
  /// the kernel's hid-input gives the second X and Y the next free codes, which are ABS_Z and ABS_RX.
  /// The eGalax controllers (0eef:0001) are such, and send on the second pair only. Of a pen that tells
  /// its pressure, ABS_Z is its rotation.
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

extension DeviceClass {
  /// The size to take for a device of which nobody says how large it is: a 10.1-inch screen, the size
  /// that libinput takes for a touchpad, a medium pen tablet.
  public var usualSize: SurfaceSize {
    switch self {
    case .touchscreen: SurfaceSize(width: 217, height: 136)
    case .touchpad: SurfaceSize(width: 69, height: 50)
    case .tablet: SurfaceSize(width: 224, height: 140)
    }
  }
}
